"""Backups, and whether what was kept is whole: bytes that have changed by themselves are found."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url

from tests.server.rooms import find, open_room, step
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.server.admin import keeping
from tuckbox.server.admin.backup import back_up, changed, digest_file
from tuckbox.server.admin.commands import admin
from tuckbox.server.admin.integrity import problems
from tuckbox.server.errors import StorageError
from tuckbox.server.storage import database as database_module
from tuckbox.server.table.commands import Chat

pytestmark = pytest.mark.anyio

SCRIBBLED = 100


@pytest.fixture(name="backup")
async def _backup(tmp_path: Path, anyio_backend: str) -> Path:
    """A backup of a house in which is played while it is made."""
    async with open_room(tmp_path / "house.db") as room:
        people = await room.people("Ann", "Bo")
        chance = random.Random(1)
        for game in ("whiplash", "bluff", "whiplash"):
            table = await room.table(*people, game=game)
            await table.do(people[0], Chat("hello"))
            for _ in range(60):
                await step(table, people, chance)
        back_up(str(tmp_path / "house.db"), tmp_path / "backup.db")
    return tmp_path / "backup.db"


async def found_in(path: Path) -> list[str]:
    """What is wrong with a database."""
    try:
        async with keeping.opened(str(path)) as database:
            return await problems(database, find)
    except StorageError as error:
        return [str(error)]


def content(path: Path) -> object:
    """All that is in a database; None if it cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
    except sqlite3.Error:
        return None


async def test_a_backup_is_whole_and_for_its_owner_alone(backup: Path) -> None:
    assert not changed(backup)
    assert await found_in(backup) == []
    assert backup.stat().st_mode & 0o077 == 0
    with pytest.raises(OptionError, match="there already"):
        back_up(str(backup), backup)
    with pytest.raises(OptionError, match="no database"):
        back_up(str(backup.with_name("none.db")), backup.with_name("b.db"))
    assert not backup.with_name("b.db").exists()


@pytest.mark.parametrize("seed", range(5))
async def test_scribbled_bytes_are_found(backup: Path, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(backup.read_bytes())
    for _ in range(SCRIBBLED):
        place = chance.randrange(len(data))
        data[place] ^= chance.randrange(1, 256)
    scribbled = backup.with_name("scribbled.db")
    scribbled.write_bytes(data)
    assert await found_in(scribbled)
    digest_file(scribbled).write_text(digest_file(backup).read_text())
    assert changed(scribbled)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE events SET data = replace(data, 'draw', 'brew') WHERE number = 9", "has changed by itself"),
        ("UPDATE events SET at = at + 1 WHERE number = 5", "has changed by itself"),
        ("DELETE FROM events WHERE number = 7", "is missing"),
        ("UPDATE parties SET name = 'Cy' WHERE name = 'Ann'", "who somebody is"),
        ("UPDATE sayings SET text = 'hullo'", "what was said"),
        ("UPDATE people SET name = 'Cy' WHERE name = 'Ann'", "name of a person"),
        ("UPDATE tables SET pace = 'quick'", "its row says otherwise"),
        ("UPDATE tables SET seats = replace(seats, 'Ann', 'Cy')", "its row says otherwise"),
        ("DELETE FROM tables", "cannot be found"),
        ("INSERT INTO reviews VALUES ('t', 0, '', 'whiplash', 1.0, '{}')", "1 table with reviews cannot be found"),
        ("INSERT INTO snapshots VALUES ('t', x'00')", "1 table with snapshots cannot be found"),
    ],
)
async def test_a_change_that_was_not_ours_is_found(backup: Path, change: str, told: str) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute(change)
        connection.commit()
    assert told in " ".join(await found_in(backup))


async def test_a_single_byte_is_found_wherever_it_means_something(backup: Path) -> None:
    data, before, chance = backup.read_bytes(), content(backup), random.Random(1)
    scribbled = backup.with_name("scribbled.db")
    harmless = ("values", "alembic_version", "processes", "owners", "orders")
    for _ in range(40):
        place = chance.randrange(len(data))
        scribbled.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        if not await found_in(scribbled):
            after = content(scribbled)
            assert isinstance(before, dict)
            assert isinstance(after, dict)
            assert {name: rows for name, rows in after.items() if name not in harmless} == {
                name: rows for name, rows in before.items() if name not in harmless
            }


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    """The check as the operator of a server runs it: as a process."""
    command = [sys.executable, "-m", "tuckbox.cli", "admin", "--database", str(path), "check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("digest", [b"", b"\xe0\xff\x00"])
def test_a_digest_that_is_none_is_told_as_a_change(digest: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    digest_file(tmp_path / "a.db").write_bytes(digest)
    assert changed(tmp_path / "a.db")


def test_the_process_ends_with_what_it_has_found(tmp_path: Path) -> None:
    asyncio.run(make_house(str(tmp_path / "a.db"), games=["whiplash"]))
    whole = checked(tmp_path / "a.db")
    assert (whole.returncode, whole.stdout) == (0, "whole\n")
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("DELETE FROM events WHERE number = 2")
        connection.commit()
    damaged = checked(tmp_path / "a.db")
    assert damaged.returncode == 1
    assert "event 2 is missing" in damaged.stdout
    assert checked(tmp_path / "none.db").returncode == 2


async def make_house(address: str, games: Sequence[str] = ("bluff", "whiplash", "bluff")) -> None:
    """A database with a table of each of these games."""
    async with open_room(address) as room:
        people = await room.people("Ann", "Bo")
        for game in games:
            await room.table(*people, game=game)


async def test_a_database_is_not_damaged_because_looking_at_it_takes_long(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_house(address, ["bluff"])
    monkeypatch.setattr(database_module, "IDLE", 500)  # enough to open it, whatever else the machine does

    def find_slowly(name: str) -> Game:
        time.sleep(0.8)
        return find(name)

    async with keeping.opened(address, patient=True) as database:
        assert await problems(database, find_slowly) == []
    if database.shared:  # a server would have lost its connection, which is no damage either
        async with keeping.opened(address) as database:
            with pytest.raises(StorageError, match="connection to the database was lost"):
                await problems(database, find_slowly)


async def test_what_happens_while_it_is_looked_at_is_no_damage(address: str) -> None:
    await make_house(address)

    async def change() -> None:
        async with keeping.opened(address) as database, database.writing() as connection:
            await connection.exec_driver_sql("UPDATE tables SET pace = 'quick'")

    def find_meanwhile(name: str) -> Game:
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(asyncio.run, change()).result()
        return find(name)

    async with keeping.opened(address, patient=True) as database:
        assert await problems(database, find_meanwhile) == []
        assert await problems(database, find)


@pytest.mark.postgres
async def test_who_may_not_read_everything_is_told_of_no_damage_but_what_may_not_be_read(shared: str) -> None:
    await make_house(shared, ["bluff"])
    async with keeping.opened(shared) as database, database.writing() as connection:
        await connection.exec_driver_sql("GRANT SELECT ON alembic_version, people TO pg_monitor")
        name = make_url(shared).database
        await connection.exec_driver_sql(f"ALTER DATABASE {name} SET role = pg_monitor")  # of which there is one everywhere
    async with keeping.opened(shared, patient=True) as database:
        with pytest.raises(StorageError, match="could not be checked: permission denied for table aversions"):
            await problems(database, find)


def test_the_command_says_it_by_its_status(backup: Path) -> None:
    runner = CliRunner()
    listed = runner.invoke(admin, ["--database", str(backup), "people"])
    assert "Ann" in listed.output
    assert runner.invoke(admin, ["--database", str(backup), "mute", "Ann"]).output == "done\n"
    assert "Ann muted" in runner.invoke(admin, ["--database", str(backup), "people", "ann"]).output
    result = runner.invoke(admin, ["--database", str(backup), "check"])
    assert result.exit_code == 1  # not what it was when it was made
    digest_file(backup).unlink()
    asked = runner.invoke(admin, ["--database", str(backup), "forget", "Bo"], input="n\n")
    assert asked.exit_code == 1
    told = runner.invoke(admin, ["--database", str(backup), "forget", "--yes", "Bo"]).output
    assert "forgotten, at 3 tables too" in told
    assert "where others have said it in a chat" in told
    assert "Bo" not in runner.invoke(admin, ["--database", str(backup), "people"]).output
    listed = runner.invoke(admin, ["--database", str(backup), "tables", "--stage", "playing"])
    assert "Ann, Somebody" in listed.output
    with closing(sqlite3.connect(backup)) as database:
        database.execute("INSERT INTO people (id, name, created, muted, banned) VALUES ('x', 'Cy', 1.0, 0, 0)")
        database.commit()
    told = runner.invoke(admin, ["--database", str(backup), "retain", "--days", "1", "--dry-run"]).output
    assert told == "0 tables and 1 person would go\n"
    assert "is one process" in str(runner.invoke(admin, ["--database", str(backup), "metrics"]).exception)
