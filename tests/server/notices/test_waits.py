"""Words about turns at tables that have left memory meanwhile; on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from tests.server.rooms import Room, open_room
from tuckbox.server.admin.keeping import close_table
from tuckbox.server.notices.quiet import Quiet
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.tables import IDLE

pytestmark = pytest.mark.anyio

Sent = list[tuple[str, str]]


@pytest.fixture(name="sent")
def _sent() -> Sent:
    """Whom messages went to, and the path they lead to."""
    return []


@pytest.fixture(name="house")
async def _house(address: str, sent: Sent, anyio_backend: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        hear(opened, sent, monkeypatch)
        yield opened


def hear(room: Room, sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let messages of a house be heard, not sent."""

    async def send(person: str, message: Mapping[str, Any]) -> int:
        sent.append((person, message["path"]))
        return 1

    monkeypatch.setattr(room.house.push, "send", send)


async def pass_time(room: Room, seconds: float) -> None:
    """Let time pass as it does, so that the house sweeps in between."""
    for _ in range(round(seconds / 30)):
        await room.turn(30)


async def quiet_till_the_hour(room: Room, *people: Person) -> None:
    """Let people want no notices in this hour, which ends in 800 seconds."""
    hour = int(room.clock.now() // 3600)
    assert (hour + 1) * 3600 - room.clock.now() == 800
    for person in people:
        await room.house.quiet.keep(person, Quiet(hour % 24, (hour + 1) % 24, "UTC"))


async def waiting_table(room: Room, ann: Person, bo: Person) -> tuple[str, str]:
    """The id of a table with days to think, and of the person it waits for."""
    table = await room.table(ann, bo, pace="days")
    [seat] = table.state.undecided
    return table.id, table.state.seats[seat].person


async def test_what_waits_is_told_when_quiet_hours_are_over_though_the_table_has_left_memory(
    house: Room, sent: Sent
) -> None:
    ann, bo = await house.people("Ann", "Bo")
    await quiet_till_the_hour(house, ann, bo)
    key, person = await waiting_table(house, ann, bo)
    await pass_time(house, 2 * IDLE)
    assert sent == []
    assert key not in house.house.tables.kept
    await pass_time(house, IDLE)
    assert sent == [(person, f"/tables/{key}")]
    assert key not in house.house.tables.kept, "nobody had to wake it for that"
    await pass_time(house, IDLE)
    assert len(sent) == 1


async def test_nobody_is_told_of_a_table_that_was_closed_meanwhile(house: Room, sent: Sent, address: str) -> None:
    ann, bo = await house.people("Ann", "Bo")
    await quiet_till_the_hour(house, ann, bo)
    key, _ = await waiting_table(house, ann, bo)
    await pass_time(house, 2 * IDLE)
    beside = await Database.beside(address)
    await close_table(beside, key)
    await beside.close()
    await pass_time(house, IDLE)
    assert sent == []


async def test_a_turn_that_came_just_before_a_restart_is_told(
    address: str, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(address) as room:
        ann, bo = await room.people("Ann", "Bo")
        key, person = await waiting_table(room, ann, bo)
        clock = room.clock
    async with open_room(address, clock) as room:
        hear(room, sent, monkeypatch)
        await room.quiet()
        if room.house.owners is not None:
            await room.house.tables.wake(key)
        await pass_time(room, 120)
        assert sent == [(person, f"/tables/{key}")]


async def test_who_is_waited_for_is_told_though_the_clock_was_set_back(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    _, person = await waiting_table(house, ann, bo)
    house.house.chores.sweep()
    waits, now = house.house.chores.waits, house.clock.now()
    assert waits.due(now) == []
    assert [each.person for each in waits.due(now - 7200)] == [person]


@pytest.mark.postgres
async def test_two_processes_tell_once(shared: str, sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room(shared) as one, open_room(shared, one.clock) as two:
        for room in (one, two):
            hear(room, sent, monkeypatch)
        ann, bo = await one.people("Ann", "Bo")
        key, person = await waiting_table(one, ann, bo)
        await pass_time(one, 90)
        waits = one.house.chores.waits.due(one.clock.now())
        assert len(waits) == 1
        assert await two.house.chores.turns.tell(waits, two.clock.now()) == 0, "as if it had been there, too"
        assert sent == [(person, f"/tables/{key}")]
        assert one.house.owners is not None
        one.house.owners._lose([key])
        one.house.chores.sweep()
        assert one.house.chores.waits.due(one.clock.now()) == []
