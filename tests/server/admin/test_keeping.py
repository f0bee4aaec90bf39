"""What the operator of a server does, while it runs: tables closed, people muted, banned, renamed and forgotten."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tests.server.conftest import postgres
from tests.server.fleet.processes import fleet
from tests.server.rooms import Room, act, find, open_room, stored, until
from tuckbox.coach.exercises import shipped
from tuckbox.errors import OptionError
from tuckbox.server.admin import keeping
from tuckbox.server.admin.backup import back_up, changed, restore
from tuckbox.server.admin.commands import admin
from tuckbox.server.admin.integrity import problems
from tuckbox.server.errors import Moved, Refused, StorageError
from tuckbox.server.people import Person
from tuckbox.server.storage.database import read_url
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.schema import events, meetings, shared, tables
from tuckbox.server.storage.store import Store
from tuckbox.server.table.commands import Chat, Sit
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


class Looks:
    """The looks of a house for orders, and the `latest` order that one of them has found."""

    def __init__(self, store: Store) -> None:
        self._look, self.latest = store.orders, 0
        store.orders = self  # type: ignore[assignment, method-assign]

    async def __call__(self, after: int | None) -> Sequence[Any]:
        """Look."""
        found = await self._look(after)
        self.latest = max([self.latest, *(each.number for each in found)])
        return found


async def heard(room: Room) -> None:
    """Wait until the house has heard its orders."""
    looks = room.house.store.orders
    assert isinstance(looks, Looks)
    given = (await looks._look(0))[-1].number
    await until(lambda: looks.latest >= given)
    await room.quiet()


async def two(room: Room) -> tuple[Person, Person, Table]:
    """Two people at a table at which a match is played, and something has been said."""
    Looks(room.house.store)
    ann, bo = await room.people("Ann Annerson", "Bo")
    table = await room.table(ann, bo)
    await table.do(ann, Chat("my secret is safe"))
    return ann, bo, table


async def test_what_is_there_is_listed(address: str) -> None:
    async with open_room(address) as room:
        ann, _, table = await two(room)
        async with keeping.opened(address) as database:
            assert [row.id for row in await keeping.list_tables(database, "playing")] == [table.id]
            assert not await keeping.list_tables(database, "finished")
            assert [row.id for row in await keeping.list_people(database, "annER")] == [ann.id]
            assert await keeping.person_named(database, "Bo") != ann.id
            await room.people("Bo")
            for given, why in (("Bo", "several"), ("Cy", "there is no")):
                with pytest.raises(OptionError, match=why):
                    await keeping.person_named(database, given)


async def test_a_table_is_closed_under_those_who_play(address: str) -> None:
    async with open_room(address) as room:
        ann, bo, table = await two(room)
        async with keeping.opened(address) as database:
            await keeping.close_table(database, table.id)
            for mover in (ann, bo):
                if table.view_model(mover).moves:
                    with pytest.raises(Refused):
                        await act(table, mover)
            await heard(room)
            closed = await room.house.tables.get(table.id)
            assert "closed" in closed.view_model(ann).fault
            assert not closed.state.undecided
            with pytest.raises(Refused, match="closed"):
                await closed.do(bo, Chat("why?"))
            assert not (await room.house.lists.lobby()).running
            with pytest.raises(OptionError):
                await keeping.close_table(database, table.id)
            with pytest.raises(OptionError, match="no such"):
                await keeping.close_table(database, "nowhere")
            assert await problems(database, room.house._find) == []


async def test_people_are_muted_and_banned_at_once(address: str) -> None:
    async with open_room(address) as room:
        ann, _, table = await two(room)
        async with keeping.opened(address) as database:
            with table.watch(ann) as watch:
                await keeping.mark_person(database, ann.id, muted=True)
                await heard(room)
                with pytest.raises(Moved):
                    await watch.changed()
            muted = await room.house.people.get(ann.id)
            assert muted is not None
            with pytest.raises(Refused, match="not say"):
                await table.do(muted, Chat("me again"))
            await keeping.mark_person(database, ann.id, banned=True)
            with pytest.raises(Refused, match="banned"):
                await room.house.people.get(ann.id)
            await keeping.mark_person(database, ann.id, muted=False, banned=False)
            assert await room.house.people.get(ann.id) == ann


async def test_a_person_is_called_otherwise_everywhere(address: str) -> None:
    async with open_room(address) as room:
        ann, _, table = await two(room)
        async with keeping.opened(address) as database:
            await keeping.rename_person(database, ann.id, "Cy")
            await heard(room)
            found = (await room.house.tables.get(table.id)).view_model(None)
            assert {seat.name for seat in found.seats} == {"Cy", "Bo"}
            assert found.chat.lines[0].name == "Cy"
            assert {seat.name for seat in (await room.house.lists.lobby()).running[0].seats} == {"Cy", "Bo"}
            assert await problems(database, room.house._find) == []
            with pytest.raises(Refused):
                await keeping.rename_person(database, ann.id, "\x00")


async def test_names_and_ids_stand_in_no_event(address: str) -> None:
    async with open_room(address) as room:
        ann, bo, table = await two(room)
        async with keeping.opened(address) as database, database.reading() as connection:
            kept = " ".join((await connection.execute(select(events.c.data))).scalars())
        assert '"kind":"acted"' in kept or '"kind":"started"' in kept
        for secret in (ann.id, bo.id, ann.name, '"Bo"', "my secret"):
            assert secret not in kept
        read = str(await stored(room.house, table))
        for secret in (ann.id, bo.id, ann.name, "my secret"):
            assert secret in read


async def test_whoever_is_forgotten_is_nowhere_any_more(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with open_room(path) as room:
        ann, bo, table = await two(room)
        other = await room.table(ann, bo, begun=False)
        mover = ann if table.view_model(ann).moves else bo
        await act(table, mover)
        async with keeping.opened(str(path)) as database:
            assert await keeping.forget_person(database, ann.id) == 2
            await heard(room)
            assert await problems(database, room.house._find) == []
        found = await room.house.tables.get(table.id)
        assert {seat.name for seat in found.view_model(bo).seats} == {"Somebody", "Bo"}
        assert (await room.house.tables.get(other.id)).state.seats[0].person != found.state.seats[0].person
        assert await room.house.people.get(ann.id) is None
        with pytest.raises(Refused):
            await found.do(ann, Sit(0))
    whole = b"".join(file.read_bytes() for file in tmp_path.glob("house.db*"))
    assert b"Bo" in whole
    for secret in (ann.id, ann.name, "my secret is safe"):
        assert secret.encode() not in whole


async def test_what_is_old_is_let_go(address: str) -> None:
    async with open_room(address) as room:
        ann, bo, table = await two(room)
        await room.people("Cy")
        idle = await room.table(ann, bo, begun=False)
        await room.house.exercises.add(ann, "whiplash", shipped(find("whiplash"))[0])
        async with keeping.opened(address) as database:
            assert await problems(database, room.house._find) == [], "an exercise that the game ships is of no table"
            async with database.writing() as connection:
                for key, age in (("early", 40), ("late", 20)):
                    row = {"key": key, "game": "whiplash", "made": time.time() - age * 86400, "data": ""}
                    await connection.execute(insert(shared).values(**row))
                await connection.execute(insert(meetings).values(person=ann.id, table=idle.id))
                await connection.execute(update(tables).values(changed=time.time() - 40 * 86400))
                await connection.execute(text("UPDATE people SET created = 0"))
            assert await keeping.retain(database, 50) == (0, 1)
            await room.people("Dee")
            assert await keeping.retain(database, 30, dry_run=True) == (1, 0)
            assert await keeping.retain(database, 30) == (1, 0)
            async with database.reading() as connection:
                assert (await connection.execute(select(shared.c.key))).scalars().all() == ["late"]
            await heard(room)
            with pytest.raises(Refused, match="no such table"):
                await room.house.tables.get(idle.id)
            assert (await room.house.tables.get(table.id)).view_model(ann).stage == "playing"
            assert await problems(database, room.house._find) == []


async def test_servers_write_while_much_is_let_go(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All in one transaction would lock a file of SQLite for as long as it takes."""
    monkeypatch.setattr(keeping, "AT_ONCE", 2)
    async with open_room(address) as room:
        people = await room.people("Ann", "Bo", "Cy", "Dee", "Eve")
        for person in people:
            await room.house.new_table(person, TableRequest("whiplash", 2))
        told = list[int]()

        async def noted(connection: AsyncConnection, kind: str, *subjects: str) -> None:
            told.append(len(subjects))
            await order(connection, kind, *subjects)

        monkeypatch.setattr(keeping, "order", noted)
        async with keeping.opened(address) as database:
            async with database.writing() as connection:
                await connection.execute(update(tables).values(changed=0.0))
                await connection.execute(text("UPDATE people SET created = 0"))
            assert await keeping.retain(database, 30, dry_run=True) == (5, 5)
            assert await keeping.retain(database, 30) == (5, 5)
            assert told == [2, 2, 1]
            assert await keeping.retain(database, 30) == (0, 0)


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no database"):
        async with keeping.opened(str(tmp_path / "none.db")):
            pass
    assert not list(tmp_path.iterdir())


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


@pytest.fixture(name="other")
def _other() -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    with postgres(bare=True) as found:
        yield found


@pytest.mark.postgres
@pytest.mark.skipif(not (shutil.which("pg_dump") and shutil.which("pg_restore")), reason="PostgreSQL's programs are missing")
async def test_a_backup_of_postgres_is_restored_as_it_was(shared: str, other: str, tmp_path: Path) -> None:
    async with open_room(shared) as room:
        _, _, table = await two(room)
        digest = back_up(shared, tmp_path / "backup")
        told = [each.data for each in await room.house.store.events(table.id)]
    assert digest.is_file()
    assert not changed(tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    for _ in range(2):  # into a new database, and into one that is there, as the book says
        command = ["pg_restore", "--clean", "--if-exists", "--dbname", other, str(tmp_path / "backup")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        async with keeping.opened(other) as database:
            assert await problems(database, find) == []
    store = await Store.open(other)
    assert [each.data for each in await store.events(table.id)] == told
    await store.close()
    with pytest.raises(OptionError, match=r"^pg_dump: error"):
        back_up(f"{shared}_nowhere", tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.postgres
@pytest.mark.skipif(not (shutil.which("pg_dump") and shutil.which("pg_restore")), reason="PostgreSQL's programs are missing")
async def test_a_dump_of_another_program_takes_no_database_s_place(shared: str, other: str, tmp_path: Path) -> None:
    async with open_room(shared) as room:
        await two(room)
    engine = create_async_engine(read_url(other))
    async with engine.begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE events (something TEXT)")
    await engine.dispose()
    back_up(other, tmp_path / "other")
    with pytest.raises(OptionError, match="is no backup of a database of Tuckbox"):
        restore(shared, tmp_path / "other")
    async with keeping.opened(shared) as database:
        assert await problems(database, find) == []


@pytest.mark.postgres
def test_the_metrics_of_each_process_are_told(shared: str) -> None:
    with fleet(shared, 2, lease=60.0):
        told = CliRunner().invoke(admin, ["--database", shared, "metrics"])
    assert told.exit_code == 0
    assert told.output.count("# process ") == 2
    assert told.output.count("\ntuckbox_house_tables_in_memory ") == 2


async def test_before_an_upgrade_no_tables_are_opened_and_matches_go_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUCKBOX_BORN", str(time.time() - 10))
    async with open_room(address) as room:
        ann, bo, table = await two(room)
        async with keeping.opened(address) as database:
            await keeping.drain(database, True)
        await heard(room)
        with pytest.raises(Refused, match="about to be upgraded"):
            await room.table(ann, bo)
        await act(table, ann if table.view_model(ann).moves else bo)
        async with keeping.opened(address) as database:
            await keeping.drain(database, False)
        await heard(room)
        await room.table(ann, bo)
        async with keeping.opened(address) as database:
            await keeping.drain(database, True)
    async with open_room(address) as room:  # one of the same server that was started again
        with pytest.raises(Refused, match="about to be upgraded"):
            await room.table(*await room.people("Cy", "Dee"))
    monkeypatch.setenv("TUCKBOX_BORN", str(time.time() + 10))
    async with open_room(address) as room:  # the server that comes after
        await room.table(*await room.people("Cy", "Dee"))
