"""Nothing leaks: in a world that looks the same to a viewer their page, and what is pushed to whom, are the same."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from tests.match.worlds import redealt
from tests.server.table.walks import GAMES, begun, models, walk
from tuckbox.server.table import events as ev
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.state import TableState, Viewer


def elsewhere(state: TableState, viewer: Viewer, seed: int) -> TableState:
    """The same table in another world, which this viewer cannot tell from it."""
    twin = copy.copy(state)
    assert state.match is not None
    twin.match = redealt(state.match, viewer, seed)
    twin.seats = [replace(place) for place in state.seats]
    twin.versions, twin.answers = dict(state.versions), dict(state.answers)
    return twin


def between_worlds(state: TableState, viewer: Viewer, event: ev.Event, seed: int) -> TableState | None:
    """Another world in which the same may happen, if there is one among a few."""
    for attempt in range(6):
        twin = elsewhere(state, viewer, seed + attempt)
        match = twin.match
        assert match is not None
        done = [(event.seat, event.action)] if isinstance(event, ev.Acted | ev.Answered) else []
        if all(match.can(action, seat) for seat, action in [*twin.answers.items(), *done]):
            return twin
    return None


def comparable(state: TableState, viewer: Viewer) -> bool:
    """Whether a redeal is a whole world: the answers given in windows below the topmost, and drafts, are not in a view."""
    match = state.match
    assert match is not None
    deep = match.asking and match.state.window.depth > 1
    drafting = match.told(viewer) < match.steps
    return not deep and not drafting and not match.over


def news(state: TableState, event: ev.Event, at: float, viewer: Viewer) -> tuple[bool, Any]:
    """Whether a viewer is told of an event, and what the table will do by itself."""
    told = viewer in state.apply(event, at)
    return told, Schedule(state).upcoming()


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_faces_and_pushes_do_not_depend_on_what_is_hidden(game: str, players: int, options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(2):
        state, _ = begun(game, players, options)
        for number, (event, at) in enumerate(walk(state, seed, 30)):
            match = state.match
            assert match is not None
            twins = {}
            for viewer in state.viewers:
                if comparable(state, viewer):
                    twins[viewer] = between_worlds(state, viewer, event, 100 * seed + number)
            for viewer, twin in twins.items():
                if twin is not None:
                    assert models(twin)[viewer] == models(state)[viewer]
            told = {viewer: (viewer in shown) for shown in [state.apply(event, at)] for viewer in state.viewers}
            due = Schedule(state).upcoming()
            for viewer, twin in twins.items():
                if twin is not None:
                    pushed = news(twin, event, at, viewer)
                    assert pushed[0] == told[viewer]
                    assert (pushed[1] is None) == (due is None)
                    if due is not None and pushed[1] is not None and not state.match.over:  # type: ignore[union-attr]
                        assert pushed[1] == due
                    compared += 1
    assert compared > 40


def test_faces_hold_no_secret_of_the_deal() -> None:
    state, _ = begun("whiplash", 3, {})
    for model in models(state).values():
        told = repr(model)
        assert state.opened.secret not in told
        assert all(salt.hex() not in told for salt in state.match.source.all_salts)  # type: ignore[union-attr]
        assert model.commitment is not None


def test_another_seats_answer_is_in_no_face() -> None:
    state, _ = begun("bluff", 4, {})
    for event, at in walk(state, 1, 60):
        before = models(state)
        shown = state.apply(event, at)
        if isinstance(event, ev.Answered):
            after = models(state)
            assert shown == {event.seat}
            assert all(after[viewer] == before[viewer] for viewer in state.viewers if viewer != event.seat)
