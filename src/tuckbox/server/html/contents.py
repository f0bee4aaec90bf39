"""Classes that say what lies in a part of a table, for stylesheets.

A stylesheet could ask for the same with ``:has()``; but then browsers style all that may depend on it anew whenever
anything comes or goes within, and of a table that is all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from tuckbox.scene.parts import Board, Card, Fact, Map, Panel, Row, Scene, Stack
from tuckbox.server.html.cards import look
from tuckbox.server.html.markup import classes

COUNTED = range(2, 6)
"""Numbers n of things of which there is a class: ``from-3`` where there are three or more."""

LONG = 9
"""A row of as many cards is long."""

MANY, VERY_MANY = 7, 12
"""Numbers of places side by side that count as many, and as very many."""


def contents(panel: Panel) -> str:
    """Classes of a place or of the middle: the kinds of what lies there, and how much."""
    return classes(*sorted(_told(panel)))


@lru_cache(maxsize=4096)
def _told(panel: Panel) -> frozenset[str]:
    parts = [part for part in panel.parts if not isinstance(part, Fact)]
    found = {f"with-{kind}" for part in parts for kind in _kinds(part)}
    found |= {f"row-{at}" for at, part in enumerate(parts, 1) if at > 1 and isinstance(part, Row)}
    if len(parts) == 1 and isinstance(parts[0], Row) and (panel.seat is not None or len(panel.parts) == 1):
        found.add("lone-row")
    if any(isinstance(part, Row) and len(part.drawn) >= LONG for part in parts):
        found.add("long")
    longest = max((len(part.rows[0]) for part in parts if isinstance(part, Board) and part.course), default=0)
    found |= {name for name, least in (("many", MANY), ("very-many", VERY_MANY)) if longest >= least}
    return frozenset(found)


def _kinds(part: object) -> Iterator[str]:
    if isinstance(part, Board):
        yield "loose" if part.loose else "board"
        if part.course and not part.loose:
            yield "road"
    elif isinstance(part, Map):
        yield "map"
    written = [card for card in _cards(part) if "plain" in look(card).classes.split()]  # those that their game describes
    if any(card.text for card in written):
        yield "text"
    if any(card.title for card in written):
        yield "title"


def _cards(part: object) -> tuple[Card, ...]:
    """The cards that are drawn."""
    if isinstance(part, Row):
        return part.drawn
    return (*filter(None, (part.top,)), *part.under[:1]) if isinstance(part, Stack) else ()


def told_by(panels: Iterable[Panel]) -> frozenset[str]:
    """Classes of all of some places, and of the middle if it is among them."""
    return frozenset().union(*map(_told, panels))


def felt_contents(scene: Scene, seats: int, notice: bool) -> str:
    """Classes of the whole table, for a match of that many `seats`, perhaps with a `notice` above it."""
    own, rivals, middle = _by_side(scene)
    everywhere = _any_of(own, rivals, middle)
    return classes(
        *(kind for kind in ("with-board", "with-road", "with-loose", "with-map") if kind in everywhere),
        "with-board" in _any_of(own) and "own-board",
        bool(own) and "with-mine",
        from_classes(max(seats - len(own), len(rivals))),
        *(f"{many}-built" for many in ("many", "very-many") if many in _any_of(rivals)),
        "lone-row" in _any_of(middle) and "lone-row",
        "long" in _any_of(middle) and "long-middle",
        any({"lone-row", "with-text"} <= told for told in (*own, *rivals, *middle)) and "lone-text",
        scene.moment and "with-moment",
        scene.moment and scene.picture and "with-picture",
        notice and "with-banner",
    )


def _by_side(scene: Scene) -> tuple[list[frozenset[str]], list[frozenset[str]], list[frozenset[str]]]:
    """Classes of the own place, of each rival's, and of the middle."""
    own, rivals, middle = list[frozenset[str]](), list[frozenset[str]](), list[frozenset[str]]()
    for panel in scene.panels:
        side = middle if panel.seat is None else own if panel.mine else rivals
        side.append(_told(panel))
    return own, rivals, middle


def _any_of(*sides: list[frozenset[str]]) -> frozenset[str]:
    """Classes of any place of some sides."""
    return frozenset().union(*chain.from_iterable(sides))


def from_classes(number: int) -> str:
    """Classes that say how many there are.

    >>> from_classes(3)
    'from-2 from-3'
    """
    return classes(*(f"from-{n}" for n in COUNTED if number >= n))


def rivals_contents(scene: Scene, number: int) -> str:
    """Classes of the rivals' places."""
    _, rivals, _ = _by_side(scene)
    told = _any_of(rivals)
    return classes(*(kind for kind in ("with-board", "with-title") if kind in told), from_classes(number))


def middle_contents(scene: Scene) -> str:
    """Classes of the middle."""
    *_, middle = _by_side(scene)
    return classes("with-road" in _any_of(middle) and "with-road")
