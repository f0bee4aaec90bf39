"""The pages of habits and of practice: what costs nothing by chance alone, and what cannot be due."""

from __future__ import annotations

from tests.server.html.soup import read
from tuckbox.coach.habits import Habits, Mean
from tuckbox.definition.game import game
from tuckbox.server.html.habits import OfGame, habits_page
from tuckbox.server.html.practice import Stand, practice_page
from tuckbox.server.html.preferences import Visitor


def words(page: str) -> str:
    return read(page.removeprefix("<!doctype html>")).words()


def test_no_cost_is_below_nothing() -> None:
    found = Habits(5, Mean(-0.004, -0.02, 0.012), ())
    assert "All that cost you 0.0 points a game (0.0 to 1.2)." in words(
        habits_page([OfGame(game("whiplash"), found, ())], [], Visitor("Ann"))
    )


def test_an_exercise_of_a_game_that_is_not_here_is_not_told_to_be_due_where_nothing_is() -> None:
    told = words(practice_page(Stand(learnt=1, known=1, next=5.0, now=10.0), [], Visitor("Ann")))
    assert "Nothing is due" in told
    assert "is due now" not in told
    assert "You know all your exercises" not in told
