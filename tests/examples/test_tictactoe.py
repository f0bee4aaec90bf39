"""Tic-tac-toe: all of it, counted."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tuckbox_tictactoe import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.testing import check

Counts = tuple[int, int, int]
Chances = tuple[Fraction, Fraction, Fraction]


def play_out() -> tuple[dict[tuple[int, int, int], Counts], Chances]:
    """How games can end (X, O, drawn) from every position, and how likely that is at random from the first."""
    plain = engine(GAME, "plain")
    counts: dict[tuple[int, int, int], Counts] = {}

    @cache
    def from_here(crosses: int, noughts: int, turn: int, over: bool, won: float) -> tuple[Counts, Chances]:
        if over:
            ends = (int(won > 0), int(won < 0), int(won == 0))
            chances = (Fraction(ends[0]), Fraction(ends[1]), Fraction(ends[2]))
        else:
            state: Any = GAME.blank()
            state.marks, state.turn = [crosses, noughts], turn
            actions, below = legal(GAME, state), []
            for action in actions:
                after = state.copy()
                plain.rules.apply(after, action, None)
                below.append(from_here(*after.marks, after.turn, bool(after.over), after.payoff[0]))
            ends = tuple(sum(branch[0][i] for branch in below) for i in range(3))  # type: ignore[assignment]
            chances = tuple(sum(b[1][i] for b in below) / Fraction(len(below)) for i in range(3))  # type: ignore[assignment]
        counts[crosses, noughts, turn] = ends
        return ends, chances

    return counts, from_here(0, 0, 0, False, 0)[1]


def test_the_numbers_of_games_and_positions() -> None:
    counts, chances = play_out()
    assert len(counts) == 5_478
    assert counts[0, 0, 0] == (131_184, 77_904, 46_080)
    assert sum(counts[0, 0, 0]) == 255_168
    assert chances == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_a_match_is_played_and_refuses_taken_squares() -> None:
    match = Match(GAME, seats=["Ann", "Bo"])
    for square in ("b2", "a1", "a3", "c1"):
        match.play(f"mark {square}")
    with pytest.raises(tuckbox.IllegalAction, match="the square a3 is taken"):
        match.play("mark a3")
    match.play("mark c3")
    match.play("mark b1")
    assert match.places == (2, 1)
    assert match.payoff == (-1, 1)
    assert match.log()[-2:] == ["Bo marks b1.", "Bo has three in a row."]


def test_a_full_board_is_a_draw() -> None:
    match = Match(GAME)
    for square in ("a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1", "c1"):
        match.play(f"mark {square}")
    assert match.done
    assert match.payoff == (0, 0)
    assert match.places == (1, 1)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_board_lies_before_the_viewer(viewer: int | None) -> None:
    match = Match(GAME)
    match.play("mark b2")
    scene = GAME.scene(match.view(viewer))
    assert [panel.seat for panel in scene.panels] == {0: [1, None, 0], 1: [0, None, 1], None: [0, 1, None]}[viewer]
    assert scene.status == ("Mark a square." if viewer == 1 else "Bo is thinking.")


def test_rows_are_the_eight_lines() -> None:
    assert sorted(rules.ROWS) == sorted({0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124})


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
