"""Hanabi, rule by rule; and what a redeal makes of hints."""

from __future__ import annotations

from typing import Any

import pytest
from tuckbox_hanabi import GAME, rules
from tuckbox_hanabi.scene import hinted

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit.chance import Fast, Script
from tuckbox.kit.deck import BACK
from tuckbox.testing import check
from tuckbox.testing.reasons import reached
from tuckbox.view.view import blind

RULES: Any = rules
DECK: Any = rules.DECK
ANN, BO, STOCK = "R1 R1 W5 B2 Y1", "R2 G1 R1 B1 Y3", "R3 R4 W1 W1"


def dealt(*hands: str, stock: str = STOCK) -> Any:
    """A game in which these cards are dealt: those of each hand from the one held longest, and of the stock the next."""
    rounds = [name for cards in zip(*(hand.split() for hand in hands), strict=True) for name in cards]
    state: Any = GAME.blank(len(hands))
    plain = engine(GAME, "plain").rules
    plain.begin(state, Script(DECK.card(name) for name in [*rounds]))
    state.stock.loose = None
    rest = [cell & 255 for cell in state.stock.cell[: state.stock.n]]
    for name in stock.split():
        rest.remove(DECK.card(name))
    state.stock.cell[: state.stock.n] = [*rest, *(DECK.card(name) for name in reversed(stock.split()))]
    return state


def play(state: Any, *texts: str) -> Any:
    """Carry actions out, none of which is to be refused."""
    for text in texts:
        assert RULES.refuse(state, GAME.actions.code(text)) == 0, text
        RULES.apply(state, GAME.actions.code(text), Fast(1))
    return state


def held(state: Any, seat: int) -> str:
    return " ".join(DECK[cell & 255] for cell in state.hand[seat].cell[: state.hand[seat].n])


def test_all_see_a_hand_but_its_holder() -> None:
    state = dealt(ANN, BO, "G3 G3 Y4 Y4 B3")
    for viewer, holder in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)]:
        cells = blind(GAME, state, viewer).hand[holder].cell[:5]
        assert all((cell & 255 >= BACK) == (viewer == holder) for cell in cells)


def test_a_hint_points_at_all_cards_it_is_true_of_and_at_no_other() -> None:
    state = dealt(ANN, BO)
    why = {text: RULES.refuse(state, GAME.actions.code(text)) for text in ("hint 2 red 13", "hint 2 red 1", "hint 1 red 12")}
    assert list(why.values()) == [0, RULES.NOT_SO, RULES.NOT_OTHER]
    play(state, "hint 2 red 13")
    assert (state.tokens, state.turn) == (7, 1)
    assert [hinted(state.may[1][place]) for place in range(5)] == [
        "red", "yellow, green, white or blue", "red", "yellow, green, white or blue", "yellow, green, white or blue",
    ]  # fmt: skip
    play(state, "hint 1 5 3", "hint 2 1 234")
    assert hinted(state.may[1][2]) == "a 1: red"
    assert hinted(state.may[0][2]) == "a 5"


def test_cards_move_up_with_what_is_known_of_them() -> None:
    state = play(dealt(ANN, BO), "hint 2 red 13", "play 2")
    assert held(state, 1) == "R2 R1 B1 Y3 R3"
    assert state.height == [0, 0, 1, 0, 0]
    said = [hinted(state.may[1][place]) for place in range(5)]
    assert (said[0], said[1], said[4]) == ("red", "red", "")


def test_a_card_that_does_not_fit_is_a_mistake_and_the_third_loses_everything() -> None:
    state = play(dealt(ANN, BO), "play 1", "play 1", "play 1")
    assert (state.mistakes, state.height[0], state.fireworks.n) == (1, 2, 2)  # the other red 1
    play(state, "play 4", "play 2")
    assert state.mistakes == 3
    assert state.over
    assert state.payoff[:2] == [0, 0]


def test_a_discard_brings_a_token_back_and_none_more_than_there_are() -> None:
    state = dealt(ANN, BO)
    assert RULES.refuse(state, GAME.actions.code("discard 1")) == RULES.ENOUGH
    play(state, "hint 2 red 13", "discard 1")
    assert state.tokens == 8


def test_a_firework_that_is_finished_brings_a_token() -> None:
    state = dealt("R1 R2 R3 R4 R5", BO)
    for _ in range(5):
        state.turn, state.tokens = 0, 5
        play(state, "play 1")
    assert (state.height[0], state.tokens) == (5, 6)


def test_when_the_stock_is_gone_each_has_one_more_turn() -> None:
    state = dealt(ANN, BO)
    state.stock.n = 1
    play(state, "hint 2 red 13", "discard 1")
    assert (state.stock.n, state.over) == (0, False)
    play(state, next(GAME.actions.text(code) for code in legal(GAME, state) if code >= RULES.HINT))
    assert not state.over
    play(state, "discard 1")
    assert state.over
    assert state.payoff[:2] == [0, 0]
    assert [state.hand[seat].n for seat in range(2)] == [5, 4]


def test_all_that_is_built_counts_for_all() -> None:
    match, chance = Match(GAME, 3, seed=5, seats=["Ann", "Bo", "Cy"]), Fast(2)
    while not match.over:
        actions = [code for code in match.actions() if not GAME.actions.text(code).startswith("play")]
        match.play(actions[chance.below(len(actions))])
    assert set(match.payoff) == {0}
    assert GAME.scene(match.view(0)).status == "Together you have scored 0."


def test_a_redeal_keeps_to_all_that_was_hinted() -> None:
    state = play(dealt(ANN, BO), "hint 2 red 13", "hint 1 1 125", "hint 2 1 234", "hint 1 red 12")
    seen, rng, plain = blind(GAME, state, 1), Fast(1), engine(GAME, "plain")
    pool, found = plain.pool(), set()
    for _ in range(300):
        world = seen.copy()
        assert plain.rules.redeal(world, rng, pool)
        cards = [cell & 255 for cell in world.hand[1].cell[:5]]
        assert all(state.may[1][place] >> card & 1 for place, card in enumerate(cards))
        assert DECK[cards[2]] == "R1"
        found.add(tuple(cards))
    assert len(found) > 200


def test_every_reason_is_reached() -> None:
    """Whoever hints as long as there are tokens, and then discards, comes to the end of the tokens and of the stock."""
    match, found = Match(GAME, 2, seed=1), set()
    while not match.over:
        found |= reached([match])
        match.play(match.actions()[-1])
    assert found == set(GAME.reasons)
    with pytest.raises(tuckbox.MatchOver):
        match.play("play 1")


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
