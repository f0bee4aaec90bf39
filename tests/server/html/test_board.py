"""Boards as HTML: how they are drawn by what they are made of."""

from __future__ import annotations

import pytest

from tests.server.html.soup import read
from tuckbox.scene.parts import Board, Space
from tuckbox.server.html.board import board_fragment
from tuckbox.server.html.click_targets import ClickTargets


def _classes(board: Board, tag: str) -> set[str]:
    (found, *_) = [each for each in read(board_fragment(ClickTargets(), board, "k").html).all() if each.name == tag]
    return set(found.attrs["class"].split())


@pytest.mark.parametrize(("columns", "fits"), [(5, True), (9, True), (10, False)])
def test_boards_of_up_to_nine_columns_are_as_wide_as_a_phone(columns: int, fits: bool) -> None:
    rows = tuple(tuple(Space(f"{letter}{column}") for column in range(columns)) for letter in "ab")
    assert ("fitting" in _classes(Board("", rows), "div")) == fits


def test_the_board_of_a_rival_is_small_and_fits_anyway() -> None:
    row = (Space("a1"), Space("a2"))
    assert _classes(Board("", (row, row), small=True), "div") == {"board", "small"}


@pytest.mark.parametrize(("art", "bare"), [("", True), ("road", False)])
def test_places_of_a_road_have_frames_where_nothing_is_drawn_on_it(art: str, bare: bool) -> None:
    road = Board("Road", ((Space("1", "1"), Space("2", "2", art=art)),))
    assert ("bare" in _classes(road, "ol")) == bare
    assert "fitting" not in _classes(road, "div")


def test_things_side_by_side_are_no_road() -> None:
    assert _classes(Board("Built", ((Space("1"), Space("2")),), loose=True), "ol") == {"course"}
