"""Resting, drawing and piles (JJ-5.1 to JJ-5.8)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import CHANCE, ailing, hand, legal, may, names, play, race
from tuckbox.games.jalopies import GAME, effects_in_play, races, state, troubles


def test_case_28_a_turn_is_play_or_rest() -> None:
    """JJ-5.3, JJ-5.4."""
    assert legal(play(race("SR", "", course="MH"), "terrain SR @1")) == {"end"}
    s = race("CW TK", "")
    assert "end" not in legal(s)
    play(s, "play CW")
    assert "rest" in legal(s)
    assert "end" not in legal(s)


def test_case_29_resting_with_a_full_hand() -> None:
    full = "SM SM SM TK TK TK"
    s = play(race(full, ""), "rest")
    assert legal(s) == {"discard SM", "discard TK", "draw"}
    play(s, "draw")
    assert (s.hand[0].n, s.stage) == (6, state.Stage.DRAWING)
    s = play(race(full, "", stock="MH MH CR CR"), "rest", "discard SM", "discard SM")
    assert (hand(s, 0), s.stage) == ("MH MH SM TK TK TK", state.Stage.DRAWING)


def test_case_30_drawing_into_a_hand_nearly_full() -> None:
    five = "SM SM TK TK TK SR"
    s = play(race(five, "", course="MH"), "terrain SR @1", "end", "draw")
    assert (s.hand[0].n, s.mover) == (6, 1)
    s = play(race(five, "", course="MH"), "terrain SR @1", "end", "discard SM")
    assert (s.hand[0].n, s.mover) == (6, 1)


def test_case_31_a_large_hand_may_shrink_to_make_room() -> None:
    nine = "SM SM SM SM TK TK TK VE VE SR"
    s = play(race(nine, "", course="MH"), "terrain SR @1", "end")
    for card in ("SM", "SM", "SM", "SM", "TK"):
        play(s, f"discard {card}")
    assert (s.mover, s.hand[0].n) == (1, 6)
    s = play(race(nine, "", course="MH"), "terrain SR @1", "end", "draw")
    assert (s.mover, s.hand[0].n) == (1, 9)


def test_case_32_luigi_draws_one_for_resting() -> None:
    """JJ-5.6. In the first design they drew nothing, and dealt themselves a hand of five."""
    s = play(race("", "", sheets=["Luigi", ""], lying={0: "FL"}), "rest")
    assert (s.hand[0].n, legal(s)) == (1, {"mend FL", "done"})
    assert play(s, "mend FL").hand[0].n == 4
    assert play(race("", "", sheets=["Luigi", ""], kept={0: "PA"}), "rest").hand[0].n == 5
    assert play(race("", "", sheets=["Luigi", ""], lying={0: "LT"}), "rest", "done").hand[0].n == 3


def test_case_33_rest_mends_mishaps_only() -> None:
    """JJ-5.6. In the first design it was Angus who mends two."""
    s = play(race("", "", lying={0: "FL FL SP"}), "rest")
    assert legal(s) == {"mend FL", "done"}
    play(s, "mend FL")
    assert (ailing(s, 0), s.mover) == ("FL SP", 1)
    s = play(race("", "", sheets=["Dexter", ""], lying={0: "FL FL SP"}), "rest", "mend FL", "mend FL")
    assert (ailing(s, 0), s.mover) == ("SP", 1)


def test_case_34_the_discards_become_the_draw_pile() -> None:
    """JJ-5.8."""
    s = race("SR", "", course="MH", stock="NT", discards="CR CR CR CR CR")
    play(s, "terrain SR @1", "end")
    assert (hand(s, 0), s.stock.n, s.discards.n) == ("CR NT", 4, 0)
    s = play(race("SR", "", course="MH", stock=""), "terrain SR @1", "end")
    assert (s.hand[0].n, s.mover) == (0, 1)


def test_case_35_a_smaller_hand_size_takes_no_card() -> None:
    """JJ-4.5."""
    s = race("SM SM SM SM TK TK TK BW", "", sheets=["Angus", ""], lying={0: "SN"})
    assert effects_in_play.hand_size(s, 0) == 5
    play(s, "rest", "draw", "draw")
    assert s.hand[0].n == 8


def test_case_36_a_hand_size_is_at_least_one() -> None:
    """JJ-4.5."""
    s = race("", "", sheets=["Luigi", ""], lying={0: "LL LL"}, sets="2")
    assert effects_in_play.hand_size(s, 0) == 2
    s = race("", "", sheets=["Luigi", ""], lying={0: "LL LL SN"}, sets="2")
    assert effects_in_play.hand_size(s, 0) == 1


def test_case_37_highwaymen_take_a_card_at_the_start_of_a_turn() -> None:
    """JJ-5.2."""
    s = race("", "TK", sides="nh", lying={1: "HW"}, karma={1: "SM SM"})
    play(s, "rest")
    assert (s.mover, s.hand[1].n, s.karma[1].n, names(s.discards)) == (1, 0, 2, "TK")
    s = play(race("", "", sides="nh", lying={1: "HW"}, karma={1: "SM SM"}), "rest")
    assert (s.mover, s.karma[1].n, s.discards.n) == (1, 2, 0)


def test_case_77_nobody_is_asked_for_room_where_nothing_is_drawn() -> None:
    """No racer rests without a card any more, as Luigi did, so the rate itself is taken down."""
    s = race("SM SM SM TK TK TK VE", "", sheets=["Luigi", ""])
    s.base[2] = 1
    play(s, "rest")
    assert (s.stage, races.cards_over(s)) == (state.Stage.DRAWING, 4)


def test_case_84_the_sixtieth_act_of_a_turn_only_ends_it() -> None:
    """JJ-8.4."""
    s = race("SR", "", course="MH")
    s.acts, s.busy = 58, 1
    assert may(s, "terrain")
    s.acts = 59
    assert legal(s) == {"end"}
    s.busy = 0
    assert legal(s) == {"rest"}


@pytest.mark.parametrize(
    ("home", "drawn"),
    [((), (2, 4, 2)), ((1,), (4, 3, 1)), ((2,), (4, 3, 1)), ((1, 2), (4, 3, 1))],  # alone one draws as with one rival
)
def test_jj_1_5_the_crowd_roars_by_the_rivals_who_are_still_in_the_race(
    home: tuple[int, ...], drawn: tuple[int, ...]
) -> None:
    for side, cards in zip("hnv", drawn, strict=True):
        s = race("CW", "", "", race="rally", sides=f"{side}nn")
        for place, seat in enumerate(home, 1):
            s.home[seat], s.finishers = place, place
        assert play(s, "play CW").hand[0].n == cards


def test_jj_5_80_by_a_house_rule_the_crowd_counts_racers_who_are_home() -> None:
    """As it did in records that do not name the option."""
    s = race("CW", "", "", race="rally", sides="hnn", crowd_counts="racers")
    s.home[1], s.finishers = 1, 1
    assert play(s, "play CW").hand[0].n == 2
    assert GAME.recorded_options({})["crowd_counts"] == "racers"


@pytest.mark.parametrize("counts", ["rivals", "racers"])
def test_jj_1_5_the_crowd_roars_for_no_partner(counts: str) -> None:
    for form, players, cards in ("team", 4, 2), ("partner", 4, 2), ("partner", 6, 1), ("standard", 4, 1), ("standard", 2, 4):
        s = race("CW", *[""] * (players - 1), race=form, sides="h" + "n" * (players - 1), crowd_counts=counts)
        assert play(s, "play CW").hand[0].n == cards


@pytest.mark.parametrize("size", [0, 3, 6, 9])
def test_jj_5_7_no_hand_grows_beyond_its_size_by_drawing(size: int) -> None:
    s = race(" ".join(["CR"] * size), "")
    troubles.fill_hand(s, 0, 4, CHANCE)
    assert s.hand[0].n == max(size, min(6, size + 4))


@pytest.mark.parametrize(
    ("seats", "form", "cards"),
    [(2, "standard", 5), (3, "standard", 4), (4, "team", 5), (4, "partner", 5), (4, "standard", 4)],
)
def test_jj_5_5_by_a_house_rule_who_goes_second_draws_a_card_more(seats: int, form: str, cards: int) -> None:
    """As printed all draw two for a Rest and two in the Draw Phase."""
    for value, drawn in ("", 4), ("no", 4), ("yes", cards):
        chosen: Any = {"second_draws": value} if value else {}
        s = play(race("", *[""] * (seats - 1), race=form, round=1, **chosen), "rest")
        assert s.hand[0].n == 4
        play(s, "rest")
        assert s.hand[1].n == drawn


@pytest.mark.parametrize(
    ("seats", "form", "more"),
    [
        (2, "standard", [0, 0]), (3, "standard", [0, 0, 0]), (4, "standard", [0, 1, 2, 3]), (5, "rally", [0, 1, 2, 3, 4]),
        (6, "endurance", [0, 1, 2, 3, 4, 5]), (4, "partner", [0] * 4), (6, "team", [0] * 6),
    ],
)  # fmt: skip
def test_jj_5_5_by_a_house_rule_four_and_more_draw_a_card_more_for_each_who_has_gone_before(
    seats: int, form: str, more: list[int]
) -> None:
    for first in (0, 1):
        s = race("", *[""] * (seats - 1), race=form, round=1, late_draws="yes")
        s.first = first
        for before in range(seats):
            s.mover = (first + before) % seats
            assert races.draw_phase_rate(s) == 2 + more[before]
        s.round = 2
        assert races.draw_phase_rate(s) == 2


@pytest.mark.parametrize(("form", "race_number", "segment", "cards"), [
    ("circuit", 0, 0, 5), ("circuit", 1, 0, 5), ("rally", 0, 0, 5), ("rally", 0, 1, 4), ("rally", 0, 2, 4),
])  # fmt: skip
def test_jj_5_5_every_race_of_a_circuit_grants_it_and_the_first_segment_of_a_rally(
    form: str, race_number: int, segment: int, cards: int
) -> None:
    s = race("", "", race=form, round=1, second_draws="yes")
    s.race_number, s.segment = race_number, segment
    assert play(s, "rest", "rest").hand[1].n == cards


def test_jj_5_5_in_the_mini_version_the_second_draws_as_many_as_the_other() -> None:
    """JJ-11.1."""
    s = play(race("", "", deck="mini", curfew=2, round=1, second_draws="yes"), "rest", "rest")
    assert (s.hand[0].n, s.hand[1].n) == (2, 2)
