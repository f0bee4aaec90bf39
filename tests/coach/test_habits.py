"""Habits: what is counted, what is told, and that luck alone is not told as a habit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tuckbox.coach.habits import LEAST, habits, kind_of, student
from tuckbox.definition.game import game

WHIPLASH = game("whiplash")


def decision(played: str, better: str | None, cost: float, step: int = 1, **more: Any) -> dict[str, Any]:
    """A decision as reviews have it."""
    found = {"step": step, "game": 0, "played": played, "better": better, "chance": 0.5, "best": 0.5 + cost, "closely": True}
    return {**found, **more}


def reviews(*matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"decisions": decisions} for decisions in matches]


def test_of_few_matches_nothing_is_told() -> None:
    found = habits(WHIPLASH, reviews(*[[decision("draw stock", "take discard", 0.2)]] * (LEAST - 1)))
    assert (found.matches, found.cost, found.habits) == (LEAST - 1, None, ())


def test_what_costs_in_each_match_is_a_habit_with_its_mean() -> None:
    costs = [0.1, 0.2, 0.3, 0.2, 0.2, 0.2]
    found = habits(WHIPLASH, reviews(*[[decision("discard 4S", "call 4S", cost, 7)] for cost in costs]))
    (habit,) = found.habits
    assert (habit.played, habit.better, habit.matches) == ("discard {card}", "call {card}", 6)
    assert habit.cost.mean == pytest.approx(0.2)
    assert habit.sure
    assert habit.cost.low < 0.2 < habit.cost.high
    assert habit.places[0] == (2, 7)
    assert found.cost is not None
    assert found.cost.mean == pytest.approx(0.2)


def test_only_what_was_judged_twice_counts_and_what_was_best_costs_nothing() -> None:
    afar = decision("draw stock", "take discard", 0.9, closely=False)
    best = decision("draw stock", None, 0.0)
    found = habits(WHIPLASH, reviews(*[[afar, best]] * 6))
    assert found.habits == ()
    assert found.cost is not None
    assert (found.cost.mean, found.cost.low, found.cost.high) == (0, 0, 0)


def test_the_cost_is_that_of_a_game_of_the_series() -> None:
    series = [decision("draw stock", "take discard", 0.2, game=number) for number in range(4)]
    one = habits(WHIPLASH, reviews(*[series[:1]] * 5)).habits[0].cost.mean
    assert habits(WHIPLASH, reviews(*[series] * 5)).habits[0].cost.mean == pytest.approx(one)


@pytest.mark.parametrize(
    ("outside", "free", "known"),
    [
        (0.05, 2, 4.3027), (0.05, 3, 3.1824), (0.05, 4, 2.7764), (0.05, 5, 2.5706), (0.05, 10, 2.2281), (0.05, 30, 2.0423),
        (0.05, 120, 1.9799), (0.01, 4, 4.6041), (0.001, 4, 8.6103), (0.001, 5, 6.8688), (0.001, 30, 3.6460),
    ],
)  # fmt: skip
def test_intervals_reach_as_far_as_tables_of_students_distribution_say(outside: float, free: int, known: float) -> None:
    assert student(outside, free) == pytest.approx(known, abs=6e-5)


def test_chance_alone_is_told_in_vain_once_in_twenty_times() -> None:
    """Twelve kinds of actions that cost nothing on average: in 400 players one is told at most of some twenty."""
    chance, told = random.Random(4), 0
    kinds = [(played, better) for played in ("draw stock", "take discard", "call royal", "discard 2C") for better in "abc"]
    for _ in range(400):
        matches = [[decision(*kind, chance.gauss(0, 0.1)) for kind in kinds] for _ in range(12)]
        told += any(habit.sure for habit in habits(WHIPLASH, reviews(*matches)).habits)
    assert told <= 0.05 * 400


def test_an_action_that_the_game_no_longer_knows_is_its_own_kind() -> None:
    assert kind_of(WHIPLASH, "fly away") == "fly away"
