"""Nothing leaks: in a world that looks the same to a viewer his page, and what is pushed to whom, are the same."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from tests.server.table.walks import GAMES, begun, faces, walk
from tuckbox.kit.chance import Fast
from tuckbox.server.table import events as ev
from tuckbox.server.table.course import Course, Viewer
from tuckbox.server.table.schedule import Schedule


def redealt(course: Course, viewer: Viewer, seed: int) -> Course:
    """The same table in another world, which this viewer cannot tell from it."""
    twin = copy.copy(course)
    match = course.match
    assert match is not None
    twin.match = other = copy.copy(match)
    twin.places = [replace(place) for place in course.places]
    twin.versions, twin.answers = dict(course.versions), dict(course.answers)
    other._entries, other._before, other._sealed = list(match._entries), match._before.copy(), dict(match._sealed)
    other._logs, other._keys = {}, {}
    other._rng = copy.copy(match._rng)
    other._state = match.view(viewer, log=False).redeal(Fast(seed))
    if match.asking:  # redealt worlds are for playouts, which ask one seat after another
        other._state.window = match._state.window.copy()
        other._state.turn = match._state.turn
    return twin


def between_worlds(course: Course, viewer: Viewer, event: ev.Event, seed: int) -> Course | None:
    """Another world in which the same may happen, if there is one among a few."""
    for attempt in range(6):
        twin = redealt(course, viewer, seed + attempt)
        match = twin.match
        assert match is not None
        done = [(event.seat, event.action)] if isinstance(event, ev.Acted | ev.Answered) else []
        if all(match.can(action, seat) for seat, action in [*twin.answers.items(), *done]):
            return twin
    return None


def comparable(course: Course, viewer: Viewer) -> bool:
    """Whether a redeal is a whole world: the answers given in windows below the topmost, and drafts, are not in a view."""
    match = course.match
    assert match is not None
    deep = match.asking and match.state.window.depth > 1
    drafting = match.told(viewer) < match.steps
    return not deep and not drafting and not match.over


def news(course: Course, event: ev.Event, at: float, viewer: Viewer) -> tuple[bool, Any]:
    """Whether a viewer is told of an event, and what the table will do by itself."""
    told = viewer in course.apply(event, at)
    return told, Schedule(course).upcoming()


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_faces_and_pushes_do_not_depend_on_what_is_hidden(game: str, players: int, options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(2):
        course, _ = begun(game, players, options)
        for number, (event, at) in enumerate(walk(course, seed, 30)):
            match = course.match
            assert match is not None
            twins = {}
            for viewer in course.viewers:
                if comparable(course, viewer):
                    twins[viewer] = between_worlds(course, viewer, event, 100 * seed + number)
            for viewer, twin in twins.items():
                if twin is not None:
                    assert faces(twin)[viewer] == faces(course)[viewer]
            told = {viewer: (viewer in shown) for shown in [course.apply(event, at)] for viewer in course.viewers}
            due = Schedule(course).upcoming()
            for viewer, twin in twins.items():
                if twin is not None:
                    pushed = news(twin, event, at, viewer)
                    assert pushed[0] == told[viewer]
                    assert (pushed[1] is None) == (due is None)
                    if due is not None and pushed[1] is not None and not course.match.over:  # type: ignore[union-attr]
                        assert pushed[1] == due
                    compared += 1
    assert compared > 40


def test_faces_hold_no_secret_of_the_deal() -> None:
    course, _ = begun("whiplash", 3, {})
    for face in faces(course).values():
        told = repr(face)
        assert course.opened.secret not in told
        assert all(salt.hex() not in told for salt in course.match.source.salts)  # type: ignore[union-attr]
        assert face.commitment is not None


def test_another_seats_answer_is_in_no_face() -> None:
    course, _ = begun("bluff", 4, {})
    for event, at in walk(course, 1, 60):
        before = faces(course)
        shown = course.apply(event, at)
        if isinstance(event, ev.Answered):
            after = faces(course)
            assert shown == {event.seat}
            assert all(after[viewer] == before[viewer] for viewer in course.viewers if viewer != event.seat)
