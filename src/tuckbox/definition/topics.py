"""Topics: the answers of a game to those who ask about its cards, squares, roads and racers."""

from __future__ import annotations

from dataclasses import dataclass

from tuckbox.scene.parts import Card


@dataclass(frozen=True)
class Topic:
    """Answer to "What is this?": a title, and what it does in sentences.

    `kind` says in a word or two what it is one of, `card` is its face in full size, `rule` the number of the rule that has
    the rest. `called` are other names by which it goes in scenes and sentences, besides its title.
    """

    title: str
    lines: tuple[str, ...] = ()
    kind: str = ""
    card: Card | None = None
    rule: str = ""
    called: tuple[str, ...] = ()
