"""Databases of two former versions are upgraded: what runs goes on if it can, what is finished can be looked at."""

from __future__ import annotations

import asyncio
import errno
import gzip
import os
import random
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from tests.server.rooms import find, open_room, step
from tuckbox.errors import OptionError, RecordError
from tuckbox.match.match import Match
from tuckbox.match.record import Record
from tuckbox.server.admin.backup import back_up, changed, restore
from tuckbox.server.admin.commands import admin
from tuckbox.server.admin.upgrade import _Former, _run, dry_run, upgrade
from tuckbox.server.errors import StorageError
from tuckbox.server.storage.store import Store
from tuckbox.server.table.archive import read
from tuckbox.server.table.reading import read_events

pytestmark = pytest.mark.anyio

FORMER = Path(__file__).parents[1] / "former"
"""Databases and records that were made by the commits of their names, with the games as these had them."""


@pytest.fixture(name="former")
def _former(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of a former version."""
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(gzip.decompress((FORMER / f"{request.param}.sql.gz").read_bytes()).decode())
    return str(path)


def stages(address: str) -> Counter[str]:
    """How many tables there are at each stage."""
    with closing(sqlite3.connect(address)) as database:
        return Counter(stage for (stage,) in database.execute("SELECT stage FROM tables"))


@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
async def test_the_matches_of_the_release_before_go_on(former: str) -> None:
    """Its rules are known to lead to the same, as long as options say what they said then."""
    outcome = await upgrade(former, find)
    assert outcome.fates == {"adopted": 5, "kept": 2}
    assert not outcome.remarks
    assert stages(former) == {"playing": 4, "open": 1, "finished": 2}
    async with open_room(former) as room:
        for row in await room.house.store.rows("playing") + await room.house.store.rows("finished"):
            table = await room.house.tables.get(row.id)
            assert not table.state.past
            assert table.state.fault == ""
            if row.stage == "finished":
                data = await room.house.store.archive(row.id)
                archive = read(data or b"")
                assert archive is not None
                assert archive.last == table.view_model(None).steps


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
async def test_of_an_older_version_what_was_finished_stays(former: str) -> None:
    outcome = await upgrade(former, find)
    assert outcome.fates == {"adopted": 1, "ended": 5, "told": 1}  # one waits for players still
    assert stages(former) == {"open": 1, "finished": 6}
    async with open_room(former) as room:
        rows = await room.house.store.rows("finished")
        assert len(rows) == 6
        for row in rows:
            model = (await room.house.tables.get(row.id)).view_model(None)
            assert model.stage == "finished"
            assert [seat.name for seat in model.seats][:2] == ["Ann", "Bo"]
            assert model.options
        ann = await room.house.store.rows_hosted((await room.people("Zoe"))[0].id)
        assert not ann


@pytest.mark.parametrize("fault", [RecordError("it is damaged"), KeyError("a scene")])
@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
async def test_a_match_that_cannot_be_archived_ends_no_upgrade(
    former: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> bytes:
        raise fault

    monkeypatch.setattr("tuckbox.server.admin.upgrade.of_record", fails)
    outcome = await upgrade(former, find)
    assert outcome.fates == {"adopted": 5, "unreadable": 2}
    assert len(outcome.remarks) == 2


@pytest.mark.parametrize("former", ["59e9c56", "b7e06ae"], indirect=True)
async def test_a_dry_run_changes_nothing(former: str) -> None:
    before = Path(former).read_bytes(), stages(former)
    outcome = await dry_run(former, find)
    assert sum(outcome.fates.values()) == 7
    assert (Path(former).read_bytes(), stages(former)) == before


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
def test_an_upgrade_is_taken_back(former: str, tmp_path: Path) -> None:
    before = stages(former)
    target = tmp_path / "before"
    run = CliRunner().invoke(admin, ["--database", former, "upgrade", "--dry-run"])
    assert run.exit_code == 0
    assert "5 end since the rules have changed" in run.output
    assert "1 goes on by the rules of here" in run.output
    run = CliRunner().invoke(admin, ["--database", former, "upgrade", "--backup", str(target)])
    assert run.exit_code == 0, run.output
    assert stages(former) != before
    run = CliRunner().invoke(admin, ["--database", former, "restore", "--yes", str(target)])
    assert run.exit_code == 0, run.output
    assert stages(former) == before


@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
def test_a_file_is_the_same_by_its_url(former: str) -> None:
    run = CliRunner().invoke(admin, ["--database", f"sqlite:///{former}", "upgrade"])
    assert run.exit_code == 0, run.output
    assert [*Path(former).parent.glob("tables.db.before-*.sha256")]
    target = Path(former).with_name("backup")
    back_up(former, target)
    target.write_bytes(target.read_bytes() + bytes(4096))
    run = CliRunner().invoke(admin, ["--database", f"sqlite:///{target}", "check"])
    assert "this backup is not what it was when it was made" in run.output


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
def test_a_backup_restored_to_a_new_file_is_for_its_owner_alone(former: str, tmp_path: Path) -> None:
    target, new = tmp_path / "backup", tmp_path / "new.db"
    back_up(former, target)
    restore(str(new), target)
    assert new.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"A letter. " * 200, b"\0" * 4096])
@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
def test_a_backup_takes_the_place_of_a_damaged_file(former: str, damage: bytes, tmp_path: Path) -> None:
    target, before = tmp_path / "backup", stages(former)
    back_up(former, target)
    whole = Path(former).read_bytes()
    Path(former).write_bytes(damage if damage.strip(b"\0") else whole[:4096] + damage + whole[8192:])
    Path(f"{former}-wal").write_bytes(damage)
    restore(former, target)
    assert stages(former) == before


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
def test_what_is_no_backup_takes_nothing_away(former: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("A letter. " * 200)
    (tmp_path / "empty").touch()
    with closing(sqlite3.connect(tmp_path / "bookmarks")) as other:
        other.execute("CREATE TABLE pages (address TEXT)")
    with closing(sqlite3.connect(tmp_path / "migrated")) as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('0001')")
        other.commit()
    (tmp_path / "half").write_bytes(Path(former).read_bytes()[:8192])
    before = stages(former)
    for name in ("letter", "empty", "bookmarks", "migrated", "half"):
        with pytest.raises(OptionError, match="is no backup of a database of Tuckbox"):
            restore(former, tmp_path / name)
        with pytest.raises(OptionError, match="is no backup"):
            restore(str(tmp_path / "new.db"), tmp_path / name)
    assert stages(former) == before
    assert not (tmp_path / "new.db").exists()
    with pytest.raises(OptionError, match="cannot be copied"):
        back_up(str(tmp_path / "letter"), tmp_path / "backup")


@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
async def test_a_backup_is_one_file_beside_which_nothing_is_written(former: str, tmp_path: Path) -> None:
    """So it can lie where nobody can write."""
    await upgrade(former, find)
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "backup"
    back_up(former, target)
    run = await asyncio.to_thread(CliRunner().invoke, admin, ["--database", str(target), "tables"])
    assert run.exit_code == 0, run.output
    restore(str(tmp_path / "new.db"), target)
    assert sorted(path.name for path in target.parent.iterdir()) == ["backup", "backup.sha256"]
    assert not changed(target)
    with closing(sqlite3.connect(target)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)  # which needs no other file to be read


@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
async def test_a_database_on_a_disk_that_takes_nothing_more_is_backed_up(
    former: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a file system is that the kernel has made read-only; there no logs can be laid beside the database."""
    await upgrade(former, find)
    opened: list[str] = []
    connect = sqlite3.connect

    def listening(name: str | Path, **more: Any) -> Any:
        opened.append(str(name).partition("?")[2])
        return connect(name, **more)

    monkeypatch.setattr(sqlite3, "connect", listening)
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda path, mode: mode == os.R_OK)
        back_up(former, tmp_path / "first")
        Path(f"{former}-wal").touch()  # a server may be writing
        back_up(former, tmp_path / "second")
    Path(f"{former}-wal").unlink()
    back_up(former, tmp_path / "third")
    assert [how for how in opened if how] == ["immutable=1", "mode=ro", "mode=ro"]
    assert stages(str(tmp_path / "first")) == stages(former)


@pytest.mark.parametrize("former", ["59e9c56"], indirect=True)
def test_a_backup_whose_digest_cannot_be_written_is_none(
    former: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        back_up(former, tmp_path / "backup")
    assert not list(tmp_path.glob("backup*"))


async def test_nothing_is_restored_while_a_server_has_the_database(address: str, tmp_path: Path) -> None:
    (tmp_path / "backup").write_bytes(b"")
    async with open_room(address) as room:
        [ann] = await room.people("Ann")
        run = await asyncio.to_thread(
            CliRunner().invoke, admin, ["--database", address, "restore", "--yes", str(tmp_path / "backup")]
        )
        assert "open" in str(run.exception)
        assert await room.house.people.get(ann.id) == ann


@pytest.mark.postgres
@pytest.mark.parametrize("words", [["upgrade", "--backup", "before"], ["restore", "--yes", "backup"]])
async def test_nothing_is_done_beneath_servers_of_another_version(
    words: list[str], shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backup").write_bytes(b"")
    async with open_room(shared) as room:
        async with room.house.store.database.writing() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0018'")
        run = await asyncio.to_thread(CliRunner().invoke, admin, ["--database", shared, *words])
        assert str(run.exception) == "servers have this database open: stop them first"
        async with room.house.store.database.reading() as connection:
            found = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            assert found.scalars().all() == ["0018"]
    assert not (tmp_path / "before").exists()


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
def test_a_backup_that_has_changed_is_not_restored(former: str, tmp_path: Path) -> None:
    target = tmp_path / "before"
    back_up(former, target)
    target.write_bytes(target.read_bytes() + b"\0")
    with pytest.raises(OptionError, match="not what it was"):
        restore(former, target)
    with pytest.raises(OptionError, match="no backup"):
        restore(former, tmp_path / "other")


@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
async def test_what_cannot_be_replayed_is_drawn_by_the_rules_that_made_it(
    former: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The version before is installed elsewhere; here a program that answers as it would."""
    answer = {"frames": [[{"is": "Scene", "headline": "old", "status": "", "panels": []}, ["It was."]]], "places": [1, 2]}
    text = msgspec.json.encode({**answer, "record": "tuckbox 1\n"}).decode()
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\nwhile read line; do printf '%s\\n' '{text}'; done\n")
    program.chmod(0o700)
    outcome = await upgrade(former, find, str(program))
    assert outcome.fates["drawn"] == 1
    store = await Store.open(former)
    [row] = [row for row in await store.rows("finished") if row.game == "keywhiz" and row.players == 2]
    state = await read_events(store, row.id, find)
    await store.close()
    assert state.past
    assert state.kept is not None
    assert (state.kept.places, state.kept.last, state.kept.lines(1, 9, ["Ann", "Bo"])) == ([1, 2], 1, [(1, "It was.")])


@pytest.mark.parametrize("answer", ["sleep 600", "cat", "echo", "exit 1"])
@pytest.mark.parametrize("former", ["b7e06ae"], indirect=True)
async def test_a_former_version_that_does_not_answer_as_it_should_holds_no_upgrade_up(
    former: str, answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if answer == "sleep 600":
        monkeypatch.setattr("tuckbox.server.admin.upgrade.SOON", 0.1)
        monkeypatch.setattr("tuckbox.server.admin.upgrade.PATIENCE", 0.5)
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\nexec {answer}\n")
    program.chmod(0o700)
    outcome = await upgrade(former, find, str(program))
    assert outcome.fates == {"adopted": 1, "ended": 5, "told": 1}
    waited = [record.getMessage() for record in caplog.records if "waiting for" in record.getMessage()]
    assert [text.partition(" to draw table ")[0] for text in waited] == [f"waiting for {program}"] * (answer == "sleep 600")


async def test_an_upgrade_that_is_refused_leaves_no_backup(tmp_path: Path) -> None:
    options = ["--database", str(tmp_path / "house.db"), "upgrade", "--backup", str(tmp_path / "backup")]
    async with open_room(tmp_path / "house.db"):
        run = await asyncio.to_thread(CliRunner().invoke, admin, options)
        assert "another process has" in str(run.exception)
    run = await asyncio.to_thread(CliRunner().invoke, admin, [*options, "--former", str(tmp_path / "python")])
    assert "cannot be run" in str(run.exception)
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    run = await asyncio.to_thread(CliRunner().invoke, admin, options)
    assert "of a newer version of Tuckbox (schema 9999)" in str(run.exception)
    assert not list(tmp_path.glob("backup*"))


async def test_the_program_for_a_former_version_draws_what_the_rules_here_would(tmp_path: Path) -> None:
    """It runs by itself; here with the rules of now, and a match that these have played."""
    async with open_room(tmp_path / "now.db") as room:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people, options={"match": "single"})
        chance = random.Random(2)
        while await step(table, people, chance):
            pass
        key, stored, record = table.id, await room.house.store.events(table.id), table.record_text()
    async with _Former(sys.executable) as drawer:
        archive = read(await drawer.draw(key, stored) or b"")
        assert await drawer.draw(key, stored[:-1]) is None  # it is not over
    assert archive is not None
    assert archive.last == len(Record.read(record).steps)
    assert archive.scene(archive.last, ["Ann", "Bo"]) is not None


@pytest.mark.parametrize("name", ["59e9c56-whiplash", "59e9c56-keywhiz", "b7e06ae-whiplash"])
def test_records_of_former_versions_are_replayed_where_their_steps_are_legal(name: str) -> None:
    record = Record.load(FORMER / f"{name}.tuckbox")
    match = Match.from_record(record)
    assert match.rules == record.rules != match.game.hash
    assert str(match.record()) == str(record)
    assert match.commitment == record.deal.commitment(record.header)


def test_a_record_that_cannot_be_replayed_says_so_in_a_sentence() -> None:
    with pytest.raises(RecordError, match=r"it was made by other rules of Key Whiz .* cannot be played"):
        Match.load(FORMER / "b7e06ae-keywhiz.tuckbox")


@pytest.mark.postgres
async def test_what_postgresql_does_not_allow_is_told_in_a_line(shared: str) -> None:
    with pytest.raises(StorageError, match=r"^PostgreSQL says: database \"template0\" already exists\Z"):
        await _run(shared, "CREATE DATABASE template0")


async def test_no_upgrade_while_a_server_runs(tmp_path: Path) -> None:
    async with open_room(tmp_path / "house.db"):
        with pytest.raises(StorageError):
            await upgrade(str(tmp_path / "house.db"), find)
