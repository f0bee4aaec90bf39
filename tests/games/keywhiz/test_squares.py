"""The effects of squares (KW-5.17 to KW-5.24)."""

from __future__ import annotations

import pytest

from tests.games.keywhiz.positions import (
    all_of,
    known_to_all,
    legal,
    names,
    on_table,
    play,
    position,
    refusal,
    seated,
    standing,
)
from tuckbox.games.keywhiz.state import Phase

DOORWAYS = "2-1 2-4 2-8 2-11 3-4 3-8 3-11 3-13 4-4 4-6 4-8 4-11 4-13"


def test_kw_5_5_the_directions_of_a_square_are_followed_at_once() -> None:
    for square, phase in (("2-1", Phase.DRAW_OR_SWAP), ("2-4", Phase.FORK), ("3-13", Phase.CHOICE)):
        s = play(position(square, "4H"), f"step {square}")
        assert (s.turn, s.phase) == (0, phase)
    s = play(position("2-2", "4H"), "step 2-2")
    assert (s.turn, s.whiz[0].n) == (1, 1)
    s = play(position("2-3", "4H", "9H"), "step 2-3")  # a doorway: the Whiz Door below must wait, though there is a key
    assert (standing(s), s.turn, s.phase) == ("2-4", 1, Phase.MOVE)


# -- Draw or Swap ----------------------------------------------------------------------------------------------------------


def test_kw_5_18_a_full_hand_must_swap() -> None:
    s = play(position("2-1", "2 3 4 5 6 7", table="KC"), "step 2-1")
    assert refusal(s, "draw") == "KW-5.18"
    assert legal(s) == all_of("give", "2 3 4 5 6 7")
    for rank in "234567":
        assert legal(play(s.copy(), f"give {rank}")) == {"take K"}


def test_kw_5_17_no_swapping_for_identical_cards() -> None:
    s = play(position("2-1", "2C KD", table="KC"), "step 2-1")
    assert legal(s) == {"draw", "give 2"}
    assert refusal(s, "give K") == "KW-5.17"


def test_kw_5_17_any_other_rank_may_be_taken() -> None:
    s = play(position("2-1", "2C KD", table="KC 2D 5H"), "step 2-1", "give K")
    assert legal(s) == {"take 2", "take 5"}
    assert refusal(s, "take K") == "KW-5.17"


def test_kw_7_2_the_card_taken_is_known_to_all() -> None:
    s = play(position("2-1", "2C KD", table="KC 2D 5H"), "step 2-1", "give K", "take 5")
    assert (names(s.hand[0]), on_table(s)) == ("2 5", "2 K K")
    assert known_to_all(s.hand[0]) == "5"
    assert s.turn == 1


def test_kw_5_29_with_the_deck_empty_one_must_swap() -> None:
    s = play(position("2-1", "2C KD", table="KC", deck=""), "step 2-1")
    assert legal(s) == {"give 2"}
    assert refusal(s, "draw") == "KW-5.29"


def test_kw_5_19_without_cards_and_deck_nothing_happens() -> None:
    s = play(position("2-1", "", deck=""), "step 2-1")
    assert (standing(s), s.turn) == ("2-2", 1)


def test_kw_5_17_an_empty_hand_draws() -> None:
    assert legal(play(position("2-1", ""), "step 2-1")) == {"draw"}


def test_kw_5_19_identical_cards_alone_do_nothing() -> None:
    s = play(position("2-1", "KD KH", table="KC", deck=""), "step 2-1")
    assert (standing(s), s.turn, names(s.hand[0])) == ("2-2", 1, "K K")


def test_kw_5_18_with_four_players_four_cards_are_a_full_hand() -> None:
    s = play(position("2-1", "2 3 4 5", table="KC", players=4), "step 2-1")
    assert refusal(s, "draw") == "KW-5.18"


@pytest.mark.parametrize(("players", "limit"), [(2, 6), (3, 5), (4, 4)])
def test_kw_5_17_a_hand_below_its_limit_may_draw(players: int, limit: int) -> None:
    hand = ["2", "3", "4", "5", "6", "7"]
    s = play(position("2-1", " ".join(hand[: limit - 1]), table="KC", players=players), "step 2-1", "draw")
    assert s.hand[0].n == limit


def test_kw_5_20_what_was_a_whiz_card_is_an_ordinary_card_on_the_table() -> None:
    s = play(position("3-8 2-1", "2C KS", "9H", rivals="KC"), "open 3-8", "key w9")
    play(s, "start 1", "key K")
    play(s, "step 2-1", "give 2", "take 9")
    assert names(s.hand[0]) == "9 K"
    assert known_to_all(s.hand[0]) == "9"
    s.turn = 0
    assert "open 4-8" not in legal(s)
    assert legal(play(s, "start 1")) == {"key 9", "key K"}


def test_kw_5_20_a_whiz_card_is_never_given() -> None:
    s = play(position("2-1", "KD", "9H", "2C", deck=""), "step 2-1")
    assert legal(s) == {"give K"}
    assert refusal(s, "give 9") == "KW-5.20"


def test_kw_5_17_a_card_given_is_not_taken_back_even_if_all_knew_it() -> None:
    for hand, known in (("2C KD", ""), ("2C", "KD")):
        match = seated(position("2-1", hand, known=known, table="9"))
        match.play("step 2-1")
        assert match.can_undo(0)
        match.play("give K")
        assert not match.can_undo()


# -- Draw Whiz Card --------------------------------------------------------------------------------------------------------


def test_kw_5_4_with_two_whiz_cards_the_square_is_closed() -> None:
    s = position("2-2", "4H", "5C 6C", "4C")
    assert refusal(s, "step 2-2") == "KW-5.4"
    assert legal(s) == {"start 1", "start 2"}


def test_kw_5_21_a_second_whiz_card_even_with_a_full_hand() -> None:
    s = position("2-2", "2 3 4 5 6 7", "9", deck="J Q")
    play(s, "step 2-2")
    assert (names(s.whiz[0]), s.hand[0].n, s.deck.n) == ("9 J", 6, 1)


def test_kw_5_21_with_the_deck_empty_nothing_happens() -> None:
    s = play(position("2-2", "4H", deck=""), "step 2-2")
    assert (standing(s), s.whiz[0].n, s.turn) == ("2-3", 0, 1)


def test_kw_5_4_nor_may_the_second_one_be_entered() -> None:
    assert refusal(position("2-6", "4H", "5C 6C"), "step 2-6") == "KW-5.4"


def test_kw_5_22_a_hop_passes_over_it() -> None:
    s = position("2-5", "4H", "5C 6C")
    assert "hop 2-5" in legal(s)
    play(s, "hop 2-5")
    assert (standing(s), s.whiz[0].n) == ("2-8", 2)


# -- Move One Square or to Doorway -----------------------------------------------------------------------------------------


def test_kw_5_22_step_or_hop() -> None:
    s = play(position("2-4", "4H"), "step 2-4")
    assert (s.phase, legal(s)) == (Phase.FORK, {"step 2-5", "hop 2-5"})
    stepped = play(s.copy(), "step 2-5")
    assert (standing(stepped), stepped.phase) == ("2-6", Phase.DRAW_OR_SWAP)
    hopped = play(s.copy(), "hop 2-5")
    assert (standing(hopped), hopped.turn) == ("2-8", 1)


def test_kw_5_22_a_hop_goes_over_other_pieces() -> None:
    s = play(position("2-4 2-6", "4H"), "step 2-4")
    assert legal(s) == {"hop 2-5"}
    assert standing(play(s, "hop 2-5")) == "2-6 2-8"


def test_kw_5_22_with_the_doorway_occupied_only_the_step() -> None:
    assert legal(play(position("2-4 2-7 2-8", "4H"), "step 2-4")) == {"step 2-5"}


def test_kw_5_22_with_both_occupied_the_piece_stays() -> None:
    s = play(position("2-4 2-6 2-8", "4H"), "step 2-4")
    assert (standing(s), s.turn) == ("2-5 2-6 2-8", 1)


def test_kw_5_23_and_may_go_on_later() -> None:
    s = position("2-5 2-6", "")
    assert "hop 2-5" in legal(s)
    assert refusal(s, "step 2-5") == "KW-5.2"


def test_kw_5_22_only_to_a_free_doorway() -> None:
    s = position("2-5 2-8", "")
    assert refusal(s, "hop 2-5") == "KW-5.2"
    assert play(s, "step 2-5").phase == Phase.DRAW_OR_SWAP


# -- Move to Doorway of Choice ---------------------------------------------------------------------------------------------


def test_kw_5_24_every_doorway_but_the_one_left_and_those_occupied() -> None:
    s = play(position("3-13 4-4", "4H"), "step 3-13")
    assert legal(s) == all_of("choose", set(DOORWAYS.split()) - {"3-13", "4-4"})
    assert len(legal(s)) == 11
    assert refusal(s, "choose 3-13") == "KW-5.24"
    assert refusal(s, "choose 4-4") == "KW-5.2"


def test_kw_5_24_there_the_turn_ends() -> None:
    s = play(position("3-13 4-4", "7 7 7"), "step 3-13", "choose 4-11")
    assert (standing(s), s.turn) == ("4-4 4-11", 1)


def test_kw_5_24_start_is_no_doorway_of_choice() -> None:
    s = play(position("3-13", "4H", players=3), "step 3-13")
    assert legal(s) == all_of("choose", set(DOORWAYS.split()) - {"3-13"})


def test_kw_5_2_an_occupied_square_cannot_be_entered() -> None:
    assert refusal(position("2-1 2-2", "4H"), "step 2-1") == "KW-5.2"
