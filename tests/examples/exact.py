"""Games played out in full by scripted chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.exact import outcomes
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.kit.chance import Script


def replay(game: Game, deal: Sequence[int], actions: Sequence[int]) -> Any:
    """The state after a deal by the book and some actions. Raises `Chance` where the book is too short."""
    plain, rng, state = engine(game, "plain"), Script(deal), game.blank()
    plain.rules.begin(state, rng)
    for action in actions:
        plain.rules.apply(state, action, rng)
    return state


def legal(game: Game, state: Any) -> list[int]:
    """The legal actions."""
    plain = engine(game, "plain")
    moves = plain.moves()
    return list(moves.action[: plain.playout.options(state, moves)])


def at_random(game: Game) -> dict[tuple[int, float], Fraction]:
    """How likely a game between random players takes so many decisions and pays seat 0 so much."""
    plain = engine(game, "plain")

    def play(rng: Script) -> tuple[int, float]:
        state: Any = game.blank()
        plain.rules.begin(state, rng)
        length = 0
        while not state.over:
            actions = legal(game, state)
            plain.rules.apply(state, actions[rng.below(len(actions))], rng)
            length += 1
        return length, state.payoff[0]

    return outcomes(play)
