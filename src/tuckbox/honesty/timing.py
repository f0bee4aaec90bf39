"""Measurements of whether the time that something takes depends on what is hidden, and of what they could have found."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, median, stdev

REPEATS = 60
"""Number of timings of each world, by turns."""

LEVEL, POWER = 0.001, 0.9


@dataclass(frozen=True)
class Timed:
    """The difference between two worlds: as a share of the time, its standard error, and the time in microseconds."""

    share: float
    error: float
    micros: float


def compared(one: Callable[[], object], other: Callable[[], object]) -> Timed:
    """Time two worlds by turns; the slowest fifth of the turns, in which something else was at work, is left out."""
    pairs: list[tuple[int, int]] = []
    for turn in range(REPEATS):
        first, second = (one, other) if turn % 2 else (other, one)
        a = _nanos(first)
        b = _nanos(second)
        pairs.append((a, b) if turn % 2 else (b, a))
    kept = sorted(pairs, key=sum)[: max(4, REPEATS * 4 // 5)]
    middle = fmean((a + b) / 2 for a, b in kept)
    apart = [(a - b) / middle for a, b in kept]
    return Timed(fmean(apart), stdev(apart) / sqrt(len(apart)), middle / 1000)


def _nanos(work: Callable[[], object]) -> int:
    start = time.perf_counter_ns()
    work()
    return time.perf_counter_ns() - start


@dataclass(frozen=True)
class Pair:
    """Two worlds compared with each other, and one of them with its copy, which shows what a clock makes of nothing."""

    worlds: Timed
    same: Timed


def pair(one: Callable[[], object], other: Callable[[], object], copy: Callable[[], object]) -> Pair:
    """Time two worlds, and one of them against its copy."""
    return Pair(compared(one, other), compared(one, copy))


def told(found: Sequence[Pair]) -> str:
    """A sentence on many comparisons."""
    normal = NormalDist()
    z, power = normal.inv_cdf(1 - LEVEL / 2), normal.inv_cdf(POWER)
    apart, null = ([timed for timed in some if abs(timed.share) > z * timed.error] for some in _columns(found))
    size, nothing = (median(abs(timed.share) for timed in some) for some in _columns(found))
    least = median((z + power) * each.worlds.error for each in found)
    micros = median(each.worlds.micros for each in found)
    return (
        f"{len(apart)} of {len(found)} pairs of worlds differ at the level of {LEVEL:.1%}, and {len(null)} of {len(found)} "
        f"pairs of a world and its copy; half of them by less than {size:.1%} and {nothing:.1%} of {micros:.0f} µs. "
        f"A difference of {least:.1%} would be found with a probability of {POWER:.0%}"
    )


def _columns(found: Sequence[Pair]) -> tuple[list[Timed], list[Timed]]:
    return [each.worlds for each in found], [each.same for each in found]
