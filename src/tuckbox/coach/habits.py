"""Habits over many matches: what somebody does again and again where something else is better, and what it costs.

It is made of reviews as they are kept. Only decisions that were judged twice count, with the second judgement, by fresh
chance: so what looked costly by luck costs nothing on average. A habit is a kind of action that was played where another
kind was better. Its costs in all matches are told by their mean with an interval, so wide that the chance is one in twenty
that any of the habits looked at together is told in vain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin, sqrt, tan
from statistics import fmean, stdev
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.errors import UnknownAction

LEAST = 5
"""Least number of matches of which anything is told."""

_ERROR, _OFTEN = 0.05, 3


@dataclass(frozen=True)
class Mean:
    """A mean over matches, in shares of what a game pays, and between what it lies."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Habit:
    """Playing one kind of action (`played`, the text of its family) where another (`better`) was: what that costs in a game,
    in how many matches it came up, and the decisions as places in the reviews: which review, and which step."""

    played: str
    better: str
    cost: Mean
    matches: int
    places: tuple[tuple[int, int], ...]

    @property
    def sure(self) -> bool:
        """Whether it costs something at all; what has hardly ever come up is no habit."""
        return self.cost.low > 0 and self.matches >= _OFTEN


@dataclass(frozen=True)
class Habits:
    """Summary of the reviews of one game: their number, the cost of decisions in a game, the habits, costliest first."""

    matches: int
    cost: Mean | None
    habits: tuple[Habit, ...]


def habits(game: Game, reviews: Sequence[Mapping[str, Any]]) -> Habits:
    """The habits in the reviews of a game, each as `Review.data` has it; none where these are fewer than `LEAST`."""
    if len(reviews) < LEAST:
        return Habits(len(reviews), None, ())
    costs: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * len(reviews))
    places: dict[tuple[str, str], list[tuple[float, int, int]]] = defaultdict(list)
    for at, review in enumerate(reviews):
        games = max(1, len({each["game"] for each in review["decisions"]}))
        for each in review["decisions"]:
            if not each["closely"] or not each["better"]:
                continue
            kind = kind_of(game, each["played"]), kind_of(game, each["better"])
            cost = each["best"] - each["chance"]
            costs[kind][at] += cost / games
            places[kind].append((-cost, at, each["step"]))
    found = [
        Habit(*kind, _mean(of_matches, len(costs)), len({at for _, at, _ in places[kind]}), _worst(places[kind]))
        for kind, of_matches in costs.items()
    ]
    found.sort(key=lambda habit: (not habit.sure, -habit.cost.mean))
    whole = [sum(of_matches[at] for of_matches in costs.values()) for at in range(len(reviews))]
    return Habits(len(reviews), _mean(whole, 1), tuple(found))


def kind_of(game: Game, action: str) -> str:
    """The text of the family of an action; itself, where the game no longer knows it."""
    try:
        return game.actions.family(game.actions.code(action)).text
    except UnknownAction:
        return action


def _worst(places: list[tuple[float, int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((at, step) for _, at, step in sorted(places))


def _mean(numbers: Sequence[float], looks: int) -> Mean:
    """The mean of a number for each match with an interval by Student's distribution: wider, the more are looked at.

    >>> found = _mean([0.1, 0.2, 0.3, 0.2, 0.2], 1)
    >>> round(found.mean, 3), round(found.low, 2), round(found.high, 2)
    (0.2, 0.11, 0.29)
    """
    mean, free = fmean(numbers), len(numbers) - 1
    reach = student(_ERROR / looks, free) * stdev(numbers) / sqrt(len(numbers))
    return Mean(mean, mean - reach, mean + reach)


@cache
def student(outside: float, free: int) -> float:
    """The distance from 0 beyond which a number by Student's distribution with `free` degrees of freedom lies with this
    probability.

    >>> round(student(0.05, 1), 3), round(student(0.05 / 30, 4), 2)
    (12.706, 7.53)
    """
    low, high = 0.0, pi / 2  # as angles: their tangent goes through all distances
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - _within(middle, free) > outside else (low, middle)
    return tan(low) * sqrt(free)


def _within(angle: float, free: int) -> float:
    """The probability that a number by Student's distribution lies nearer to 0 than ``tan(angle) * sqrt(free)``: a finite
    sum (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    odd, square = free % 2, cos(angle) ** 2
    term = cos(angle) if odd else 1.0
    total = term if free > 1 else 0.0
    for k in range(2 + odd, free, 2):
        term *= square * (k - 1) / k
        total += term
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
