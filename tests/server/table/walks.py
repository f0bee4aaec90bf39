"""Courses without a house: tables played by themselves, from events alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.server.rooms import find
from tuckbox.match.takeback import way_back
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table.decide import action_event, start
from tuckbox.server.table.new_table import NewTable, TableRequest
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.state import TableState, Viewer
from tuckbox.server.table.takeback import may_propose
from tuckbox.server.table.view_model import ViewModel

PEOPLE = [Person(f"{seat}" * 32, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("whiplash", 3, {"match": "race", "target": 2}),
    ("bluff", 4, {}),
    ("parcel", 2, {}),
    ("keywhiz", 3, {}),
    ("whipsaw", 3, {}),
    ("jalopies", 3, {}),
]


def begun(game: str, players: int, options: dict[str, Any]) -> tuple[TableState, list[ev.Event]]:
    """A match that has begun, and the events that led there."""
    opening = NewTable.requested(TableRequest(game, players, options, pace="quick", takeback=True), PEOPLE[0], find, 1000.0)
    for seat in range(1, players):
        opening.seat(seat, PEOPLE[seat])
    opening._add(start(opening.state))
    return opening.state, list(opening._events)


def choices(state: TableState) -> list[ev.Event]:
    """All that could happen next in the match."""
    match = state.match
    assert match is not None
    if match.between:
        return [ev.Dealt()]
    if state.window and state.all_answered:
        return [ev.Closed()]
    seats = state.undecided
    found = [action_event(state, match, seat, action) for seat in seats for action in match.actions(seat)]
    found += [ev.Undone(seat) for seat in seats if match.can_undo(seat)]
    return found + [ev.Rewound(seat, way_back(match, seat)) for seat in seats if may_propose(state, seat)]


def walk(state: TableState, seed: int, steps: int) -> Iterator[tuple[ev.Event, float]]:
    """Things to happen, one after the other, chosen by chance; each has to be applied before the next is asked for."""
    chance = random.Random(seed)
    for number in range(steps):
        if state.stage != "playing":
            return
        found = choices(state)
        seat = getattr(found[0], "seat", None)
        if seat is not None:  # everybody is asked as often, however much there is to choose from
            seat = chance.choice(sorted({event.seat for event in found}))  # type: ignore[attr-defined]
            found = [event for event in found if event.seat == seat]  # type: ignore[attr-defined]
        yield chance.choice(found), 1000.0 + number


def models(state: TableState) -> dict[Viewer, ViewModel]:
    """What each viewer sees, and an onlooker."""
    made = Presenter(state, Schedule(state))
    return {viewer: made.view_model(None if viewer is None else PEOPLE[viewer].id, (), 0) for viewer in state.viewers}


def again(state: TableState, events: list[tuple[ev.Event, float]]) -> TableState:
    """A state made anew from stored events."""
    opened = events[0][0]
    assert isinstance(opened, ev.Opened)
    fresh = TableState(state.id, state.game, opened, events[0][1])
    for event, at in events[1:]:
        fresh.apply(ev.read_event(ev.write_event(event)), at)
    return fresh
