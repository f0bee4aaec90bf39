"""A cheat sheet for the moment: what is to be done, what one may do, and what one might expect to do but may not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tuckbox.scene.parts import Row, Scene
from tuckbox.view.refusal import reasons_of, refusal
from tuckbox.view.view import View

_MOST = 8
"""Maximum number of lines in a part of the sheet."""


@dataclass(frozen=True)
class Section:
    """A heading and its lines; in each an action may be followed by what is said of it."""

    title: str
    lines: tuple[tuple[str, str], ...]


def sheet(view: View, scene: Scene) -> list[Section]:
    """Help for the seat of a view at this moment, in the words of its game."""
    now = Section("Now", tuple(("", line) for line in (scene.status, *scene.hints) if line))
    allowed = [(text, scene.notes.get(text, "")) for text in view.legal_texts()]
    allowed.sort(key=lambda each: not each[1])
    parts = [now, Section("You may", _cut(allowed)), Section("Not just now", tuple(_forbidden(view, scene)))]
    return [part for part in parts if part.lines]


def _cut(lines: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The first lines, and how many more there are."""
    more = len(lines) - _MOST
    return (*lines[:_MOST], ("", f"and {more} more")) if more > 0 else tuple(lines)


def _forbidden(view: View, scene: Scene) -> list[tuple[str, str]]:
    """Actions one might try but that are refused, one for each reason.

    The reasons that stand against fewest actions come first; what is against nearly everything goes without saying.
    """
    if not view.legal:
        return []
    actions, against = view.game.actions, defaultdict[int, list[int]](list)
    for action, reason in enumerate(reasons_of(view, range(actions.size))):
        if reason:
            against[reason].append(action)
    at_hand = _at_hand(view, scene)
    said = []
    for refused in sorted(against.values(), key=len):
        tempting = next((a for a in refused if _words(actions.text(a)) and _words(actions.text(a)) <= at_hand), None)
        why = None if tempting is None else refusal(view, tempting)
        if tempting is not None and why is not None:
            said.append((actions.text(tempting), f"{why.text} ({why.rule})" if why.rule else why.text))
    return said[:_MOST]


def _at_hand(view: View, scene: Scene) -> set[str]:
    """The names of the cards in the viewer's own place, and what legal actions name."""
    rows = [part for panel in scene.panels if panel.mine for part in panel.parts if isinstance(part, Row)]
    names = {card.name for row in rows for card in row.cards if card.name}
    return names.union(*(_words(text) for text in view.legal_texts()))


def _words(action: str) -> set[str]:
    """Things that an action names."""
    return set(action.split()[1:])
