"""Ratings of players, from games among several of them.

The model is that of Plackett and Luce, with two players that of Bradley and Terry: in every game one player comes before
another with odds of their strengths. A game is taken apart into comparisons, winner with each who did not win, and so on
down the payoffs; that is a consistent estimate. Who share the first place count half for either; equal losers say nothing of
each other. The numbers are found by `choix` (iterative Luce spectral ranking), intervals by drawing deals again (bootstrap).

Where some came before others in every game, no finite distance fits best, and deals drawn again show the same. How often
these would turn out the other way is drawn from what their number of deals leaves open (the beta distribution that follows
from Jeffreys' prior): so these intervals have a width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.run.extras import extra

ELO = 400 / log(10)
"""Points of Elo for a factor e of odds."""
STEP = log(3)
"""A step of strength: who is one above another comes before them three times in four."""
_DRAWN = 200
_PRIOR = 0.1  # comparisons won and lost beforehand, so that whoever wins all that were drawn has a rating
_JEFFREYS = 0.5


def comparisons(who: Sequence[int], payoffs: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """Number of times each player came before each other, in games in which seat p was ``who[p]``; a matrix for each game.

    >>> comparisons([0, 1], np.array([[1.0, 0.0], [0.5, 0.5]]), 2).tolist()
    [[[0.0, 1.0], [0.0, 0.0]], [[0.0, 0.5], [0.5, 0.0]]]
    """
    found = np.zeros((len(payoffs), players, players))
    best = payoffs.max(axis=1)
    for p, one in enumerate(who):
        for q, other in enumerate(who):
            if one != other:
                shared = (payoffs[:, p] == payoffs[:, q]) & (payoffs[:, p] == best)
                found[:, one, other] += (payoffs[:, p] > payoffs[:, q]) + 0.5 * shared
    return found


@dataclass(frozen=True)
class Ratings:
    """Strengths on the scale of Elo, the anchor being 0, with 95% intervals; `above` is how sure it is that one is stronger
    than another, as the share of the draws in which it was. `groups` are those of `comparable`, `apart` pairs of them as
    `one_sided` tells them."""

    rating: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    above: NDArray[np.float64]
    groups: list[list[int]]
    apart: NDArray[np.bool_]

    def expected(self, one: int, other: int) -> float:
        """Expected share of games in which one comes before another."""
        return float(1 / (1 + np.exp((self.rating[other] - self.rating[one]) / ELO)))


def rate(deals: NDArray[np.float64], anchor: int = 0, seed: int = 0) -> Ratings:
    """Ratings from a matrix of comparisons for each deal. Deals are drawn again as wholes, since the games of a deal belong
    together."""
    total = deals.sum(axis=0)
    groups = comparable(total)
    apart = one_sided(total, groups)
    of_deals = np.array([(deals * pairs).any(axis=(1, 2)).sum() for pairs in apart])
    strengths = _strengths(_with_upsets(total, apart, _JEFFREYS / (of_deals + 2 * _JEFFREYS)))
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(_DRAWN):
        weights = np.bincount(rng.integers(0, len(deals), len(deals)), minlength=len(deals))
        upsets = rng.beta(_JEFFREYS, of_deals + _JEFFREYS)
        drawn.append(_strengths(_with_upsets(np.tensordot(weights, deals, 1), apart, upsets)))
    draws = np.array(drawn)
    scaled, all_scaled = (ELO * (x - x[..., anchor : anchor + 1]) for x in (strengths, draws))
    low, high = np.percentile(all_scaled, [2.5, 97.5], axis=0)
    above = (draws[:, :, None] > draws[:, None, :]).mean(axis=0)
    return Ratings(scaled, np.minimum(low, scaled), np.maximum(high, scaled), above, groups, apart)


def one_sided(matrix: NDArray[np.float64], groups: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Pairs of groups (see `comparable`) of which one came before the other in all games; for each a matrix of its players.

    >>> one_sided(np.array([[0.0, 3, 9], [1, 0, 9], [0, 0, 0]]), [[0, 1], [2]]).tolist()
    [[[False, False, True], [False, False, True], [False, False, False]]]
    """
    group = np.zeros(len(matrix), int)
    for number, members in enumerate(groups):
        group[members] = number
    kinds = np.where((matrix > 0) & (group[:, None] != group), group[:, None] * len(matrix) + group, -1)
    return np.array([kinds == kind for kind in np.unique(kinds[kinds >= 0])], bool).reshape(-1, *matrix.shape)


def comparable(matrix: NDArray[np.float64]) -> list[list[int]]:
    """Players in groups, the strongest first, for how often each came before each other. Within a group everybody came
    before everybody, if only by way of others. How far apart two groups are no game tells (Ford, 1957), but for how far they
    are at least.

    >>> comparable(np.array([[0.0, 3, 9], [1, 0, 9], [0, 0, 0]]))
    [[0, 1], [2]]
    """
    before = np.eye(len(matrix), dtype=bool) | (matrix > 0)
    for by_way_of in range(len(matrix)):
        before |= before[:, by_way_of, None] & before[by_way_of]
    groups = {tuple(np.flatnonzero(row).tolist()): int(before[i].sum()) for i, row in enumerate(before & before.T)}
    return [list(group) for group in sorted(groups, key=lambda group: -groups[group])]


def _with_upsets(matrix: NDArray[np.float64], apart: NDArray[np.bool_], upsets: NDArray[np.float64]) -> NDArray[np.float64]:
    """The comparisons, if such a share of those between two groups, of which one won all, had turned out the other way."""
    moved: NDArray[np.float64] = matrix * np.tensordot(upsets, apart, 1)
    return matrix - moved + moved.T


def _strengths(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of the strengths, for how often each came before each."""
    choix: Any = extra("choix", "lab")
    all_or_nothing = (matrix > 0) != (matrix.T > 0)
    found: NDArray[np.float64] = choix.ilsr_pairwise_dense(matrix + _PRIOR * all_or_nothing, alpha=1e-6, max_iter=1000)
    return found
