"""The pages of habits and of practice: what costs nothing by chance alone, and what cannot be due."""

from __future__ import annotations

from tests.server.html.soup import read
from tuckbox.coach.habits import Habit, Habits, Mean
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.server.html.habits import OfGame, habits_page, told_kinds
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


def test_kinds_of_actions_are_called_as_buttons_call_them() -> None:
    """They were told in notation with articles put in: *start a door*, *terrain a card a section*."""
    whiplash, keywhiz, whipsaw = map(game, ("whiplash", "keywhiz", "whipsaw"))
    assert told_kinds(whiplash, "take discard", "draw stock") == ("Take from the pile", "Draw from the stock")
    assert told_kinds(whiplash, "discard {card}", "discard {card}") == ("Put down a card", "Put down another card")
    assert told_kinds(keywhiz, "start {door}", "choose {square}") == ("Leave Start by a door", "Go to a doorway")
    assert told_kinds(keywhiz, "key {cards}", "key {cards}") == ("Present cards", "Present other cards")
    assert told_kinds(whipsaw, "discard {card}", "draw {back}") == ("Discard a card", "Draw a back")
    assert told_kinds(whiplash, "fold", "draw stock") == ("Fold", "Draw from the stock")  # of rules that are gone


def test_every_kind_of_action_can_be_told() -> None:
    for each in map(game, installed()):
        for family in each.actions.families:
            told = " ".join(told_kinds(each, family.text, family.text))
            assert not set("{}[|]") & set(told)


def test_a_habit_is_told_with_what_is_better() -> None:
    habit = Habit("take discard", "draw stock", Mean(0.05, 0.01, 0.09), 5, ((0, 7),))
    found = Habits(5, Mean(0.05, 0.01, 0.09), (habit,))
    told = words(habits_page([OfGame(game("whiplash"), found, (("abc", 0),))], [], Visitor("Ann")))
    assert "Take from the pile ; better: Draw from the stock" in told
