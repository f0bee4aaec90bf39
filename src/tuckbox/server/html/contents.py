"""Classes that say what lies in a part of a table, for stylesheets.

A stylesheet could ask for the same with ``:has()``; but then browsers style all that may depend on it anew whenever
anything comes or goes within, and of a table that is all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tuckbox.scene.parts import Board, Card, Fact, Map, Panel, Row, Scene, Stack
from tuckbox.server.html.cards import look
from tuckbox.server.html.markup import classes

COUNTED = range(2, 6)
"""Numbers n of things of which there is a class: ``from-3`` where there are three or more."""

LONG = 9
"""A row of as many cards is long."""

MANY = 7
"""Places side by side of which a rival has many."""


@lru_cache(maxsize=4096)
def contents(panel: Panel) -> str:
    """Classes of a place or of the middle: the kinds of what lies there, and how much."""
    parts = [part for part in panel.parts if not isinstance(part, Fact)]
    alone = len(parts) == 1 and isinstance(parts[0], Row) and (panel.seat is not None or len(panel.parts) == 1)
    found = [f"with-{kind}" for kind in ("board", "road", "loose", "map", "text", "title") if kind in _kinds(panel)]
    found += ["lone-row"] if alone else []
    found += [f"row-{at}" for at, part in enumerate(parts, 1) if at > 1 and isinstance(part, Row)]
    found += ["long"] if any(isinstance(part, Row) and len(part.drawn) >= LONG for part in parts) else []
    return classes(*found)


@lru_cache(maxsize=4096)
def _kinds(panel: Panel) -> frozenset[str]:
    return frozenset(kind for part in panel.parts for kind in _kinds_of(part))


def _kinds_of(part: object) -> Iterator[str]:
    if isinstance(part, Board):
        yield "loose" if part.loose else "board"
        if part.course and not part.loose:
            yield "road"
        if part.course and len(part.rows[0]) >= MANY:
            yield "many"
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


def felt_contents(scene: Scene, seats: int, notice: bool = False) -> str:
    """Classes of the whole table, for a match of that many `seats`, perhaps with a `notice` above it."""
    own = [panel for panel in scene.panels if panel.mine]
    rivals = [panel for panel in scene.panels if panel.seat is not None and not panel.mine]
    middle = [panel for panel in scene.panels if panel.seat is None]
    everywhere = frozenset().union(*map(_kinds, scene.panels))
    words = [contents(panel).split() for panel in middle]
    alone = [panel for panel in scene.panels if "lone-row" in contents(panel).split()]
    return classes(
        *(f"with-{kind}" for kind in ("board", "road", "loose", "map") if kind in everywhere),
        any("board" in _kinds(panel) for panel in own) and "own-board",
        bool(own) and "with-mine",
        counted(max(seats - len(own), len(rivals))),
        any("many" in _kinds(panel) for panel in rivals) and "many-built",
        any("lone-row" in found for found in words) and "lone-row",
        any("long" in found for found in words) and "long-middle",
        any("text" in _kinds(panel) for panel in alone) and "lone-text",
        scene.moment and "with-moment",
        scene.moment and scene.picture and "with-picture",
        notice and "with-banner",
    )


def counted(number: int) -> str:
    """Classes that say how many there are.

    >>> counted(3)
    'from-2 from-3'
    """
    return classes(*(f"from-{n}" for n in COUNTED if number >= n))


def rivals_contents(scene: Scene, number: int) -> str:
    """Classes of the rivals' places."""
    kinds = [_kinds(panel) for panel in scene.panels if panel.seat is not None and not panel.mine]
    found = [f"with-{kind}" for kind in ("board", "title") if any(kind in each for each in kinds)]
    return classes(*found, counted(number))


def middle_contents(scene: Scene) -> str:
    """Classes of the middle."""
    return "with-road" if any("road" in _kinds(panel) for panel in scene.panels if panel.seat is None) else ""


__all__ = ["contents", "counted", "felt_contents", "middle_contents", "rivals_contents"]
