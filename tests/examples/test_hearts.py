"""Hearts, rule by rule; and what hands are known not to hold."""

from __future__ import annotations

from typing import Any

import pytest
from tuckbox_hearts import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import as_set, knows, push, suited
from tuckbox.kit.chance import Fast
from tuckbox.testing import check
from tuckbox.view.view import blind

RULES: Any = rules
PACK: Any = rules.PACK


def position(*hands: str, **options: Any) -> Any:
    """A table at which cards are played, the first seat to lead; all other cards have been played."""
    state: Any = GAME.blank(4, options)
    plain = engine(GAME, "plain").rules
    plain.renew(state)
    held = [PACK.card(name) for hand in hands for name in hand.split()]
    for seat, hand in enumerate(hands):
        for name in hand.split():
            push(state.hand[seat], PACK.card(name))
    for card in range(52):
        if card not in held:
            push(state.played, card)
    plain.count_pack(state)
    state.begun = True
    return state


def texts(state: Any) -> list[str]:
    return [GAME.actions.text(action)[5:] for action in legal(GAME, state)]


def play(state: Any, *cards: str) -> Any:
    """Play cards, each of which has to be legal."""
    for card in cards:
        assert card in texts(state)
        RULES.apply(state, GAME.actions.code(f"play {card}"), Fast(1))
    return state


@pytest.mark.parametrize(("passing", "step"), [("left", 1), ("right", 3), ("across", 2)])
def test_three_cards_are_passed_by_all_at_once(passing: str, step: int) -> None:
    match = Match(GAME, seed=1, passing=passing)
    before, given = [as_set(hand) for hand in match.state.hand], [0] * 4
    for _ in range(3):
        assert match.asked == (0, 1, 2, 3)
        for seat in (2, 0, 3, 1):
            card = match.legal(seat)[-1]
            match.play(card, seat)
            given[seat] |= 1 << PACK.card(card.split()[1])
    for seat in range(4):
        assert as_set(match.state.hand[seat]) == before[seat] & ~given[seat] | given[(seat - step) % 4]
    assert match.turn == next(seat for seat in range(4) if as_set(match.state.hand[seat]) & 1)
    assert match.legal() == ["play 2C"]


def test_the_giver_knows_what_was_passed_and_nobody_else() -> None:
    match = Match(GAME, seed=1, passing="left")
    for _ in range(3):
        for seat in range(4):
            match.play(match.legal(seat)[0], seat)
    for seat in range(4):
        cells = match.state.hand[seat].cell[:13]
        known = [sum(knows(cell, other) for cell in cells) for other in range(4)]
        assert known == [13 if other == seat else 3 if other == (seat - 1) % 4 else 0 for other in range(4)]


def test_the_way_to_pass_goes_round_and_each_fourth_deal_has_none() -> None:
    match, chance = Match(GAME, seed=1, target=200), Fast(1)
    asked: list[tuple[int, bool]] = []
    while len(asked) < 5:
        asked.append((RULES.STEPS[RULES.direction(match.state)], bool(match.state.to_pass)))
        while not match.over:
            seat = match.waiting[0]
            match.play(match.actions(seat)[chance.below(len(match.actions(seat)))], seat)
        match.deal()
    assert asked == [(1, True), (3, True), (2, True), (0, False), (1, True)]


def test_the_first_trick_takes_no_points() -> None:
    state = position("2C 3D", "QS 4H 4D", "3C 5D", "4C 6D")
    state.played.n = 0
    state = play(state, "2C")
    assert texts(state) == ["4D"]
    state = position("2C 3D", "QS 4H", "3C 5D", "4C 6D")
    state.played.n = 0
    assert texts(play(state, "2C")) == ["4H", "QS"]


def test_hearts_are_not_led_before_they_are_broken() -> None:
    state = position("2H 9D", "3H 8D", "4H 7D", "5H 6D")
    assert texts(state) == ["9D"]
    state = position("2H QS", "3H 8S", "4H 7S", "5H 6S")
    play(state, "QS", "8S", "7S", "6S")
    assert state.broken
    state = position("2H 3H", "4H 8D", "5H 7D", "6H 6D")
    play(state, "2H")
    assert state.void[0] == 0b1011  # only hearts are led, so there are no others


def test_tricks_go_to_the_suit_led_and_points_to_the_taker() -> None:
    state = play(position("TD 2C", "AH 3C", "QD QS", "JD 5C"), "TD", "AH", "QD", "JD")
    assert state.leader == 2
    assert state.taken[2] == 1
    assert state.void[1] == 0b10
    play(state, "QS", "5C", "2C", "3C")
    assert state.over
    assert state.taken == [0, 0, 14, 0]
    assert state.payoff == [26, 26, 12, 26]


def test_whoever_shoots_the_moon_pays_nothing() -> None:
    state = position("AS", "QS", "2S", "3S")
    state.taken[0] = 13
    play(state, "AS", "QS", "2S", "3S")
    assert state.taken == [0, 26, 26, 26]
    assert state.payoff == [26, 0, 0, 0]


def test_a_redeal_keeps_to_what_has_been_shown() -> None:
    state = play(position("TD 2C 4S", "AH 3C 5S", "QD QS 6S", "JD 5C 7S"), "TD", "AH")
    seen, rng, plain = blind(GAME, state, 0), Fast(1), engine(GAME, "plain")
    for _ in range(100):
        world = seen.copy()
        assert plain.rules.redeal(world, rng, plain.pool())
        assert not as_set(world.hand[1]) & suited(1)


def test_refusals_say_why() -> None:
    match = Match(GAME, seed=1, passing="left")
    with pytest.raises(tuckbox.IllegalAction, match="choose a card to pass"):
        match.play("play 2C", 0)
    match = Match(GAME, seed=1, passing="none")
    with pytest.raises(tuckbox.IllegalAction, match="have been passed"):
        match.play("pass 2C")
    wrong = next(PACK[cell & 255] for cell in match.state.hand[match.turn or 0].cell if cell & 255)
    with pytest.raises(tuckbox.IllegalAction, match="two of clubs is led first"):
        match.play(f"play {wrong}")


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
