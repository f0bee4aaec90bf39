"""Cribbage, rule by rule; and what a go tells of a hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tuckbox_cribbage import GAME, counting, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import as_set, knows, push
from tuckbox.kit.chance import Fast
from tuckbox.testing import check
from tuckbox.view.view import blind

RULES: Any = rules
PACK: Any = counting.PACK


def position(*hands: str, starter: str = "KD", dealer: int = 1, **options: Any) -> Any:
    """Both have laid away, and play begins; the four lowest of the other cards are the crib."""
    state: Any = GAME.blank(2, options)
    plain = engine(GAME, "plain").rules
    plain.renew(state)
    held = [PACK.card(name) for name in " ".join((*hands, starter)).split()]
    for seat, hand in enumerate(hands):
        for name in hand.split():
            push(state.hand[seat], PACK.card(name))
    push(state.starter, PACK.card(starter))
    rest = [card for card in range(52) if card not in held]
    for card in rest[:4]:
        push(state.crib, card)
    for card in rest[4:]:
        push(state.stock, card)
    plain.count_pack(state)
    state.dealer, state.turn, state.last = dealer, 1 - dealer, RULES.NOBODY_YET
    return state


def play(state: Any, *cards: str) -> list[int]:
    """Play cards, or go, each of which has to be legal; the points of both after each."""
    found = [sum(state.points)]
    for card in cards:
        code = GAME.actions.code(card if card == "go" else f"play {card}")
        assert code in legal(GAME, state), card
        RULES.apply(state, code, Fast(1))
        found.append(sum(state.points))
    return [b - a for a, b in pairwise(found)]


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("5C 5D 5S JH", "5H", 29),  # the best there is
        ("5C 5D 5S 5H", "JH", 28),
        ("4C 5D 6S 6H", "5H", 24),
        ("7C 7D 8S 8H", "9H", 24),
        ("2C 4C 6C 8C", "TD", 4),
        ("2C 4C 6C 8C", "TC", 5),
        ("AC 2C 3D 4D", "5H", 7),
        ("QC KC AD 2D", "8H", 0),  # aces are low, and only low
        ("JH 2C 4D 6S", "8H", 1),
        ("9C 9D 9H 9S", "TD", 12),
    ],
)
def test_hands_count(hand: str, starter: str, points: int) -> None:
    state = position(hand, "", starter=starter)
    assert counting.worth(state.hand[0], PACK.card(starter), True) == points


def test_four_of_a_suit_are_no_flush_in_the_crib() -> None:
    state = position("2C 4C 6C 8C", "")
    assert [counting.worth(state.hand[0], PACK.card("TD"), four) for four in (False, True)] == [0, 4]
    assert counting.worth(state.hand[0], PACK.card("TC"), False) == 5


def test_cards_score_as_they_are_played() -> None:
    assert play(position("7C", "8D"), "7C", "8D")[1] == 2
    assert play(position("7C 7H", "7D 7S"), "7C", "7D", "7H", "7S") == [0, 2, 6, 12]
    assert play(position("3C 4H", "5D 6S"), "3C", "5D", "4H", "6S")[2:] == [3, 4]
    assert play(position("TC JH", "QD 9S"), "TC", "QD", "JH")[2:] == [3]


def test_thirty_one_and_the_last_card() -> None:
    state = position("TC JH 2D 3D", "KD AS 9C 9D", starter="4H")
    assert play(state, "TC", "KD", "JH", "AS") == [0, 0, 0, 2]
    assert (state.count, state.turn, state.length) == (0, 0, 0)
    assert play(state, "2D", "9C", "3D", "9D") == [0, 0, 0, 0]
    assert state.turn == 0
    assert play(state, "go") == [0]


def test_a_go_tells_of_a_hand() -> None:
    state = position("TC 9H 8H", "KD QS 5H", starter="4H")
    assert play(state, "TC", "KD", "9H", "go", "go") == [0, 0, 0, 0, 1]
    assert state.above == [2, 2]
    assert state.turn == 1


def test_hands_are_counted_in_turn_and_the_first_to_come_home_wins() -> None:
    state = position("5C", "5D", starter="KD", target=31)
    push(state.played[0], PACK.card("5H"))
    for card in ("TC", "TD", "TH"):
        push(state.played[0], PACK.card(card))
    state.points[0] = 20
    engine(GAME, "plain").rules.count_pack(state)
    state.hand[0].n = state.hand[1].n = 0
    RULES.count_hands(state)
    assert state.over
    assert state.points[0] >= 31
    assert state.points[1] == 0


def test_both_lay_away_at_once_and_know_their_own_of_the_crib() -> None:
    match = Match(GAME, seed=1)
    for _ in range(2):
        assert match.asked == (0, 1)
        match.play(match.legal(1)[0], 1)
        match.play(match.legal(0)[0], 0)
    cells = match.state.crib.cell[:4]
    assert [sum(knows(cell, seat) for cell in cells) for seat in range(2)] == [2, 2]
    assert match.state.starter.n == 1
    assert match.turn == 1 - match.state.dealer


def test_a_redeal_gives_nobody_a_card_that_they_could_have_played() -> None:
    match, chance, found = Match(GAME, seed=3), Fast(2), 0
    plain = engine(GAME, "plain")
    while not match.done and found < 20:
        if match.between:
            match.deal()
            continue
        seat = match.waiting[0]
        match.play(match.actions(seat)[chance.below(len(match.actions(seat)))], seat)
        state = match.state
        for rival in range(2):
            if state.above[rival] and state.hand[rival].n:
                world = blind(GAME, state, 1 - rival)
                assert plain.rules.redeal(world, chance, plain.pool())
                held = as_set(world.hand[rival])
                assert all(counting.VALUE[card] > state.above[rival] for card in range(52) if held >> card & 1)
                found += 1
    assert found


def test_refusals_say_why() -> None:
    match = Match(GAME, seed=1)
    with pytest.raises(tuckbox.IllegalAction, match="lay two cards away"):
        match.play("go", 0)


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
