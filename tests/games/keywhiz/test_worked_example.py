"""The example of the book, played on the standard board: two players, ten turns, three doors in a row."""

from __future__ import annotations

import re
from pathlib import Path

from tests.games.keywhiz.positions import Stacked, cards, names, on_table, standing
from tuckbox.games.keywhiz import GAME
from tuckbox.match.match import Match

PAGE = (Path(__file__).parents[3] / "docs/games/keywhiz.md").read_text("utf-8")
EXAMPLE = PAGE.partition("## An example")[2].partition("## ")[0]

FIRST, SECOND, DECK = ["7C", "4S", "8D", "9C", "QD", "KH"], ["7D", "7H", "7S", "2S", "TH", "AS"], "9H TD TS"
TURNS = [
    (0, "start 1, key 7"),
    (1, "start 2, key 7"),
    (0, "step 2-1, draw"),
    (1, "step 2-4, step 2-5, draw"),
    (0, "step 2-2"),
    (1, "step 2-6"),
    (0, "step 2-3"),
    (1, "step 2-7"),
    (0, "step 2-4, hop 2-5"),
    (1, "open 2-8, key wT, open 3-8, key T, open 4-8, key 77"),
]
CHOICES = [1, 6, 2, 2, 1, 6, 2, 2, 4, 3, 3, 3, 3, 2, 2, 4, 1, 2, 4, 2, 1]


def dealt() -> Match:
    order = " ".join(f"{one} {two}" for one, two in zip(FIRST, SECOND, strict=True)) + f" {DECK}"
    return Match(GAME, 2, dealer=1, deal=Stacked(seed=0, order=order))


def played(turns: int) -> tuple[Match, list[set[str]]]:
    """The match after some turns, and what could be played at each decision."""
    match, choices = dealt(), []
    for seat, texts in TURNS[:turns]:
        for text in texts.split(", "):
            assert match.turn == seat
            choices.append(set(match.legal()))
            match.play(text)
    return match, choices


def test_worked_example_the_deal() -> None:
    s = dealt().state
    assert [names(zone) for zone in s.hand[:2]] == ["4 7 8 9 Q K", "2 7 7 7 T A"]
    assert s.turn == 0
    assert "She holds 4 7 8 9 Q K, he 2 7 7 7 10 A." in EXAMPLE


def test_worked_example_what_the_page_names_is_played_in_its_order() -> None:
    named = re.findall(r"`([^`]+)`", EXAMPLE)
    texts = iter([text for _, turn in TURNS for text in turn.split(", ")])
    assert len(named) == 11
    assert all(text in texts for text in named)  # each is looked for behind the one before


def test_worked_example_number_of_legal_actions_at_each_decision() -> None:
    assert [len(texts) for texts in played(10)[1]] == CHOICES


def test_worked_example_after_eight_turns() -> None:
    s = played(8)[0].state
    assert (standing(s, 0), standing(s, 1)) == ("2-4", "2-8")
    assert [names(zone) for zone in s.hand[:2]] == ["4 8 9 9 Q K", "2 7 7 T T A"]
    assert [names(zone) for zone in s.whiz[:2]] == ["", "T"]


def test_worked_example_ann_hops_over_the_whiz_card_and_stands_before_a_door_she_cannot_open() -> None:
    match, choices = played(9)
    assert choices[-1] == {"step 2-5", "hop 2-5"}
    assert (standing(match.state, 0), match.state.whiz[0].n) == ("2-8", 0)


def test_worked_example_three_doors_in_a_row() -> None:
    match, choices = played(10)
    assert choices[-6:] == [
        {"start 1", "start 2", "step 2-8", "open 2-8"},
        {"key wT"},
        {"open 3-8", "stop"},
        {"key T", "key TT", "key 7", "key 77"},
        {"open 4-8", "stop"},
        {"key 77"},
    ]
    assert any("Three doors in a row" in line for line in match.log())


def test_worked_example_the_end() -> None:
    s = played(10)[0].state
    assert on_table(s) == "7 7 7 7 T T"
    assert (s.home[:2], standing(s, 0), standing(s, 1)) == ([0, 1], "2-8", "")
    assert cards(names(s.hand[0])) == cards("4S 8D 9C 9H QD KH")
    assert cards(names(s.hand[1])) == cards("2S TS AS")
    assert s.turn == 0
