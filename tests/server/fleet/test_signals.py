"""Signals between processes: they come at once, and whoever has missed some learns that they may have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tuckbox.server.fleet import signals as module
from tuckbox.server.fleet.signals import EventCount, Signals, notify
from tuckbox.server.storage.database import Database

pytestmark = pytest.mark.anyio


async def test_a_counter_that_advances_while_nobody_waits_is_not_missed() -> None:
    counter = EventCount()
    heard = counter.value
    counter.advance()
    counter.advance()
    assert await counter.wait(heard, 3600.0) == 2
    assert await counter.wait(2, 0.0) == 2
    waiting = [asyncio.create_task(counter.wait(2, 3600.0)) for _ in range(3)]
    await asyncio.sleep(0)
    counter.advance()
    assert await asyncio.gather(*waiting) == [3, 3, 3]


@pytest.fixture(name="database")
async def _database(of_file: str, anyio_backend: str) -> AsyncIterator[Database]:
    database = await Database.open(of_file)
    yield database
    await database.close()


async def listening(signals: Signals) -> None:
    """Wait until signals come."""
    while not signals.listening:
        await asyncio.sleep(0.01)


async def heard(words: list[str], many: int) -> list[str]:
    """Wait until so much has been heard."""
    while len(words) < many:
        await asyncio.sleep(0.01)
    return words


@pytest.mark.postgres
async def test_all_hear_what_is_told_to_all_and_one_what_is_told_to_one(database: Database) -> None:
    one, two = Signals(database, "one"), Signals(database, "two")
    words: dict[Signals, list[str]] = {one: [], two: []}
    for each, told in words.items():
        each.subscribe("news", told.append)
    for each in words:
        await listening(each)
    async with database.writing() as connection:
        await notify(connection, "news", "for you", to="two")
        await notify(connection, "strange", "words")
        await notify(connection, "news", "a b")
    assert await heard(words[one], 2) == ["", "a b"]
    assert await heard(words[two], 3) == ["", "for you", "a b"]
    await one.close()
    await two.close()


@pytest.mark.postgres
async def test_what_is_taken_back_is_not_told(database: Database) -> None:
    signals, words = Signals(database), list[str]()
    signals.subscribe("news", words.append)
    await listening(signals)
    async with database.engine.connect() as connection:
        await notify(connection, "news", "no")
        await connection.rollback()
    async with database.writing() as connection:
        await notify(connection, "news", "yes")
    assert await heard(words, 2) == ["", "yes"]
    await signals.close()


@pytest.mark.postgres
async def test_a_connection_that_is_lost_is_made_anew_and_all_look_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OFTEN", 0.01)
    signals, words = Signals(database), list[str]()
    signals.subscribe("news", words.append)
    await listening(signals)
    assert signals.patience == module.SELDOM
    async with database.writing() as connection:
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
    assert await heard(words, 2) == ["", ""]
    await listening(signals)
    async with database.writing() as connection:
        await notify(connection, "news", "again")
    assert await heard(words, 3) == ["", "", "again"]
    await signals.close()
    assert not signals.listening
    assert signals.patience == module.OFTEN
