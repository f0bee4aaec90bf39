"""Doors, keys and bonuses (KW-5.6 to KW-5.16)."""

from __future__ import annotations

import random

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
    standing,
)
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.actions import PATTERNS
from tuckbox.games.keywhiz.state import Phase
from tuckbox.match.match import Match


def keys(squares: str, hand: str, whiz: str = "", table: str = "") -> set[str]:
    """The keys for the door below the one square named."""
    s = play(position(squares, hand, whiz, table), f"open {squares}")
    assert s.phase == Phase.KEY
    return legal(s)


def test_kw_5_8_door_4_without_four() -> None:
    s = position("2-8", "7H", table="7C")
    assert refusal(s, "open 2-8") == "KW-5.8"
    assert legal(s) == {"start 1", "start 2", "step 2-8"}


def test_kw_5_8_a_pair_with_one_of_the_table() -> None:
    assert keys("2-11", "7D 7H", table="7C") == {"key 77"}


def test_kw_5_8_one_card_with_two_of_the_three_on_the_table() -> None:
    s = play(position("2-11", "7H", table="7C 7D 7S"), "open 2-11")
    assert legal(s) == {"key 7"}
    play(s, "key 7")
    assert on_table(s) == "7 7 7 7"


def test_kw_5_8_the_table_alone_is_no_key() -> None:
    s = position("2-11", "KH", table="7C 7D 7H 7S")
    assert refusal(s, "open 2-11") == "KW-5.8"


def test_kw_5_9_needless_cards_are_refused() -> None:
    s = play(position("3-8", "7C 7D 7H", table="7S 2C"), "open 3-8")
    assert legal(s) == {"key 7", "key 77"}
    assert refusal(s, "key 777") == "KW-5.9"


def test_kw_5_7_door_1_takes_one_card_of_any_kind() -> None:
    s = play(position("3-4", "7C 7D KS", "9H", "7S"), "open 3-4")
    assert legal(s) == {"key 7", "key w9", "key K"}
    assert refusal(s, "key 77") == "KW-5.9"


def test_kw_5_11_a_whiz_card_is_a_pair_and_on_the_table_one_card() -> None:
    s = play(position("3-8", "KS", "9H"), "open 3-8")
    assert legal(s) == {"key w9"}
    play(s, "key w9")
    assert on_table(s) == "9"
    assert s.whiz[0].n == 0


def test_kw_5_8_a_card_and_a_whiz_card_are_three() -> None:
    assert keys("2-11", "6C", "6H") == {"key 6w6"}


def test_kw_5_8_a_whiz_card_and_one_of_the_table_are_three() -> None:
    assert keys("2-11", "KC", "6H", "6C") == {"key w6"}


def test_kw_5_9_two_whiz_cards_may_count_more_than_needed() -> None:
    assert keys("2-11", "KC", "6H 6S") == {"key w6w6"}


def test_kw_5_8_two_whiz_cards_are_four() -> None:
    assert keys("2-8", "KC", "6H 6S") == {"key w6w6"}


def test_kw_5_9_one_card_or_two_beside_the_whiz_card() -> None:
    assert keys("2-8", "6C 6D", "6H", "6S") == {"key 6w6", "key 66w6"}


def test_kw_5_9_not_three_beside_the_whiz_card() -> None:
    s = play(position("2-8", "6C 6D 6S", "6H"), "open 2-8")
    assert legal(s) == {"key 66w6"}
    assert "key 666w6" not in {GAME.actions.text(action) for action in range(GAME.actions.size)}


def test_kw_5_7_the_whiz_door_wants_a_whiz_card() -> None:
    s = position("2-4", "KC 7D")
    assert refusal(s, "open 2-4") == "KW-5.7"
    assert "step 2-4" in legal(s)


def test_kw_5_7_any_one_whiz_card_opens_it() -> None:
    assert keys("2-4", "", "9H 3S") == {"key w3", "key w9"}
    assert keys("2-4", "", "9H 9S") == {"key w9"}


def test_kw_5_14_the_bonus_behind_the_whiz_door() -> None:
    s = play(position("2-4", "KC 2D", "9H"), "open 2-4", "key w9")
    assert standing(s) == "3-4"
    assert (s.phase, s.turn, legal(s)) == (Phase.BONUS, 0, {"open 3-4", "stop"})


def test_kw_6_2_the_bonus_is_asked_even_without_a_key() -> None:
    s = play(position("2-4", "", "9H"), "open 2-4", "key w9")
    assert legal(s) == {"stop"}
    assert play(s, "stop").turn == 1


def test_kw_5_14_no_bonus_where_the_landing_is_occupied() -> None:
    s = play(position("2-4 4-4", "KC", "9H"), "open 2-4", "key w9")
    assert (s.turn, standing(s)) == (1, "3-4 4-4")


def test_kw_5_2_own_pieces_stand_in_the_way_those_of_rivals_do_not() -> None:
    s = position("2-4 3-4", "KC", "9H")
    assert refusal(s, "open 2-4") == "KW-5.2"
    s = position("2-4", "KC", "9H")
    s.on[1], s.start[1] = position("3-4").on[0], 3
    assert "open 2-4" in legal(s)


def test_kw_5_15_no_bonus_after_a_start_door() -> None:
    s = play(position("", "7C 7D", "9H"), "start 2", "key 77")
    assert (standing(s), s.turn, s.phase) == ("2-4", 1, Phase.MOVE)


def test_kw_5_14_no_bonus_where_there_is_no_door() -> None:
    s = play(position("2-11", "7D 7H", table="7C"), "open 2-11", "key 77")
    assert (standing(s), s.turn) == ("3-11", 1)


def test_kw_5_14_two_doors_in_a_row() -> None:
    s = play(position("3-13", "7H KC", table="7C KD KS"), "open 3-13", "key 7")
    assert legal(s) == {"open 4-13", "stop"}
    play(s, "open 4-13")
    assert legal(s) == {"key K"}
    play(s, "key K")
    assert (s.home[0], s.turn) == (1, 1)


def test_kw_5_8_the_table_alone_is_no_key_for_a_bonus_either() -> None:
    s = play(position("3-13", "7H 2C", table="7C 7D"), "open 3-13", "key 7")
    assert on_table(s) == "7 7 7"
    assert legal(s) == {"stop"}


def test_kw_5_6_both_start_doors() -> None:
    s = position("", "4H", table="4C KC")
    assert legal(s) == {"start 1", "start 2"}
    for start in ("start 1", "start 2"):
        assert legal(play(s.copy(), start)) == {"key 4"}


def test_kw_5_2_landings_of_the_start_doors_must_be_free() -> None:
    s = position("2-1 2-4", "4C 4H")
    assert refusal(s, "start 1") == refusal(s, "start 2") == "KW-5.2"
    assert legal(s) == {"step 2-1", "step 2-4"}


def test_kw_5_8_without_a_card_only_steps() -> None:
    assert legal(position("2-1", home=3)) == {"step 2-1"}


def test_kw_5_30_the_last_piece_wins_at_once() -> None:
    s = play(position("4-4", "KD", table="KC KH", home=3), "open 4-4", "key K")
    assert (s.over, s.winner, s.home[0], s.payoff[:2]) == (1, 0, 4, [1.0, 0.0])


def test_kw_5_30_three_doors_in_a_row_win() -> None:
    s = position("2-4", "KD 3C", "9H", "3D 3H", home=3)
    play(s, "open 2-4", "key w9", "open 3-4", "key K", "open 4-4", "key 3")
    assert (s.over, s.winner) == (1, 0)


def test_kw_5_12_the_card_the_others_know_is_placed_first() -> None:
    s = play(position("", "7C", known="7D"), "start 1", "key 7")
    assert (names(s.hand[0]), known_to_all(s.hand[0])) == ("7", "")


# -- the rules behind the cases ------------------------------------------------------------------------------------------


def test_kw_5_9_the_own_cards_of_keys_by_door() -> None:
    """With no card on the table and with three, every key of a door is one of the pairs the rule names."""
    allowed = {
        1: {(1, 0), (0, 1)},
        2: {(1, 0), (2, 0), (0, 1)},
        3: {(1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (0, 2)},
        4: {(1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (0, 2)},
    }
    found: dict[int, set[tuple[int, int]]] = {door: set() for door in allowed}
    squares = {1: "3-4", 2: "3-8", 3: "2-11", 4: "2-8"}
    for door, square in squares.items():
        for held in range(5):
            for whiz in range(min(3, 5 - held)):
                for laid in range(5 - held - whiz):
                    s = position(square, "7 " * held, "7 " * whiz, "7 " * laid, home=3)
                    if f"open {square}" not in legal(s):
                        assert held + whiz == 0 or held + 2 * whiz + laid < door
                        continue
                    for text in legal(play(s, f"open {square}")):
                        cards = text.split()[1]
                        pair = (cards.count("7") - cards.count("w"), cards.count("w"))
                        assert pair[0] <= held
                        assert pair[1] <= whiz
                        assert pair[0] + 2 * pair[1] + laid >= door
                        found[door].add(pair)
    assert found == allowed
    assert set(PATTERNS) == set.union(*allowed.values())


def test_kw_5_10_a_pair_of_the_hand_may_be_presented_whole() -> None:
    s = play(position("3-8", "7C 7D", table="7S"), "open 3-8", "key 77")
    assert on_table(s) == "7 7 7"
    s = play(position("3-8", "7C 7D", table="7S"), "open 3-8", "key 7")
    assert on_table(s) == "7 7"
    assert names(s.hand[0]) == "7"


def test_kw_5_11_cards_of_the_table_serve_again_at_once() -> None:
    s = position("3-13 2-8", "7H 7D KC", table="7C 7S", rivals="4C")
    play(s, "open 3-13", "key 7", "open 4-13", "key 7")
    assert on_table(s) == "7 7 7 7"
    assert s.home[0] == 1


def test_kw_5_14_a_bonus_is_optional() -> None:
    s = play(position("3-13", "7H KC", table="7C KD KS"), "open 3-13", "key 7", "stop")
    assert (standing(s), s.turn) == ("4-13", 1)


def test_kw_5_16_no_bonus_after_a_step_or_a_hop() -> None:
    s = play(position("3-10 4-9", "7H 7C 7D 7S", table=""), "step 3-10")
    assert (standing(s), s.turn) == ("3-11 4-9", 1)
    s = play(position("4-9", "7H 7C 7D 7S"), "hop 4-9")
    assert (standing(s), s.turn) == ("4-11", 1)


@pytest.mark.parametrize(
    ("board", "square", "most"),
    [
        ("standard", "2-4", 2),
        ("standard", "2-8", 3),
        ("standard", "2-11", 1),
        ("standard", "3-13", 2),
        ("first", "2-4", 3),
        ("first", "2-8", 2),
        ("first", "2-11", 1),
        ("first", "3-13", 2),
    ],
)
def test_kw_5_14_how_many_doors_lie_below_each_other(board: str, square: str, most: int) -> None:
    """With a key for everything: one column lets through three doors in a row, two let through two (KW-2.4)."""
    s = position(square, "2 3 4 5", "9", "2 2 2 3 3 3 4 4 4 5 5 5", rivals="", board=board)
    passed = 0
    while s.turn == 0:
        down = [text for text in sorted(legal(s)) if text.startswith(("key", "open"))]
        text = down[0] if down else "stop"
        passed += text.startswith("key")
        play(s, text)
    assert passed == most


def test_kw_5_13_cards_leave_a_hand_only_by_a_key_or_a_swap() -> None:
    match, chance = Match(GAME, 3, seed=13), random.Random(13)
    while not match.over:
        before = [(match.state.hand[seat].n, match.state.whiz[seat].n) for seat in range(3)]
        text = chance.choice(match.legal())
        match.play(text)
        after = [(match.state.hand[seat].n, match.state.whiz[seat].n) for seat in range(3)]
        if any(now < then for one, other in zip(after, before, strict=True) for now, then in zip(one, other, strict=True)):
            assert text.split()[0] in ("key", "give")


def test_kw_6_1_the_actions_of_each_board() -> None:
    texts = {GAME.actions.text(action) for action in range(GAME.actions.size)}
    only_mini = {"open 3-6", "choose 3-6"} | all_of("step", "3-4 3-5") | all_of("return", "3-5 3-6")
    only_first, only_standard = {"open 4-4"}, {"open 4-8"} | all_of("choose", "2-3 2-10")
    assert only_mini | only_first | only_standard < texts
    assert len(texts - only_mini - only_first) == 215
    assert len(texts - only_mini - only_standard) == 213
    sizes = {family.text: family.size for family in GAME.actions.families}
    assert (sizes["key {cards}"], sizes["give {card}"], sizes["take {card}"]) == (104, 13, 13)
