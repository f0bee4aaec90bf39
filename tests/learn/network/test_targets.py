"""What games teach: each decision is due what the same seat hopes for later, and what was paid."""

from __future__ import annotations

import numpy as np
import pytest

from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.targets import Targets


def decisions(told: list[tuple[int, int]], hopes: list[list[float]]) -> Decisions:
    """Decisions of two games of two, of which one was won by each."""
    rows, none, settings = len(told), np.zeros(0), np.zeros(2, np.int64)
    lineups, payoffs = np.array([[0, 0, -1], [0, 1, -1]]), np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    told_of = np.array([[game, seat, 0] for game, seat in told])
    values = np.array(hopes, np.float32)
    return Decisions(none, none, none, none, none, told_of, np.ones(rows), values, lineups, payoffs, settings)


TOLD = [(0, 0), (0, 1), (0, 0), (1, 0), (0, 1), (1, 0)]
HOPES = [[0.5, 0.5, 0], [0.4, 0.6, 0], [0.7, 0.3, 0], [0.2, 0.8, 0], [0.3, 0.7, 0], [0.1, 0.9, 0]]


def test_in_the_end_only_what_was_paid_counts() -> None:
    targets = Targets.of(decisions(TOLD, HOPES), lambda_=1.0)
    assert targets.returns[:, 0].tolist() == [1, 0, 1, 0, 0, 0]
    assert targets.returns[:, 1].tolist() == [0, 1, 0, 1, 1, 1]
    assert targets.advantages == pytest.approx([0.5, -0.4, 0.3, -0.2, -0.3, -0.1])


def test_one_step_ahead_counts_what_was_hoped_for_then() -> None:
    targets = Targets.of(decisions(TOLD, HOPES), lambda_=0.0)
    assert targets.returns[:, 0] == pytest.approx([0.7, 0.3, 1, 0.1, 0, 0])


def test_between_them_both_count() -> None:
    targets = Targets.of(decisions(TOLD, HOPES), lambda_=0.75)
    assert targets.returns[0, 0] == pytest.approx(0.25 * 0.7 + 0.75 * 1)
    assert targets.returns[3, 1] == pytest.approx(0.25 * 0.9 + 0.75 * 1)
