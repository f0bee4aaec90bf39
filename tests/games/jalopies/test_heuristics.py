"""The heuristics of a sensible racer: the plan of the greedy bot."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from tests.games.jalopies.positions import legal, play, race
from tuckbox.games.jalopies import GAME
from tuckbox.games.jalopies.heuristics import prefer, value


def favourite(s: Any) -> str:
    """The legal action with the strongest leaning."""
    return max(sorted(legal(s)), key=lambda text: prefer(s, GAME.actions.code(text)))


def test_what_halts_is_worked_off_before_anything_else() -> None:
    assert favourite(race("SM SO FL", "TK", lying={0: "SP"})) == "fix 1 SP"


def test_a_racer_drives_before_attacking_and_takes_the_cheaper_road() -> None:
    assert favourite(race("MH BR TK TK FL", "TK")) == "road MH"
    assert favourite(race("FL TK", "TK")) == "play FL on 2"


def test_the_card_that_is_worth_least_pays() -> None:
    assert favourite(play(race("CR SO VE HF", "TK", sides="nn"), "road CR")) == "pay VE"


def test_who_is_ahead_is_attacked() -> None:
    assert favourite(race("FL", "TK", "TK", course="MH MH MH", pawns=[1, 0, 3])) == "play FL on 3"


def test_a_full_hand_is_kept_unless_nothing_in_it_helps() -> None:
    """Good cards are not thrown away for new ones, but a halted racer without what they need must find it."""
    hand = "SO SO CS CS HF HF"
    assert favourite(play(race(hand, ""), "rest")) == "draw"
    assert favourite(play(race(hand, "", sides="vv", lying={0: "SP"}), "rest")).startswith("discard")
    assert favourite(play(race("BW BW BW HF HF HF", ""), "rest")).startswith("discard")


def test_whoever_would_win_is_stopped() -> None:
    s = race("MH", "HF TK", course="CR CR CR CR CR CR CR", pawns=[7, 7])
    assert favourite(play(s, "road MH")) == "negate HF"


def test_a_position_nearer_to_the_finish_is_worth_more() -> None:
    s = race("SO", "SO", course="MH MH MH", pawns=[3, 1])
    assert value(s, 0) > value(s, 1)
    s = race("SO", "SO", course="MH MH MH", pawns=[3, 3], lying={0: "NR"})
    assert value(s, 0) < value(s, 1)
