"""Troubles and helpers (JJ-5.30 to JJ-5.42)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import ailing, hand, legal, may, names, play, race
from tuckbox.games.jalopies import cards, effects_in_play, state, troubles


def test_case_38_requirements_are_met_in_order() -> None:
    """JJ-5.34."""
    assert not may(race("TK", "", sides="hn", lying={0: "SP"}), "fix")
    assert not may(race("SO", "", sides="hn", lying={0: "SP"}), "fix")
    s = play(race("BW SO", "", sides="hn", lying={0: "SP"}), "fix 1 SP", "with BW")
    assert (ailing(s, 0), names(s.front[0])) == ("SP", "SP BW")
    play(s, "fix 1 SP", "with SO")
    assert (ailing(s, 0), names(s.discards)) == ("", "SP BW SO")
    twice = play(race("BW BW", "", sides="hn", lying={0: "SP"}), "fix 1 SP", "with BW")
    assert not may(twice, "fix")  # a card of two types meets one requirement, and a wrench is no Driving card


def test_case_39_a_neutral_meets_a_sub_plot_with_anything() -> None:
    """JJ-5.35, JJ-5.60."""
    s = play(race("VE HF", "", lying={0: "SP"}), "fix 1 SP", "with HF", "fix 1 SP", "with VE")
    assert ailing(s, 0) == ""
    s = race("SO SM", "", lying={0: "TT"})
    assert not may(s, "fix")  # a Fiendish Plot is no Sub-Plot: first E, then D


def test_case_39_highwaymen_take_personality_then_driving_from_a_neutral_too() -> None:
    """JJ-5.35, JJ-5.60."""
    s = race("SM SM SM", "", lying={0: "HW"})  # one smile has gone to them
    assert may(s, "fix") == {"fix 1 HW"}
    assert legal(play(s, "fix 1 HW")) == {"with SM"}
    assert not may(play(s, "with SM"), "fix")


def test_case_40_a_halted_racer_cannot_move_but_play() -> None:
    s = race("MH SO HP SR FL RA", "", course="MH MH", pawns=[1, 2], lying={0: "SP"})
    assert {text.split()[0] for text in legal(s)} == {"rest", "terrain", "play", "keep", "fix"}
    assert may(s, "play") == {"play FL on 2"}
    s = race("SO BW", "", sides="hn", lying={0: "SP"})
    assert legal(play(s, "fix 1 SP", "with BW", "fix 1 SP")) == {"with SO"}


@pytest.mark.parametrize("side", ["h", "v"])
def test_case_41_completing_a_sub_plot_may_teach_something(side: str) -> None:
    hands = "SO VE CR CR CR CR CR TK", ""
    s = play(race(*hands, sides=side + "n", lying={0: "SP"}, beneath={0: "SM"}), "fix 1 SP", "with SO")
    assert legal(s) == {"experience", "pass"}
    play(s, "experience")
    assert (s.hand[0].n, s.phase, names(s.discards)) == (9, state.Phase.ACT, "SP SM SO VE")


def test_case_41_a_neutral_learns_nothing() -> None:
    s = play(race("SO VE CR", "", lying={0: "SP"}, beneath={0: "SM"}), "fix 1 SP", "with SO")
    assert s.phase == state.Phase.ACT


def test_jj_5_60_a_neutral_never_plays_experience_and_has_no_karma_hand() -> None:
    assert legal(race("VE", "")) == {"rest"}
    assert legal(play(race("CR VE", ""), "road CR")) == {"pay VE"}
    s = play(race("FL HO", "", course="MH"), "play FL on 2", "drive HO")
    assert (ailing(s, 1), s.pawn[0], s.karma[0].n) == ("FL", 1, 0)


def test_jj_5_36_who_has_no_card_left_is_not_asked() -> None:
    s = race("SO", "", sides="hn", lying={0: "SP"}, beneath={0: "SM"})
    assert play(s, "fix 1 SP", "with SO").phase == state.Phase.ACT
    s = race("SO TK", "", sides="hn", lying={0: "SP"}, beneath={0: "SM"})
    assert legal(play(s, "fix 1 SP", "with SO")) == {"pass"}
    assert play(s, "pass").phase == state.Phase.ACT


def test_jj_5_37_first_the_refund_then_the_trouble_goes_then_experience() -> None:
    """Both piles are empty: whatever is drawn must have been discarded before."""
    s = race("SM CR", "", sides="hn", sheets=["Fifi", ""], lying={0: "MA"}, beneath={0: "SM"}, stock="")
    play(s, "fix 1 MA", "with SM")
    assert (hand(s, 0), names(s.discards), s.phase) == ("CR", "MA SM SM", state.Phase.LEARN)  # no refund: nothing lay there
    s = race("SO VE", "", sides="hn", lying={0: "SP"}, beneath={0: "SM"}, stock="")
    play(s, "fix 1 SP", "with SO", "experience")
    assert (s.hand[0].n, s.stock.n) == (3, 1)  # of the trap, two cards under it, and the experience itself


def test_jj_5_37_a_helper_draws_when_the_trouble_has_gone() -> None:
    s = play(race("TK", "", sides="hn", lying={1: "FL"}, stock=""), "fix 2 FL", "with TK")
    assert (s.karma[0].n, s.stock.n) == (1, 1)
    assert names(s.karma[0]) in ("FL", "TK")


def test_case_42_a_helper_draws_and_nobody_learns() -> None:
    """JJ-5.41."""
    s = race("SO VE", "VE", sides="hh", lying={1: "SP"}, beneath={1: "SM"}, stock="NT HP")
    play(s, "fix 2 SP", "with SO")
    assert (s.phase, s.turn, ailing(s, 1), names(s.karma[0])) == (state.Phase.ACT, 0, "", "NT")


def test_case_43_the_nick_of_time_teaches_nothing() -> None:
    """JJ-5.41, JJ-5.82."""
    s = play(race("NT VE", "", sides="hn", lying={0: "SP"}), "rescue 1 SP")
    assert (s.phase, ailing(s, 0), s.karma[0].n) == (state.Phase.ACT, "", 0)
    s = play(race("NT VE", "", sides="hn", lying={1: "FL"}), "rescue 2 FL")
    assert (ailing(s, 1), s.karma[0].n, names(s.discards)) == ("", 1, "NT FL")


def test_case_44_hoodini_has_the_last_requirement_struck_off() -> None:
    s = play(race("SM", "", sides="hn", sheets=["Hoodini", ""], lying={0: "SP"}), "fix 1 SP", "with SM")
    assert ailing(s, 0) == ""
    s = race("SM SO HO", "", sides="hn", sheets=["Hoodini", ""], lying={0: "SN SP"})
    play(s, "fix 1 SN", "with HO")
    assert ailing(s, 0) == "SP"  # the plot, struck off itself, is gone; the trap that came under it asks for both
    play(s, "fix 1 SP", "with SM")
    assert ailing(s, 0) == "SP"
    assert ailing(play(s, "fix 1 SP", "with SO"), 0) == ""
    s = race("", "", sheets=["Hoodini", ""], lying={0: "BA"})
    assert s.asks[0][0] == 2  # a Mishap keeps its requirements


def test_case_45_what_may_be_played_on_whom() -> None:
    """JJ-5.31."""
    s = race("FL SP", "", sides="hn")
    assert may(s, "play") == {"play SP on 2"}
    assert may(race("SP FL", "", lying={1: "CO"}), "play") == {"play FL on 2"}
    assert may(race("FL", "", lying={1: "FL"}), "play") == {"play FL on 2"}


def test_case_46_progress_stays_and_leaves_with_the_trouble() -> None:
    s = play(race("TK TK CR", "", lying={0: "BA"}), "fix 1 BA", "with TK", "end", "rest")
    assert (s.mover, names(s.front[0])) == (0, "BA TK")
    assert ailing(play(s, "fix 1 BA", "with TK"), 0) == ""
    s = play(race("CR", "", lying={0: "BA"}, beneath={0: "TK"}), "rest", "mend BA")
    assert (ailing(s, 0), names(s.discards), s.front[0].n) == ("", "BA TK", 0)


def test_case_47_encore() -> None:
    s = race("SM CR CR CR CR CR CR", "", sheets=["Fifi", ""], lying={0: "SP"}, stock="NT")
    play(s, "fix 1 SP", "with SM")
    assert hand(s, 0) == "CR CR CR CR CR CR NT"


def test_case_48_john_smith_meets_mishaps_and_plots_with_anything() -> None:
    s = race("VE HF", "", sides="hn", sheets=["John", ""], lying={0: "TT"})
    play(s, "fix 1 TT", "with VE", "fix 1 TT", "with HF")
    assert ailing(s, 0) == ""
    assert not may(race("VE HF", "", sides="hn", sheets=["John", ""], lying={0: "SP"}), "fix")
    assert may(race("SM", "", sides="hn", sheets=["John", ""], lying={0: "SP"}), "fix")


def test_case_49_in_the_ditch() -> None:
    s = play(race("DI", "", course="MH MH MH", pawns=[0, 3]), "play DI on 2")
    assert (s.pawn[1], ailing(s, 1)) == (2, "DI")
    s = race("MH SO", "", course="MH CR", pawns=[1, 0], lying={0: "DI"})
    assert may(s, "drive")
    s = race("MH SO", "", course="MH", pawns=[1, 0], lying={0: "DI"})
    assert not may(s, "road")
    s = play(race("DI", ""), "play DI on 2")
    assert (s.pawn[1], ailing(s, 1), s.arrived[1]) == (0, "DI", 1)


def test_case_78_which_of_two_alike_is_meant() -> None:
    lying: Any = {"lying": {0: "BA BA"}, "beneath": {0: "TK"}, "sets": "2"}
    s = play(race("TK", "", **lying), "fix 1 BA", "with TK")
    assert (ailing(s, 0), s.met[0][0]) == ("BA", 0)
    s = play(race("", "", **lying), "rest", "mend BA")
    assert (ailing(s, 0), s.met[0][0]) == ("BA", 1)
    s = play(race("NT", "", **lying), "rescue 1 BA")
    assert (ailing(s, 0), s.met[0][0]) == ("BA", 1)


def test_jj_5_33_among_equal_ones_the_oldest() -> None:
    s = race("TK", "", lying={0: "BA FL BA"}, sets="2")
    assert troubles.find(s, 0, cards.DECK.card("BA"), troubles.NEAREST) == 0
    assert troubles.find(s, 0, cards.DECK.card("BA"), troubles.FARTHEST) == 0


def test_case_79_a_negated_card_was_played_all_the_same() -> None:
    """JJ-5.5."""
    s = play(race("SP", "HF"), "play SP on 2", "negate HF")
    assert legal(s) == {"end"}


def test_jj_5_40_a_hero_may_help_anybody_still_racing_unasked() -> None:
    s = race("TK", "", "", sides="hvn", lying={1: "FL", 2: "FL"})
    assert may(s, "fix") == {"fix 2 FL", "fix 3 FL"}
    assert not may(race("TK", "", sides="nn", lying={1: "FL"}), "fix")
    assert not may(race("TK", "", sides="vn", lying={1: "FL"}), "fix")


def test_jj_5_42_a_karma_card_also_earns_a_draw() -> None:
    s = race("", "", sides="hn", lying={1: "FL"}, karma={0: "TK"}, stock="NT")
    assert names(play(s, "fix 2 FL", "with TK").karma[0]) == "NT"


def test_jj_5_83_a_retained_card_works_at_once_and_its_kind_may_be_used_otherwise() -> None:
    s = play(race("TR RA PA RF", ""), "keep TR", "keep RA", "keep PA", "keep RF")
    assert (names(s.front[0]), legal(s)) == ("TR RA PA RF", {"end", "remove TR", "remove RA", "remove PA", "remove RF"})
    s = play(race("TR", "", lying={0: "FL"}), "fix 1 FL", "with TR")
    assert (s.front[0].n, s.force[0]) == (0, [0] * len(s.force[0]))


def test_jj_5_83_a_retained_card_may_be_removed_by_its_player() -> None:
    s = race("TK", "", kept={0: "TR PA", 1: "RA"}, lying={0: "FL"})
    assert may(s, "remove") == {"remove TR", "remove PA"}
    assert effects_in_play.hand_size(s, 0) == 8
    play(s, "remove TR")
    assert (names(s.front[0]), names(s.discards), effects_in_play.hand_size(s, 0)) == ("PA FL", "TR", 6)
    assert may(s, "remove") == {"remove PA"}


def test_jj_5_83_to_remove_a_card_is_not_to_play_one() -> None:
    """It spoils no Rest, and nobody can answer it."""
    s = play(race("TK", "HF", kept={0: "TR"}, windows="full"), "remove TR")
    assert s.window.depth == 0
    assert {"rest"} == legal(s)


def test_jj_5_83_of_two_alike_one_is_removed() -> None:
    s = play(race("", "", kept={0: "TR TR"}, sets="2"), "remove TR")
    assert (names(s.front[0]), effects_in_play.hand_size(s, 0), may(s, "remove")) == ("TR", 8, {"remove TR"})


def test_jj_5_83_nothing_is_removed_but_in_the_own_action_phase() -> None:
    s = race("FL SR SM CR", "TK HF", kept={0: "TR", 1: "RA"}, course="MH", windows="full")
    assert not may(play(s.copy(), "play FL on 2"), "remove")  # the rival is asked
    assert not may(play(s.copy(), "drive CR"), "remove")


def test_jj_5_4_a_rabbits_foot_does_not_spoil_a_rest() -> None:
    assert "rest" in legal(play(race("RF", ""), "keep RF"))
    assert "rest" not in legal(play(race("PA", ""), "keep PA"))
