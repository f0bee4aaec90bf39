"""Group commit: who waits together is saved together, and nobody pays for a neighbour."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tuckbox.server.errors import Conflict, StorageError, Unsure
from tuckbox.server.storage import journal as module
from tuckbox.server.storage.store import Store

pytestmark = pytest.mark.anyio


@pytest.fixture(name="store")
async def _store(address: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    await store.journal.write(("table", a_table("t")))
    yield store
    await store.close()


def a_table(key: str, **more: Any) -> dict[str, Any]:
    """A row of a table."""
    row = {"id": key, "created": 1.0, "changed": 1.0, "stage": "open", "game": "g", "players": 2, "options": "{}"}
    return row | {"pace": "none", "private": False, "title": "", "host": "h", "seats": "[]", "counts": False} | more


def event(number: int, table: str = "t", **more: Any) -> tuple[str, dict[str, Any]]:
    """A row of an event."""
    return "events", {"table": table, "number": number, "at": 1.0, "kind": "k", "data": "{}"} | more


async def numbers(store: Store, table: str = "t") -> list[int]:
    """The events that are stored."""
    return [each.number for each in await store.events(table)]


async def test_who_waits_together_shares_a_commit(store: Store) -> None:
    before = store.journal.statistics.commits
    await asyncio.gather(*(store.journal.write(event(number)) for number in range(200)))
    assert await numbers(store) == list(range(200))
    assert store.journal.statistics.commits - before == 1
    assert store.journal.statistics.largest == 200


async def test_nobody_pays_for_a_neighbour(store: Store) -> None:
    await store.journal.write(event(3))
    writes = [store.journal.write(event(number), event(100 + number)) for number in range(6)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] * 3 + [Conflict] + [type(None)] * 2
    assert 103 not in await numbers(store)  # all of a unit or nothing
    assert len(await numbers(store)) == 11


async def test_that_a_row_is_there_already_is_no_error_of_the_server(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """As when several processes make a secret at once: this is logged, but nobody has to be woken for it."""
    caplog.set_level("INFO")
    await store.journal.write(event(0))
    with pytest.raises(Conflict):
        await store.journal.write(event(0))
    assert [record.levelname for record in caplog.records if "has failed" in record.message] == ["INFO"]


async def test_what_belongs_to_nothing_is_refused(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Conflict):
        await store.journal.write(event(0, table="nowhere"))
    assert await numbers(store, "nowhere") == []
    assert [record.levelname for record in caplog.records if "has failed" in record.message] == ["ERROR"]


async def test_a_table_and_its_events_may_come_together(store: Store) -> None:
    await store.journal.write(event(0, table="new"), ("sitter", {"person": "p", "table": "new"}), ("table", a_table("new")))
    assert await numbers(store, "new") == [0]
    assert [row.id for row in await store.rows_of("p")] == ["new"]


async def test_no_match_that_is_played_falls_out_of_a_list_for_later_ones_that_are_over(store: Store) -> None:
    for key, stage, changed in (("old", "playing", 2.0), ("new", "finished", 3.0), ("latest", "open", 4.0)):
        await store.journal.write(
            ("table", a_table(key, stage=stage, changed=changed)), ("sitter", {"person": "p", "table": key})
        )
    assert [row.id for row in await store.rows_of("p", most=2)] == ["latest", "old"]
    assert [row.id for row in await store.rows_of("p")] == ["latest", "old", "new"]


async def test_a_review_that_is_dropped_is_gone_though_it_is_saved_in_the_same_commit(store: Store) -> None:
    """As when somebody is forgotten in the moment in which a review that names them is written."""
    row = {"table": "t", "seat": 0, "person": "p", "game": "g", "at": 1.0, "data": "{}"}
    await asyncio.gather(store.journal.write(("review", row)), store.journal.write(("no reviews", {"key": "t"})))
    assert await store.review("t", 0) is None


async def test_while_the_storage_is_down_nothing_changes(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    async def down() -> Any:
        nonlocal tries
        tries += 1
        raise OperationalError("INSERT", {}, OSError("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(store.database, "connect_writer", down)
        writes = [store.journal.write(event(number)) for number in range(50)]
        results = await asyncio.gather(*writes, return_exceptions=True)
    assert all(type(result) is StorageError for result in results)
    assert "full" not in str(results[0])  # what the database says is for the log of the server
    assert "the server cannot save what happens: OSError: database or disk is full" in caplog.text
    assert caplog.text.count("database or disk is full") == 1
    assert tries == 2  # not once for each who waits
    assert await numbers(store) == []
    await store.journal.write(event(0))
    assert await numbers(store) == [0]


async def test_a_database_is_well_again_as_soon_as_it_takes_what_is_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = await store.secret("tokens")
    assert await store.well()
    with monkeypatch.context() as patched:
        patched.setattr(store.database, "connect_writer", None)
        with pytest.raises(StorageError):
            await store.journal.write(event(0))
        assert not await store.well()
    assert await store.well()
    assert await store.secret("tokens") == secret


@pytest.mark.parametrize("writers", [1, 2])
async def test_of_a_commit_that_fails_in_the_middle_nobody_says_that_nothing_has_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, writers: int
) -> None:
    dialect, driver = store.database.engine.sync_engine.dialect, store.database.sqlite
    honest = dialect.do_commit

    def lose(connection: Any) -> None:
        honest(connection)
        raise OSError("the connection is lost")

    async def lose_at_once() -> None:
        assert driver is not None
        await type(driver).commit(driver)
        raise OSError("the connection is lost")

    with monkeypatch.context() as patched:
        patched.setattr(*(dialect, "do_commit", lose) if driver is None else (driver, "commit", lose_at_once))
        writes = [store.journal.write(event(number)) for number in range(writers)]
        told = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(error) for error in told] == [Unsure] * writers
    assert "nothing has changed" not in str(told)
    assert await numbers(store) == list(range(writers))


async def test_of_a_disk_that_is_full_it_is_said_that_nothing_has_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    driver = store.database.sqlite
    if driver is None:
        pytest.skip("PostgreSQL has written its log before it commits")
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    async def commit() -> None:
        raise full

    with monkeypatch.context() as patched:
        patched.setattr(driver, "commit", commit)
        with pytest.raises(StorageError, match="no room left to save anything; nothing has changed") as told:
            await store.journal.write(event(0))
    assert type(told.value) is StorageError
    assert "the server cannot save what happens: OperationalError: database or disk is full" in caplog.text
    assert await numbers(store) == []
    await store.journal.write(event(0))
    assert await numbers(store) == [0]


async def test_the_writer_outlives_what_nobody_has_thought_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def odd() -> Any:
        raise RuntimeError("the driver is in an odd mood")

    with monkeypatch.context() as patched:
        patched.setattr(store.database, "connect_writer", odd)
        with pytest.raises(StorageError, match="cannot save just now"):
            await store.journal.write(event(0))
    await store.journal.write(event(0))
    assert await numbers(store) == [0]


async def test_a_database_that_hangs_does_not_hold_up_the_end(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(address)
    never = asyncio.Event()
    monkeypatch.setattr(module, "CLOSING", 0.05)
    with monkeypatch.context() as patched:
        patched.setattr(store.database, "connect_writer", never.wait)
        writes = [asyncio.create_task(store.journal.write(event(number))) for number in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        writes.append(asyncio.create_task(store.journal.write(event(2))))
        await asyncio.sleep(0)
        await store.journal.close()
    assert [type(error) for error in await asyncio.gather(*writes, return_exceptions=True)] == [Unsure, Unsure, StorageError]
    await store.database.close()


async def test_a_lost_connection_is_made_again(store: Store) -> None:
    await store.journal.write(event(0))
    assert store.database.writer is not None
    await store.database.writer.invalidate()
    await store.journal.write(event(1))
    assert await numbers(store) == [0, 1]


async def test_only_so_much_may_wait(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 10)
    results = await asyncio.gather(*(store.journal.write(event(number)) for number in range(15)), return_exceptions=True)
    assert sum(isinstance(result, StorageError) for result in results) == 5
    assert len(await numbers(store)) == 10


async def test_closing_waits_for_what_is_under_way(address: str) -> None:
    store = await Store.open(address)
    await store.journal.write(("table", a_table("t")))
    writes = [asyncio.create_task(store.journal.write(event(number))) for number in range(30)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    with pytest.raises(StorageError, match="shutting down"):
        await store.journal.write(event(99))
    again = await Store.open(address)
    assert len(await numbers(again)) == 30
    await again.close()


async def test_who_goes_away_leaves_the_others_waiting(store: Store) -> None:
    writes = [asyncio.create_task(store.journal.write(event(number))) for number in range(5)]
    await asyncio.sleep(0)
    writes[2].cancel()
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in results].count(type(None)) == 4
    assert len(await numbers(store)) == 5
