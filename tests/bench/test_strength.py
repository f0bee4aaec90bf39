"""What the tables of strength say of given results."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from bluffs import brier, picture, tenths
from strength import ROWS, Row, told


def test_a_row_says_its_share_its_interval_and_how_many_times_the_fair_one() -> None:
    row = Row("whipsaw", ("search:200", "greedy:sly", "greedy:sly"), 10)
    said = told(row, {"wins": 40, "games": 80})
    assert said == "| whipsaw | `search:200` | `greedy:sly, greedy:sly` | 80 | 50.0% | 39.3% - 60.7% | 1.50 |"


def test_every_row_can_be_told_from_the_others() -> None:
    assert len({row.key(10) for row in ROWS}) == len(ROWS)


def test_brier_and_tenths_are_what_they_are_called() -> None:
    true, said = np.array([1.0, 1.0, 0.0, 0.0]), np.array([1.0, 0.95, 0.0, 0.5])
    assert brier(true, said)[0] == pytest.approx((0.0025 + 0.25) / 4)
    found = list(tenths(true, said))
    assert [(round(mean, 3), share, n) for mean, share, _, _, n in found] == [(0.0, 0.0, 1), (0.5, 0.0, 1), (0.975, 1.0, 2)]
    assert picture(true, {"belief": said}).count("<circle") == 3
