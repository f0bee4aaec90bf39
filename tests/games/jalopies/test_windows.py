"""Quick windows (JJ-5.70 to JJ-5.77)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import ailing, asked, hand, legal, may, names, play, race, seen
from tuckbox.games.jalopies import state


def test_case_58_counters_go_back_and_forth() -> None:
    """JJ-5.74."""
    s = play(race("SP HF", "HF TK"), "play SP on 2")
    assert (asked(s), legal(s)) == ([1], {"pass", "negate HF"})
    play(s, "negate HF")
    assert (asked(s), legal(s)) == ([0], {"pass", "negate HF"})
    play(s, "negate HF")
    assert asked(s) == [1]
    play(s, "pass")
    assert (ailing(s, 1), names(s.discards), s.turn) == ("SP", "HF HF", 0)
    s = play(race("SP HF TK", "HF HF"), "play SP on 2", "negate HF", "negate HF", "negate HF", "pass")
    assert (ailing(s, 1), sorted(names(s.discards).split())) == ("", ["HF", "HF", "HF", "SP"])


def test_case_59_two_answers_to_a_tip() -> None:
    """JJ-5.73."""

    def tip(first: str = "") -> Any:
        hands = f"{first} CR", "HF CR", "HF CR"
        return race(*hands, sides="vnn", course="MH", pawns=[0, 1, 1], karma={0: "AT"})

    s = play(tip(), "play AT", "negate HF", "negate HF")
    assert names(s.discards) == "HF"  # only the first is shown
    play(s, "pass")
    assert (hand(s, 1), hand(s, 2), names(s.spent), s.turn) == ("CR", "CR HF", "AT", 0)
    s = play(tip("HF"), "play AT", "negate HF", "negate HF", "negate HF")
    assert asked(s) == [1]
    play(s, "pass")
    assert (names(s.discards), asked(s)) == ("HF HF HF", [0])
    play(s, "pass")
    assert (hand(s, 1), hand(s, 2), names(s.spent)) == ("CR", "CR", "AT")


def test_case_60_the_fall_guy() -> None:
    assert may(play(race("SP TK", "FA"), "play SP on 2"), "frame") == {"frame 1"}
    assert not may(play(race("SP TK", "FA", lying={0: "CO"}), "play SP on 2"), "frame")
    s = play(race("SP TK", "FA", "", "", lying={2: "CO"}), "play SP on 2")
    assert may(s, "frame") == {"frame 1", "frame 4"}


def test_case_61_a_hero_frames_with_a_mishap_and_the_framed_is_not_asked() -> None:
    s = play(race("FL", "FA", "HF", sides="vhn"), "play FL on 2", "frame 3")
    assert (ailing(s, 2), hand(s, 2), s.turn) == ("FL", "HF", 0)


def test_case_62_a_flutter_of_lashes() -> None:
    fifi: Any = {"sheets": ["", "Fifi"]}
    s = play(race("FL", "SM", **fifi), "play FL on 2")
    assert may(s, "negate") == {"negate SM"}
    assert ailing(play(s, "negate SM"), 1) == ""
    s = play(race("MH", "SM", course="CR CR CR CR CR", pawns=[5, 0], **fifi), "road MH")
    assert legal(s) == {"pass"}
    s = play(race("SM", "FL HF TK", turn=1, sheets=["Fifi", ""]), "play FL on 1", "negate SM", "negate HF")
    assert s.turn == 1  # Fifi has no card left to be asked about
    s = race("SM SM", "FL HF TK", turn=1, sheets=["Fifi", ""])
    assert legal(play(s, "play FL on 1", "negate SM", "negate HF")) == {"pass"}
    assert not may(play(race("FL", "SM", lying={1: "SN"}, **fifi), "play FL on 2"), "negate")
    s = play(race("", "SM", sides="vn", karma={0: "SN"}, **fifi), "play SN on 2")
    assert may(s, "negate") == {"negate SM"}


def test_case_63_who_has_no_card_is_not_asked() -> None:
    """JJ-5.71."""
    s = play(race("SP", ""), "play SP on 2")
    assert (ailing(s, 1), s.window.depth) == ("SP", 0)


def test_case_64_the_home_stretch() -> None:
    """JJ-5.75."""
    s = play(race("MH MH MH", "HF", course="CR CR CR CR", pawns=[4, 0]), "road MH")
    assert (s.window.depth, s.pawn[0]) == (0, 5)
    play(s, "road MH")
    assert (asked(s), legal(s)) == ([1], {"pass", "negate HF"})
    play(s, "negate HF", "pass")
    assert (s.pawn[0], names(s.discards), may(s, "road")) == (5, "HF MH", {"road MH"})


@pytest.mark.parametrize(("option", "sections"), [("home", {6, 7, 8}), ("all", set(range(1, 9))), ("last", {8})])
def test_jj_5_70_which_roads_can_be_answered(option: str, sections: set[int]) -> None:
    asking = set()
    for section in range(1, 9):
        course = " ".join(["CR"] * (section - 1))
        s = play(race("MH", "TK", course=course, pawns=[section - 1, 0], road_window=option), "road MH")
        asking |= {section} if s.window.depth else set()
    assert asking == sections


def test_case_65_the_last_section_wins_at_once_after_its_window() -> None:
    """JJ-8.1."""
    seven: Any = {"course": "CR CR CR CR CR CR CR", "pawns": [7, 0]}
    s = play(race("MH", "TK", **seven), "road MH", "pass")
    assert (s.over, s.payoff[:2], s.hand[0].n) == (True, [1, 0], 0)
    s = play(race("MH CW", "HF", **seven), "road MH", "negate HF", "pass")
    assert (s.over, s.pawn[0], s.phase) == (False, 7, state.Phase.ACT)


def test_case_66_what_opens_no_window() -> None:
    """JJ-5.80."""
    s = race("SR CW NT HP RF TK", "HF", course="MH MH MH", lying={0: "FL LL"}, karma={0: "OI"}, sides="vn")
    for text in ("terrain SR @1", "play CW", "keep RF", "fix 1 FL", "with TK", "rescue 1 LL", "play HP", "terrain OI @2"):
        assert play(s, text).window.depth == 0, text


def test_jj_5_71_a_finished_racer_is_not_asked() -> None:
    s = race("MH", "TK", "SM", race="rally", course="CR CR CR CR CR", pawns=[5, 6, 0])
    s.home[1], s.finishers = 1, 1
    assert asked(play(s, "road MH")) == [2]


def test_jj_5_72_answers_are_asked_clockwise_from_the_acting_seat() -> None:
    s = race("HF", "MH", "TK", turn=1, course="CR CR CR CR CR CR CR", pawns=[0, 7, 0])
    assert asked(play(s, "road MH")) == [2, 0]


def test_jj_7_3_an_answer_is_hidden_until_it_is_resolved() -> None:
    s = play(race("MH", "HF", "TK", course="CR CR CR CR CR CR CR", pawns=[7, 0, 0]), "road MH")
    ends = [play(s.copy(), text) for text in ("pass", "negate HF")]
    assert seen(ends[0], 2) == seen(ends[1], 2)
    assert seen(ends[0], 0) == seen(ends[1], 0)
    assert seen(ends[0], 1) != seen(ends[1], 1)


def test_jj_5_76_nobody_frames_a_partner() -> None:
    s = play(race("SP", "FA", "", "", race="partner"), "play SP on 2")
    assert may(s, "frame") == {"frame 1", "frame 3"}
