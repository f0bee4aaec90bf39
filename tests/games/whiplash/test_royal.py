"""Royal Whiplash (WL-5.10)."""

from __future__ import annotations

import pytest

from tests.games.whiplash.positions import (
    RULES,
    calls,
    cards,
    held_by,
    legal,
    pile,
    play,
    position,
    rated,
    refusal,
    seated,
    showdown,
)

JACKS = "AH AD JH JD JC"
FIVES: list[tuple[int, str, bool]] = [
    (56, JACKS, True),
    (57, "AH AD AC JH JD", False),
    (58, "2C 2D 2H 2S AH", True),
    (59, "AS AH 9D 9C 9H", False),
    (60, "KH KS KD AH AS", True),
    (61, "KH KS AH AS 7C", False),
    (66, "AC AD AH AS KC", False),
]


@pytest.mark.parametrize(("hand", "royal"), [case[1:] for case in FIVES], ids=[f"WL-case-{no}" for no, *_ in FIVES])
def test_five_cards_of_one_rank_or_copies_of_it_three_of_them_natural(hand: str, royal: bool) -> None:
    s = position([hand, None], edition="royal")
    if royal:
        assert "call royal" in calls(s)
    else:
        assert refusal(s, "call royal") == "WL-5.10"


@pytest.mark.parametrize("rivals", [["KH KS AH AS"], ["AC 9C 9D 9H"], ["KC KD KH KS", "TC TD TH TS"]], ids=str)
def test_wl_5_10_five_jacks_win_against_everything(rivals: list[str]) -> None:
    taken = " ".join(rivals).split()
    for five in (JACKS, "AC AD JC JD JS"):
        if not set(five.split()) & set(taken):
            s = play(position([five, *rivals], edition="royal"), "call royal")
            assert RULES.score(s.hand[0].cards) == rated("5 x J")
            assert s.winner == 0


def test_wl_5_10_nothing_is_put_down_and_no_turn_is_counted() -> None:
    s = position([JACKS, None, None], edition="royal", discards="4S TD", turns=9)
    play(s, "call royal")
    assert (s.over, s.caller, s.winner, s.turns) == (1, 0, 0, 9)
    assert s.hand[0].cards == cards(JACKS)
    assert pile(s.discards) == "4S TD"


@pytest.mark.parametrize("fifth", ["JH", "JD"])
def test_wl_8_3_three_aces_are_called_as_three_aces(fifth: str) -> None:
    """WL-8.3."""
    s = position(["AH AD AC JH JD", "7C 7D 7H 7S"], edition="royal")
    assert calls(s) == {"call JH", "call JD"}
    play(s, f"call {fifth}")
    assert RULES.score(s.hand[0].cards) == rated("3 x A")
    assert s.winner == 1


def test_wl_8_2_five_twos_beat_four_kings() -> None:
    s = play(position(["2C 2D 2H 2S AH", "KC KD KH KS"], edition="royal"), "call royal")
    assert RULES.score(s.hand[0].cards) == rated("5 x 2")
    assert s.winner == 0


def test_wl_5_10_an_ace_that_copies_nothing_spoils_the_five() -> None:
    for fifth, score in (("AS", "4 x 9"), ("AH", "3 x 9")):
        s = position(["AS AH 9D 9C 9H", None], edition="royal")
        assert calls(s) == {"call AS", "call AH"}
        play(s, f"call {fifth}")
        assert RULES.score(s.hand[0].cards) == rated(score)


def test_wl_5_10_three_kings_and_two_aces_may_be_called_as_five_or_four() -> None:
    s = position(["KH KS KD AH AS", None], edition="royal")
    # without a king the stalemate call, without an ace three kings and a copy
    assert calls(s) == {"call royal", "call KD", "call KH", "call KS", "call AH", "call AS"}


def test_wl_5_9_the_stalemate_call_stands_in_royal_too() -> None:
    s = position(["KH KS AH AS 7C", None], edition="royal")
    assert calls(s) == {"call 7C"}
    play(s, "call 7C")
    assert RULES.score(s.hand[0].cards) == rated("4 x K")


def test_wl_5_10_not_in_the_first_round() -> None:
    s = position([JACKS, None, None], edition="royal", turns=2)
    assert legal(s) == {f"discard {card}" for card in JACKS.split()}
    assert refusal(s, "call royal") == "WL-5.6"
    s.turns = 3
    assert "call royal" in calls(s)


@pytest.mark.parametrize("edition", ["classic", "2023"])
def test_wl_5_10_not_in_the_other_editions(edition: str) -> None:
    s = position([JACKS, None], edition=edition)
    assert calls(s) == {"call AH", "call AD"}
    assert refusal(s, "call royal") == "WL-5.10"
    assert refusal(s, "call JC") in ("WL-5.8", "WL-5.9")
    play(s, "call AH")
    assert s.hand[0].cards == cards("AD JH JD JC")
    assert RULES.score(s.hand[0].cards) == rated("4 x J")


def test_wl_5_10_four_may_be_called_where_five_could() -> None:
    s = position([JACKS, None], edition="royal")
    assert calls(s) == {"call royal", "call AH", "call AD"}
    play(s, "call AD")
    assert s.hand[0].cards == cards("AH JH JD JC")
    assert RULES.score(s.hand[0].cards) == rated("4 x J")


def test_wl_8_3_whoever_has_not_called_scores_the_four_cards_they_keep() -> None:
    s = showdown(["8C 8D 8H KS", "AH AD JH JD"], edition="royal")
    assert RULES.score(s.hand[1].cards) == rated("4 x J")
    assert s.winner == 1


def test_wl_8_1_four_aces_are_four() -> None:
    s = play(position(["AC AD AH AS KC", "KD 2C 2D 2H"], edition="royal"), "call KC")
    assert RULES.score(s.hand[0].cards) == rated("4 x A")
    assert s.winner == 0
    assert rated("4 x A") > rated("4 x K")


def test_wl_5_10_five_cards_are_shown_by_the_caller() -> None:
    match = seated(position([JACKS, None], edition="royal"))
    match.play("call royal")
    assert held_by(match.view(None), 0) == ("JC JD JH AD AH", 0)
