"""Several houses on one PostgreSQL: a table is in one of them, and goes on in another when that one ends."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.rooms import Room, act, found, open_room
from tuckbox.server.admin import keeping
from tuckbox.server.errors import Elsewhere, Moved, NotSaved
from tuckbox.server.house import House
from tuckbox.server.storage import signals

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def stand_still(house: House) -> None:
    """Give no sign of life until the others take the house to be gone."""
    assert house.owners is not None
    house.owners.stand_still()
    await asyncio.sleep(1.1)


async def loses(room: Room) -> None:
    """Wait until a house knows that it was taken to be gone."""
    assert room.house.owners is not None
    await room.house.owners._renew()
    await room.quiet()


async def test_a_table_is_with_one_house_and_all_list_it(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people)
        assert [each.id for each in (await other.house.lobby()).running] == [table.id]
        assert await other.house.people.get(people[0].id) == people[0]
        with pytest.raises(Elsewhere):
            await other.house.table(table.id)
        assert not (await other.house.tables_of(people[0]))[0].asked


async def test_matches_go_on_in_another_house_when_one_ends(shared: str) -> None:
    async with open_room(shared) as other:
        async with open_room(shared) as room:
            people = await room.people("Ann")
            table = await room.table(*people, bots=1, pace="quick")
            seen = table.view_model(people[0]).log
        assert other.house.owners is not None
        while other.house.owners.held.keys() != {table.id}:
            await asyncio.sleep(0.01)
        taken = await other.house.table(table.id)
        await other.quiet()
        assert taken.view_model(people[0]).log[: len(seen)] == seen
        await act(taken, people[0])


async def test_who_has_been_still_for_too_long_writes_and_shows_no_more(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        mover = ann if table.view_model(ann).moves else bo
        with table.watch(ann) as watch:
            await stand_still(room.house)
            taken = await found(other.house, table.id)
            with pytest.raises(NotSaved):
                await act(table, mover)
            with pytest.raises(Moved):
                await watch.changed()
            with pytest.raises(Elsewhere):
                await room.house.table(table.id)
        await act(taken, mover)


async def test_one_that_was_still_finds_out_by_itself(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        with table.watch(None) as watch:
            await stand_still(room.house)
            await found(other.house, table.id)
            await loses(room)
            with pytest.raises(Moved):
                await watch.changed()


async def test_people_have_time_to_find_a_table_that_has_moved(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo, pace="quick")
        other.clock.turn(3600)
        await stand_still(room.house)
        taken = await found(other.house, table.id)
        seat = taken.state.undecided[0]
        deadline = taken._schedule.deadline(seat)
        assert deadline is not None
        assert deadline > other.clock.now()


async def test_an_order_is_heard_without_being_looked_for(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "OFTEN", 3600.0)
    monkeypatch.setattr(signals, "SELDOM", 3600.0)
    async with open_room(shared) as room, open_room(shared) as other, keeping.opened(shared) as database:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        for each in (room, other):
            while not each.house._store.signals.listening:
                await asyncio.sleep(0.01)
        with table.watch(ann) as watch:
            await keeping.mark_person(database, ann.id, muted=True)
            with pytest.raises(Moved):
                await watch.changed()
