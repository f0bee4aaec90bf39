"""Dates are those of the calendar, also where the steady clock has stood still, as while a laptop sleeps."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select

from tests.server.rooms import Room
from tuckbox.server.notices.quiet import Quiet
from tuckbox.server.storage.schema import results
from tuckbox.server.table.clock import RealClock, steady_now

pytestmark = pytest.mark.anyio

DAY = 86400.0


def test_the_real_clock_has_the_date_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    before, true = steady_now(), time.time
    monkeypatch.setattr(time, "time", lambda: true() + DAY)
    assert RealClock().date() - RealClock().now() > DAY - 60
    assert RealClock().now() - before < 60, "deadlines are where they were"


async def test_the_deal_is_that_of_the_day_after_a_sleep(room: Room) -> None:
    before = room.house.dailies.today
    room.clock.slept = 3 * DAY
    assert (room.house.dailies.today - before).days == 3


async def test_quiet_hours_end_by_the_calendar(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def send(person: str, message: object) -> int:
        told.append(person)
        return 1

    monkeypatch.setattr(room.house.push, "send", send)
    people = await room.people("Ann", "Bo")
    for person in people:
        await room.house.quiet.keep(person, Quiet(hour := int(room.clock.now() // 3600) % 24, (hour + 1) % 24, "UTC"))
    await room.table(*people, pace="days")
    for _ in range(3):
        await room.turn(30)
    assert told == []
    room.clock.slept = 3600
    await room.turn(30)
    assert len(told) == 1


async def test_a_result_has_the_date_on_which_it_came(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, options={"match": "single", "turn_cap": "40"})
    room.clock.slept = 3 * DAY
    await room.to_the_end(table, ann, bo)
    async with room.house.store.database.reading() as connection:
        dates = set((await connection.execute(select(results.c.at))).scalars())
    assert dates == {room.clock.date()}
