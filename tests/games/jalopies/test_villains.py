"""Villains and their plots (JJ-5.50 to JJ-5.53)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from tests.games.jalopies.positions import ailing, hand, legal, may, names, play, race, seen
from tuckbox.games.jalopies import races, state


def test_case_50_a_mishap_that_passes_draws_a_plot() -> None:
    """JJ-5.50."""
    s = play(race("FL", "", sides="vn", plots="AT OI"), "play FL on 2")
    assert (names(s.karma[0]), ailing(s, 1)) == ("AT", "FL")
    s = play(race("FL", "HF", sides="vn"), "play FL on 2", "negate HF")
    assert (s.karma[0].n, ailing(s, 1)) == (0, "")
    s = play(race("FL", "FA", "", sides="vnn"), "play FL on 2", "frame 3")
    assert (s.karma[0].n, ailing(s, 2)) == (1, "FL")
    s = play(race("FL", "FA", "", sides="vnn"), "play FL on 2", "frame 1")
    assert (s.karma[0].n, ailing(s, 0)) == (0, "FL")


def test_case_51_one_plot_an_action_phase() -> None:
    """JJ-5.51."""
    s = play(race("", "", sides="vn", karma={0: "TT SN"}), "play TT on 2")
    assert not may(s, "play")
    s = play(race("", "HF", sides="vn", karma={0: "TT SN"}), "play TT on 2", "negate HF", "pass")
    assert (s.phase, may(s, "play")) == (state.Phase.ACT, set())
    s = play(race("", "", sides="vn", course="MH", karma={0: "OI SN"}), "terrain OI @1")
    assert not may(s, "play")


def test_case_52_a_plot_that_costs_a_card_needs_one() -> None:
    """JJ-5.51."""
    for plot in ("HW", "BB", "SG"):
        assert not may(race("", "", sides="vn", course="MH", karma={0: plot}), "play")
        s = race("SM", "", sides="vn", course="MH", karma={0: plot})
        start = may(s, "play").pop()
        assert legal(play(s, start)) == {"pay SM"}


def test_jj_5_17_a_purse_does_not_pay_for_plots() -> None:
    s = play(race("SM", "", sides="vn", karma={0: "HW"}, kept={0: "RF"}), "play HW on 2")
    assert legal(s) == {"pay SM"}
    assert not may(race("", "", sides="vn", karma={0: "HW"}, kept={0: "RF"}), "play")


def test_case_53_no_plot_left_no_draw() -> None:
    s = play(race("FL", "", sides="vn", plots=""), "play FL on 2")
    assert (s.karma[0].n, ailing(s, 1)) == (0, "FL")


def test_case_54_the_bridge() -> None:
    """JJ-5.22."""
    s = race("SM", "", "", sides="vnn", course="CR CR CR CR CR", pawns=[5, 5, 4], ground={5: "SR"}, karma={0: "BB"})
    play(s, "play BB", "pay SM")
    assert (s.pawn[:3], names(s.course), s.ground[5]) == ([4, 4, 4], "CR CR CR CR", 0)
    assert sorted(names(s.discards).split()) == ["CR", "SM", "SR"]
    s = play(race("SM MH", "", sides="vn", course="MH", pawns=[1, 1], karma={0: "BB"}), "play BB", "pay SM")
    assert (s.pawn[:2], names(s.course)) == ([0, 0], "")
    assert may(s, "road") == {"road MH"}


def test_case_55_the_last_section_is_no_bridge() -> None:
    """JJ-5.53."""
    road = "CR CR CR CR CR CR CR"
    s = race("SM", "", "", sides="vnn", race="circuit", course=f"{road} BR BR BR", karma={0: "BB"})
    assert s.sections == 10
    assert not may(s, "play")
    assert may(race("SM", "", "", sides="vnn", race="circuit", course=f"{road} BR BR", karma={0: "BB"}), "play")


def test_case_56_signposts_and_telegrams() -> None:
    """JJ-5.32."""
    s = race("SM", "", sides="vn", course="MH", pawns=[0, 1], karma={0: "SG"})
    assert play(s, "play SG on 2", "pay SM").pawn[1] == 0
    s = play(race("", "", sides="vn", karma={0: "TG"}), "play TG on 2")
    assert (s.hand[0].n, names(s.spent)) == (0, "TG")


def test_case_57_an_anonymous_tip_needs_somebody_ahead_with_cards() -> None:
    """JJ-5.53."""
    assert not may(race("", "SM", sides="vn", course="MH", pawns=[1, 1], karma={0: "AT"}), "play")
    assert not may(race("", "", sides="vn", course="MH", pawns=[0, 1], karma={0: "AT"}), "play")
    s = race("", "SM", "TK", sides="vnn", course="MH", pawns=[0, 1, 0], karma={0: "AT"})
    play(s, "play AT", "pass")
    assert (hand(s, 1), hand(s, 2), names(s.discards)) == ("", "TK", "SM")


def test_case_80_a_telegram_goes_astray() -> None:
    s = play(race("", "FA", "SM", sides="vnn", karma={0: "TG"}), "play TG on 2", "frame 3")
    assert (hand(s, 0), hand(s, 2)) == ("SM", "")
    assert [bool(s.hand[0].cell[0] >> 8 + seat & 1) for seat in range(3)] == [True, False, True]
    s = play(race("CR", "FA", "SM", sides="vnn", karma={0: "TG"}), "play TG on 2", "frame 1")
    assert (hand(s, 0), hand(s, 2)) == ("CR", "SM")


def test_jj_7_2_a_theft_makes_others_forget_what_they_knew_of_the_hand() -> None:
    s = race("", "SM TK", "", sides="vnn", karma={0: "TG"})
    for place in range(2):
        s.hand[1].cell[place] |= 1 << 8 + 2  # seat 2 has seen both
    play(s, "play TG on 2", "pass")
    assert all(not cell >> 8 + 2 & 1 for seat in (0, 1) for cell in s.hand[seat].cell[: s.hand[seat].n])
    assert seen(s, 2).hand[0].cell[0] & 255 == 240


def test_case_81_sealed_orders() -> None:
    full = "SP CR CR CR CR CR CR"
    s = play(race(full, "", sheets=["Hata", ""], stock="NT"), "play SP on 2")
    assert hand(s, 0) == "CR CR CR CR CR CR NT"
    s = play(race("SP", "HF", sheets=["Hata", ""]), "play SP on 2", "negate HF")
    assert s.hand[0].n == 0
    s = race("SP CR", "FA", sheets=["Hata", ""])
    assert hand(play(s, "play SP on 2", "frame 1"), 0) == "CR"
    assert play(race("FL", "", sheets=["Hata", ""]), "play FL on 2").hand[0].n == 0


def test_case_82_odd_things_to_drive_with() -> None:
    assert may(race("SR", "", course="MH", sheets=["Cliff", ""]), "drive") == {"drive SR"}
    assert may(race("FL", "", course="MH", sheets=["Zeke", ""], sides="hn"), "drive") == {"drive FL"}
    assert not may(race("", "", course="MH", sheets=["Cliff", ""], sides="vn", karma={0: "OI"}), "drive")


def test_case_83_falling_counts_as_arriving() -> None:
    s = race("SM", "", "", sides="vnn", course="CR CR CR CR CR", pawns=[5, 5, 4], karma={0: "BB"})
    s.arrived[:3], s.arrivals = [8, 9, 7], 9
    play(s, "play BB", "pay SM")
    assert [races.standing_of(s, seat) for seat in range(3)] == [2, 3, 1]


def test_jj_5_30_villains_play_mishaps_heroes_do_not_neutrals_may() -> None:
    for side, allowed in (("v", True), ("n", True), ("h", False)):
        assert bool(may(race("FL", "", sides=f"{side}n"), "play")) is allowed


def test_jj_5_52_a_finished_plot_goes_to_the_fiendish_discards() -> None:
    s = play(race("TK SO", "", sides="nv", lying={0: "TT"}), "fix 1 TT", "with TK", "fix 1 TT", "with SO")
    assert (names(s.spent), names(s.discards), s.phase) == ("TT", "TK SO", state.Phase.ACT)
