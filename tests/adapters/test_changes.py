"""What is told of a table to those who have read it before: all that is new, in fewer words."""

from __future__ import annotations

import random

import pytest

from tuckbox import installed
from tuckbox.adapters import text
from tuckbox.adapters.changes import LONG, Sections, changes
from tuckbox.scene.lay import laid
from tuckbox.scene.words import sections


def lines_of(table: Sections) -> set[str]:
    return {line for heading, lines in table for line in (heading, *lines) if line}


@pytest.mark.parametrize("name", list(installed()))
def test_every_new_line_is_told_in_a_third_of_the_words(name: str) -> None:
    table, chance = text.make(name, 3, seed=3), random.Random(1)
    before: Sections = []
    told = whole = 0
    for _ in range(60):
        if table.done:
            break
        now = sections(laid(table.match.view(0, log=False)))
        found = changes(before, now)
        assert {line for line in lines_of(now) - lines_of(before) if len(line) < LONG} <= {*found}
        assert [line for line in found if not line.startswith("No longer")][-1:] == now[-1][1][-1:]
        if before:
            told, whole = told + len("\n".join(found)), whole + len(table.table(0))
        before = now
        table.step(f"`{chance.choice(table.match.legal(table.seat))}`")
    assert told < whole / (2 if name == "whiplash" else 3)


def test_a_line_that_has_gone_is_named() -> None:
    assert changes([("## Bo", ["In front: Flat Tire."])], [("## Bo", [])]) == ["## Bo", "No longer: In front: Flat Tire."]
    assert changes([("## Bo", ["A."]), ("## Cy", [])], [("## Bo", ["A."])]) == ["No longer: ## Cy"]
    assert changes([("## Bo", ["Start (3 pieces)."])], [("## Bo", ["Start (2 pieces)."])]) == ["## Bo", "Start (2 pieces)."]


def test_of_a_row_of_a_board_the_places_that_are_new_are_told() -> None:
    before = [("## Ann", ["Row 2: " + "; ".join(f"2-{n} draw or swap" for n in range(12)) + "."])]
    after = [("## Ann", [before[0][1][0].replace("2-5 draw or swap", "2-5 draw or swap (a piece; doorway)")])]
    assert changes(before, after) == ["## Ann", "Row 2: as before, but now 2-5 draw or swap (a piece; doorway)."]


def test_of_a_list_those_that_have_gone_are_told_too() -> None:
    before = [("## Table", ["; ".join(f"{name} Park (costs 2 judges, worth 1)" for name in "ABCDEFGH") + "."])]
    after = [("## Table", [before[0][1][0].replace("C Park (costs 2 judges, worth 1)", "X Park (costs $2)")])]
    assert changes(before, after) == ["## Table", "as before, but now X Park (costs $2), and no longer C Park."]


def test_of_a_heap_its_new_cards_are_told() -> None:
    cards = [f"Card {n}" for n in range(30)]
    before = [("## Table", [f"Discards: 30 cards, on top {cards[0]}, under it {', '.join(cards[1:])}."])]
    after = [("## Table", [f"Discards: 32 cards, on top new, under it newer, {', '.join(cards)}."])]
    told = ["## Table", "Discards: 32 cards, on top new, under it newer, below as before."]
    assert changes(before, after) == told
