"""Texts of the cards and places of a table: in a terminal there is room for their faces only."""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.scene.parts import Board, Card, Part, Row, Scene, Stack

Entry = tuple[str, tuple[str, ...], str]
"""The look of a thing, the names by which one may ask for it, and what is to be said of it."""

_LONG = 12
"""Faces as long as this say most of it themselves; the name stands for them."""


def legend(scene: Scene) -> list[str]:
    """Texts of all that lies open and means more than its face shows, each thing once; the viewer's own first."""
    said = list(dict.fromkeys((shown, words) for shown, _, words in _entries(scene)))
    wide = max((len(shown) for shown, _ in said), default=0)
    return [f"  {shown:<{wide}}  {words}" for shown, words in said]


def meaning(scene: Scene, asked: str) -> str:
    """The text of the thing of a name, in a sentence; empty if there is none."""
    wanted = asked.casefold()
    return next((f"{shown}: {said}." for shown, names, said in _entries(scene) if wanted in map(str.casefold, names)), "")


def _entries(scene: Scene) -> Iterator[Entry]:
    for panel in sorted(scene.panels, key=lambda panel: not panel.mine):
        for part in panel.parts:
            yield from (entry for entry in _of_part(part) if entry[2])


def _of_part(part: Part) -> Iterator[Entry]:
    if isinstance(part, Row):
        yield from map(_of_card, part.cards)
    elif isinstance(part, Stack):
        yield from map(_of_card, [*([part.top] if part.top else []), *part.under])
    elif isinstance(part, Board):
        yield from _of_board(part)


def _of_card(card: Card) -> Entry:
    return card.face, (card.face, card.name), "" if card.hidden else _said(card.face, card.title, card.text, card.note)


def _of_board(board: Board) -> Iterator[Entry]:
    for space in (space for row in board.rows for space in row if space):
        shown = space.face if 0 < len(space.face) < _LONG else space.name
        yield shown, (space.face, space.name), _said(space.face, space.title, space.note)
        for token in space.tokens:
            yield token.face, (token.face,), _said(token.face, "", token.note)
    for door in board.doors:
        yield f"={door.face}=", (f"={door.face}=",), door.note


def _said(face: str, title: str, *words: str) -> str:
    """A title and what there is to say, without what is said already."""
    title = title if title != face else ""
    rest = "; ".join(word for word in words if word and word.casefold() not in (face.casefold(), title.casefold()))
    return f"{title}: {rest}" if title and rest else title or rest
