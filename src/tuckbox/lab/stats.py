"""The few statistics reports need."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson's score interval).

    >>> [round(x, 3) for x in wilson(57, 100)]
    [0.472, 0.663]
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(max(0.0, share * (1 - share) / trials + z2 / (4 * trials * trials)))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Mean:
    """The mean of some numbers, its 95% interval, and how far the numbers spread about it (their standard deviation)."""

    mean: float
    low: float
    high: float
    spread: float


def mean(total: float, squares: float, n: int) -> Mean:
    """The mean of n numbers, of which the sum is known and the sum of their squares.

    The interval is that of the normal distribution with the spread that was seen, so it wants more than a few numbers.

    >>> coins = mean(total=0, squares=400, n=401)
    >>> coins.spread, round(coins.high, 3)
    (1.0, 0.098)
    """
    if n == 0:
        return Mean(0.0, 0.0, 0.0, 0.0)
    middle = float(total) / n
    spread = sqrt(max(0.0, float(squares) - n * middle * middle) / (n - 1)) if n > 1 else 0.0
    half = Z95 * spread / sqrt(n)
    return Mean(middle, middle - half, middle + half, spread)


def percentile(histogram: NDArray[np.int64], share: float) -> int:
    """The smallest number that at least this share of a histogram does not exceed.

    >>> percentile(np.array([0, 1, 2, 1]), 0.5)
    2
    """
    total = int(histogram.sum())
    return int(np.searchsorted(np.cumsum(histogram), max(1.0, share * total))) if total else 0
