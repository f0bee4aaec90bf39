"""Sums and products in a fixed order are right, and the same in both modes to the last bit."""

from __future__ import annotations

import math
import random

import numpy as np

from tests.toys.bluff import GAME as BLUFF
from tuckbox.engine.engine import engine
from tuckbox.engine.think.sums import add_row, dot, exp, log, sigmoid


def test_the_exponential_is_right_to_five_digits() -> None:
    numbers = random.Random(1)
    for _ in range(200):
        x = -20 * numbers.random()
        assert abs(exp(x) / math.exp(x) - 1) < 1e-5
    assert exp(-31.0) == 0.0


def test_chances_are_those_of_the_odds() -> None:
    numbers = random.Random(2)
    for _ in range(200):
        x = numbers.uniform(-12, 12)
        assert abs(sigmoid(x) - 1 / (1 + math.exp(-x))) < 1e-6


def test_the_logarithm_is_right_to_six_digits() -> None:
    for n in [*range(1, 300), 50_001, 2**31 - 1]:
        assert abs(log(n) - math.log(n)) < 1e-6


def test_rows_are_added_and_multiplied_alike_in_both_modes() -> None:
    native = engine(BLUFF, "native").loader.load("tuckbox.engine.think.sums")
    numbers = np.random.default_rng(3)
    one, other = numbers.normal(0, 1, (2, 64))
    assert dot(one.tolist(), other.tolist()) == native.dot(one, other)
    here, there = one.tolist(), one.copy()
    add_row(here, other.tolist(), 0.3)
    native.add_row(there, other, 0.3)
    assert here == there.tolist()
    for x in numbers.uniform(-40, 0, 50):
        assert exp(float(x)) == native.exp(float(x))
    for n in numbers.integers(1, 1 << 20, 50):
        assert log(int(n)) == native.log(int(n))
