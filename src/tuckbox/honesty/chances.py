"""Chi-square tests: whether worlds come as often as they should."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

LEVEL = 0.01
"""Probability with which a page calls any frequency wrong though all are right."""

FEWEST = 5.0
"""Cells of which fewer are expected are counted together."""

LEAST = 400
"""Minimum number of worlds that are drawn for a test."""


def draws(worlds: int) -> int:
    """Number of worlds to be drawn where this number can be: enough to expect more than `FEWEST` of each.

    >>> draws(4), draws(700)
    (400, 4900)
    """
    return max(LEAST, 7 * worlds)


@dataclass(frozen=True)
class Fit:
    """The outcome of a test: the statistic, its degrees of freedom, and how likely it is to be as large by chance."""

    statistic: float
    freedom: int
    p: float
    impossible: int = 0
    """Number of draws that could not be."""


def p_of(statistic: float, freedom: int) -> float:
    """The probability that a chi-square variable with these degrees of freedom is as large or larger.

    >>> round(p_of(3.841, 1), 3), round(p_of(18.307, 10), 3), p_of(0.0, 3)
    (0.05, 0.05, 1.0)
    """
    if statistic <= 0 or freedom <= 0:
        return 1.0
    half = statistic / 2
    found = erfc(sqrt(half)) if freedom % 2 else 0.0
    start = 0.5 if freedom % 2 else 0.0
    for step in range(freedom // 2):
        power = start + step
        found += exp(power * log(half) - half - lgamma(power + 1))
    return min(1.0, found)


def fit(drawn: Mapping[K, int], expected: Mapping[K, float]) -> Fit:
    """Test what was drawn against the shares that were to be expected; draws that could not be are counted apart.

    >>> fit({"a": 60, "b": 40}, {"a": 0.5, "b": 0.5}).statistic
    4.0
    >>> fit({"a": 60, "c": 1}, {"a": 0.5, "b": 0.5}).impossible
    1
    """
    impossible = sum(n for world, n in drawn.items() if world not in expected)
    total = sum(drawn.values()) - impossible
    cells: list[tuple[float, float]] = []
    rest = (0.0, 0.0)
    for world, share in expected.items():
        wanted, found = share * total, float(drawn.get(world, 0))
        if wanted < FEWEST:
            rest = (rest[0] + wanted, rest[1] + found)
        else:
            cells.append((wanted, found))
    if rest[0] >= FEWEST:
        cells.append(rest)
    statistic = sum((found - wanted) ** 2 / wanted for wanted, found in cells)
    freedom = max(0, len(cells) - 1)
    return Fit(statistic, freedom, p_of(statistic, freedom), impossible)


def same_share(one: int, of_one: int, other: int, of_other: int) -> Fit:
    """Test whether two shares are alike (a table of two by two); without freedom where too few are expected to tell.

    >>> round(same_share(50, 100, 70, 100).statistic, 2), same_share(1, 100, 0, 100).freedom
    (8.33, 0)
    """
    total, hits = of_one + of_other, one + other
    cells = [(one, of_one, hits), (of_one - one, of_one, total - hits)]
    cells += [(other, of_other, hits), (of_other - other, of_other, total - hits)]
    wanted = [row * column / total for _, row, column in cells]
    if min(wanted) < FEWEST:
        return Fit(0.0, 0, 1.0)
    statistic = sum((found - want) ** 2 / want for (found, _, _), want in zip(cells, wanted, strict=True))
    return Fit(statistic, 1, p_of(statistic, 1))
