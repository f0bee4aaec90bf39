"""Blocked, return, standing still, and how games end (KW-5.25 to KW-5.32)."""

from __future__ import annotations

from tests.games.keywhiz.positions import legal, play, position, refusal, standing
from tuckbox.kit import push


def test_kw_5_26_blocked_with_nothing_in_hand() -> None:
    s = position("3-4", "")
    assert legal(s) == {"return 3-4"}
    play(s, "return 3-4")
    assert (standing(s), s.start[0], s.turn, s.misses) == ("", 4, 1, 0)


def test_kw_5_26_any_piece_on_the_board_may_be_chosen() -> None:
    assert legal(position("2-11 3-4", "")) == {"return 2-11", "return 3-4"}


def test_kw_5_26_with_a_move_left_nothing_returns() -> None:
    s = position("2-11 3-4", "KD", table="2C")
    assert legal(s) == {"start 1", "open 3-4"}
    assert refusal(s, "return 2-11") == "KW-5.25"


def test_kw_5_26_without_a_key_a_piece_is_blocked() -> None:
    assert legal(position("2-11", "KD 2S", table="5C", home=3)) == {"return 2-11"}


def test_kw_5_25_voluntary_return_from_the_last_doorway() -> None:
    s = position("2-1 4-13", "KD", table="KC KH")
    assert legal(s) == {"start 2", "step 2-1", "open 4-13", "return 4-13"}
    play(s, "return 4-13")
    assert (standing(s), s.start[0], s.turn) == ("2-1", 3, 1)


def test_kw_5_26_blocked_in_the_last_doorway() -> None:
    assert legal(position("4-13", "KD", home=3)) == {"return 4-13"}


def test_kw_5_25_no_other_doorway_lets_one_return() -> None:
    assert refusal(position("2-1 4-11", "KD"), "return 4-11") == "KW-5.25"


def test_kw_5_27_without_a_card_and_a_piece_the_turn_is_missed() -> None:
    assert legal(position("", "")) == {"miss"}


def test_kw_5_31_if_all_miss_in_succession_the_game_is_drawn() -> None:
    s = play(position("", "", rivals=""), "miss", "miss")
    assert (s.over, s.winner, s.payoff[:2]) == (1, -1, [0.5, 0.5])


def test_kw_5_27_if_one_can_move_the_game_goes_on() -> None:
    s = play(position("", "", rivals="KC"), "miss", "start 1", "key K")
    assert (s.over, s.turn, s.misses) == (0, 0, 0)
    assert legal(s) == {"miss"}
    play(s, "miss")
    assert s.misses == 1


def test_kw_5_32_a_stand_off_is_a_draw() -> None:
    s = play(position("2-1", "4H", dry=59), "step 2-1", "draw")
    assert (s.over, s.winner, s.dry) == (1, -1, 60)


def test_kw_5_32_without_a_limit_it_is_none() -> None:
    s = play(position("2-1", "4H", standoff="off", dry=199), "step 2-1", "draw")
    assert (s.over, s.dry) == (0, 200)
    s = play(position("", "2C 2D", standoff="off", dry=7), "start 2", "key 22")
    assert (s.over, s.dry) == (0, 0)


def test_kw_5_32_a_key_begins_the_count_anew() -> None:
    s = play(position("", "2C 2D", dry=59), "start 2", "key 22")
    assert (s.over, s.dry) == (0, 0)


def test_kw_5_26_a_voluntary_return_is_no_move_that_unblocks() -> None:
    assert legal(position("2-11 4-13", "")) == {"return 2-11", "return 4-13"}


def test_kw_5_32_the_limit_counts_rounds_of_all_players() -> None:
    s = play(position("2-1", "4H", players=4, standoff=3, dry=10), "step 2-1", "draw")
    assert (s.over, s.dry) == (0, 11)
    s = play(position("2-1", "4H", players=4, standoff=3, dry=11), "step 2-1", "draw")
    assert s.over
    assert s.payoff == [0.25] * 4


def test_kw_5_1_a_move_must_be_made_even_if_it_costs_the_last_card() -> None:
    assert legal(position("", "4H")) == {"start 1"}


def test_kw_5_2_pieces_stand_apart_but_start_and_payoff_hold_any_number() -> None:
    s = position("4-4", "KD", table="KC KH", home=2)
    play(s, "open 4-4", "key K")
    assert (s.home[0], s.start[0]) == (3, 1)


def test_kw_5_28_a_returned_piece_needs_a_key_again() -> None:
    s = play(position("3-4", "", rivals=""), "return 3-4", "miss")
    assert legal(s) == {"miss"}
    push(s.hand[0], 4)
    assert legal(s) == {"start 1"}


def test_kw_5_29_when_the_deck_is_empty_play_goes_on() -> None:
    s = play(position("2-1", "2C", table="KC", deck="5"), "step 2-1", "draw")
    assert (s.deck.n, s.exhausted, s.over) == (0, 1, 0)
    s.turn = 0
    assert "start 1" in legal(s)
