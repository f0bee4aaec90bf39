"""A table that is read again at any step is the table that was left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.table.walks import GAMES, PEOPLE, again, begun, models, walk
from tuckbox.server.errors import BrokenTable
from tuckbox.server.table import events as ev
from tuckbox.server.table.schedule import Schedule


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_read_again_at_every_step_it_looks_the_same_and_goes_on_the_same(
    game: str, players: int, options: dict[str, Any]
) -> None:
    state, first = begun(game, players, options)
    events: list[tuple[ev.Event, float]] = [(event, 1000.0) for event in first]
    asides: list[ev.Event] = [
        ev.Chatted(PEOPLE[0].id, "Ann", "hello"),
        ev.Left(1, late=True),
        ev.Returned(1),
        ev.Passes(0, True),
        ev.Resigned(1),
        ev.Sat(1, "9" * 32, "Zoe"),
    ]
    for number, (event, at) in enumerate(walk(state, seed=5, steps=70)):
        happening = [event]
        if number % 4 == 3 and asides:
            happening.append(asides.pop(0))
        for each in happening:
            state.apply(each, at)
            events.append((each, at))
        twin = again(state, events)
        assert models(twin) == models(state)
        assert twin.versions == state.versions
        assert (twin.stood_in, twin.joined) == (state.stood_in, state.joined)
        assert Schedule(twin).upcoming() == Schedule(state).upcoming()
        assert twin.match is not None
        assert state.match is not None
        assert str(twin.match.record()) == str(state.match.record())
    assert len(asides) < 6


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_it_is_known_at_which_steps_a_bot_has_decided_for_a_person(game: str, players: int, options: dict[str, Any]) -> None:
    state, _ = begun(game, players, options)
    match, driven, by_bot = state.match, False, list[bool]()
    assert match is not None
    for number, (event, at) in enumerate(walk(state, seed=3, steps=60)):
        state.apply(event, at)
        by_bot = [*by_bot[: match.steps], *[driven] * (match.steps - len(by_bot))]
        if number % 7 == 6:
            driven = not driven
            state.apply(ev.Left(1) if driven else ev.Returned(1), at)
    told = match.record().steps
    mine = {step for step, line in enumerate(told) if line.startswith("1 ")}
    assert set(state.decided_by_others(1)) & mine == {step for step in mine if by_bot[step]} != set()
    assert not set(state.decided_by_others(0)) & {step for step, line in enumerate(told) if line.startswith("0 ")}


def test_events_that_do_not_fit_are_refused() -> None:
    state, _ = begun("whiplash", 3, {})
    for wrong in (ev.Closed(), ev.Acted(0, "fly"), ev.Dealt(), ev.Undone(2), state.opened):
        twin, _ = begun("whiplash", 3, {})
        with pytest.raises(BrokenTable):
            twin.apply(wrong, 1.0)


def test_a_table_of_other_rules_keeps_its_commitment() -> None:
    state, events = begun("whiplash", 2, {})
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    changed = ev.read_event(ev.write_event(opened).replace(state.game.hash, "0" * 16))
    other = again(state, [(changed, 1.0), *((event, 1.0) for event in events[1:])])
    assert other.rules == "0" * 16
    assert other.match is not None
    assert other.commitment == other.match.commitment != state.commitment
    assert f"rules {'0' * 16}\n" in str(other.match.record())
