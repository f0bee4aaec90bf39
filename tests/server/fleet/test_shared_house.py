"""Several houses on one PostgreSQL: a table is in one of them, and goes on in another when that one ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pkgutil import resolve_name
from typing import Any

import pytest
from sqlalchemy import text

from tests.server.fleet.gone import stand_still
from tests.server.rooms import Room, act, found, open_room
from tuckbox.server.admin import keeping
from tuckbox.server.errors import Elsewhere, Moved, NotSaved, StorageError
from tuckbox.server.fleet import signals
from tuckbox.server.fleet.owners import _RENEW, _RENEWING, Owners
from tuckbox.server.house import House

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def loses(room: Room) -> None:
    """Wait until a house knows that it was taken to be gone."""
    assert room.house.owners is not None
    await room.house.owners._renew()
    await room.quiet()


async def test_a_table_is_with_one_house_and_all_list_it(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people)
        assert [each.id for each in (await other.house.lists.lobby()).running] == [table.id]
        assert await other.house.people.get(people[0].id) == people[0]
        with pytest.raises(Elsewhere):
            await other.house.tables.get(table.id)
        assert not (await other.house.lists.tables_of(people[0]))[0].asked


async def test_matches_go_on_in_another_house_when_one_ends(shared: str) -> None:
    async with open_room(shared) as other:
        async with open_room(shared) as room:
            people = await room.people("Ann")
            table = await room.table(*people, bots=1, pace="quick")
            seen = table.view_model(people[0]).log
        assert other.house.owners is not None
        while other.house.owners.held.keys() != {table.id}:
            await asyncio.sleep(0.01)
        taken = await other.house.tables.get(table.id)
        await other.quiet()
        assert taken.view_model(people[0]).log[: len(seen)] == seen
        await act(taken, people[0])


async def test_who_has_been_still_for_too_long_writes_and_shows_no_more(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        mover = ann if table.view_model(ann).moves else bo
        with table.watch(ann) as watch:
            await stand_still(room.house.owners)
            taken = await found(other.house, table.id)
            with pytest.raises(NotSaved):
                await act(table, mover)
            with pytest.raises(Moved):
                await watch.changed()
            with pytest.raises(Elsewhere):
                await room.house.tables.get(table.id)
        await act(taken, mover)


async def test_one_that_was_still_finds_out_by_itself(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        with table.watch(None) as watch:
            await stand_still(room.house.owners)
            await found(other.house, table.id)
            await loses(room)
            with pytest.raises(Moved):
                await watch.changed()


@pytest.mark.parametrize("moment", ["tables.read_table", "table.table.Table.repair"])
async def test_a_table_that_is_lost_while_it_is_read_is_not_kept(
    shared: str, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    original = resolve_name(f"tuckbox.server.{moment}")
    reached, going = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any) -> Any:
        found = await original(*args)
        if not reached.is_set():
            reached.set()
            await going.wait()
        return found

    async with open_room(shared) as room, open_room(shared) as other:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people)
        monkeypatch.setattr(f"tuckbox.server.{moment}", slowly)
        await stand_still(room.house.owners)
        reading = asyncio.create_task(found(other.house, table.id))
        await reached.wait()
        await stand_still(other.house.owners)
        await loses(room)
        taken = await room.house.tables.get(table.id)
        await act(taken, people[taken.state.undecided[0]])
        assert other.house.owners is not None
        await other.house.owners._renew()
        going.set()
        reading.add_done_callback(lambda task: task.exception())
        with pytest.raises(Elsewhere):
            await asyncio.wait_for(other.house.tables.get(table.id), 60)
        assert table.id not in other.house.tables.known
        assert other.house.statistics()["tables_not_owned"] == 0
        reading.cancel()


async def test_a_table_that_is_not_ours_is_forgotten_whatever_we_believe(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people)
        await stand_still(room.house.owners)
        await found(other.house, table.id)
        assert room.house.owners is not None
        del room.house.owners.held[table.id]
        assert room.house.statistics()["tables_not_owned"] == 1
        with table.watch(None) as watch:
            with pytest.raises(NotSaved):
                await act(table, people[table.state.undecided[0]])
            with pytest.raises(Moved):
                await watch.changed()
        assert room.house.statistics()["tables_not_owned"] == 0
        with pytest.raises(Elsewhere):
            await room.house.tables.get(table.id)


async def test_who_comes_to_a_table_that_has_just_gone_is_sent_away(shared: str) -> None:
    async with open_room(shared) as room:
        table = await room.table(*await room.people("Ann", "Bo"))
        table.dismiss()
        with table.watch(None) as watch, pytest.raises(Moved):
            await asyncio.wait_for(watch.changed(), 60)


@contextlib.contextmanager
def answered_late(owners: Owners, going: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a house hear of what it has committed beside its journal only when it may."""
    writing = owners._database.writing

    @contextlib.asynccontextmanager
    async def slowly() -> AsyncIterator[Any]:
        async with writing() as connection:
            yield connection
        await going.wait()

    with monkeypatch.context() as patched:
        patched.setattr(owners._database, "writing", slowly)
        yield


async def test_a_claim_that_is_heard_of_too_late_is_none(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        table = await room.table(*await room.people("Ann", "Bo"))
        await stand_still(room.house.owners)
        owners, others, going = room.house.owners, other.house.owners, asyncio.Event()
        assert owners is not None
        assert others is not None
        with answered_late(others, going, monkeypatch):
            claiming = asyncio.create_task(others.claim(table.id))
            while (await epochs(other.house)).get(table.id) != 2:
                await asyncio.sleep(0.05)
        await stand_still(other.house.owners)
        await owners._renew()
        assert await owners.claim(table.id) is None
        await others._renew()
        going.set()
        assert await claiming == owners.address
        assert table.id not in others.held


async def epochs(house: House) -> dict[str, int]:
    """The epochs of all tables."""
    async with house.store.database.reading() as connection:
        found = await connection.execute(text('SELECT "table", epoch FROM owners'))
        return {row["table"]: row["epoch"] for row in found.mappings()}


async def test_nobody_is_taken_to_be_gone_in_the_middle_of_a_renewal(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        table = await room.table(*await room.people("Ann", "Bo"))
        owners, others = room.house.owners, other.house.owners
        assert owners is not None
        assert others is not None
        await stand_still(owners, left=1.0)
        async with room.house.store.database.writing() as connection:
            await connection.execute(_RENEWING, {"process": owners.me})
            renewed = (await connection.execute(_RENEW, {"me": owners.me, "lease": 60.0})).first()
            assert renewed is not None
            await asyncio.sleep(1.1)  # to those who do not know of the renewal yet, it is gone
            claiming = asyncio.create_task(others.claim(table.id))
            await asyncio.sleep(0.2)
        assert await claiming == owners.address


async def test_a_renewal_of_which_nobody_knows_whether_it_was_saved_is_made_again(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        table = await room.table(*await room.people("Ann", "Bo"))
        await stand_still(room.house.owners)
        await found(other.house, table.id)
        owners = room.house.owners
        assert owners is not None
        writing = owners._database.writing

        @contextlib.asynccontextmanager
        async def cut_off() -> AsyncIterator[Any]:
            async with writing() as connection:
                yield connection
            raise StorageError("the connection was lost")

        with monkeypatch.context() as patched:
            patched.setattr(owners._database, "writing", cut_off)
            with pytest.raises(StorageError):
                await owners._renew()
        await owners._renew()
        assert table.id not in owners.held
        assert room.house.statistics()["tables_not_owned"] == 0


async def test_after_all_have_stood_still_in_turn_each_table_is_shown_by_one_as_it_is_stored(shared: str) -> None:
    async with open_room(shared) as first, open_room(shared) as second, open_room(shared) as third:
        rooms, people = (first, second, third), await first.people("Ann", "Bo")
        tables = [(await each.table(*people)).id for each in rooms for _ in range(2)]
        for still, taker in zip(rooms, (third, first, second), strict=True):
            assert still.house.owners is not None
            before = tuple(still.house.owners.held)
            await stand_still(still.house.owners)
            for key in before:
                table = await found(taker.house, key)
                await act(table, people[table.state.undecided[0]])
            await loses(still)
        for key in tables:
            shown = [each.house.tables.known[key].state.count for each in rooms if key in each.house.tables.known]
            assert shown == [len(await first.house.store.events(key))]
        assert [each.house.statistics()["tables_not_owned"] for each in rooms] == [0, 0, 0]


async def test_a_table_that_is_written_while_its_house_is_taken_to_be_gone_is_had_after_all(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(shared) as room:
        owners = room.house.owners
        assert owners is not None
        complete = owners.complete

        def taken_to_be_gone(rows: dict[str, list[Any]]) -> int:
            life = complete(rows)
            owners._life += 1
            return life

        monkeypatch.setattr(owners, "complete", taken_to_be_gone)
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo)
        assert owners.held == {table.id: 2}
        await act(table, ann if table.view_model(ann).moves else bo)


async def test_people_have_time_to_find_a_table_that_has_moved(shared: str) -> None:
    async with open_room(shared) as room, open_room(shared) as other:
        ann, bo = await room.people("Ann", "Bo")
        table = await room.table(ann, bo, pace="quick")
        other.clock.turn(3600)
        await stand_still(room.house.owners)
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
            while not each.house.store.signals.listening:
                await asyncio.sleep(0.01)
        with table.watch(ann) as watch:
            await keeping.mark_person(database, ann.id, muted=True)
            with pytest.raises(Moved):
                await watch.changed()
