"""When the disk fails, the connection is lost in the wrong moment, a bot or a game goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.rooms import Room, act, read_again, room, step, stored
from tests.server.storage.test_database import BREAK_ALL
from tuckbox.engine.view import View
from tuckbox.errors import RulesError
from tuckbox.server.storage.database import read_url
from tuckbox.server.storage.errors import StorageError
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import orders
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.table import MOST_ERRANDS, RETRY, Table

pytestmark = pytest.mark.anyio


class Disk:
    """Lets the journal fail: before it has written anything, or after it has."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing, self.after, self.tries = False, False, 0
        journal = room.house._store.journal
        honest = journal._commit

        async def commit(batch: list[Any]) -> StorageError | None:
            self.tries += self.failing
            error = None if self.failing and not self.after else await honest(batch)
            return StorageError("the server cannot save just now; nothing has changed") if self.failing else error

        monkeypatch.setattr(journal, "_commit", commit)


@pytest.fixture(name="disk")
def _disk(hall: Room, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(hall, monkeypatch)


async def two(hall: Room) -> tuple[Table, Any, Any]:
    """A match of two, and who is to move."""
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    turn = table.course.match.turn or 0  # type: ignore[union-attr]
    return table, people[turn], people[1 - turn]


async def test_what_cannot_be_saved_has_not_happened(hall: Room, disk: Disk) -> None:
    table, mine, other = await two(hall)
    before = table.face(mine), table.face(other)
    disk.failing = True
    with pytest.raises(Refused) as refused:
        await act(table, mine)
    assert refused.value.code == "storage"
    assert (table.face(mine), table.face(other)) == before
    disk.failing = False
    await act(table, mine)
    assert (await read_again(hall.house, table)).count == table.course.count == len(await stored(hall.house, table))


async def test_what_was_saved_all_the_same_is_found_again(hall: Room, disk: Disk) -> None:
    """The connection is lost just after the commit: nobody can know, until the table looks."""
    table, mine, other = await two(hall)
    face = table.face(mine)
    disk.failing, disk.after = True, True
    with pytest.raises(Refused):
        await act(table, mine)
    disk.failing = False
    with pytest.raises(Refused) as stale:
        await table.do(mine, cmd.Act(face.version, face.moves[0].text))
    assert stale.value.code == "stale"
    assert table.face(other).version == face.version + 1
    assert table.course.count == len(await stored(hall.house, table))


async def test_bots_and_clocks_try_again(hall: Room, disk: Disk) -> None:
    people = await hall.people("Ann")
    table = await hall.table(*people, bots=1)
    await hall.quiet()
    hall.bots.held.clear()
    await table.do(people[0], cmd.Stand())
    count = table.course.count
    disk.failing = True
    hall.bots.held.set()
    await asyncio.sleep(0.05)
    assert table.course.count == count
    disk.failing = False
    hall.clock.turn(RETRY)
    for _ in range(500):
        await asyncio.sleep(0.001)
        if table.course.count > count:
            break
    assert table.course.count > count
    await table.do(people[0], cmd.Resign())


async def test_a_table_cannot_be_opened_without_storage(hall: Room, disk: Disk) -> None:
    (ann,) = await hall.people("Ann")
    disk.failing = True
    with pytest.raises(Refused) as refused:
        await hall.house.quick(ann, "whiplash")
    assert refused.value.code == "storage"
    disk.failing = False
    assert await hall.house.tables_of(ann) == ()


async def test_a_bot_that_fails_does_something_legal(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(level: str, view: View, seconds: float) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr(hall.bots, "choose", fail)
    people = await hall.people("Ann")
    table = await hall.table(*people, bots=1)
    await hall.quiet()
    while not table.face(people[0]).moves:
        await hall.quiet()
    await act(table, people[0])
    await act(table, people[0])
    await hall.quiet()
    assert table.face(people[0]).moves
    assert hall.house.statistics()["faults"]


async def test_a_game_that_goes_wrong_halts_its_table_alone(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mine, _ = await two(hall)
    match = table.course.match

    def fail(*_: Any) -> None:
        raise RulesError("the rule apply went wrong: the queen of hearts lies twice")

    monkeypatch.setattr(match, "play", fail)
    await act(table, mine)
    face = table.face(mine)
    assert "cannot go on" in face.fault
    assert "lies twice" not in repr(face)
    assert face.moves == ()
    with pytest.raises(Refused) as refused:
        await table.do(mine, cmd.Act(face.version, "draw stock"))
    assert refused.value.code == "fault"
    other, person, _ = await two(hall)
    await act(other, person)


async def test_a_storage_that_stays_away_is_not_asked_without_pause(hall: Room, disk: Disk) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people, pace="quick")
    turn = table.course.match.turn or 0  # type: ignore[union-attr]
    disk.failing = True
    hall.clock.turn(70)  # somebody has run out of time
    await asyncio.sleep(0.1)
    assert disk.tries == 1
    hall.clock.turn(RETRY)
    for _ in range(1000):
        await asyncio.sleep(0.001)
        if disk.tries > 1:
            break
    await asyncio.sleep(0.1)
    assert disk.tries == 2
    disk.failing = False
    hall.bots.held.clear()
    hall.clock.turn(RETRY)
    for _ in range(1000):
        await asyncio.sleep(0.001)
        if table.face(None).chairs[turn].driven:
            break
    assert any(chair.driven for chair in table.face(None).chairs)
    assert [event.kind for event in await stored(hall.house, table)].count("left") == 1
    hall.bots.held.set()


async def test_what_was_saved_but_cannot_be_followed_halts_its_table_alone(
    hall: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, mine, _ = await two(hall)
    other, person, _ = await two(hall)

    def fail(*_: Any) -> None:
        raise KeyError("queen of hearts")

    with monkeypatch.context() as patched:
        patched.setattr(table.course.match, "play", fail)
        await act(table, mine)
    face = table.face(mine)
    assert "cannot go on" in face.fault
    assert "queen" not in repr(face.fault)
    assert table.course.count == len(await stored(hall.house, table))
    with pytest.raises(Refused) as refused:
        await table.do(mine, cmd.Act(face.version, "draw stock"))
    assert refused.value.code == "fault"
    await act(other, person)


async def test_a_bot_that_wants_what_is_not_legal_does_something_else(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(level: str, view: View, seconds: float) -> int:
        return -1

    monkeypatch.setattr(hall.bots, "choose", wrong)
    people = await hall.people("Ann")
    table = await hall.table(*people, bots=1)
    for _ in range(1000):
        await asyncio.sleep(0.001)
        if table.face(people[0]).moves and not table.busy:
            break
        assert not table.course.fault
    assert table.face(people[0]).moves


async def test_one_seat_cannot_make_a_table_grow_without_end(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_FUSS", 20)
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    for _ in range(10):
        await table.do(people[0], cmd.Stand())
        await table.do(people[0], cmd.Return())
    with pytest.raises(Refused) as refused:
        await table.do(people[0], cmd.Stand())
    assert refused.value.code == "enough"
    assert not table.face(None).chairs[0].driven  # one can always come back
    await table.do(people[1], cmd.Stand())


async def test_a_full_disk_is_told_and_nothing_is_lost(hall: Room) -> None:
    table, mine, other = await two(hall)
    database = hall.house._store.database

    async def pages(most: str) -> None:
        writer = await database.connect_writer()
        found = (await writer.exec_driver_sql(f"PRAGMA max_page_count = {most}")).scalar()
        assert found
        await writer.commit()

    async def talk() -> None:
        hall.clock.turn(60)
        await pages("1")  # no more than there are now
        await table.do(other, cmd.Chat("x" * 400))

    async def fill() -> None:
        while True:
            await talk()

    with pytest.raises(Refused, match="cannot save just now") as refused:
        await fill()
    assert refused.value.code == "storage"
    before, count = table.face(mine), table.course.count
    with pytest.raises(Refused, match="cannot save just now"):
        await talk()
    assert (table.face(mine), table.course.count) == (before, count)
    await pages("4294967294")
    await act(table, mine)
    assert (await read_again(hall.house, table)).count == table.course.count == count + 1


@pytest.mark.parametrize("address", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_a_database_that_restarts_in_the_middle_of_play(address: str) -> None:
    """Whoever moves just then may be told to try again; no move is lost, and none is made twice."""
    async with room(address) as hall:
        table, mine, other = await two(hall)
        breaker = create_async_engine(read_url(address))
        acknowledged = table.course.count
        for _ in range(12):
            async with breaker.connect() as connection:
                await connection.execute(text(BREAK_ALL))
            for _ in range(2):
                with contextlib.suppress(Refused):
                    acknowledged += await step(table, [mine, other], hall.bots.chance) is not None
        await breaker.dispose()
        assert table.course.count >= acknowledged > 12
        numbers = [each.number for each in await hall.house._store.events(table.id)]
        assert numbers == list(range(table.course.count))
        assert (await read_again(hall.house, table)).versions == table.course.versions


async def test_a_flood_of_commands_is_refused(hall: Room) -> None:
    table, mine, _ = await two(hall)
    command = cmd.Act(table.face(mine).version, "fly")
    results = await asyncio.gather(*(table.do(mine, command) for _ in range(MOST_ERRANDS + 20)), return_exceptions=True)
    assert sum(isinstance(error, Refused) and error.code == "busy" for error in results) == 20


async def test_who_goes_away_while_it_is_saved_has_still_moved(hall: Room) -> None:
    table, mine, _ = await two(hall)
    count = table.course.count
    task = asyncio.create_task(act(table, mine))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await hall.quiet()
    assert table.course.count == count + 1
