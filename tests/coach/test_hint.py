"""Hints: what a good player would do, and why, from the view alone."""

from __future__ import annotations

import pytest

from tuckbox import Match
from tuckbox.coach.hint import hint
from tuckbox.definition.game import game
from tuckbox.errors import OptionError
from tuckbox.kit.chance import Fast
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, lesson


def before(action: str, name: str = "whiplash") -> Match:
    """The lesson's match where this is asked for."""
    guide = Guide(lesson(game(name)))
    while guide.page.task is None or guide.page.task.action != action:
        guide.turn()
    return guide.match


def test_a_hint_names_an_action_with_what_the_game_says_of_it() -> None:
    view = before("take discard").view(LEARNER)
    told = hint(view, view.game.scene(view), 200)
    assert told.action == "take discard"
    assert told.sentence.startswith("Try `take discard`: 7♠: you could keep four sevens (A♦ copies 7♦). It promises ")
    assert ", more than `draw stock` with " in told.sentence


def test_where_there_is_one_action_nothing_is_searched() -> None:
    view = before("key wT", "keywhiz").view(LEARNER)
    assert hint(view, view.game.scene(view)).sentence.startswith("There is nothing else to do: `key wT`: ")


def test_the_same_view_gets_the_same_hint_whatever_the_others_hold() -> None:
    match = before("discard 9S")
    view = match.view(LEARNER)
    told = hint(view, view.game.scene(view), 100)
    twin = before("discard 9S")
    twin._state = view.redeal(Fast(5))
    assert twin.state != match.state
    other = twin.view(LEARNER)
    assert hint(other, other.game.scene(other), 100) == told


def test_who_is_not_to_decide_gets_none() -> None:
    view = Match("whiplash", seed=7, dealer=0).view(0)
    with pytest.raises(OptionError, match="not to decide"):
        hint(view, view.game.scene(view))
