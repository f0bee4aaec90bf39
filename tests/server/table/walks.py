"""Courses without a house: tables played by themselves, from events alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.server.rooms import find
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table.course import Course, Viewer
from tuckbox.server.table.face import Face
from tuckbox.server.table.faces import Faces
from tuckbox.server.table.opening import Opening, Wish
from tuckbox.server.table.orders import action_event
from tuckbox.server.table.schedule import Schedule

PEOPLE = [Person(f"{seat}" * 32, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("whiplash", 3, {"match": "race", "target": 2}),
    ("bluff", 4, {}),
    ("parcel", 2, {}),
    ("keywhiz", 3, {}),
    ("whipsaw", 3, {}),
    ("jalopies", 3, {}),
]


def begun(game: str, players: int, options: dict[str, Any]) -> tuple[Course, list[ev.Event]]:
    """A match that has begun, and the events that led there."""
    opening = Opening.wished(Wish(game, players, options, pace="quick"), PEOPLE[0], find, 1000.0)
    for seat in range(1, players):
        opening.seat(seat, PEOPLE[seat])
    opening.begin()
    return opening.course, list(opening._events)


def choices(course: Course) -> list[ev.Event]:
    """All that could happen next in the match."""
    match = course.match
    assert match is not None
    if match.between:
        return [ev.Dealt()]
    if course.window and course.all_answered:
        return [ev.Closed()]
    seats = course.undecided
    found = [action_event(course, match, seat, action) for seat in seats for action in match.actions(seat)]
    return found + [ev.Undone(seat) for seat in seats if match.can_undo(seat)]


def walk(course: Course, seed: int, steps: int) -> Iterator[tuple[ev.Event, float]]:
    """Things to happen, one after the other, chosen by chance; each has to be applied before the next is asked for."""
    chance = random.Random(seed)
    for number in range(steps):
        if course.stage != "playing":
            return
        found = choices(course)
        seat = getattr(found[0], "seat", None)
        if seat is not None:  # everybody is asked as often, however much there is to choose from
            seat = chance.choice(sorted({event.seat for event in found}))  # type: ignore[attr-defined]
            found = [event for event in found if event.seat == seat]  # type: ignore[attr-defined]
        yield chance.choice(found), 1000.0 + number


def faces(course: Course) -> dict[Viewer, Face]:
    """What each viewer sees, and an onlooker."""
    made = Faces(course, Schedule(course))
    return {viewer: made.face(None if viewer is None else PEOPLE[viewer].id, (), 0) for viewer in course.viewers}


def again(course: Course, events: list[tuple[ev.Event, float]]) -> Course:
    """A course made anew from stored events."""
    opened = events[0][0]
    assert isinstance(opened, ev.Opened)
    fresh = Course(course.id, course.game, opened, events[0][1])
    for event, at in events[1:]:
        fresh.apply(ev.read_event(ev.write_event(event)), at)
    return fresh
