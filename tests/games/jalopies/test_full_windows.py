"""Full windows (`windows` `full`, JJ-5.78). The seats are A, B, C ... in this order."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import ailing, asked, hand, legal, may, names, play, seen
from tests.games.jalopies.positions import race as laid
from tuckbox.games.jalopies import cards, state


def race(*hands: str, **more: Any) -> Any:
    return laid(*hands, windows="full", **more)


def test_case_88_any_road_can_be_negated() -> None:
    """JJ-5.78."""
    s = play(race("CR SM CR TK", "HF TK", "TK"), "road CR", "pay SM")
    assert asked(s) == [1, 2]
    play(s, "negate HF", "pass")
    assert asked(s) == [2, 0]
    play(s, "pass", "pass")
    assert (sorted(names(s.discards).split()), s.pawn[0], names(s.course)) == (["CR", "HF", "SM"], 0, "")
    assert may(s, "road") == {"road CR"}
    assert "rest" not in legal(s)


def test_case_89_a_negated_driving_card_moves_nobody() -> None:
    """JJ-5.78f."""
    s = race("SO ER CR", "HF", course="BR CR", lying={0: "BO"}, sheets=["Sultan", ""], sides="hn")
    play(s, "drive SO", "pay CR")  # two less one for the first section
    play(s, "negate HF", "pass")
    assert (s.pawn[0], s.entered) == (0, 0)
    s = race("SO ER CR CR", "HF", course="BR CR", lying={0: "BO"}, sheets=["Sultan", ""], sides="hn")
    play(s, "drive SO", "pay CR", "negate HF", "pass")
    assert legal(play(s, "drive ER")) == {"pay CR"}  # and still the first, and the only one the radiator allows
    assert not may(play(s, "pay CR"), "drive")
    s = play(race("HO CR", "HF", sides="hn", course="MH"), "drive HO", "negate HF", "pass")
    assert (s.karma[0].n, s.pawn[0], sorted(names(s.discards).split())) == (0, 0, ["HF", "HO"])


@pytest.mark.parametrize(("side", "drawn"), [("h", 1), ("n", 0), ("v", 0)])
def test_case_90_a_hero_who_protects_another_draws(side: str, drawn: int) -> None:
    """JJ-5.78b, JJ-5.78g."""
    s = play(race("SP CR", "TK", "HF CR", sides=f"nn{side}"), "play SP on 2", "pass", "negate HF")
    assert asked(s) == [0, 1]
    play(s, "pass", "pass")
    assert (sorted(names(s.discards).split()), s.karma[2].n, ailing(s, 1)) == (["HF", "SP"], drawn, "")


def test_case_90_a_counter_draws_nothing() -> None:
    """JJ-5.78b, JJ-5.78g."""
    s = play(race("SP HF CR", "HF CR", "HF CR", sides="nhh"), "play SP on 2", "pass", "negate HF")
    play(s, "negate HF", "pass")  # A counters, B does not
    assert asked(s) == [1, 2]
    play(s, "negate HF", "pass")  # B counters A's counter; C passes
    assert asked(s) == [2, 0]
    play(s, "pass", "pass")
    assert (ailing(s, 1), s.karma[1].n, s.karma[2].n) == ("", 0, 1)


def test_case_91_a_lapsed_answer_is_not_seen() -> None:
    """JJ-5.78d."""
    s = play(race("SP CR", "FA CR", "HF CR"), "play SP on 2", "frame 3", "negate HF")
    assert (names(s.discards), asked(s)) == ("FA", [2, 0])
    play(s, "pass", "pass")
    assert (ailing(s, 2), hand(s, 2)) == ("SP", "CR HF")
    s = play(race("SP CR", "FA CR", "HF CR"), "play SP on 2", "frame 3", "negate HF", "negate HF", "pass")
    assert asked(s) == [0, 1]
    play(s, "pass", "pass")
    assert (ailing(s, 1), ailing(s, 2), s.turn) == ("SP", "", 0)
    s = play(race("SP CR", "FA CR", "HF HF CR"), "play SP on 2", "frame 3", "negate HF", "negate HF", "pass")
    play(s, "pass", "pass")  # the counter stands, and C's own answer is up
    play(s, "pass", "pass")
    assert (ailing(s, 1), ailing(s, 2), hand(s, 2)) == ("", "", "CR")


def test_case_92_hot_pursuit_as_an_answer() -> None:
    cut: Any = {"course": "MH MH MH MH", "pawns": [4, 2, 0]}
    s = play(race("DI CR", "HP CR", "CR", **cut), "play DI on 2", "play HP", "pass", "pass", "pass")
    assert (s.pawn[1], ailing(s, 1)) == (2, "DI")
    assert s.arrivals > 4  # it went to 3 and came back
    s = play(race("DI CR", "HP CR", "HF CR", **cut), "play DI on 2", "play HP", "pass", "negate HF", "pass", "pass", "pass")
    assert (s.pawn[1], ailing(s, 1)) == (1, "DI")


def test_case_93_first_specials_then_the_negate() -> None:
    lay: Any = {"course": "MH MH MH"}
    s = play(race("SR CR", "CW CR", "HF CR", sides="nnn", **lay), "terrain SR @3", "play CW", "negate HF")
    play(s, "pass", "pass")
    assert hand(s, 1).count(" ") == 4  # four cards drawn: a Neutral with two rivals
    play(s, "pass", "pass")
    assert (s.ground[3], s.turn) == (0, 0)
    s = play(race("SR CR", "HF CR", "CW CR", **lay), "terrain SR @3", "negate HF", "play CW", "pass", "pass")
    assert (s.ground[3], hand(s, 2)) == (0, "CR CW")


def test_case_94_a_trouble_that_has_gone() -> None:
    """JJ-5.78e."""
    s = race("TK CR", "CR", "NT CR", sides="nnh", lying={0: "FL"})
    play(s, "fix 1 FL", "with TK", "pass", "rescue 1 FL", "pass", "pass")
    assert (ailing(s, 0), sorted(names(s.discards).split())) == ("", ["FL", "NT", "TK"])
    assert s.karma[2].n == 1
    s = play(race("TK CR", "HF CR", lying={0: "FL"}), "fix 1 FL", "with TK", "negate HF", "pass")
    assert (ailing(s, 0), s.front[0].n, sorted(names(s.discards).split())) == ("FL", 1, ["HF", "TK"])


def test_jj_5_33_a_card_goes_under_the_trouble_it_was_meant_for_or_nowhere() -> None:
    """JJ-5.78e: of two alike the one is gone that `fix` meant, so the other is not cured."""
    s = race("TK CR", "", "NT CR", sides="nnh", lying={0: "FL FL"})
    play(s, "fix 1 FL", "with TK", "rescue 1 FL", "pass")
    assert (ailing(s, 0), s.front[0].n, sorted(names(s.discards).split())) == ("FL", 1, ["FL", "NT", "TK"])
    s = race("TK CR", "", "NT CR", sides="nnh", lying={0: "FL BA BA"}, sets="2")
    play(s, "fix 1 BA", "with TK", "rescue 1 FL", "pass")
    assert (ailing(s, 0), names(s.front[0])) == ("BA BA", "BA BA TK")  # it lay behind the one that went
    assert s.met[0][:2] == [1, 0]


def test_jj_5_78e_a_helped_racer_who_finishes_needs_no_card() -> None:
    course = "CR CR CR CR CR MH"
    s = race("TK CR", "HP CR", "CR", race="rally", course=course, pawns=[0, 5, 0], sides="hnn", lying={1: "FL"})
    play(s, "fix 2 FL", "with TK", "play HP", "pass", "pass", "pass")
    assert (s.home[1], s.front[1].n, s.karma[0].n, s.open.n) == (1, 0, 0, 0)
    assert "TK" in names(s.discards)


def test_case_95_lashes_work_only_where_she_is_affected() -> None:
    fifi: Any = {"sheets": ["", "Fifi", ""], "sides": "vnn"}
    s = play(race("FL MH CR", "SM HF", "CR", **fifi), "play FL on 2")
    assert may(s, "negate") == {"negate SM", "negate HF"}
    s = play(race("FL MH CR", "SM HF", "CR", **fifi), "play FL on 3")
    assert may(s, "negate") == {"negate HF"}
    s = play(race("FL MH CR", "SM HF", "CR", **fifi), "road MH")
    assert may(s, "negate") == {"negate HF"}
    s = play(race("CR", "SM HF", "CR", course="MH", karma={0: "OI"}, **fifi), "terrain OI @1")
    assert may(s, "negate") == {"negate HF"}
    s = play(race("FL HF CR", "SM HF", "HF", **fifi), "play FL on 3", "pass", "negate HF", "negate HF", "pass")
    assert legal(s) == {"pass", "negate HF"}  # seat 2 about the counter: no lashes


def test_case_96_a_negated_plot_stays_paid() -> None:
    s = race("SM CR", "CR", "HF CR", sides="vnn", karma={0: "HW TT"})
    play(s, "play HW on 2", "pay SM", "pass", "negate HF", "pass", "pass")
    assert (names(s.spent), ailing(s, 1), may(s, "play")) == ("HW", "", set())
    assert "SM" in names(s.discards)
    s = play(race("FL CR", "CR", "HF CR", sides="vnn"), "play FL on 2", "pass", "negate HF", "pass", "pass")
    assert (s.karma[0].n, ailing(s, 1)) == (0, "")


def test_case_97_what_opens_a_window_and_what_does_not() -> None:
    """JJ-5.78a, JJ-5.78f."""
    s = race("SO VE CR", "HF CR", sides="hn", lying={0: "SP"}, beneath={0: "SM"})
    play(s, "fix 1 SP", "with SO", "pass", "experience", "negate HF", "pass")
    assert (hand(s, 0), s.phase) == ("CR", state.Phase.ACT)
    assert "VE" in names(s.discards)
    s = play(race("RA CR", "HF CR"), "keep RA", "negate HF", "pass")
    assert (s.front[0].n, sorted(names(s.discards).split())) == (0, ["HF", "RA"])
    s = play(race("CR SM", "TK"), "road CR")
    assert s.window.depth == 0
    s = play(race("BR SM", "TK", kept={0: "RF"}), "road BR", "spend RF")
    assert (s.window.depth, names(s.discards)) == (1, "RF")
    s = play(race("", "TK", lying={0: "FL"}), "rest", "mend FL")
    assert (s.window.depth, s.mover) == (0, 1)
    s = play(race("MH CR", "VE"), "road MH")
    assert legal(s) == {"pass"}


def test_case_98_partners_are_not_asked_about_each_other() -> None:
    s = play(race("SP CR", "CR", "CR", "HF CR", race="partner"), "play SP on 2")
    assert asked(s) == [1, 3]
    play(s, "pass", "negate HF")
    assert asked(s) == [0, 2]


@pytest.mark.parametrize("home", [False, True])
def test_case_99_a_target_that_finishes_first(home: bool) -> None:
    """JJ-5.78e."""
    cut: Any = {"race": "rally", "stop_early": "yes", "course": "CR CR CR CR CR MH", "pawns": [0, 5, 0], "sides": "vnn"}
    s = race("FL CR", "HP CR", "" if home else "CR", **cut)
    if home:
        s.pawn[2], s.home[2], s.finishers = 6, 1, 1
    play(s, "play FL on 2", "play HP", *(["pass", "pass"] if home is False else ["pass"]))
    if not home:
        play(s, "pass")
    assert (s.home[1], s.over) == (2 if home else 1, home)
    assert (s.karma[0].n, s.front[1].n, s.open.n) == (0, 0, 0)
    assert "FL" in names(s.discards)


def test_jj_5_78c_a_rabbits_foot_is_laid_or_discarded() -> None:
    s = play(race("SR CR", "RF CR", "HF CR", course="MH"), "terrain SR @1", "keep RF", "pass")
    assert names(s.open) == "SR RF"
    play(s.copy(), "pass", "pass")
    stands = play(s.copy(), "pass", "pass")
    assert (names(stands.front[1]), stands.ground[1] - 1) == ("RF", cards.DECK.card("SR"))
    falls = play(s.copy(), "negate HF", "pass", "pass", "pass")
    assert (falls.front[1].n, "RF" in names(falls.discards), falls.ground[1] - 1) == (0, True, cards.DECK.card("SR"))


def test_jj_5_79_the_longest_window_ends() -> None:
    """Two sets have six Horsefeathers!: one Fall Guy and six counters are the deepest there can be."""
    s = play(laid("FL HF HF HF TK", "FA HF HF HF TK", sets="2", windows="full"), "play FL on 2", "frame 1")
    for counters in range(1, 7):
        assert asked(s) == [(counters + 1) % 2]
        play(s, "negate HF")
        assert (s.window.depth, names(s.discards)) == (2 + counters, " ".join(["FA", *["HF"] * counters]))
    before = s.stock.n
    assert legal(s) == {"pass"}
    play(s, "pass")
    assert (s.window.depth, ailing(s, 0), ailing(s, 1), s.stock.n) == (0, "FL", "", before)


def test_jj_7_8_an_answer_is_public_when_revealed_and_not_before() -> None:
    s = play(race("SP CR", "TK CR", "HF CR"), "play SP on 2")
    ends = [play(play(s.copy(), "pass"), text) for text in ("pass", "negate HF")]
    assert seen(ends[0], 0) != seen(ends[1], 0)
    one, other = play(s.copy(), "pass"), s.copy()
    assert seen(one, 0) == seen(other, 0)
