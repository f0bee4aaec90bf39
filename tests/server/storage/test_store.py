"""What the server asks of its database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.server.storage.test_journal import a_table, event
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.store import Store

pytestmark = pytest.mark.anyio


@pytest.fixture(name="store")
async def _store(address: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    yield store
    await store.close()


async def test_a_secret_is_made_once(address: str) -> None:
    store = await Store.open(address)
    secret = await store.secret("cookie")
    assert len(secret) == 32
    assert await store.secret("other") != secret
    await store.close()
    again = await Store.open(address)
    assert await again.secret("cookie") == secret
    await again.close()


async def test_people_keep_their_ids(store: Store) -> None:
    await store.journal.write(("person", {"id": "a", "name": "Ann Ünal", "created": 1.0}))
    assert await store.person("a") == ("Ann Ünal", False, False, None, None)
    await store.journal.write(("name", {"key": "a", "name": "Bo"}))
    assert await store.person("a") == ("Bo", False, False, None, None)
    assert await store.person("b") is None


async def test_an_order_that_is_committed_late_is_read_by_who_reads_on(store: Store) -> None:
    async def another() -> None:
        async with store.database.writing() as connection:
            await order(connection, "table", "b")
            await order(connection, "person", "c")

    async with store.database.writing() as connection:
        await order(connection, "table", "a")
        second = asyncio.create_task(another())
        await asyncio.sleep(0.3)
        found = await store.orders(0)
    await second
    found += await store.orders(found[-1].number if found else 0)
    assert [each.subject for each in found] == ["a", "b", "c"]


async def test_events_come_in_their_order(store: Store) -> None:
    await store.journal.write(("table", a_table("t")), event(2, data="c"), event(0, data="a"), event(1, data="b"))
    assert [each.data for each in await store.events("t")] == ["a", "b", "c"]
    assert [each.number for each in await store.events("t", 1)] == [1, 2]
    assert await store.events("nowhere") == []


async def test_tables_are_listed_by_stage_the_latest_first(store: Store) -> None:
    for number, (stage, private) in enumerate([("open", False), ("open", True), ("open", False), ("playing", False)]):
        await store.journal.write(("table", a_table(str(number), stage=stage, private=private, changed=float(number))))
    assert [row.id for row in await store.rows("open")] == ["2", "0"]
    assert [row.id for row in await store.rows("open", since=1.0)] == ["2"]
    assert [row.id for row in await store.rows("open", most=1)] == ["2"]
    assert await store.running() == ["3"]
    await store.journal.write(("stage", {"key": "0", "stage": "playing", "changed": 9.0, "seats": "[1]"}))
    assert await store.running() == ["0", "3"]
    row = await store.row("0")
    assert row is not None
    assert (row.stage, row.seats, row.created) == ("playing", "[1]", 1.0)
    assert await store.row("none") is None
