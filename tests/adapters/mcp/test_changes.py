"""What is told of a table to those who have read it before: all that is new, in fewer words."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from tuckbox import installed
from tuckbox.adapters import text
from tuckbox.adapters.mcp.changes import LONG, Sections, changes
from tuckbox.scene.lay import laid
from tuckbox.scene.words import TO_DECIDE, sections


def but_for_the_turn(line: str) -> str:
    """A line, in headings without the mark of who is to decide."""
    return re.sub(f"( \\({TO_DECIDE}\\)|, {TO_DECIDE})", "", line)


def lines_of(table: Sections) -> set[str]:
    return {but_for_the_turn(line) for heading, lines in table for line in (heading, *lines) if line}


def label_of(line: str) -> str:
    """The words of a line before its first colon, or bracket."""
    return line.partition(":")[0].partition(" (")[0]


def cards_of(stack: str) -> list[str]:
    """Cards of a stack in words, one by one from its top."""
    items = stack.partition(", on top ")[2].removesuffix(".").replace(", under it ", ", ").split(", ")
    counted = [item.partition(" × ") if " × " in item else ("1", "", item) for item in items]
    return [name for number, _, name in counted for _ in range(int(number))]


def is_list(line: str) -> bool:
    """Whether a line is a list without a label: such ones stand for each other."""
    first, *more = line.split(";")
    return bool(more) and ": " not in first


def check_nothing_is_lost(before: Sections, now: Sections, found: list[str]) -> None:
    """Each line of a panel that has gone is named, or one with its label stands for it."""
    panels = {heading.partition(" (")[0]: lines for heading, lines in now if heading}
    named = {label_of(line.removeprefix("No longer: ")) for line in found if line.startswith("No longer: ")}
    for heading, old in before:
        new = panels.get(heading.partition(" (")[0])
        if heading and new is not None:
            lost, fresh = (Counter(one) - Counter(other) for one, other in ((old, new), (new, old)))
            gone = Counter(label_of(line) for line in lost.elements() if not is_list(line))
            assert {*(gone - Counter(map(label_of, fresh.elements())))} <= named


def check_stacks(before: Sections, now: Sections, found: list[str]) -> None:
    """What is told of a stack that has grown, on what it was, is what it is."""
    for line in found:
        if line.endswith(", below as before."):
            label = label_of(line)
            (was,), (is_now,) = ([each for each in lines_of(table) if label_of(each) == label] for table in (before, now))
            assert cards_of(line.removesuffix(", below as before.")) + cards_of(was) == cards_of(is_now)


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
        new = {line for line in lines_of(now) - lines_of(before) if len(line) < LONG}
        assert new <= {*map(but_for_the_turn, found)}
        assert [line for line in found if not line.startswith("No longer")][-1:] == now[-1][1][-1:]
        if before:
            check_nothing_is_lost(before, now, found)
            check_stacks(before, now, found)
            told, whole = told + len("\n".join(found)), whole + len(table.table(0))
        before = now
        table.step(f"`{chance.choice(table.match.legal(table.seat))}`")
    assert told < whole / (2 if name == "whiplash" else 3)


def test_a_line_that_has_gone_is_named() -> None:
    assert changes([("## Bo", ["In front: Flat Tire."])], [("## Bo", [])]) == ["## Bo", "No longer: In front: Flat Tire."]
    assert changes([("## Bo", ["A."]), ("## Cy", [])], [("## Bo", ["A."])]) == ["No longer: ## Cy"]
    assert changes([("## Bo", ["Start (3 pieces)."])], [("## Bo", ["Start (2 pieces)."])]) == ["## Bo", "Start (2 pieces)."]


def test_a_line_that_has_gone_is_named_whatever_stands_in_its_place() -> None:
    runs = [("## Table", ["Run: 7♠, 8♠.", "Run: 4♥, 5♥."])]
    assert changes(runs, [("## Table", ["Run: 4♥, 5♥."])]) == ["## Table", "No longer: Run: 7♠, 8♠."]
    called = "Under Queens Boulevard (A01) lay: Judge; Banker; a bluff!"
    roads = "A Park (costs $1); B Park (costs $2)."
    told = ["## Table", f"No longer: {called}"]
    assert changes([("## Table", [called, roads])], [("## Table", [roads])]) == told


def test_whose_turn_it_is_is_told_by_the_last_sentence_alone() -> None:
    before: Sections = [("## Ann (dealer, to decide)", []), ("## Bo", []), ("", ["Ann draws."])]
    after: Sections = [("## Ann (dealer)", []), ("## Bo (to decide)", []), ("", ["Bo draws."])]
    assert changes(before, after) == ["Bo draws."]


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


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("on top K♥, under it 9♦", None),  # the old top was taken
        ("on top 3 × 10♥, under it 9♦", "on top 2 × 10♥"),
        ("on top 2 × 10♥, under it 9♦", "on top 10♥"),
        ("on top K♥, under it 2 × 10♥, 9♦", "on top K♥, under it 10♥"),
        ("on top 9♦", None),
    ],
)
def test_cards_below_are_as_before_only_if_all_of_them_are(after: str, told: str | None) -> None:
    below = [f"{n}♣" for n in range(40)]
    old, new = (f"Pile: 40 cards, {top}, {', '.join(below)}." for top in ("on top 10♥, under it 9♦", after))
    found = changes([("## Table", [old])], [("## Table", [new])])
    assert found == ["## Table", new if told is None else f"Pile: 40 cards, {told}, below as before."]
