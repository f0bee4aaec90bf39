"""Euchre, rule by rule; the bowers above all."""

from __future__ import annotations

from typing import Any

import pytest
import tuckbox_euchre.trumps
from tuckbox_euchre import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import push
from tuckbox.kit.chance import Fast
from tuckbox.testing import check
from tuckbox.view.view import blind

RULES: Any = rules
CARDS: Any = tuckbox_euchre.trumps
PACK: Any = CARDS.PACK
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def position(*hands: str, trumps: int, maker: int = 0, alone: bool = False) -> Any:
    """A table at which cards are played: the dealer sits last, so the first seat leads; all others have been played."""
    state: Any = GAME.blank(4)
    plain = engine(GAME, "plain").rules
    plain.renew(state)
    held = [PACK.card(name) for hand in hands for name in hand.split()]
    for seat, hand in enumerate(hands):
        for name in hand.split():
            push(state.hand[seat], PACK.card(name))
    for card in range(24):
        if card not in held:
            push(state.played, card)
    plain.count_pack(state)
    state.phase, state.trumps, state.maker, state.dealer = RULES.Phase.PLAY, trumps, maker, 3
    state.alone, state.out = alone, (maker + 2) % 4 if alone else RULES.NOBODY
    return state


def texts(state: Any) -> list[str]:
    return [GAME.actions.text(action) for action in legal(GAME, state)]


def play(state: Any, *cards: str) -> Any:
    """Play cards, each of which has to be legal."""
    for card in cards:
        assert f"play {card}" in texts(state)
        RULES.apply(state, GAME.actions.code(f"play {card}"), Fast(1))
    return state


def test_bowers_are_the_highest_trumps() -> None:
    order = sorted(range(24), key=lambda card: -CARDS.power_of(card, HEARTS))
    assert [PACK[card] for card in order[:7]] == ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]
    assert CARDS.suit_of(PACK.card("JD"), HEARTS) == HEARTS
    assert CARDS.suit_of(PACK.card("JS"), HEARTS) == SPADES
    assert [CARDS.suit_of(PACK.card("JC"), trumps) for trumps in range(4)] == [CLUBS, CLUBS, CLUBS, SPADES]


def test_the_left_bower_follows_trumps_and_not_its_own_suit() -> None:
    state = play(position("9H AC", "JD 9C", "9D KC", "TD QC", trumps=HEARTS), "9H")
    assert texts(state) == ["play JD"]
    state = play(position("9D AC", "JD 9C", "KD KC", "TD QC", trumps=HEARTS), "9D")
    assert texts(state) == ["play 9C", "play JD"]
    play(state, "9C")
    assert state.void[1] == 1 << DIAMONDS


def test_tricks_go_to_sides_and_the_taker_leads() -> None:
    state = play(position("AH 9C", "JD TC", "JH QC", "9H KC", trumps=HEARTS), "AH", "JD", "JH", "9H")
    assert state.taken == [1, 0]
    assert state.turn == 2


@pytest.mark.parametrize(
    ("before", "alone", "payoff"), [((4, 0), False, 2), ((4, 0), True, 4), ((2, 2), False, 1), ((1, 3), False, -2)]
)
def test_points(before: tuple[int, int], alone: bool, payoff: int) -> None:
    state = position("JH", "9C", "TC", "QC", trumps=HEARTS, alone=alone)
    state.taken = list(before)
    play(state, "JH", "9C", *(["QC"] if alone else ["TC", "QC"]))
    assert state.over
    assert state.payoff == [payoff, -payoff, payoff, -payoff]


def test_whoever_goes_alone_plays_without_the_partner() -> None:
    state = position("JH 9C", "AH TC", "AC KC", "QH QC", trumps=HEARTS, alone=True)
    assert state.out == 2
    play(state, "JH", "AH", "QH")
    assert state.trick.n == 0
    assert state.turn == 0


def test_bids_in_two_rounds_and_a_dealer_that_is_stuck() -> None:
    match = Match(GAME, seed=1, first="3")
    turned = match.state.turned.cell[0] & 255
    suit = CARDS.SUITS[turned % 4]
    assert match.legal() == ["pass", f"make {suit} trumps"]
    other = next(name for name in CARDS.SUITS if name != suit)
    with pytest.raises(tuckbox.IllegalAction, match="only the suit of the card turned up"):
        match.play(f"make {other} trumps")
    for _ in range(4):
        match.play("pass")
    assert len(match.legal()) == 4
    with pytest.raises(tuckbox.IllegalAction, match="not to be had any more"):
        match.play(f"make {suit} trumps")
    for _ in range(3):
        match.play("pass")
    with pytest.raises(tuckbox.IllegalAction, match="dealer must make trumps"):
        match.play("pass")


def test_all_may_pass_where_the_dealer_is_not_stuck() -> None:
    match = Match(GAME, seed=1, stick="false")
    for _ in range(8):
        match.play("pass")
    assert match.between
    assert match.payoff == (0, 0, 0, 0)


def test_the_card_taken_up_is_known_to_all_and_stays() -> None:
    match = Match(GAME, seed=1, first="3")
    turned = match.state.turned.cell[0] & 255
    match.play(f"make {CARDS.SUITS[turned % 4]} trumps")
    assert match.turn == 3
    assert len(match.legal()) == 5
    with pytest.raises(tuckbox.IllegalAction, match="stays in the hand"):
        match.play(f"discard {PACK[turned]}")
    assert match.view(0).state.hand[3].cards == 1 << turned
    discard = match.legal()[0]
    match.play(discard)
    assert match.view(0).state.buried[3].hidden == 1
    assert match.view(3).state.buried[3].hidden == 0
    assert match.turn == 0
    assert match.legal() == ["go alone", "play with partner"]


def test_a_redeal_gives_nobody_a_suit_that_they_did_not_follow() -> None:
    state = play(position("9D AC QS", "JD 9S QD", "KD KC KS", "TD QC AS", trumps=HEARTS), "9D", "QD", "KD", "TD")
    play(state, "KC", "QC", "AC", "JD")
    assert state.void[1] == 1 << CLUBS
    seen, rng, plain = blind(GAME, state, 0), Fast(1), engine(GAME, "plain")
    for _ in range(50):
        world = seen.copy()
        assert plain.rules.redeal(world, rng, plain.pool())
        assert not world.hand[1].cards & CARDS.CARDS[HEARTS][CLUBS]


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
