"""The few statistics reports need."""

from __future__ import annotations

from math import hypot, sqrt
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox.numbers import counted

Z95 = 1.959963984540054
_T95 = (
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
    2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230,
)  # fmt: skip
"""Number of standard errors that a 95% interval by Student's t reaches, with 1, 2 ... 29 degrees of freedom."""


def z_of_many(comparisons: int) -> float:
    """Number of standard errors an interval reaches, so that with 95% probability none of several misses (Bonferroni).

    >>> round(z_of_many(1), 2), round(z_of_many(20), 2)
    (1.96, 3.02)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """The interval of a share (Wilson's score interval), at 95% unless `z` says otherwise.

    >>> [round(x, 3) for x in wilson(57, 100)]
    [0.472, 0.663]
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, z * z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(max(0.0, share * (1 - share) / trials + z2 / (4 * trials * trials)))
    return max(0.0, middle - half), min(1.0, middle + half)


def difference(one: tuple[float, float], other: tuple[float, float], z: float = Z95) -> tuple[float, float, float]:
    """Difference of two shares, each given as successes and trials, with its interval (Newcombe's).

    >>> [round(x, 3) for x in difference((60, 100), (40, 100))]
    [0.2, 0.061, 0.328]
    """
    (a, n), (b, m) = one, other
    p, q = a / n if n else 0.0, b / m if m else 0.0
    (low_p, high_p), (low_q, high_q) = wilson(a, n, z), wilson(b, m, z)
    return p - q, p - q - hypot(p - low_p, high_q - q), p - q + hypot(high_p - p, q - low_q)


class Mean(msgspec.Struct, frozen=True):
    """The mean of some numbers, its 95% interval, and how far the numbers spread about it (their standard deviation)."""

    mean: float
    low: float
    high: float
    spread: float


def mean(total: float, squares: float, n: int) -> Mean:
    """The mean of n numbers, of which the sum is known and the sum of their squares.

    The interval of up to thirty numbers is Student's, since their spread is not well known; beyond, that of the normal
    distribution, which is narrower by less than 5% then.

    >>> coins = mean(total=0, squares=400, n=401)
    >>> coins.spread, round(coins.high, 3)
    (1.0, 0.098)
    >>> round(mean(total=4, squares=10, n=2).high, 1)
    14.7
    """
    if n == 0:
        return Mean(0.0, 0.0, 0.0, 0.0)
    middle = float(total) / n
    spread = sqrt(max(0.0, float(squares) - n * middle * middle) / (n - 1)) if n > 1 else 0.0
    half = (_T95[n - 2] if 2 <= n <= len(_T95) + 1 else Z95) * spread / sqrt(n)
    return Mean(middle, middle - half, middle + half, spread)


class SampleMean(msgspec.Struct, frozen=True):
    """The mean of some numbers, its 95% interval, and how far the numbers spread about it (their standard deviation). One
    number alone has no interval and no spread: there these are null."""

    mean: float
    low: float | None
    high: float | None
    spread: float | None


def sample_mean(total: float, squares: float, n: int) -> SampleMean:
    """The mean of n numbers as `mean` tells it, where there may be one or none.

    >>> sample_mean(total=3, squares=9, n=1)
    SampleMean(mean=3.0, low=None, high=None, spread=None)
    """
    found = mean(total, squares, n)
    return SampleMean(found.mean, *(found.low, found.high, found.spread) if n > 1 else (None, None, None))


def mean_of(numbers: NDArray[Any]) -> SampleMean:
    """The mean of an array of numbers.

    >>> mean_of(np.array([2, 4])).mean
    3.0
    """
    values = np.asarray(numbers, float)
    return sample_mean(float(values.sum()), float((values**2).sum()), len(values))


_FEW = 20
"""Least number of deals from which an interval is to be relied on."""


def few(deals: int) -> list[str]:
    """A line about intervals that come from few deals, where they do: if these are alike by chance, intervals have no width.

    >>> few(3), few(20)
    (['intervals that come from 3 deals are often too narrow: play 20 or more'], [])
    """
    return [f"intervals that come from {counted(deals, 'deal')} are often too narrow: play {_FEW} or more"] * (deals < _FEW)


def percentile(histogram: NDArray[np.int64], share: float) -> int:
    """The smallest number that at least this share of a histogram does not exceed.

    >>> percentile(np.array([0, 1, 2, 1]), 0.5)
    2
    """
    total = int(histogram.sum())
    return int(np.searchsorted(np.cumsum(histogram), max(1.0, share * total))) if total else 0
