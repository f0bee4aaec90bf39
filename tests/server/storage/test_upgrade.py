"""A database that the release before has made is brought up to date, and nothing in it is lost."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, insert, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.rooms import find, open_room
from tuckbox.server.admin import keeping
from tuckbox.server.admin.backup import back_up
from tuckbox.server.admin.backup import restore as put_back
from tuckbox.server.admin.integrity import problems
from tuckbox.server.storage import database as module
from tuckbox.server.storage.database import read_url
from tuckbox.server.storage.schema import events, metadata
from tuckbox.server.storage.store import Store
from tuckbox.server.table.events import AnyEvent, Chatted, Opened, Sat, read_event

pytestmark = pytest.mark.anyio

BEFORE: dict[str, Any] = json.loads(Path(__file__).with_name("release_0.1.0.json").read_text(encoding="utf-8"))
"""All rows of a database of version 0.1.0: two tables, one of them in play, with chat, a bot and people."""


_READ: dict[str, Callable[[Any], Any]] = {"value": bytes.fromhex, "private": bool}
"""How what JSON does not know is read."""


def restore(connection: Connection) -> None:
    """Make the database as that release made it."""
    config = module._config()
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE["revision"])
    for table in metadata.sorted_tables:
        rows: list[dict[str, Any]] = BEFORE.get(table.name, [])
        for row in rows:
            connection.execute(insert(table).values({name: _READ.get(name, lambda same: same)(row[name]) for name in row}))


@pytest.fixture(name="old")
async def _old(address: str, anyio_backend: str) -> str:
    engine = create_async_engine(read_url(address))
    async with engine.begin() as connection:
        await connection.run_sync(restore)
    await engine.dispose()
    return address


def written(table: str) -> list[AnyEvent]:
    """The events of a table as that release wrote them."""
    return [read_event(row["data"]) for row in BEFORE["events"] if row["table"] == table]


async def test_nothing_is_lost(old: str) -> None:
    store = await Store.open(old)
    for row in BEFORE["tables"]:
        assert [read_event(each.data) for each in await store.events(row["id"])] == written(row["id"])
        found = await store.row(row["id"])
        assert found is not None
        assert found._asdict() == {**row, "private": bool(row["private"]), "counts": False}
    for row in BEFORE["people"]:
        assert await store.person(row["id"]) == (row["name"], False, False, None, None)
    for row in BEFORE["values"]:
        assert await store.secret(row["name"]) == bytes.fromhex(row["value"])
    await store.close()
    async with keeping.opened(old) as database:
        assert await problems(database, find) == []


async def test_people_stand_apart_from_events_then(old: str) -> None:
    kinds = Counter(type(event) for row in BEFORE["tables"] for event in written(row["id"]))
    assert min(kinds[kind] for kind in (Opened, Sat, Chatted)) > 0
    store = await Store.open(old)
    async with store.database.reading() as connection:
        kept = " ".join((await connection.execute(select(events.c.data))).scalars())
    await store.close()
    for row in BEFORE["people"]:
        assert row["id"] not in kept
        assert row["name"] not in kept
    assert "hello" not in kept


async def test_the_match_goes_on(old: str) -> None:
    async with open_room(old) as room:
        row = next(row for row in BEFORE["tables"] if row["stage"] == "playing")
        table = await room.house.tables.get(row["id"])
        assert table.state.count >= len(written(row["id"]))
        assert [line.text for line in table.state.chat] == ['hello "you"', "hello"]


async def test_a_backup_of_before_takes_the_upgrade_back_and_it_can_be_made_again(old: str, tmp_path: Path) -> None:
    if "://" in old and not (shutil.which("pg_dump") and shutil.which("pg_restore")):
        pytest.skip("PostgreSQL's programs are missing")
    back_up(old, tmp_path / "backup")
    await (await Store.open(old)).close()
    put_back(old, tmp_path / "backup")
    await test_nothing_is_lost(old)


async def test_only_our_tables_and_those_that_refer_to_them_give_way_to_a_backup(old: str, tmp_path: Path) -> None:
    if "://" not in old:
        pytest.skip("a file of SQLite is ours as a whole")
    if not (shutil.which("pg_dump") and shutil.which("pg_restore")):
        pytest.skip("PostgreSQL's programs are missing")
    back_up(old, tmp_path / "backup")
    engine = create_async_engine(read_url(old))
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE bookmarks (address TEXT)"))
        await connection.execute(text("CREATE TABLE later (person TEXT REFERENCES people (id))"))
        await connection.execute(text("CREATE TABLE latest (later TEXT, person TEXT REFERENCES people (id))"))
    put_back(old, tmp_path / "backup")
    async with engine.connect() as connection:
        found = await connection.run_sync(lambda connected: set(inspect(connected).get_table_names()))
    await engine.dispose()
    assert "bookmarks" in found
    assert not found & {"later", "latest"}
    await test_nothing_is_lost(old)
