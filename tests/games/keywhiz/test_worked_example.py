"""The example of the book, played: two players, ten turns, three doors in a row."""

from __future__ import annotations

from tests.games.keywhiz.positions import Stacked, cards, names, on_table, standing
from tuckbox.games.keywhiz import GAME
from tuckbox.match.match import Match

FIRST, SECOND, DECK = ["7C", "7D", "KH", "4S", "9C", "QD"], ["7H", "AS", "5C", "5D", "TH", "2S"], "9H 9D 9S 5H"
TURNS = [
    (0, "start 1, key 7"),
    (1, "start 2, key 7"),
    (0, "step 2-1, draw"),
    (1, "step 2-4, step 2-5, draw"),
    (0, "step 2-2"),
    (1, "step 2-6"),
    (0, "step 2-3"),
    (1, "step 2-7"),
    (0, "open 2-4, key w9, open 3-4, key 4, open 4-4, key 7"),
    (1, "open 2-8, key 55w5, open 3-8, key 9"),
]
CHOICES = [2, 5, 2, 2, 2, 5, 2, 2, 5, 3, 3, 3, 3, 3, 1, 2, 5, 2, 2, 4, 1, 2, 1]


def dealt() -> Match:
    order = " ".join(f"{one} {two}" for one, two in zip(FIRST, SECOND, strict=True)) + f" {DECK}"
    return Match(GAME, 2, dealer=1, deal=Stacked(seed=0, order=order))


def played(turns: int) -> tuple[Match, list[int]]:
    match, choices = dealt(), []
    for seat, texts in TURNS[:turns]:
        for text in texts.split(", "):
            assert match.turn == seat
            choices.append(len(match.legal()))
            match.play(text)
    return match, choices


def test_worked_example_the_deal() -> None:
    s = dealt().state
    assert [names(zone) for zone in s.hand[:2]] == ["4 7 7 9 Q K", "2 5 5 7 T A"]
    assert s.turn == 0


def test_worked_example_number_of_legal_actions_at_each_decision() -> None:
    assert played(10)[1] == CHOICES


def test_worked_example_after_eight_turns() -> None:
    s = played(8)[0].state
    assert (standing(s, 0), standing(s, 1)) == ("2-4", "2-8")
    assert [names(zone) for zone in s.whiz[:2]] == ["9", "5"]


def test_worked_example_three_doors_in_a_row() -> None:
    match, _ = played(8)
    for text in ("open 2-4", "key w9", "open 3-4", "key 4", "open 4-4"):
        match.play(text)
    assert set(match.legal()) == {"key 7", "key 99"}
    match.play("key 7")
    assert match.state.home[0] == 1
    assert any("Three doors in a row" in line for line in match.log())


def test_worked_example_the_end() -> None:
    s = played(10)[0].state
    assert on_table(s) == "4 5 5 5 7 7 7 9 9"
    assert (s.home[:2], standing(s, 0), standing(s, 1)) == ([1, 0], "", "4-8")
    assert sorted(cards(names(s.hand[0]))) == sorted(cards("KH 9C QD 9H"))
    assert sorted(cards(names(s.hand[1]))) == sorted(cards("AS TH 2S"))
    assert s.turn == 0
