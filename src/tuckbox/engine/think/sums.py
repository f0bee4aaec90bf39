"""Sums and products in a fixed order, for networks: every machine comes to the same numbers, down to the last bit.

Not even exponentials and logarithms are left to a library.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Shares
from tuckbox.kit.plain import rule


@rule
def add_row(total: Shares, row: Sequence[float], times: float) -> None:
    """Add a row of numbers, times a factor."""
    for k in range(len(total)):
        total[k] += times * row[k]


@rule
def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """The sum of the products of two rows, as four sums by turns: a long chain of additions would be slow."""
    a = b = c = d = 0.0
    for k in range(0, len(one), 4):
        a += one[k] * other[k]
        b += one[k + 1] * other[k + 1]
        c += one[k + 2] * other[k + 2]
        d += one[k + 3] * other[k + 3]
    return (a + b) + (c + d)


@rule
def exp(x: float) -> float:
    """The exponential of a number that is not above zero, to within four parts in 100,000 of it; 0 below -30.

    The error grows with the fourth power of the number: down to -3 it is below one part in 100 million.

    >>> round(exp(-2.0), 6), exp(0.0)
    (0.135335, 1.0)
    """
    if x < -30.0:
        return 0.0
    x /= 1024.0
    share = 1.0 + x * (1.0 + x * (0.5 + x / 6.0))
    for _ in range(10):
        share *= share
    return share


@rule
def sigmoid(x: float) -> float:
    """The logistic function: the probability whose odds have this logarithm.

    >>> round(sigmoid(1.0), 6), round(sigmoid(-1.0), 6)
    (0.731059, 0.268941)
    """
    if x < 0.0:
        odds = exp(x)
        return odds / (1.0 + odds)
    return 1.0 / (1.0 + exp(-x))


@rule
def log(n: int) -> float:
    """The natural logarithm of a whole number from 1 on, but for the sixth digit.

    >>> round(log(50_000), 5), log(1)
    (10.81978, 0.0)
    """
    x, halves = n * 1.0, 0
    while x > 1.5:
        x *= 0.5
        halves += 1
    t = (x - 1.0) / (x + 1.0)
    q = t * t
    return halves * 0.6931471805599453 + 2.0 * t * (1.0 + q * (1.0 / 3.0 + q * (0.2 + q * (1.0 / 7.0 + q / 9.0))))
