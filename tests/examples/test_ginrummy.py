"""Gin Rummy, rule by rule; and its count of what no melds can use against trying all of them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import tuckbox_ginrummy.melds
from tuckbox_ginrummy import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import push, size
from tuckbox.kit.chance import Fast
from tuckbox.testing import check

RULES: Any = rules
MELDS: Any = tuckbox_ginrummy.melds
PACK: Any = MELDS.PACK


def cards(names: str) -> int:
    return sum(1 << PACK.card(name) for name in names.split())


@cache
def least(hand: int) -> int:
    """Deadwood by trying every meld after every other."""
    left = [least(hand & ~meld) for meld in MELDS.MELDS if meld & ~hand == 0]
    return min([int(MELDS.worth(hand)), *left])


def position(own: str, other: str, down: str = "KC", stock: int = 10, **options: Any) -> Any:
    """The first seat has taken a card and is to put one down; so many cards are left in the stock."""
    state: Any = GAME.blank(2, options)
    plain = engine(GAME, "plain").rules
    plain.renew(state)
    for seat, hand in enumerate((own, other)):
        for name in hand.split():
            push(state.hand[seat], PACK.card(name))
    held = cards(f"{own} {other} {down}")
    rest = [card for card in range(52) if not held >> card & 1]
    for card in rest[stock:]:
        push(state.discards, card)
    for name in down.split():
        push(state.discards, PACK.card(name))
    for card in rest[:stock]:
        push(state.stock, card)
    plain.count_pack(state)
    state.phase, state.limit, state.taken, state.knocker = RULES.Phase.DISCARD, 10, -1, -1
    return state


def play(state: Any, *actions: str) -> Any:
    """Do things, each of which has to be legal."""
    for text in actions:
        code = GAME.actions.code(text)
        assert code in legal(GAME, state), f"{text}: {[GAME.actions.text(each) for each in legal(GAME, state)]}"
        RULES.apply(state, code, Fast(1))
    return state


def texts(state: Any) -> set[str]:
    return {GAME.actions.text(action) for action in legal(GAME, state)}


OWN = "7C 7D 7H 2S 3S 4S 5S 9D TD JD KH"  # knocks with nothing left after the king
OTHER = "8D QD 6S AS 7S KD KS QC 2H 2C"


def test_deadwood_is_the_least_of_all_arrangements() -> None:
    chance = random.Random(1)
    for kinds in (16, 24, 52) * 15:
        hand = sum(1 << card for card in chance.sample(range(kinds), 11))
        assert MELDS.deadwood(hand) == least(hand)
        singly = [1 << card for card in range(52) if hand >> card & 1]
        assert MELDS.least(hand, True, 0) == min(least(hand & ~card) for card in singly)
        barred = chance.choice(singly)
        assert MELDS.least(hand, True, barred) == min(least(hand & ~card) for card in singly if card != barred)


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("AC 2C 3C KC", 10),
        ("QC KC AC", 21),  # aces are low, and only low
        ("7C 7D 7H 8H 9H", 14),  # the seven of hearts belongs to one meld
        ("7C 7D 7H 7S 8H 9H", 0),
        ("6S 7S 8S 6C 7C 8C 8D", 8),
    ],
)
def test_melds(hand: str, left: int) -> None:
    assert MELDS.deadwood(cards(hand)) == left


def test_the_first_card_turned_up_goes_round() -> None:
    match = Match(GAME, seed=1, first="1")
    assert (match.waiting, match.legal(1)) == ((1,), ["take discard", "pass"])
    match.play("pass", 1)
    match.play("pass", 0)
    assert match.legal(1) == ["draw stock"]


def test_what_was_taken_up_stays_for_a_turn() -> None:
    for option, stays in (("false", True), ("true", False)):
        state = position("7C 7D", "8C 8D", down="KC QC", put_back=option)
        state.phase = RULES.Phase.DRAW
        play(state, "take discard")
        assert ("discard QC" in texts(state)) is not stays
    play(state, "discard QC", "take discard", "discard QC")
    assert state.over
    assert list(state.payoff) == [0, 0]


def test_what_everybody_saw_taken_up_is_known() -> None:
    state = position("7C 7D", "8C 8D", down="KC QC")
    state.phase = RULES.Phase.DRAW
    play(state, "take discard", "discard 7C")
    assert state.hand[0].known == cards("QC")


def test_a_knock_is_paid_by_what_is_left_to_both() -> None:
    state = play(position(OWN, OTHER), "knock", "discard 5S", "lay 7C7D7H", "lay 2S3S4S", "lay 9DTDJD")
    assert state.hand[0].cards == cards("KH")
    state = play(state, "done")
    assert texts(state) == {"done", "lay off AS", "lay off 8D", "lay off QD", "lay off 7S"}
    play(state, "lay off QD", "lay off KD", "lay off 7S", "done", "done")
    assert list(state.payoff) == [29, -29]  # 8D 6S AS KS QC 2H 2C against KH


def test_nothing_is_laid_off_on_gin() -> None:
    state = play(position(OWN, OTHER), "knock", "discard KH", "lay 7C7D7H", "lay 2S3S4S5S", "lay 9DTDJD", "done")
    assert (state.turn, state.phase) == (1, RULES.Phase.MELD)
    play(state, "done")
    assert state.payoff[0] == MELDS.worth(cards(OTHER)) + 25


def test_a_run_takes_as_many_as_follow_on_it() -> None:
    state = position("5H 6H 7H AC AD AS 3C 3D 3S 2S KH", "8H 9H TH JH QH 4H")
    play(state, "knock", "discard KH", "lay 5H6H7H", "lay ACADAS", "lay 3C3D3S", "done")
    play(state, "lay off 8H", "lay off 9H", "lay off TH", "lay off JH", "lay off QH", "lay off 4H", "done", "done")
    assert list(state.payoff) == [-27, 27]


@pytest.mark.parametrize(("equal", "paid"), [("undercut", -25), ("nothing", 0)])
def test_who_has_no_more_than_who_knocks_undercuts(equal: str, paid: int) -> None:
    state = position("7C 7D 7H 2S 3S 4S 9D TD JD 6C KH", "6H 8C 8D 8S JH QH KD", equal=equal)
    play(state, "knock", "discard KH", "lay 7C7D7H", "lay 2S3S4S", "lay 9DTDJD", "done")
    state.hand[1].cards &= ~cards("JH QH KD")  # nothing else is left to them
    play(state, "done", "lay 8C8D8S", "done")
    assert state.payoff[0] == paid


def test_who_knocks_has_to_lay_down_to_the_limit() -> None:
    state = play(position("6S 7S 8S 6C 7C 8C 8D 2H 2C 2D KH", "QD KD"), "knock")
    assert texts(state) == {"discard KH", "discard 8D"}
    play(state, "discard KH")
    assert texts(state) == {"lay 2C2D2H", "lay 6S7S8S", "lay 6C7C8C"}  # the eights would leave the sixes and sevens
    assert texts(play(state, "lay 6S7S8S", "lay 6C7C8C")) == {"lay 2C2D2H"}
    assert texts(play(state, "lay 2C2D2H")) == {"done"}


def test_the_stock_is_never_drawn_to_its_end() -> None:
    state = position("7C 7D 7H 2S 3S 4S 9D TD JD KC QC", "5C 5D 5H 8S 9S TS JC JH JS 2D", stock=2)
    play(state, "discard QC")
    assert texts(state) == {"pass", "knock"}
    assert play(state.copy(), "pass").over
    play(state, "knock")
    assert texts(state) == {"discard 2D"}  # the queen has just been taken up


def test_an_ace_turned_up_asks_for_gin() -> None:
    limits = {}
    for seed in range(60):
        state: Any = GAME.blank(2, {"knock": "upcard"})
        engine(GAME, "plain").rules.begin(state, Fast(seed))
        limits[PACK[state.discards.cell[0] & 255][0]] = state.limit
    assert (limits["A"], limits["2"], limits["9"], limits["K"]) == (0, 2, 9, 10)


def test_a_redeal_keeps_what_was_taken_up() -> None:
    match, chance = Match(GAME, seed=5), Fast(5)
    while not match.state.hand[0].known:
        seat = match.waiting[0]
        match.play("take discard" if "take discard" in match.legal(seat) else match.legal(seat)[0], seat)
    known, world = match.state.hand[0].known, match.view(1).redeal(chance)
    assert world.hand[0].cards & known == known
    assert size(world.hand[0].cards) == size(match.state.hand[0].cards)


def test_refusals_say_why() -> None:
    match = Match(GAME, seed=1, first="0")
    with pytest.raises(tuckbox.IllegalAction, match="not what is to be decided now"):
        match.play("knock", 0)
    match.play("take discard", 0)
    with pytest.raises(tuckbox.IllegalAction, match="was taken up in this turn"):
        match.play(f"discard {PACK[match.state.taken]}", 0)
    with pytest.raises(tuckbox.IllegalAction, match="more than 10 would be left"):
        match.play("knock", 0)


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
