"""The verdict on one decision, from the view of the seat that made it alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign, erf, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Bot, Policy, Thought
from tuckbox.bots.outlook import Outlook
from tuckbox.view.view import View

_SUREST = 0.999

_BLOCK, _LONGEST = 100, 120_000
"""Games that are played on at once, and maximum number of decisions after which no more are, of one action."""


@dataclass(frozen=True)
class Worth:
    """Value of an action: the share of the game's payoff that it brings (where one wins or loses: the chance to win),
    and the standard error of that."""

    action: int
    mean: float
    error: float


@dataclass(frozen=True)
class Verdict:
    """Value of the action that was played and of the best one; both searched with the same effort."""

    played: Worth
    best: Worth

    @property
    def cost(self) -> float:
        """The amount by which the best is better; 0 for the best itself, and for what only chance made look worse."""
        return max(0.0, self.best.mean - self.played.mean)

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return sqrt(self.best.error**2 + self.played.error**2)

    @property
    def sure(self) -> float:
        """Probability that the best action is better than the one played: 0.5 is a guess.

        >>> better, worse = Worth(0, 0.6, 0.03), Worth(1, 0.5, 0.04)
        >>> round(Verdict(worse, better).sure, 3)
        0.977
        """
        gap = self.best.mean - self.played.mean
        if self.played.action == self.best.action or gap == 0:
            return 0.5
        errors = gap / self.error if self.error else copysign(inf, gap)
        return min(_SUREST, 0.5 + 0.5 * erf(errors / sqrt(2)))

    def at(self, chance: float) -> Verdict:
        """The verdict with the same differences, where the action played is worth `chance`; less if the best one were worth
        more than all.

        >>> verdict = Verdict(Worth(0, 0.5, 0.03), Worth(1, 0.75, 0.04)).at(0.25)
        >>> verdict.played.mean, verdict.best.mean
        (0.25, 0.5)
        """
        best = min(1.0, max(0.0, chance + self.best.mean - self.played.mean))
        played = min(1.0, max(0.0, best - (self.best.mean - self.played.mean)))
        return Verdict(replace(self.played, mean=played), replace(self.best, mean=best))


def judge(view: View, played: int, effort: int, seed: int) -> Verdict:
    """The verdict on an action, by searches of `effort` games; the same view and seed, the same verdict.

    A first search says what is best, and how good. Where that is something else, it and what was played are then weighed by
    a search each of games that begin so: what looked best only by luck does not look so twice.
    """
    view = replace(view, heard=0)  # 0 asks for the search that grows a tree, which says what actions are worth
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    best = bot.choose(view)
    if best == played:
        thought = next((thought for thought in bot.thoughts if thought.action == best), None)
        found = worth_of(thought) if thought else Worth(best, 0.5, 0.5)
        return Verdict(found, found)
    return weighed(view, played, best, effort, seed + 1)


def weighed(view: View, played: int, best: int, effort: int, seed: int) -> Verdict:
    """The verdict on an action beside another, each weighed by a search of its own."""
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    return Verdict(*(worth_of(bot.weigh(view, action)) for action in (played, best)))


def played_on(view: View, played: int, best: int, games: int, seed: int) -> Verdict | None:
    """The verdict on an action beside another from as many `games` played on to their end after each of them, in the same
    worlds, by what has been learnt of the game at all seats; None where nothing fits. Long games are fewer."""
    outlook = Outlook.of(view)
    if outlook is None:
        return None
    done, found = 0, list[NDArray[np.float64]]()
    while len(found) * _BLOCK < games and done < _LONGEST:
        pair = [outlook.play_on(action, seed, len(found) * _BLOCK, _BLOCK) for action in (played, best)]
        found.append(np.stack([shares for shares, _ in pair]))
        done += max(made for _, made in pair)
    shares = np.concatenate(found, axis=1)
    shares = shares[:, (shares >= 0).all(axis=0)]
    if shares.shape[1] < _BLOCK // 2:
        return None
    error = _paired(shares[1] - shares[0]) / sqrt(2)  # of each, such that the difference has the paired one
    return Verdict(*(Worth(a, float(mean), error) for a, mean in zip((played, best), shares.mean(axis=1), strict=True)))


def _paired(gaps: NDArray[np.float64]) -> float:
    """The standard error of the mean of gaps, with two more among them, a whole game to either side: what has come out the
    same in all games may still come out otherwise in the next.

    >>> round(_paired(np.ones(98)), 3)
    0.014
    """
    n = len(gaps) + 2
    return sqrt((len(gaps) * float(gaps.var()) + 2) / n / n)


def worth_of(thought: Thought) -> Worth:
    """Value of an action by a search's games, of payoffs from 0 to 1, with the largest standard error that goes with it."""
    games = thought.visits
    if not games:
        return Worth(thought.action, 0.5, 0.5)
    share = (thought.worth * games + 1) / (games + 2)  # neither 0 nor 1 is certain after some games
    return Worth(thought.action, thought.worth, sqrt(share * (1 - share) / games))


def within(error: float) -> int:
    """Two standard errors in points, hundredths of what can be won; at least one.

    >>> within(0.0), within(0.034)
    (1, 7)
    """
    return max(1, round(200 * error))
