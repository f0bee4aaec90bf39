"""Lessons as they are played: what the learner does well, what is refused, what is allowed but not asked for."""

from __future__ import annotations

import pytest

from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError
from tuckbox.lessons.guide import Answer, Guide
from tuckbox.lessons.script import LEARNER, LessonError, lesson, lessons, read

FIRST = lesson(game("whiplash"))
ASKED = next(number for number, page in enumerate(FIRST.pages) if page.task)
TRIED = next(number for number, page in enumerate(FIRST.pages) if page.task and not page.task.allowed)


@pytest.mark.parametrize("name", installed())
def test_every_game_is_learned_to_its_last_page_by_what_the_learner_does_alone(name: str) -> None:
    for each in lessons(game(name)):
        guide, refused = Guide(each), 0
        while not guide.done:
            number, task = guide.number, guide.page.task
            if task is None:
                guide.turn()
            else:
                answer = guide.act(task.action)
                assert answer.on
                assert answer.refused is not task.allowed
                refused += answer.refused
            assert guide.number == number + 1
        assert guide.number == len(each.pages)
        assert 15 <= len(each.pages) <= 40
        assert sum(page.task is not None for page in each.pages) >= 10
    assert lessons(game(name))


@pytest.mark.parametrize("name", installed())
def test_whatever_else_the_learner_does_is_answered_and_changes_nothing(name: str) -> None:
    guide = Guide(lesson(game(name)))
    while not guide.done:
        before, number = guide.match.record(), guide.number
        task = guide.page.task
        for action in guide.match.legal(LEARNER):
            if task is None or action != task.action:
                assert guide.act(action).text
        assert guide.match.record() == before
        assert guide.number == number
        guide.turn()


def test_what_the_rules_forbid_is_refused_with_their_reason() -> None:
    guide = Guide(FIRST, ASKED)
    assert guide.act("discard 3S") == Answer("Take a card first, then put one down (WL-5.1).", refused=True)
    assert guide.number == ASKED


def test_a_forbidden_action_that_is_to_be_tried_leads_on() -> None:
    guide = Guide(FIRST, TRIED)
    steps = guide.match.steps
    assert guide.act("call 5C") == Answer("The four cards you would keep hold no three of one rank (WL-5.8).", True, True)
    assert (guide.number, guide.match.steps) == (TRIED + 1, steps)


def test_another_legal_action_is_answered_by_the_lesson_or_in_general() -> None:
    guide = Guide(FIRST, ASKED)
    task = guide.page.task
    assert task is not None
    assert guide.act("take discard").text == task.instead["take discard"]
    guide.act(task.action)
    told = "`discard 9S` is allowed, too: keeps one ace. But for this lesson go on with `discard 3S`."
    assert guide.act("discard 9S").text == told
    guide.go(TRIED)
    assert guide.act("discard 9S").text == "First try `call 5C`, and see what happens."


def test_what_another_action_is_called_is_not_said_again() -> None:
    guide = Guide(lesson(game("jalopies")))
    while "back MH" not in guide.view().legal_texts() or guide.page.task is None:
        guide.turn()
    said = guide.act("back MH").text  # whose note is "Main Highway: free"
    assert said == f"`back MH` is allowed, too: free. But for this lesson go on with `{guide.page.task.action}`."


def test_one_may_turn_to_any_page_and_back() -> None:
    guide = Guide(FIRST)
    states = []
    while not guide.done:
        states.append(guide.match.record())
        guide.turn()
    for page in (len(states) - 1, 0, TRIED):
        guide.go(page)
        assert guide.match.record() == states[page]
    with pytest.raises(OptionError, match="no page 0"):
        guide.go(-1)


def test_at_a_page_without_a_task_one_reads_on() -> None:
    guide = Guide(FIRST)
    assert guide.act("draw stock") == Answer("This is not asked for yet: read on first.")
    guide.go(len(FIRST.pages))
    assert guide.done
    with pytest.raises(OptionError, match="the lesson is over"):
        guide.turn()


def test_a_move_that_cannot_be_played_is_told_with_its_line() -> None:
    text = "lesson 1\ntitle T\nminutes 1\nrival Bo\noption dealer 1\nseed 1\n\n1 draw stock\n\nHello.\n"
    with pytest.raises(LessonError, match="line 8: 'draw stock': it is You's turn"):
        Guide(read(game("whiplash"), text))


@pytest.mark.parametrize(
    "head", ["rival Bo\noption edition 1999", "rival Bo\noption editions royal", "option dealer 1", "rival \t"]
)
def test_a_deal_that_cannot_be_made_is_an_error_of_the_lesson(head: str) -> None:
    found = read(game("whiplash"), f"lesson 1\ntitle Nothing\nminutes 1\nseed 1\n{head}\n\nRead this.\n")
    with pytest.raises(LessonError, match="line 1: "):
        Guide(found)
