"""Things in a scene by their names, what one may ask about them, and how each of them stands."""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.numbers import counted
from tuckbox.scene.parts import Board, Card, Door, Map, Mark, Part, Row, Scene, Space, Stack

Thing = Card | Space | Door | Mark | Stack


def name_of(thing: Thing) -> str:
    """The name by which a thing is asked about; all backs of a kind share one."""
    if isinstance(thing, Card):
        return thing.name or thing.face
    if isinstance(thing, Door):
        return thing.handles[0] if thing.handles else thing.face
    return thing.title if isinstance(thing, Stack) else thing.name


def words_of(thing: Thing) -> tuple[str, ...]:
    """The words that name the topics of a thing, the likeliest first."""
    if isinstance(thing, Card | Space | Door) and thing.about:
        return thing.about
    if isinstance(thing, Card):
        return (thing.face,) if thing.hidden else (thing.name, thing.title, thing.face)
    return (name_of(thing),)


def things(scene: Scene) -> Iterator[Thing]:
    """All things in a scene that one may ask about, the viewer's own first: what lies there is known best."""
    for panel in sorted(scene.panels, key=lambda panel: not panel.mine):
        for part in panel.parts:
            yield from _in(part)


def _in(part: Part) -> Iterator[Thing]:
    if isinstance(part, Row):
        yield from part.cards
    elif isinstance(part, Stack):
        yield from [card for card in (part.top, *part.under) if card]
        yield part
    elif isinstance(part, Board):
        yield from (space for row in part.rows for space in row if space)
        yield from part.doors
    elif isinstance(part, Map):
        yield from part.marks


def find(scene: Scene, name: str) -> Thing | None:
    """The thing of this name; None where none lies there."""
    return next((thing for thing in things(scene) if name_of(thing) == name), None)


def standing(thing: Thing) -> str:
    """The state of a thing just now, besides what it is: as its own note says it."""
    if isinstance(thing, Card):
        return thing.text if thing.about and thing.text else thing.note
    if isinstance(thing, Space):
        if not thing.about:  # its note says no more than its topic
            return ""
        return ", ".join(filter(None, [thing.note, *(token.note for token in thing.tokens)]))
    if isinstance(thing, Stack):
        return counted(thing.count, "card") + (f", {thing.note}" if thing.note else "")
    return thing.note
