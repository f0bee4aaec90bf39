"""The verdict on one decision, from the view of the seat that made it alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erf, sqrt

from tuckbox.bots.bots import Bot, Policy
from tuckbox.view.view import View

_SUREST = 0.999


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
        """By how much the best is better; what was best itself costs nothing, nor what only chance made look worse."""
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
        if self.played.action == self.best.action or self.error == 0:
            return 0.5
        return min(_SUREST, 0.5 + 0.5 * erf((self.best.mean - self.played.mean) / self.error / sqrt(2)))


def judge(view: View, played: int, effort: int, seed: int) -> Verdict:
    """The verdict on an action, by searches of `effort` games; the same view and seed, the same verdict.

    A first search says what is best, and how good. Where that is something else, it and what was played are then weighed by
    a search each of games that begin so: what looked best only by luck does not look so twice.
    """
    view = replace(view, heard=0)  # the search that grows a tree, not the one that settles: it says what actions are worth
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    best = bot.choose(view)
    if best == played:
        thought = next((thought for thought in bot.thoughts if thought.action == best), None)
        found = _worth(best, thought.worth, thought.visits) if thought else Worth(best, 0.5, 0.5)
        return Verdict(found, found)
    return weighed(view, played, best, effort, seed + 1)


def weighed(view: View, played: int, best: int, effort: int, seed: int) -> Verdict:
    """The verdict on an action beside another, each weighed by a search of its own."""
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    return Verdict(*(_worth(a, thought.worth, thought.visits) for a in (played, best) for thought in [bot.weigh(view, a)]))


def _worth(action: int, mean: float, games: int) -> Worth:
    """A mean of payoffs from 0 to 1 over a number of games, with the largest standard error that goes with it."""
    if not games:
        return Worth(action, 0.5, 0.5)
    share = (mean * games + 1) / (games + 2)  # neither 0 nor 1 is certain after some games
    return Worth(action, mean, sqrt(share * (1 - share) / games))


__all__ = ["Verdict", "Worth", "judge", "weighed"]
