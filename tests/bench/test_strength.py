"""What the tables of strength say of given results."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from bluffs import brier, picture, tenths
from racers import Shares
from strength import ROWS, Row, told


def test_a_row_says_its_share_its_interval_and_how_many_times_the_fair_one() -> None:
    row = Row("whipsaw", ("search:200", "greedy:sly", "greedy:sly"), 10)
    said = told(row, {"wins": 40, "games": 80})
    assert said == "| whipsaw | `search:200` | `greedy:sly, greedy:sly` | 80 | 50.0% | 39.3% - 60.7% | 1.50 |"


def test_behind_a_share_of_wins_is_half_its_interval() -> None:
    """A quarter of 1,200 races of four, whose standard error is an eightieth: 0.05 of a fair share, 0.1 at 95%."""
    shares = Shares(["first"])
    for number in range(1_200):
        shares.add([0], [number % 4 == 0])
    assert list(shares.lines()) == ["  first        1.00 +-0.10"]


def test_what_is_said_twice_in_a_game_makes_no_interval_narrower() -> None:
    rng = np.random.default_rng(1)
    true, said, games = rng.integers(2, size=200).astype(float), rng.random(200), np.arange(200)
    twice = (np.repeat(each, 2) for each in (true, said, games))
    assert brier(*twice) == pytest.approx(brier(true, said, games))


def test_every_row_can_be_told_from_the_others() -> None:
    assert len({row.key(10) for row in ROWS}) == len(ROWS)


def test_brier_and_tenths_are_what_they_are_called() -> None:
    true, said = np.array([1.0, 1.0, 0.0, 0.0]), np.array([1.0, 0.95, 0.0, 0.5])
    assert brier(true, said, np.arange(4))[0] == pytest.approx((0.0025 + 0.25) / 4)
    found = list(tenths(true, said))
    assert [(round(mean, 3), share, n) for mean, share, _, _, n in found] == [(0.0, 0.0, 1), (0.5, 0.0, 1), (0.975, 1.0, 2)]
    assert picture(true, {"belief": said}).count("<circle") == 3
