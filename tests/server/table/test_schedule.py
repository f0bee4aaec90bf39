"""Time at a table: decisions run out, games follow each other, matches end by the clock, and a restart hurries nobody."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from tests.server.clock import HandClock
from tests.server.rooms import Room, act, open_room, step, stored
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import events as ev
from tuckbox.server.table.clock import RealClock, sleep
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.time_controls import BETWEEN, GRACE, TIME_CONTROLS

pytestmark = pytest.mark.anyio


async def test_a_bot_takes_over_for_who_runs_out_of_time(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    await room.turn(GRACE)
    table = await room.table(*people, pace="quick")
    turn = table.state.match.turn or 0  # type: ignore[union-attr]
    assert table.view_model(None).seats[turn].deadline == room.clock.now() + 45
    assert table.view_model(None).seats[1 - turn].deadline is None
    await room.turn(44.9)
    assert not table.view_model(None).seats[turn].driven
    room.bots.held.clear()
    room.clock.turn(0.2)
    while not table.view_model(None).seats[turn].driven:
        await sleep_a_little()
    assert (await stored(room.house, table))[-1] == ev.Left(turn, late=True)
    assert table.view_model(None).seats[turn].late
    await table.do(people[turn], cmd.Return())
    assert table.view_model(None).seats[turn].deadline == room.clock.now() + 45
    assert not table.view_model(None).seats[turn].late
    room.bots.held.set()


async def sleep_a_little() -> None:
    """Let others run."""
    import asyncio

    await asyncio.sleep(0.001)


async def test_taking_back_and_doing_again_wins_no_time(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    await room.turn(GRACE)
    table = await room.table(*people, pace="quick", game="parcel")
    match = table.state.match
    assert match is not None
    turn = match.turn or 0
    deadline = table.view_model(None).seats[turn].deadline
    for _ in range(4):
        await room.turn(5)
        await act(table, people[turn])
        await table.do(people[turn], cmd.Undo(table.view_model(people[turn]).version))
    assert table.view_model(None).seats[turn].deadline == deadline


async def test_without_a_limit_nothing_runs_out(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, pace="none")
    count = table.state.count
    await room.turn(10_000)
    assert table.state.count == count
    assert all(seat.deadline is None for seat in table.view_model(None).seats)


@pytest.mark.parametrize(("pace", "waits"), [("quick", True), ("none", False)])
async def test_the_next_game_comes_by_itself_where_there_is_a_pace(room: Room, pace: str, waits: bool) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, pace=pace)
    chance = random.Random(4)
    while not table.view_model(None).between:
        await step(table, people, chance)
    model = table.view_model(None)
    assert model.next_at == (room.clock.now() + BETWEEN if waits else None)
    await room.turn(BETWEEN - 0.1)
    assert table.view_model(None).between
    await room.turn(0.2)
    assert table.view_model(None).between != waits


async def test_bots_play_a_series_to_its_end_alone(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.table(ann, bots=1, options={"target": 2})
    await table.do(ann, cmd.Resign())
    with table.watch(None):
        while table.view_model(None).stage == "playing":
            await room.turn(1)
    assert (await stored(room.house, table)).count(ev.Dealt()) >= 1
    match = table.state.match
    assert match is not None
    assert match.places is not None
    assert tuple(seat.place for seat in table.view_model(None).seats) == match.places  # a shared win, after void hands


async def test_bots_among_themselves_play_only_while_somebody_looks(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3, bots=("hard",) * 3))
    await table.do(ann, cmd.Start())
    await room.turn(100)
    count = table.state.count
    assert (room.bots.asked, table.busy) == ([], False)
    with table.watch(ann):
        while table.state.count < count + 5:
            await room.turn(1)
    await room.turn(1)
    count = table.state.count
    await room.turn(100)
    assert table.state.count == count


async def test_a_timed_match_ends_when_the_time_is_up(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options={"match": "time", "minutes": 7})
    assert table._schedule.ends_at == room.clock.now() + 7 * 60
    await room.turn(7 * 60 + 1)
    assert ev.Happened("time up") in await stored(room.house, table)
    assert table._schedule.ends_at is None
    assert table.view_model(None).stage == "playing"  # the hand in progress is finished
    chance = random.Random(1)
    while table.view_model(None).stage == "playing":
        await step(table, people, chance)
    assert (await stored(room.house, table)).count(ev.Dealt()) == 0


async def test_after_a_restart_nobody_is_hurried(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "a.db", clock) as first:
        people = await first.people("Ann", "Bo")
        await first.turn(GRACE)
        table = await first.table(*people, pace="quick")
        turn = table.state.match.turn or 0  # type: ignore[union-attr]
    clock.turn(3600)
    async with open_room(tmp_path / "a.db", clock) as second:
        await second.quiet()
        again = await second.house.tables.get(table.id)
        assert not again.view_model(None).seats[turn].driven
        assert again.view_model(None).seats[turn].deadline == clock.now() + GRACE
        await second.turn(GRACE - 1)
        assert not again.view_model(None).seats[turn].driven
        await second.turn(2)
        assert any(isinstance(event, ev.Left) for event in await stored(second.house, again))


async def test_matches_go_on_by_themselves_after_a_restart(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "a.db", clock) as first:
        (ann,) = await first.people("Ann")
        first.bots.held.clear()
        table = await first.table(ann, bots=1, options={"match": "single"})
        await table.do(ann, cmd.Resign())
        count = table.state.count
    async with open_room(tmp_path / "a.db", clock) as second:
        await second.turn(1)
        again = await second.house.tables.get(table.id)
        with again.watch(None):
            while again.view_model(None).stage == "playing":
                await second.turn(1)
        assert again.state.count > count


def test_paces_make_sense() -> None:
    for pace in TIME_CONTROLS.values():
        assert (pace.decision is None) == (pace.window_most is None)
        assert 0 < pace.window_least <= (pace.window_most or pace.window_least)


async def test_a_clock_that_is_set_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sets the machine's clock by an hour, to and fro."""
    clock, told = RealClock(), time.time
    before, called = clock.now(), asyncio.Event()
    assert abs(before - told()) < 60
    monkeypatch.setattr(time, "time", lambda: told() + 3600)
    clock.call_at(before + 3600, called.set)
    assert 0 <= clock.now() - before < 60
    await asyncio.sleep(0.01)
    assert not called.is_set()
    monkeypatch.setattr(time, "time", lambda: told() - 3600)
    clock.call_at(before, called.set)
    await asyncio.wait_for(called.wait(), 60)
    assert 0 <= clock.now() - before < 120


async def test_the_hand_clock_calls_in_order_and_not_what_was_cancelled() -> None:
    clock, heard = HandClock(), []
    for name, when in (("late", 30.0), ("soon", 10.0), ("never", 20.0)):
        alarm = clock.call_at(clock.now() + when, lambda name=name: heard.append((name, clock.now() - 1_000_000)))  # type: ignore[misc]
        if name == "never":
            alarm.cancel()
    clock.turn(25)
    assert heard == [("soon", 10.0)]
    clock.turn(5)
    assert heard[1:] == [("late", 30.0)]
    await sleep(clock, 0)


async def test_a_clock_that_was_set_back_keeps_nobody_waiting(tmp_path: Path) -> None:
    """As where a machine begins with an old time and is restarted before it knows the true one."""
    clock = HandClock()
    async with open_room(tmp_path / "tables.db", clock) as room:
        people = await room.people("Ann", "Bo", "Cy")
        table, chance = await room.table(*people, pace="quick", game="whipsaw"), random.Random(3)
        while not table.state.window:
            await step(table, people, chance)
        for _ in range(6):
            await table.do(people[0], cmd.Chat("hello"))
    async with open_room(tmp_path / "tables.db", HandClock(clock.now() - 7200)) as room:
        table = await room.house.tables.get(table.id)
        await table.do(people[0], cmd.Chat("hello again"))
        window = table.view_model(None).window
        assert window is not None
        assert window.ends is not None
        assert window.ends <= room.clock.now() + GRACE
        while table.state.window:
            asked = [person for person in people if table.view_model(person).moves]
            await act(table, asked[0]) if asked else await room.turn(TIME_CONTROLS["quick"].window_least)
        assert room.clock.now() < window.ends
        deadlines = [seat.deadline for seat in table.view_model(None).seats if seat.asked]
        assert deadlines
        assert all(each is not None and each <= room.clock.now() + GRACE for each in deadlines)
