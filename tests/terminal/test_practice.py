"""Exercises in the terminal: asked until something legal is chosen, answered, counted."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tests.terminal.tables import Heard, Scripted
from tuckbox.coach.exercises import Exercise, shipped
from tuckbox.definition.game import game
from tuckbox.match.labels import in_words
from tuckbox.scene.speech import aloud
from tuckbox.terminal import command, practice
from tuckbox.terminal.practice import RECENT, answer, solve


@pytest.fixture(name="two", scope="module")
def _two() -> list[Exercise]:
    return shipped(game("keywhiz"))[:2]


def wrong(exercise: Exercise) -> str:
    legal = exercise.position().legal(exercise.seat)
    return next(action for action in legal if not exercise.solves(action))


def solved(monkeypatch: pytest.MonkeyPatch, exercises: list[Exercise], *lines: str) -> tuple[list[bool], str]:
    """Whether each answer was right after these lines have been typed, and all that was shown."""
    screen = Scripted(lines)
    monkeypatch.setattr(practice, "Screen", lambda: screen)
    answers = list(solve(exercises, 1, "Exercise"))
    return answers, " ".join(" ".join(" ".join(map(str, shown)) for shown in screen.shown).split())


def test_what_is_right_and_what_is_not_is_counted(monkeypatch: pytest.MonkeyPatch, two: list[Exercise]) -> None:
    lines = ("fly away", "hint", "s", two[0].best, "", wrong(two[1]))
    answers, shown = solved(monkeypatch, two, *lines)
    assert answers == [True, False]
    assert "a hint would be the answer" in shown
    assert "An exercise is not saved" in shown
    assert "lesson" not in shown


def test_who_leaves_leaves(monkeypatch: pytest.MonkeyPatch, two: list[Exercise]) -> None:
    assert solved(monkeypatch, two, "q")[0] == []
    assert solved(monkeypatch, two, two[0].best, "q")[0] == [True]
    assert solved(monkeypatch, two)[0] == []


def test_ctrl_c_interrupts_the_command_when_the_answers_so_far_have_been_counted(
    monkeypatch: pytest.MonkeyPatch, two: list[Exercise]
) -> None:
    monkeypatch.setattr(practice, "Screen", lambda: Scripted([two[0].best, "^C"]))
    done = CliRunner().invoke(command.practice, ["keywhiz"])
    assert (done.exit_code, done.output) == (1, "1 of 1 right.\n\nAborted!\n"), "which the command `tuckbox` tells as 130"


def test_a_long_heading_pushes_nothing_off_the_screen(two: list[Exercise]) -> None:
    screen = Scripted([two[0].best], height=24)
    practice.ExerciseTable(two[0], "Jaunty Jalopies, exercise 1 of 13", screen).choose()
    assert len(screen.prompts[0]) > 80
    assert screen.height == 22


def test_the_tab_key_completes_what_may_be_done(two: list[Exercise]) -> None:
    screen = Scripted([two[0].best])
    practice.ExerciseTable(two[0], "Exercise", screen).choose()
    assert set(screen.offered[0]) == set(two[0].position().legal(two[0].seat))


def test_the_answer_says_what_is_best_and_how_sure_that_is(two: list[Exercise]) -> None:
    second = two[1]
    view = second.position().view(second.seat, log=False)
    right, told, why = answer(second, second.best, view)
    assert right.startswith(f"Right: `{second.best}`")
    assert f"Best is `{second.best}`" in told
    assert "The coach is almost certain of it" in told
    assert why.startswith("Played on by rule of thumb")
    assert next(answer(second, wrong(second), view)).startswith("Not the best")


def test_an_exercise_is_told_to_who_listens(monkeypatch: pytest.MonkeyPatch, two: list[Exercise]) -> None:
    screen = Heard(["99", two[0].best, "", wrong(two[1])])
    monkeypatch.setattr(practice, "SpokenScreen", lambda: screen)
    assert list(solve(two, 1, "Exercise", speak=True)) == [True, False]
    asked = screen.told.index("> ")
    table, after = screen.told[:asked], screen.told[asked + 1 :]
    log = two[0].position().log(two[0].seat)
    assert table[0] == aloud(in_words(two[0].position().game, log[-RECENT]))
    assert sum(line.startswith("You (you, ") for line in table) == 1
    assert table[-1].startswith(f"{len(two[0].values)}: ")
    assert after[0].startswith("There is no number 99"), "and nothing is told again"
    assert after[1] == "> "
