"""What may be done when (WL-5.1 to WL-5.15)."""

from __future__ import annotations

import pytest

from tests.games.whiplash.positions import (
    EDITIONS,
    RULES,
    calls,
    from_top,
    held_by,
    legal,
    names,
    pile,
    play,
    position,
    refusal,
    seated,
)
from tuckbox.errors import MatchOver, UnknownAction
from tuckbox.games.whiplash import GAME

SEVENS = "7C 7D 7S QD TD"
KINGS = "KH KS AH AS 7C"


def discards(hand: str) -> set[str]:
    return {f"discard {card}" for card in hand.split()}


# -- calling ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_6_nobody_calls_in_the_first_round(edition: str) -> None:
    s = position([None, None, "7D 7S QD TD"], turn=2, turns=2, discards="7C", edition=edition)
    play(s, "take discard")
    assert names(s.hand[2].cards) == "7C 7D 7S TD QD"
    assert legal(s) == discards(SEVENS)
    assert refusal(s, "call TD") == "WL-5.6"
    play(s, "discard TD")
    assert (s.turn, s.turns) == (0, 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_8_from_the_second_round_on_whoever_keeps_three_alike(edition: str) -> None:
    s = position([SEVENS, None, None], turns=3, edition=edition)
    assert legal(s) == discards(SEVENS) | {"call TD", "call QD"}
    assert refusal(s, "call 7C") == "WL-5.8"


def test_wl_5_7_the_caller_chooses_the_fifth_card() -> None:
    hand = "QC QD QH QS 7C"
    for fifth, score in (("QC", 3), ("QD", 3), ("QH", 3), ("QS", 3), ("7C", 4)):
        s = position([hand, None])
        assert calls(s) == {f"call {card}" for card in hand.split()}
        play(s, f"call {fifth}")
        assert RULES.score(s.hand[0].cards) == 16 * score + RULES.KING - 1
        assert pile(s.discards).endswith(fifth)


def test_wl_5_7_a_card_is_taken_before_the_call() -> None:
    s = position(["QC QD QH JS", None])
    assert legal(s) == {"draw stock", "take discard"}
    for card in ("QC", "JS", "2C"):
        assert refusal(s, f"call {card}") == "WL-5.7"
    assert refusal(s, "call royal") == "WL-5.10"
    assert refusal(s, "discard QC") == "WL-5.1"


def test_wl_5_1_one_card_a_turn() -> None:
    s = position([SEVENS, None])
    assert refusal(s, "draw stock") == "WL-5.1"
    assert refusal(s, "take discard") == "WL-5.1"


def test_wl_5_2_only_the_top_of_the_pile_can_be_taken() -> None:
    """WL-5.2."""
    s = position([None, None], discards="4S TD 2C")
    match = seated(s)
    for text in ("take TD", "take discard TD", "take 2C"):
        with pytest.raises(UnknownAction):
            match.play(text)
    match.play("take discard")
    shown, _ = held_by(match.view(0), 0)
    assert "2C" in shown
    assert pile(match.view(0).state.discards) == "4S TD"


def test_wl_5_4_the_card_just_taken_may_be_put_down_again() -> None:
    """WL-5.4."""
    s = play(position([None, None], discards="4S TD 2C"), "take discard")
    play(s, "discard 2C")
    assert pile(s.discards) == "4S TD 2C"
    assert (s.turn, s.phase) == (1, RULES.Phase.TAKE)


@pytest.mark.parametrize("turns", [0, 4], ids=["first round", "later"])
def test_wl_5_3_only_cards_of_the_hand_are_put_down(turns: int) -> None:
    s = position([SEVENS, None], turns=turns)
    for card in ("QC", "AS", "2D"):
        assert refusal(s, f"discard {card}") == "WL-5.3"
        assert refusal(s, f"call {card}") == "WL-5.3"


@pytest.mark.parametrize("edition", ["2023", "royal"])
def test_wl_5_9_two_kings_and_the_aces_that_copy_them_call_at_once(edition: str) -> None:
    s = position([KINGS, None], turns=2, edition=edition)
    assert calls(s) == {"call 7C"}
    assert refusal(s, "call KH") in ("WL-5.8", "WL-5.9")


@pytest.mark.parametrize("hand", ["KC KD AS AH", "KC KH AS AC", "KS KD AS AC"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_9_as_printed_the_aces_need_not_copy_the_kings(hand: str, edition: str) -> None:
    s = position([f"{hand} 7C", None], edition=edition, recycled=int(edition == "classic"))
    assert calls(s) == {"call 7C"}
    s = position([f"{hand} 7C", None], edition=edition, recycled=int(edition == "classic"), stalemate="copied")
    assert (calls(s), refusal(s, "call 7C")) == (set(), "WL-5.9")


def test_wl_5_9_in_the_classic_edition_any_pair_once_the_pile_has_been_turned_over() -> None:
    assert calls(position(["5C 5D AH AS 7C", None], edition="classic", recycled=1)) == {"call 7C"}
    assert refusal(position(["5C 5D AH AS 7C", None], edition="classic"), "call 7C") == "WL-5.9"


def test_wl_5_9_in_the_classic_edition_only_after_the_pile_has_been_turned_over() -> None:
    assert refusal(position([KINGS, None], edition="classic"), "call 7C") == "WL-5.9"
    assert calls(position([KINGS, None], edition="classic", recycled=1)) == {"call 7C"}
    assert calls(position(["5H 5S AH AS 7C", None], edition="classic", recycled=2)) == {"call 7C"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_9_nor_in_the_first_round(edition: str) -> None:
    s = position([KINGS, None], turns=1, edition=edition, recycled=1)
    assert refusal(s, "call 7C") == "WL-5.6"


@pytest.mark.parametrize("edition", ["2023", "royal"])
def test_wl_5_9_since_2023_kings_only(edition: str) -> None:
    s = position(["5H 5S AH AS 7C", None], edition=edition, recycled=2)
    assert refusal(s, "call 7C") == "WL-5.9"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("recycled", [0, 1, 2])
def test_wl_5_9_never_without_the_ace_of_spades(edition: str, recycled: int) -> None:
    s = position(["KC KD AC AD 7C", None], edition=edition, recycled=recycled)
    assert refusal(s, "call 7C") == "WL-5.9"


def test_wl_5_5_a_round_is_one_turn_of_every_seat() -> None:
    s = position(["7C 7D 7S QD", "8C 8D 8S JD", "9C 9D 9S TD"], turns=0)
    for turns, spare in enumerate(("QD", "JD", "TD")):
        play(s, "draw stock")
        assert (s.turns, s.turn, calls(s)) == (turns, turns, set())
        play(s, f"discard {spare}")
    play(s, "draw stock")
    assert (s.turns, s.turn) == (3, 0)
    assert calls(s)


# -- the piles -------------------------------------------------------------------------------------------------------------


def test_wl_5_1_the_first_player_may_take_the_card_turned_up() -> None:
    s = position([None, None], turns=0, discards="9D")
    assert legal(s) == {"draw stock", "take discard"}
    play(s, "take discard")
    assert "9D" in names(s.hand[0].cards)
    assert (s.discards.n, s.phase, s.turn) == (0, RULES.Phase.DROP, 0)


def test_wl_5_13_the_pile_is_turned_over_without_its_top_when_the_stock_is_used_up() -> None:
    """WL-5.13."""
    s = position(["7D QD TS 9C", None, None], discards="4S TD 2C", stock="KD")
    play(s, "draw stock", "discard 9C")
    assert pile(s.discards) == "9C"
    assert from_top(s.stock) == "4S TD 2C"
    assert (s.recycled, s.turn, s.turns, s.phase) == (1, 1, 7, RULES.Phase.TAKE)
    play(s, "draw stock")
    assert "4S" in names(s.hand[1].cards)


def test_wl_5_13_after_a_call_nothing_is_turned_over() -> None:
    s = position(["7D 7H 7S 9C", None, None], discards="4S TD 2C", stock="KD")
    play(s, "draw stock", "call 9C")
    assert (s.over, s.recycled, s.stock.n) == (1, 0, 0)
    assert pile(s.discards) == "4S TD 2C 9C"


def test_wl_5_13_the_stock_keeps_its_last_card_when_the_discard_is_taken() -> None:
    s = position(["7D QD TS 9C", None, None], discards="4S TD 2C", stock="KD")
    play(s, "take discard", "discard 9C")
    assert from_top(s.stock) == "KD"
    assert pile(s.discards) == "4S TD 9C"
    assert s.recycled == 0


def test_wl_5_14_with_no_stock_only_the_discard_can_be_taken() -> None:
    s = position([None, None], discards="4S", stock="")
    assert legal(s) == {"take discard"}
    assert refusal(s, "draw stock") == "WL-5.14"


# -- the end of a hand -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_15_a_hand_uncalled_at_the_turn_cap_is_void(edition: str) -> None:
    match = seated(position([f"{SEVENS}", None, None], turns=119, edition=edition, dealing=2, points=(3, 2, 2)))
    match.play("discard TD")
    s = match.state
    assert (match.over, match.done, s.caller, s.winner, s.turns) == (True, False, -1, -1, 120)
    assert s.points == [3, 2, 2, 0]
    assert match.payoff == (0.0, 0.0, 0.0)
    assert [zone.known for zone in s.hand[:3]] == [0, 0, 0]
    assert held_by(match.view(1), 0) == ("", 4)
    assert s.dealing == 0
    with pytest.raises(MatchOver):
        match.play("draw stock")
    match.deal()
    assert match.turn == 1


def test_wl_5_15_a_call_on_the_last_turn_counts() -> None:
    match = seated(position([SEVENS, "2C 3D 4S 9H", "2D 3S 4C 9C"], turns=119))
    match.play("call TD")
    assert match.payoff == (1.0, 0.0, 0.0)
    assert match.state.turns == 119


def test_wl_5_15_a_smaller_turn_cap_ends_the_hand_sooner_and_before_the_pile_is_turned_over() -> None:
    s = position(["7D QD TS 9C", None, None], discards="4S TD 2C", stock="KD", turn_cap=40, turns=39)
    play(s, "draw stock", "discard 9C")
    assert (s.over, s.recycled, s.winner) == (1, 0, -1)


def test_wl_5_11_nobody_has_to_call() -> None:
    s = position(["7C 7D 7H 7S QD", None])
    assert discards("7C 7D 7H 7S QD") <= legal(s)
    play(s, "discard QD")
    assert not s.over


def test_the_107_actions_and_their_order_in_the_table() -> None:
    assert GAME.actions.size == 107
    sizes = [(family.text, family.size) for family in GAME.actions.families]
    expected = [("draw stock", 1), ("take discard", 1), ("discard {card}", 52), ("call {card}", 52), ("call royal", 1)]
    assert sizes == expected
