"""What games teach: each decision is held against what the same seat hopes for later, and values against what was paid."""

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
    seen = (none, none, none, none, none, none, none)
    return Decisions(*seen, told_of, np.ones(rows), values, lineups, payoffs, settings)


TOLD = [(0, 0), (0, 1), (0, 0), (1, 0), (0, 1), (1, 0)]
HOPES = [[0.5, 0.5, 0], [0.4, 0.6, 0], [0.7, 0.3, 0], [0.2, 0.8, 0], [0.3, 0.7, 0], [0.1, 0.9, 0]]


def test_values_are_learnt_from_what_was_paid() -> None:
    targets = Targets.of(decisions(TOLD, HOPES), lambda_=0.5)
    assert targets.returns[:, 0].tolist() == [1, 0, 1, 0, 0, 0]
    assert targets.returns[:, 1].tolist() == [0, 1, 0, 1, 1, 1]


def reached(lambda_: float) -> list[float]:
    """What each decision has led to: its advantage beside the value it had."""
    return [
        advantage + hopes[0]
        for advantage, hopes in zip(Targets.of(decisions(TOLD, HOPES), lambda_).advantages, HOPES, strict=True)
    ]


def test_in_the_end_only_what_was_paid_counts() -> None:
    assert reached(1.0) == pytest.approx([1, 0, 1, 0, 0, 0])


def test_one_step_ahead_counts_what_was_hoped_for_then() -> None:
    assert reached(0.0) == pytest.approx([0.7, 0.3, 1, 0.1, 0, 0])


def test_between_them_both_count() -> None:
    assert reached(0.75)[0] == pytest.approx(0.25 * 0.7 + 0.75 * 1)
    assert reached(0.75)[3] == pytest.approx(0.25 * 0.1)


def test_what_bots_give_away_is_neither_a_value_nor_a_merit() -> None:
    targets = Targets.of(decisions(TOLD, HOPES), lambda_=1.0, bots=1)
    assert targets.equals.tolist() == [True, True, True, False, True, False]
    assert targets.advantages[[0, 1, 2, 4]] == pytest.approx([0.5, -0.4, 0.3, -0.3])
    assert targets.advantages[[3, 5]].mean() == pytest.approx(targets.advantages[[0, 1, 2, 4]].mean())
    assert targets.advantages[3] - targets.advantages[5] == pytest.approx(-0.1)
