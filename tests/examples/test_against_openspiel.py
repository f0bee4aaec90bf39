"""The same games in OpenSpiel, decision by decision; needs the extra `bench`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import tuckbox_hearts
import tuckbox_leduc
import tuckbox_tictactoe

from tests.examples.exact import legal, replay

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed (pip install 'tuckbox[bench]')")


@pytest.mark.parametrize(
    "name", ["Liar's Dice", "Goofspiel", "Hearts", "Cribbage", "Euchre", "Gin Rummy", "Oh Hell", "Hanabi"]
)
def test_random_games_of_the_classics(name: str) -> None:
    """A few of what ``bench/classics.py`` compares by the thousand."""
    classics = pytest.importorskip("classics")
    classic = next(classic for classic in classics.CLASSICS if classic.name == name)
    decisions, _ = classics.agree(classic, 8)
    assert decisions > 24


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts in which another card costs thirteen points."""
    classics = pytest.importorskip("classics")
    classic = next(classic for classic in classics.CLASSICS if classic.name == "Hearts")
    monkeypatch.setattr(tuckbox_hearts.rules, "QUEEN", 0)
    with pytest.raises(classics.Differs):
        classics.agree(classic, 3)


def test_every_history_of_leduc() -> None:
    ended = 0
    for state, cards, actions in histories(pyspiel.load_game("leduc_poker").new_initial_state()):
        ours = replay(tuckbox_leduc.GAME, [card // 2 for card in cards], actions)
        assert bool(ours.over) == state.is_terminal()
        if ours.over:
            ended += 1
            assert ours.payoff == state.returns()
        else:
            assert ours.turn == state.current_player()
            assert legal(tuckbox_leduc.GAME, ours) == state.legal_actions()
    assert ended == 5_520


def histories(state: Any, cards: tuple[int, ...] = (), actions: tuple[int, ...] = ()) -> Iterator[tuple[Any, Any, Any]]:
    """All states in which nothing is left to chance, with the cards dealt and the actions taken."""
    if state.is_chance_node():
        for card, _ in state.chance_outcomes():
            yield from histories(state.child(card), (*cards, card), actions)
        return
    yield state, cards, actions
    for action in state.legal_actions():
        yield from histories(state.child(action), cards, (*actions, action))


def test_random_games_of_tictactoe() -> None:
    chance = random.Random(1)
    for _ in range(300):
        theirs: Any = pyspiel.load_game("tic_tac_toe").new_initial_state()
        actions: list[int] = []
        while not theirs.is_terminal():
            ours = replay(tuckbox_tictactoe.GAME, (), actions)
            assert legal(tuckbox_tictactoe.GAME, ours) == theirs.legal_actions()
            actions.append(chance.choice(theirs.legal_actions()))
            theirs.apply_action(actions[-1])
        ours = replay(tuckbox_tictactoe.GAME, (), actions)
        assert ours.over
        assert ours.payoff == theirs.returns()
