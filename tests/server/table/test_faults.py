"""When the disk fails, the connection is lost in the wrong moment, a bot or a game goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.rooms import Room, act, open_room, read_again, step, stored, until
from tests.server.storage.test_database import BREAK_ALL
from tuckbox.errors import RulesError
from tuckbox.server.errors import NotSaved, Refused, StorageError
from tuckbox.server.storage.database import read_url
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import decide
from tuckbox.server.table import events as ev
from tuckbox.server.table.jobs import MOST_JOBS
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.services import RETRY
from tuckbox.server.table.table import Table, event_row
from tuckbox.view.view import View

pytestmark = pytest.mark.anyio


class Disk:
    """Lets the journal fail: before it has written anything, or after it has."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing, self.after, self.tries = False, False, 0
        journal = room.house.store.journal
        honest = journal._commit

        async def commit(batch: list[Any]) -> StorageError | None:
            self.tries += self.failing
            error = None if self.failing and not self.after else await honest(batch)
            return StorageError("the server cannot save just now; nothing has changed") if self.failing else error

        monkeypatch.setattr(journal, "_commit", commit)


@pytest.fixture(name="disk")
def _disk(room: Room, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(room, monkeypatch)


async def two(room: Room) -> tuple[Table, Any, Any]:
    """A match of two, and who is to move."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    turn = table.state.match.turn or 0  # type: ignore[union-attr]
    return table, people[turn], people[1 - turn]


async def test_what_cannot_be_saved_has_not_happened(room: Room, disk: Disk) -> None:
    table, mine, other = await two(room)
    before = table.view_model(mine), table.view_model(other)
    disk.failing = True
    with pytest.raises(Refused) as refused:
        await act(table, mine)
    assert refused.value.code == "storage"
    assert (table.view_model(mine), table.view_model(other)) == before
    disk.failing = False
    await act(table, mine)
    assert (await read_again(room.house, table)).count == table.state.count == len(await stored(room.house, table))


async def test_what_was_saved_all_the_same_is_found_again(room: Room, disk: Disk) -> None:
    """The connection is lost just after the commit: nobody can know, until the table looks."""
    table, mine, other = await two(room)
    model = table.view_model(mine)
    disk.failing, disk.after = True, True
    with pytest.raises(Refused):
        await act(table, mine)
    disk.failing = False
    with pytest.raises(Refused) as stale:
        await table.do(mine, cmd.Act(model.version, model.moves[0].text))
    assert stale.value.code == "stale"
    assert table.view_model(other).version == model.version + 1
    assert table.state.count == len(await stored(room.house, table))


async def test_what_was_saved_all_the_same_stands_in_lists_too(room: Room, disk: Disk) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.house.new_table(ann, TableRequest("whiplash", 2))
    disk.failing, disk.after = True, True
    with pytest.raises(Refused):
        await table.do(bo, cmd.Sit(1))
    disk.failing = False
    await table.do(bo, cmd.Sit(1))  # they sit there already
    (row,) = await room.house.lists.tables_of(bo)
    assert [seat.name for seat in row.seats] == ["Ann", "Bo"]


async def test_a_table_that_is_not_up_to_date_is_a_fault_of_ours_and_is_brought_up_to_date(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    table, mine, _ = await two(room)
    said = ev.Chatted(mine.id, mine.name, "from elsewhere")
    await room.house.store.journal.write(("events", event_row(table.id, table.state.count, 1.0, said)))
    with pytest.raises(NotSaved, match="nothing has changed"):
        await act(table, mine)
    assert "was not up to date" in caplog.text
    assert table.id not in caplog.text
    await act(table, mine)
    assert (await read_again(room.house, table)).count == table.state.count


async def test_bots_and_clocks_try_again(room: Room, disk: Disk) -> None:
    people = await room.people("Ann")
    table = await room.table(*people, bots=1)
    await room.quiet()
    room.bots.held.clear()
    looking = contextlib.ExitStack()
    looking.enter_context(table.watch(None))  # else bots among themselves rest
    await table.do(people[0], cmd.Stand())
    count = table.state.count
    disk.failing = True
    room.bots.held.set()
    await asyncio.sleep(0.05)
    assert table.state.count == count
    disk.failing = False
    room.clock.turn(RETRY)
    await until(lambda: table.state.count > count)
    await table.do(people[0], cmd.Resign())
    looking.close()


async def test_a_table_cannot_be_opened_without_storage(room: Room, disk: Disk) -> None:
    (ann,) = await room.people("Ann")
    disk.failing = True
    with pytest.raises(Refused) as refused:
        await room.house.against_bots(ann, "whiplash")
    assert refused.value.code == "storage"
    disk.failing = False
    assert await room.house.lists.tables_of(ann) == ()


async def test_a_bot_that_fails_does_something_legal(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(level: str, view: View, seconds: float) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr(room.bots, "choose", fail)
    people = await room.people("Ann")
    table = await room.table(*people, bots=1)
    await room.quiet()
    while not table.view_model(people[0]).moves:
        await room.quiet()
    await act(table, people[0])
    await act(table, people[0])
    await room.quiet()
    assert table.view_model(people[0]).moves
    assert room.house.statistics()["faults"]


async def test_a_game_that_goes_wrong_halts_its_table_alone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mine, _ = await two(room)
    match = table.state.match

    def fail(*_: Any) -> None:
        raise RulesError("the rule apply went wrong: the queen of hearts lies twice")

    monkeypatch.setattr(match, "play", fail)
    await act(table, mine)
    model = table.view_model(mine)
    assert "cannot go on" in model.fault
    assert "lies twice" not in repr(model)
    assert model.moves == ()
    with pytest.raises(Refused) as refused:
        await table.do(mine, cmd.Act(model.version, "draw stock"))
    assert refused.value.code == "fault"
    other, person, _ = await two(room)
    await act(other, person)


async def test_a_storage_that_stays_away_is_not_asked_without_pause(room: Room, disk: Disk) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, pace="quick")
    turn = table.state.match.turn or 0  # type: ignore[union-attr]

    async def tried(times: int) -> None:
        await until(lambda: disk.tries >= times and not table.busy)
        await asyncio.sleep(0.1)
        assert disk.tries == times

    disk.failing = True
    room.clock.turn(70)  # somebody has run out of time
    await tried(1)
    room.clock.turn(RETRY)
    await tried(2)
    disk.failing = False
    room.bots.held.clear()
    room.clock.turn(RETRY)
    await until(lambda: table.view_model(None).seats[turn].driven)
    assert [event.kind for event in await stored(room.house, table)].count("left") == 1
    room.bots.held.set()


async def test_what_was_saved_but_cannot_be_followed_halts_its_table_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, mine, _ = await two(room)
    other, person, _ = await two(room)

    def fail(*_: Any) -> None:
        raise KeyError("queen of hearts")

    with monkeypatch.context() as patched:
        patched.setattr(table.state.match, "play", fail)
        await act(table, mine)
    model = table.view_model(mine)
    assert "cannot go on" in model.fault
    assert "queen" not in repr(model.fault)
    assert table.state.count == len(await stored(room.house, table))
    with pytest.raises(Refused) as refused:
        await table.do(mine, cmd.Act(model.version, "draw stock"))
    assert refused.value.code == "fault"
    await act(other, person)


async def test_a_table_that_is_halted_has_a_new_version_for_everybody(room: Room) -> None:
    table, mine, theirs = await two(room)
    viewers = (mine, theirs, None)
    before, events = [table.view_model(viewer).version for viewer in viewers], table.state.count
    table.halt("its past cannot be read")
    models = [table.view_model(viewer) for viewer in viewers]
    assert {model.fault for model in models} == {"its past cannot be read"}
    assert all(model.version > version for model, version in zip(models, before, strict=True))
    assert table.state.count == events  # nothing has happened that is stored


async def test_a_bot_that_wants_what_is_not_legal_does_something_else(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(level: str, view: View, seconds: float) -> int:
        return -1

    monkeypatch.setattr(room.bots, "choose", wrong)
    people = await room.people("Ann")
    table = await room.table(*people, bots=1)
    await until(lambda: bool(table.state.fault or (table.view_model(people[0]).moves and not table.busy)))
    assert not table.state.fault


async def test_one_seat_cannot_make_a_table_grow_without_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_FUSS", 20)
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    for _ in range(10):
        await table.do(people[0], cmd.Stand())
        await table.do(people[0], cmd.Return())
    with pytest.raises(Refused) as refused:
        await table.do(people[0], cmd.Stand())
    assert refused.value.code == "enough"
    assert not table.view_model(None).seats[0].driven  # one can always come back
    await table.do(people[1], cmd.Stand())


async def test_a_full_disk_is_told_and_nothing_is_lost(room: Room) -> None:
    table, mine, other = await two(room)
    database = room.house.store.database

    async def pages(most: str) -> None:
        writer = await database.connect_writer()
        found = (await writer.exec_driver_sql(f"PRAGMA max_page_count = {most}")).scalar()
        assert found
        await writer.commit()

    async def talk() -> None:
        room.clock.turn(60)
        await pages("1")  # no more than there are now
        await table.do(other, cmd.Chat("x" * 400))

    async def fill() -> None:
        while True:
            await talk()

    with pytest.raises(Refused, match="no room left to save") as refused:
        await fill()
    assert refused.value.code == "storage"
    before, count = table.view_model(mine), table.state.count
    with pytest.raises(Refused, match="no room left to save"):
        await talk()
    assert (table.view_model(mine), table.state.count) == (before, count)
    await pages("4294967294")
    await act(table, mine)
    assert (await read_again(room.house, table)).count == table.state.count == count + 1


@pytest.mark.parametrize("address", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_a_database_that_restarts_in_the_middle_of_play(address: str) -> None:
    """Whoever moves just then may be told to try again; no move is lost, and none is made twice."""
    async with open_room(address) as room:
        table, mine, other = await two(room)
        breaker = create_async_engine(read_url(address))
        acknowledged = table.state.count
        for _ in range(12):
            async with breaker.connect() as connection:
                await connection.execute(text(BREAK_ALL))
            for _ in range(2):
                with contextlib.suppress(Refused):
                    acknowledged += await step(table, [mine, other], room.bots.chance) is not None
        await breaker.dispose()
        assert table.state.count >= acknowledged > 12
        numbers = [each.number for each in await room.house.store.events(table.id)]
        assert numbers == list(range(table.state.count))
        assert (await read_again(room.house, table)).versions == table.state.versions


async def test_a_job_whose_work_is_given_up_leaves_the_table_as_it_was(room: Room) -> None:
    """As when the house closes while a rematch waits for a table to be read: closing this one waited for ever."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)

    async def given_up() -> None:
        raise asyncio.CancelledError

    first, second = asyncio.create_task(table.run(given_up)), asyncio.create_task(table.do(people[0], cmd.React("hello")))
    await asyncio.wait([first, second], timeout=60)
    assert first.cancelled()
    assert second.done()
    assert second.exception() is None
    assert table._jobs.owner is None


async def test_a_flood_of_commands_is_refused(room: Room) -> None:
    table, mine, _ = await two(room)
    command = cmd.Act(table.view_model(mine).version, "fly")
    results = await asyncio.gather(*(table.do(mine, command) for _ in range(MOST_JOBS + 20)), return_exceptions=True)
    assert sum(isinstance(error, Refused) and error.code == "busy" for error in results) == 20


async def test_who_goes_away_while_it_is_saved_has_still_moved(room: Room) -> None:
    table, mine, _ = await two(room)
    count = table.state.count
    task = asyncio.create_task(act(table, mine))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await room.quiet()
    assert table.state.count == count + 1
