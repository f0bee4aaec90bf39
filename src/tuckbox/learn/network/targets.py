"""Training targets of decisions: advantages and returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tuckbox.learn.network.games import Decisions
from tuckbox.run.blocks import Array


@dataclass(frozen=True)
class Targets:
    """Training targets of decisions: the advantage of each, and the returns of all seats, counted from the one that decided;
    both are shares of the game's payoff.

    `equals` tells whether the returns are to be learnt: values are those of games among equals. Who learns gains more from
    bots, and values of all games together would be too hopeful wherever no bot sits.
    """

    advantages: Array
    returns: Array
    equals: Array

    @classmethod
    def of(cls, decisions: Decisions, lambda_: float, bots: int = 0) -> Targets:
        """Targets of a round in which `bots` of the rivals are bots.

        Advantages are lambda-returns less values: the value at the seat's next decision and, in the part `lambda_`, what
        that has led to; at the last decision of a game the payoff. What is gained from bots on average is no merit of an
        action against them. The returns to be learnt are payoffs alone: in a game of a hundred decisions a wrong value,
        learnt from the values after it, would stay wrong for long.
        """
        order = np.lexsort((decisions.told[:, 1], decisions.told[:, 0]))  # stable: a seat's decisions stay in their order
        game, seat = decisions.told[order, 0], decisions.told[order, 1]
        paid, values = _paid(decisions, game, seat), decisions.values[order, 0]
        reached, left = paid[:, 0].copy(), _left(game, seat)
        for steps in range(1, int(left.max(initial=0)) + 1):
            at = np.nonzero(left == steps)[0]
            reached[at] = (1 - lambda_) * values[at + 1] + lambda_ * reached[at + 1]
        advantages, returns = np.empty_like(reached), np.empty_like(paid)
        advantages[order], returns[order] = reached - values, paid
        equals = decisions.among_equals(bots)
        if not equals.all() and equals.any():
            advantages[~equals] -= advantages[~equals].mean() - advantages[equals].mean()
        return cls(advantages, returns, equals)


def _paid(decisions: Decisions, game: Array, seat: Array) -> Array:
    """Payoff of each seat in the games of some decisions, counted from the seat that decided."""
    players = (decisions.lineups[game] >= 0).sum(1)
    places = (seat[:, None] + np.arange(decisions.payoffs.shape[1])) % players[:, None]
    return np.take_along_axis(decisions.payoffs[game], places, 1).astype(np.float32)


def _left(game: Array, seat: Array) -> Array:
    """Number of decisions still to come of a seat in its game, where these stand one behind the other."""
    last = np.append((game[1:] != game[:-1]) | (seat[1:] != seat[:-1]), True)[: len(game)]
    ends = np.nonzero(last)[0]
    return np.repeat(ends, np.diff(ends, prepend=-1)) - np.arange(len(game))
