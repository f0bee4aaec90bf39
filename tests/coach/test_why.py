"""Why an action is better: what follows it more often, from the view alone."""

from __future__ import annotations

import pytest

from tests.coach.test_hint import before
from tests.server.html.models import played
from tuckbox.coach.exercises import shipped
from tuckbox.coach.why import tempting, why
from tuckbox.definition.game import game
from tuckbox.kit.chance import Fast
from tuckbox.lessons.script import LEARNER


def test_a_card_that_makes_a_set_is_taken_to_win() -> None:
    view = before("take discard").view(LEARNER)
    take, draw = (view.game.actions.code(text) for text in ("take discard", "draw stock"))
    reasons = why(view, take, draw, seed=1, seconds=30)
    assert reasons[0].sentence == "You win the hand."
    assert reasons[0].after > reasons[0].otherwise + 0.5
    assert why(view, take, draw, seed=1, seconds=30) == reasons
    assert why(view, draw, take, seed=1, seconds=30)[0].after == reasons[0].otherwise


def test_reasons_do_not_hang_on_what_the_others_hold() -> None:
    match = before("discard 9S")
    view = match.view(LEARNER)
    twin = before("discard 9S")
    twin._state = view.redeal(Fast(5))
    assert twin.state != match.state
    best, other = view.legal[:2]
    assert why(twin.view(LEARNER), best, other, seed=2, seconds=30) == why(view, best, other, seed=2, seconds=30)


@pytest.mark.parametrize("name", ["whiplash", "keywhiz", "jalopies", "whipsaw"])
def test_every_game_gives_reasons_as_sentences_about_somebody(name: str) -> None:
    given = 0
    for steps in (12, 40, 70):
        match = played(name, 3, steps, seed=4)
        view = match.view(match.waiting[0])
        other = tempting(view, view.legal[0])
        if other is None:
            continue
        assert other in view.legal
        reasons = why(view, view.legal[0], other, seed=3)
        assert len(reasons) <= 2
        for each in reasons:
            assert "You" in each.sentence or any(name in each.sentence for name in view.names)
            assert abs(each.after - each.otherwise) >= 0.1
        given += len(reasons)
    assert given


def test_what_the_other_action_does_at_once_is_no_reason() -> None:
    """In the first exercise of Key Whiz either the door is opened or the piece on 2-4 steps, which then comes later."""
    exercise = shipped(game("keywhiz"))[0]
    view = exercise.position().view(exercise.seat, log=False)
    best, other = (view.game.actions.code(action) for action in ("open 4-11", "step 2-4"))
    assert (exercise.best, exercise.other) == ("open 4-11", "step 2-4")
    for pair in ((best, other), (other, best)):
        assert not [each for each in why(view, *pair, seed=1, seconds=30) if "You move from 2-4 to 2-5" in each.sentence]


@pytest.mark.parametrize("name", ["whiplash", "keywhiz", "jalopies", "whipsaw"])
def test_what_tempts_is_found_where_cards_of_others_are_hidden(name: str) -> None:
    """Where a rival might have bluffed, Whipsaw! weighed the backs of their cards, and there was no hint."""
    for steps in range(4, 24):
        match = played(name, 3, steps, seed=1)
        view = match.view(match.waiting[0])
        found = tempting(view, view.legal[0])
        assert found in view.legal[1:] if len(view.legal) > 1 else found is None


def test_what_tempts_does_not_hang_on_what_the_others_hold() -> None:
    match = played("whipsaw", 3, 9, seed=1)
    view = match.view(match.waiting[0])
    assert any(view.game.actions.text(action).startswith("call ") for action in view.legal)
    twin = played("whipsaw", 3, 9, seed=1)
    twin._state = view.redeal(Fast(5))
    assert twin.state != match.state
    assert tempting(twin.view(view.seat), view.legal[0]) == tempting(view, view.legal[0])


def test_an_answer_and_what_is_told_of_it_are_one_reason() -> None:
    """Whoever takes a road over builds it: both were told, and nothing else of what the choice leads to."""
    match = played("whipsaw", 3, 24, seed=2)
    view = match.view(match.waiting[0])
    other = tempting(view, view.legal[0])
    assert other is not None
    reasons = why(view, view.legal[0], other, seed=3, games=40, seconds=30)
    assert [each.sentence for each in reasons] == ["Ann takes the road over.", "You have built Bath Beach (BP2)."]


def test_where_there_is_one_action_nothing_tempts() -> None:
    view = before("key wT", "keywhiz").view(LEARNER)
    assert tempting(view, view.legal[0]) is None
