"""Things that a page of a lesson points at, found in the current scene by the words a person would use.

A pointer is a kind and a name, and where that may be meant twice, whose it is:

``place Bo``           a player's place, by name
``card K♠ of You``     a card by its face or name; also the top of a pile
``row Road``           cards side by side; ``stack Stock`` a pile; ``board START`` a board; ``fact won of Bo`` a number
``space 2-4``          a place on a board; ``door 3`` the first door of that face, ``door 3 #2`` the second
``action draw stock``  a legal action in the list; ``status`` what is to be done now; ``log`` what has happened
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tuckbox.scene.parts import Board, Card, Fact, Part, Row, Scene, Stack

KINDS = ("place", "card", "row", "stack", "board", "fact", "space", "door", "action", "status", "log")
_NAMELESS = ("status", "log")
_COUNTED = re.compile(r"(.+) #(\d)")


@dataclass(frozen=True)
class Thing:
    """Something on the table: its kind and name, the number of its panel and part, and of what it is within the part.

    In a board `item` is a row and a column; a door's is its number among the doors. -1 is where nothing is counted.
    """

    kind: str
    name: str
    panel: int = -1
    part: int = -1
    item: int = -1
    column: int = -1


def find(scene: Scene, pointer: str, actions: tuple[str, ...] = ()) -> Thing | None:
    """Target of a pointer in a scene with these legal actions in notation; None if nothing there has that name."""
    kind, _, name = pointer.partition(" ")
    if kind in _NAMELESS:
        return Thing(kind, "") if not name else None
    if kind == "action":
        return Thing(kind, name) if name in actions else None
    head, of, owner = name.rpartition(" of ")
    if of and any(panel.title == owner for panel in scene.panels):  # else it is part of the name: "In the Nick of Time"
        name = head
    else:
        owner = ""
    counted = _COUNTED.fullmatch(name)
    nth = int(counted[2]) if counted else 1
    name = counted[1] if counted else name
    found = [thing for thing in _things(scene, owner) if thing.kind == kind and thing.name == name]
    return found[nth - 1] if len(found) >= nth else None


def _things(scene: Scene, owner: str) -> Iterator[Thing]:
    for number, panel in enumerate(scene.panels):
        if owner and panel.title != owner:
            continue
        yield Thing("place", panel.title, number)
        for at, part in enumerate(panel.parts):
            yield from _within(part, number, at)


def _within(part: Part, panel: int, at: int) -> Iterator[Thing]:
    if isinstance(part, Fact):
        yield Thing("fact", part.label, panel, at)
    elif isinstance(part, Row):
        yield Thing("row", part.title, panel, at)
        for item, card in enumerate(part.cards):
            yield from (Thing("card", name, panel, at, item) for name in _names(card))
    elif isinstance(part, Stack):
        yield Thing("stack", part.title, panel, at)
        yield from (Thing("card", name, panel, at, 0) for name in (_names(part.top) if part.top else ()))
    elif isinstance(part, Board) and not part.small:
        yield Thing("board", part.title, panel, at)
        for row, spaces in enumerate(part.rows):
            for column, space in enumerate(spaces):
                if space:
                    yield Thing("space", space.name, panel, at, row, column)
        for item, door in enumerate(part.doors):
            yield Thing("door", door.face, panel, at, item)


def _names(card: Card) -> tuple[str, ...]:
    """Names of a card that is seen."""
    return () if card.hidden else tuple(dict.fromkeys(filter(None, (card.face, card.name, card.title))))


# -- in text -----------------------------------------------------------------------------------------------------------

_ARROW = "→"


def marked(scene: Scene, thing: Thing | None) -> Scene:
    """The scene with an arrow before a thing, for where it is drawn as text.

    A row that lies alone in its place is drawn without its title: there the arrow stands before the place.
    """
    if thing is None or thing.panel < 0:
        return replace(scene, status=_ARROW + scene.status) if thing and thing.kind == "status" else scene
    panel = scene.panels[thing.panel]
    alone = thing.kind == "row" and sum(not isinstance(part, Fact) for part in panel.parts) == 1
    if thing.part < 0 or alone:
        shown = replace(panel, title=_ARROW + panel.title)
    else:
        parts = [_marked(part, thing) if n == thing.part else part for n, part in enumerate(panel.parts)]
        shown = replace(panel, parts=tuple(parts))
    return replace(scene, panels=_swapped(scene.panels, thing.panel, shown))


def _marked(part: Part, thing: Thing) -> Part:
    if isinstance(part, Fact):
        return replace(part, label=_ARROW + part.label)
    if isinstance(part, Row) and thing.kind == "card":
        return replace(part, cards=_swapped(part.cards, thing.item, _faced(part.cards[thing.item])))
    if isinstance(part, Stack) and thing.kind == "card" and part.top:
        return replace(part, top=_faced(part.top))
    if isinstance(part, Board) and thing.kind == "space":
        row = part.rows[thing.item]
        return replace(part, rows=_swapped(part.rows, thing.item, _swapped(row, thing.column, _faced(row[thing.column]))))
    if isinstance(part, Board) and thing.kind == "door":
        return replace(part, doors=_swapped(part.doors, thing.item, _faced(part.doors[thing.item])))
    return replace(part, title=_ARROW + part.title)


def _faced(one: Any) -> Any:
    """A card, place or door with the arrow before its face."""
    return replace(one, face=_ARROW + one.face)


def _swapped(those: tuple[Any, ...], number: int, fresh: Any) -> tuple[Any, ...]:
    return (*those[:number], fresh, *those[number + 1 :])
