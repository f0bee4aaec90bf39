"""Classes that say what lies on a table: they tell what is there, and style sheets ask them instead of ``:has()``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from tests.server.html.models import model_of, open_model, played
from tests.server.html.soup import Tag, read
from tests.server.html.test_styles import SHEETS, THEMES
from tests.server.layout import crowded
from tests.server.layout.fullest import kept, position
from tuckbox.definition.game import game as game_named
from tuckbox.scene.parts import Board, Space
from tuckbox.server.html.contents import from_classes
from tuckbox.server.html.table import table_body
from tuckbox.server.table.view_model import ViewModel

PLAYERS = {"whiplash": (2, 4), "keywhiz": (2, 4), "jalopies": (2, 4, 6), "whipsaw": (3, 4)}
Test = Callable[[Tag], bool]


def found(tag: Tag, name: str) -> list[Tag]:
    """All of a class in an element."""
    return [inside for inside in tag.all() if inside is not tag and inside.has(name)]


def within(*names: str) -> Test:
    """Whether something of the last class lies in something of the one before it, and so on."""

    def holds(tag: Tag) -> bool:
        places = [tag]
        for name in names:
            places = [inside for place in places for inside in found(place, name)]
        return bool(places)

    return holds


def long(tag: Tag) -> bool:
    """Whether nine cards lie side by side."""
    return any(len(row.children) >= 9 for row in found(tag, "cards"))


def lone(tag: Tag) -> list[Tag]:
    """The rows that lie alone in a place or in the middle."""
    return [row for row in found(tag, "row") if row.parent and len(row.parent.children) == 1]


def nth(at: int) -> Test:
    """Whether what lies at a number is a row."""
    return lambda tag: any(row.parent and row.parent.children[at - 1 : at] == [row] for row in found(tag, "row"))


def built(least: int) -> Test:
    """Whether a rival has a number of places side by side."""

    def holds(tag: Tag) -> bool:
        lists = [inside for rivals in found(tag, "rivals") for inside in rivals.all() if inside.name == "ol"]
        return any(len(each.children) >= least for each in lists)

    return holds


KINDS = {f"with-{kind}": within(kind) for kind in ("board", "road", "loose", "map")}
PLACE = {
    **KINDS,
    "with-text": within("text"),
    "with-title": within("title"),
    "lone-row": lambda tag: bool(lone(tag)),
    "long": long,
    **{f"row-{at}": nth(at) for at in (2, 3, 4)},
}
FELT = {
    **KINDS,
    "own-board": within("mine", "board"),
    "with-mine": within("mine"),
    "with-moment": within("moment"),
    "with-picture": within("shown"),
    "with-room": lambda tag: bool(found(tag, "open")) and not found(tag, "centre"),
    "lone-row": lambda tag: any(map(lone, found(tag, "centre"))),
    "long-middle": lambda tag: any(map(long, found(tag, "middle"))),
    "lone-text": lambda tag: any(found(row, "text") for row in lone(tag)),
    "many-built": built(7),
    "very-many-built": built(12),
}


@cache
def tables() -> tuple[Tag, ...]:
    """Tables of all games at their beginning and at their fullest, as a seat sees them and as somebody who looks on does."""
    matches = [played(game, players, 0) for game, numbers in PLAYERS.items() for players in numbers]
    most = {game: max(kept()[game]) for game in PLAYERS}
    matches += [position(game_named(game), players, kept()[game][players][0]) for game, players in most.items()]
    models = [model_of(match, seat) for match in matches for seat in (0, None)]
    models += [crowded.model(matches[0], name) for name in crowded.SCENES]
    models += [open_model(seat=seat) for seat in (0, None)]
    models += [_eventful(models[0])]
    return tuple(read(table_body(model)) for model in models)


def _eventful(model: ViewModel) -> ViewModel:
    """The same with an event that has a picture, and with a rival who has built much."""
    assert model.scene
    built = Board("built", (tuple(Space(f"a{at}") for at in range(12)),), loose=True)
    panels = [panel if panel.mine else replace(panel, parts=(*panel.parts, built)) for panel in model.scene.panels]
    return replace(model, scene=replace(model.scene, panels=tuple(panels), moment="Look!", picture="back"))


def told(tag: Tag, known: dict[str, Test]) -> tuple[set[str], set[str]]:
    """The classes of an element that tell what lies in it, and those it should have."""
    return {name for name in known if tag.has(name)}, {name for name, holds in known.items() if holds(tag)}


def test_classes_tell_what_lies_there() -> None:
    seen: set[str] = set()
    for table in tables():
        for tag in table.all():
            if tag.has("felt"):
                said, there = told(tag, FELT)
                assert said == there
            elif tag.has("seat") or tag.has("centre"):
                said, there = told(tag, PLACE)
                assert said == there, tag.attrs
            else:
                continue
            seen |= said
    assert seen == FELT.keys() | PLACE.keys()


def test_rivals_are_counted() -> None:
    for table in tables():
        felt, *_ = (tag for tag in table.all() if tag.has("felt"))
        for tag in table.all():
            if tag.has("rivals"):
                number = from_classes(len(tag.children)).split()
                assert [name for name in tag.attrs["class"].split() if name.startswith("from-")] == number
                assert [name for name in felt.attrs["class"].split() if name.startswith("from-")] == number
                assert (tag.has("with-board"), tag.has("with-title")) == (
                    bool(found(tag, "board")),
                    bool(found(tag, "title")),
                )


LARGE = r"\.(?:at-table|table|felt|rivals|middle|centre|seat|mine)\b[^\s>+~,{}]*:has\((?!\.lifted)"
"""A selector that asks what lies in a large part of the table, which is styled anew at every change then."""


@pytest.mark.parametrize("name", [*SHEETS, *THEMES])
def test_no_selector_asks_what_lies_in_a_large_part_of_the_table(name: str) -> None:
    assert re.findall(LARGE, (SHEETS | THEMES)[name]) == []
