"""Databases: opened, made, brought up to date, and owned by one process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from tuckbox.errors import OptionError
from tuckbox.server.admin.backup import back_up
from tuckbox.server.errors import StorageError, Unsure
from tuckbox.server.fleet import lease
from tuckbox.server.storage import journal, spells
from tuckbox.server.storage.database import Database, brief, read_url
from tuckbox.server.storage.schema import metadata
from tuckbox.server.storage.store import Store

pytestmark = pytest.mark.anyio

BREAK_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
"""


async def test_the_migrations_lead_to_the_schema(address: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    database = await Database.open(address)
    try:
        async with database.reading() as connection:
            assert await connection.run_sync(differences) == []
    finally:
        await database.close()


async def test_it_is_opened_again_as_it_was(address: str) -> None:
    for _ in range(3):
        database = await Database.open(address)
        async with database.reading() as connection:
            assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == ["0019"]
        await database.close()


async def test_one_of_a_newer_program_is_refused_and_left_alone(address: str) -> None:
    database = await Database.open(address)
    async with database.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    for _ in range(2):
        with pytest.raises(StorageError, match=r"newer version of Tuckbox \(schema 9999\)"):
            await Database.open(address)


async def test_a_spell_in_which_the_database_is_away_is_told_once(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, why = 0.0, "the database is away"
    monkeypatch.setattr(spells, "time", SimpleNamespace(monotonic=lambda: now))
    database = await Database.open(address)

    async def told(fails: bool) -> list[str]:
        caplog.clear()
        for use in (database.reading, database.writing) * 3:
            with contextlib.suppress(StorageError):
                async with use() as connection:
                    await connection.execute(text("SELECT 1"))
                    if fails:
                        raise OSError(why)
        return [record.getMessage() for record in caplog.records]

    assert await told(False) == []
    assert await told(True) == [f"the server cannot {what}: {why}" for what in ("read what it has kept", "save")]
    assert await told(True) == []
    why = "the database is starting up"
    assert await told(True) == [f"the server cannot {what}: {why}" for what in ("read what it has kept", "save")]
    assert await told(False) == []  # where it fails now and then
    now += spells.CALM
    assert await told(False) == [f"the server can {what} again" for what in ("read what it has kept", "save")]
    assert await told(False) == []
    assert len(await told(True)) == 2
    await database.close()


@pytest.mark.parametrize("address", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_no_log_tells_what_was_looked_for(address: str, caplog: pytest.LogCaptureFixture) -> None:
    store = await Store.open(address)
    with pytest.raises(StorageError):
        await store.person("hidden\udcff")
    async with store.database.reading() as connection:
        with pytest.raises(DBAPIError) as found:
            await connection.execute(text("SELECT CAST('hidden' || name AS integer) FROM (VALUES ('x')) AS y(name)"))
    await store.close()
    told = [*(record.getMessage() for record in caplog.records), brief(found.value)]
    assert [each.partition("invalid input ")[2] for each in told] == ["for query argument $1", "syntax for type integer"]
    assert "hidden" not in str(told)


async def test_a_file_has_one_owner_at_a_time(tmp_path: Path) -> None:
    database = await Database.open(str(tmp_path / "a.db"))
    with pytest.raises(StorageError, match="one server at a time"):
        await Database.open(str(tmp_path / "a.db"))
    await database.close()
    await (await Database.open(str(tmp_path / "a.db"))).close()


@pytest.mark.parametrize("address", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_servers_share_postgresql_but_not_with_an_older_version(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "ATTEMPTS", 1)
    older = text("SELECT pg_try_advisory_lock(hashtext('tuckbox'), hashtext(current_schema()))")
    other = create_async_engine(read_url(address))
    async with other.connect() as connection:
        assert (await connection.execute(older)).scalar()
        with pytest.raises(StorageError, match="older version"):
            await Database.open(address)
    await other.dispose()
    databases = [await Database.open(address) for _ in range(2)]
    async with other.connect() as connection:
        assert not (await connection.execute(older)).scalar()
    await other.dispose()
    for database in databases:
        await database.close()


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
async def test_another_name_of_the_file_opens_no_second_database(link: Any, tmp_path: Path) -> None:
    path, other = tmp_path / "a.db", tmp_path / "elsewhere" / "b.db"
    database = await Database.open(str(path))
    other.parent.mkdir()
    link(other, path)
    program = (
        "import asyncio, sys; from tuckbox.server.storage.database import Database; asyncio.run(Database.open(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(other)], capture_output=True, text=True, check=False)
    assert "one server at a time" in done.stderr
    with pytest.raises(StorageError, match="one server at a time"):  # nor in the same process, which would lose its locks
        await Database.open(str(other))
    await database.close()
    await (await Database.open(str(other))).close()


@pytest.mark.parametrize("gone", ["a.db*", "a.db", "a.db-wal", "a.db-shm"])
@pytest.mark.parametrize("replaced", [False, True])
async def test_a_database_that_is_deleted_under_the_server_is_noticed(
    gone: str, replaced: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(str(tmp_path / "a.db"))
    await store.journal.write(("person", {"id": "a", "name": "Ann", "created": 1.0}))
    assert await store.well()
    for file in tmp_path.glob(gone):
        file.unlink()
        if replaced:
            file.touch()
    with pytest.raises(StorageError, match="nothing has changed"):
        await store.journal.write(("person", {"id": "b", "name": "Bo", "created": 1.0}))
    assert not await store.well()
    await store.close()
    assert caplog.text.count("has been deleted or replaced") == 1


async def test_what_is_saved_in_the_moment_in_which_the_log_is_deleted_is_not_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(str(tmp_path / "a.db"))
    await store.journal.write(("person", {"id": "a", "name": "Ann", "created": 1.0}))
    driver = store.database.sqlite
    assert driver is not None
    commit = driver.commit

    async def deleted_before() -> None:
        (tmp_path / "a.db-wal").unlink()
        await commit()

    monkeypatch.setattr(driver, "commit", deleted_before)
    with pytest.raises(Unsure):
        await store.journal.write(("person", {"id": "b", "name": "Bo", "created": 1.0}))
    assert not await store.well()
    await store.close()


UNTIL_NOTICED = """
import asyncio, os, signal, sys
from pathlib import Path
from tuckbox.server.storage.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    for number in range(5):
        await store.journal.write(("person", {"id": str(number), "name": "Ann", "created": 1.0}))
    for end in sys.argv[2:]:
        Path(sys.argv[1] + end).unlink()
    while await store.well():
        pass
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.parametrize("gone", [("-wal",), ("-shm",), ("-wal", "-shm")])
async def test_what_was_acknowledged_survives_deleted_logs_and_a_kill(gone: tuple[str, ...], tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    done = subprocess.run([sys.executable, "-c", UNTIL_NOTICED, path, *gone], check=False)
    assert done.returncode == -signal.SIGKILL
    database = await Database.open(path)
    async with database.reading() as connection:
        assert (await connection.execute(text("SELECT id FROM people"))).scalars().all() == list("01234")
        assert (await connection.execute(text("PRAGMA integrity_check"))).scalar() == "ok"
    await database.close()


async def test_deleted_logs_are_noticed_while_nobody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LOOK", 0.01)
    store = await Store.open(str(tmp_path / "a.db"))
    await store.journal.write(("person", {"id": "a", "name": "Ann", "created": 1.0}))
    (tmp_path / "a.db-wal").unlink()
    while people_without_logs(tmp_path / "a.db") != [("a",)]:
        await asyncio.sleep(0.01)
    await store.close()


async def test_a_command_is_told_once_why_the_database_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = str(tmp_path / "a.db")
    await (await Database.open(path)).close()
    database = await Database.beside(path)
    with pytest.raises(StorageError, match="the database fails: no such table: nowhere"):
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1 FROM nowhere"))
    assert not caplog.text
    await database.close()


async def test_a_database_is_read_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    await (await Database.open(str(path))).close()
    monkeypatch.setattr(os, "access", lambda at, mode: not Path(at).is_relative_to(tmp_path))
    database = await Database.beside(str(path))
    async with database.reading() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM people"))).scalar() == 0
        assert not [each for each in tmp_path.iterdir() if each.suffix.startswith(".db-")], "nothing is laid beside it"
    with pytest.raises(StorageError, match="readonly"):
        async with database.writing() as connection:
            await connection.execute(text("DELETE FROM people"))
    await database.close()


def people_without_logs(path: Path) -> list[tuple[str]]:
    """The ids of the people that stand in the file itself."""
    with contextlib.closing(sqlite3.connect(path.as_uri() + "?immutable=1", uri=True)) as connection:
        try:
            return connection.execute("SELECT id FROM people").fetchall()
        except sqlite3.Error:
            return []  # it has no tables yet


@pytest.fixture(name="ended")
async def _ended(anyio_backend: str) -> AsyncIterator[None]:
    """Wait in the end for the threads of connections that could not be made, as the driver does not: they call the loop."""
    before = {*threading.enumerate()}
    yield
    for thread in {*threading.enumerate()} - before:
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join)


async def test_a_full_disk_is_not_well_though_nothing_has_failed_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(str(tmp_path / "a.db"))
    assert await store.well()
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
        assert not await store.well()
        assert not await store.well()
    assert caplog.text.count("the server cannot go on for long: less than 32 MiB are left on its disk") == 1
    monkeypatch.setattr(store.journal, "saved_at", float("-inf"))
    with monkeypatch.context() as patched:
        patched.setattr(store.database, "connect_writer", None)  # it cannot be written, which nobody has tried
        assert not await store.well()
    assert await store.well()
    await store.close()


@pytest.mark.usefixtures("ended")
async def test_a_database_that_a_full_disk_keeps_from_being_opened_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    await (await Database.open(str(tmp_path / "a.db"))).close()
    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(StorageError, match="cannot be opened: disk I/O error"):
        await Database.open(str(tmp_path / "a.db"))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    for opening in (Database.open, Database.beside, Database.check_version):
        with pytest.raises(StorageError, match="cannot be opened: its disk is full"):
            await opening(str(tmp_path / "a.db"))


@pytest.mark.usefixtures("ended")
async def test_a_database_that_one_may_not_read_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    address = str(tmp_path / "a.db")
    await (await Database.open(address)).close()
    monkeypatch.setattr(sqlite3, "connect", denied)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK)  # root may read everything
    with pytest.raises(StorageError, match=f"this user may not read {address}"):
        await Database.beside(address)
    with pytest.raises(OptionError, match=f"this user may not read {address}"):
        back_up(address, tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


async def test_a_process_that_is_killed_owns_no_file_any_more(tmp_path: Path) -> None:
    address = str(tmp_path / "a.db")
    program = (
        "import asyncio, sys; from tuckbox.server.storage.database import Database\n"
        "async def main():\n    kept = await Database.open(sys.argv[1])\n    print('open', flush=True); sys.stdin.read()\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program, address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "open\n"
        with pytest.raises(StorageError, match="one server at a time"):
            await Database.open(address)
        owner.kill()
        owner.wait()
        await (await Database.open(address)).close()


async def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    database = await Database.open(str(tmp_path / "deep" / "down" / "a.db"))
    async with database.reading() as connection:
        settings = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    await database.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    database = await Database.open(str(path))
    async with database.engine.begin() as connection:
        await connection.execute(text("INSERT INTO people (id, name, created) VALUES ('a', 'Ann', 1.0)"))
    assert {file.name: file.stat().st_mode & 0o077 for file in tmp_path.glob("a.db*")} == {
        "a.db": 0, "a.db-wal": 0, "a.db-shm": 0,
    }  # fmt: skip
    await database.close()


@pytest.mark.parametrize("address", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_who_reads_and_who_writes_get_new_connections_for_broken_ones(address: str) -> None:
    store = await Store.open(address)
    await store.journal.write(("person", {"id": "a", "name": "Ann", "created": 1.0}))
    assert await store.person("a") == ("Ann", False, False, None, None)
    other = create_async_engine(read_url(address))
    async with other.connect() as connection:
        await connection.execute(text(BREAK_ALL))
    await other.dispose()
    assert await store.person("a") == ("Ann", False, False, None, None)
    await store.journal.write(("name", {"key": "a", "name": "Cy"}))
    assert await store.person("a") == ("Cy", False, False, None, None)
    await store.close()


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("A letter to a friend, not a database. " * 100)
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(str(tmp_path / "a.db"))
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError):
        await Database.open(str(tmp_path / "folder"))
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"opened: File exists: .*/file; --database names another$"):
        await Database.open(str(tmp_path / "file" / "a.db"))


async def test_a_foreign_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("CREATE TABLE events (something TEXT)")
        connection.execute("INSERT INTO events VALUES ('precious')")
    with pytest.raises(StorageError):
        await Database.open(str(tmp_path / "a.db"))
    with sqlite3.connect(tmp_path / "a.db") as connection:
        assert connection.execute("SELECT * FROM events").fetchall() == [("precious",)]
        assert [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")] == ["events"]


async def test_a_server_that_is_not_there_is_told_clearly() -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open("postgresql://nobody@127.0.0.1:1/none")


@pytest.mark.postgres
async def test_a_role_that_may_only_read_is_told_so_when_a_server_starts(shared: str) -> None:
    database = await Database.open(shared)
    async with database.writing() as connection:
        await connection.exec_driver_sql(f"ALTER DATABASE {make_url(shared).database} SET role = pg_read_all_data")
    await database.close()
    with pytest.raises(StorageError, match="cannot be used: permission denied for table processes"):
        await Store.open(shared)


@pytest.mark.parametrize("wrong", [
    "mysql://host/x", "http://host/", "", "sqlite://", ":memory:", "sqlite:///:memory:", "://", "sqlite:/x://y",
    "sqlite:///file:a.db?uri=true", "sqlite:///a.db?uri=true", "sqlite:///file:a.db", "file:a.db", "sqlite:///a.db?nolock=1",
    "postgresql://host:port/x", "postgresql://host/x?no_such_option=1", "postgresql://host:99999/x", "postgresql://host:0/x",
    "postgresql://host/x?port=99999", "postgresql://host/x?host=a,b&port=1,x", "postgresql://host/x?timeout=nan",
    "postgresql://host/x?target_session_attrs=nan", "postgresql://host/x?prepared_statement_cache_size=nan", "postgresql://host/x?statement_cache_size=1",
])  # fmt: skip
def test_addresses_of_other_things_are_refused(wrong: str) -> None:
    with pytest.raises(StorageError):
        read_url(wrong)


def test_addresses_are_files_or_urls() -> None:
    assert read_url("a b.db").database == "a b.db"
    assert read_url("a?b.db").database == "a?b.db"
    assert read_url("sqlite:////tmp/x.db").database == "/tmp/x.db"
    assert read_url("postgresql://host/x?sslmode=require").query == {"ssl": "require"}
    assert read_url("postgresql://host/x?prepared_statement_cache_size=0").query
    assert read_url("postgresql://host/x?target_session_attrs=read-write").query
    assert read_url("postgresql://host:5433/x?host=a,b&port=1,65535").port == 5433
    url = read_url("postgresql://me:secret@host/db")
    assert (url.drivername, url.host) == ("postgresql+asyncpg", "host")
    assert "secret" not in str(url)
