"""The few statistics reports need."""

from __future__ import annotations

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


def percentile(histogram: NDArray[np.int64], share: float) -> int:
    """The smallest number that at least this share of a histogram does not exceed.

    >>> percentile(np.array([0, 1, 2, 1]), 0.5)
    2
    """
    total = int(histogram.sum())
    return int(np.searchsorted(np.cumsum(histogram), max(1.0, share * total))) if total else 0
