"""Crazy Eights, rule by rule."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tuckbox_eights import GAME, rules

from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit.chance import Fast
from tuckbox.testing import check
from tuckbox.view.refusal import refusal
from tuckbox.view.view import View

RULES: Any = rules
PACK: Any = rules.PACK


def position(hands: list[str], pile: str, stock: str = "") -> Any:
    """A table: hands, pile and stock as names of cards, the top last."""
    state: Any = GAME.blank(len(hands))
    engine(GAME, "plain").rules.renew(state)
    for seat, hand in enumerate(hands):
        for name in hand.split():
            state.hand[seat].cards |= 1 << PACK.card(name)
    for zone, names in ((state.pile, pile), (state.stock, stock)):
        for name in names.split():
            zone.cell[zone.n] = PACK.card(name)
            zone.n += 1
    state.suit = PACK.card(pile.rsplit(maxsplit=1)[-1]) % 4
    return state


def texts(state: Any) -> list[str]:
    """Return the legal actions."""
    return [GAME.actions.text(action) for action in legal(GAME, state)]


def play(state: Any, *actions: str) -> Any:
    """Carry actions out, each of them legal."""
    for action in actions:
        assert action in texts(state)
        RULES.apply(state, GAME.actions.code(action), Fast(1))
    return state


@pytest.mark.parametrize("players", range(2, 7))
def test_seven_cards_for_two_and_five_for_more(players: int) -> None:
    state = Match(GAME, players, seed=1).state
    cards = 7 if players == 2 else 5
    assert [zone.cards.bit_count() for zone in state.hand[:players]] == [cards] * players
    assert (state.pile.n, state.stock.n) == (1, 51 - players * cards)
    assert state.suit == state.pile.cell[0] & 3


def test_rank_or_suit_or_an_eight_is_played() -> None:
    state = position(["2C 9D 8S KH", "3C"], "9C", "4C")
    assert texts(state) == ["play 2C", "play 8S", "play 9D", "draw"]


def test_an_eight_names_the_suit() -> None:
    state = play(position(["8S KH", "3C 5D", "4C"], "9C", "4D"), "play 8S")
    assert texts(state) == ["name clubs", "name diamonds", "name hearts", "name spades"]
    play(state, "name diamonds")
    assert state.turn == 1
    assert texts(state) == ["play 5D", "draw"]


def test_an_eight_goes_on_any_rank_and_its_rank_is_followed_too() -> None:
    state = play(position(["8S KH", "8D 3D"], "9C", "4D"), "play 8S", "name clubs")
    assert texts(state) == ["play 8D", "draw"]


def test_who_draws_may_draw_again() -> None:
    state = play(position(["KH", "3C"], "9C", "2C 4D"), "draw", "draw")
    assert state.turn == 0
    assert texts(state) == ["play 2C"]


def test_with_the_stock_gone_one_passes_only_if_nothing_fits() -> None:
    state = position(["KH", "3C"], "9C")
    assert texts(state) == ["pass"]
    play(state, "pass")
    assert texts(state) == ["play 3C"]


def test_an_empty_hand_wins_even_by_an_eight() -> None:
    for card in ("8S", "2C"):
        state = play(position([card, "3C", "4D"], "9C", "4C"), f"play {card}")
        assert state.over
        assert state.payoff[:3] == [1, 0, 0]


def test_when_all_pass_the_smallest_hands_share() -> None:
    state = play(position(["KH 2H", "3D", "4D"], "9C"), "pass", "pass", "pass")
    assert state.over
    assert state.payoff[:3] == [0, 0.5, 0.5]


def test_a_card_played_forgets_who_passed() -> None:
    state = play(position(["KH", "9D 2S", "4H"], "9C"), "pass", "play 9D", "pass")
    assert not state.over
    assert state.passes == 1


def test_an_eight_and_its_suit_are_one_move() -> None:
    match = next(m for m in (Match(GAME, seed=seed) for seed in range(99)) if any(t[:6] == "play 8" for t in m.legal()))
    eight = next(text for text in match.legal() if text[:6] == "play 8")
    match.play(eight)
    assert match.view(1).state.pile.n == 1
    assert match.view(0).state.pile.n == 2
    match.undo()
    match.play(eight)
    match.play("name hearts")
    assert match.view(1).state.pile.n == 2
    assert match.log(1)[-1].endswith("asks for hearts.")


def test_each_refusal_says_why() -> None:
    stocked, bare = position(["QH 5D 9D", "2C"], "5H", "3S 4S"), position(["QH 5D", "2C"], "5H")
    naming = position(["QH 5D", "2C"], "8H", "3S 4S")
    naming.naming = True
    told = {
        "play KC": (stocked, "you do not hold K♣"),
        "play 9D": (stocked, "9♦ is neither of hearts nor of the rank on the pile"),
        "name clubs": (stocked, "only who has played an eight names a suit"),
        "play QH": (naming, "name a suit for the eight first"),
        "draw": (bare, "there is no card left to draw"),
        "pass": (stocked, "you may draw"),
        "pass ": (bare, "you have a card that fits"),
    }
    reasons = set()
    for text, (state, why) in told.items():
        found = refusal(View(GAME, 0, state, ("Ann", "Bo"), asked=(0,)), GAME.actions.code(text))
        assert found is not None
        assert found.text == why
        reasons.add(found.reason)
    assert reasons == {*GAME.reasons}


@pytest.mark.parametrize("players", range(2, 7))
def test_random_matches_end_within_the_declared_length(players: int) -> None:
    chance = random.Random(players)
    for seed in range(5):
        match = Match(GAME, players, seed=seed)
        steps = 0
        while not match.done:
            match.play(chance.choice(match.actions()))
            steps += 1
        assert steps <= GAME.longest
        assert sum(match.payoff) == pytest.approx(1)
        assert all(GAME.scene(match.view(seat)).status for seat in (None, *range(players)))


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME, seeds=1, steps=20)
    assert report.passed, str(report)
