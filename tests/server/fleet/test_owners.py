"""Several processes on one PostgreSQL: a table has one owner, and nobody else writes what happens at it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.server.fleet.gone import LEASE, stand_still
from tests.server.storage.test_journal import a_table, event, numbers
from tuckbox.server.errors import NotOurs
from tuckbox.server.fleet.owners import Owners
from tuckbox.server.storage.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@contextlib.asynccontextmanager
async def open_store(address: str, name: str, lease: float = LEASE) -> AsyncIterator[tuple[Store, Owners]]:
    """What a process has of the database."""
    store = await Store.open(address, name, lease)
    assert store.owners is not None
    try:
        yield store, store.owners
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def two(address: str, lease: float = LEASE) -> AsyncIterator[tuple[Store, Owners, Store, Owners]]:
    """Two processes; the first has opened a table."""
    async with AsyncExitStack() as stack:
        store, owners = await stack.enter_async_context(open_store(address, "one:1", lease))
        other, others = await stack.enter_async_context(open_store(address, "two:2", lease))
        await store.journal.write(("table", a_table("t", stage="playing")), event(0))
        yield store, owners, other, others


async def living(owners: Owners) -> set[str]:
    """The addresses of those who live."""
    await owners.look()
    return {peer.address for peer in owners.living}


async def test_whoever_opens_a_table_owns_it_and_the_others_find_it(shared: str) -> None:
    async with two(shared) as (store, owners, other, others):
        assert owners.held == {"t": 1}
        assert await others.claim("t") == "one:1"
        assert await others.claim("no such table") is None
        assert await others.orphans(9) == []
        with pytest.raises(NotOurs):
            await other.journal.write(event(1))
        with pytest.raises(NotOurs):
            await other.journal.write(("stage", {"key": "t", "stage": "finished", "changed": 2.0, "seats": "[]"}))
        assert await numbers(store) == [0]
        assert await living(owners) == {"one:1", "two:2"}


async def test_nobody_can_write_past_its_lease(shared: str) -> None:
    async with two(shared) as (store, owners, other, others):
        lost: list[str] = []
        owners.lost = lost.extend
        await stand_still(owners)
        assert await others.orphans(9) == ["t"]
        assert await others.claim("t") is None
        await other.journal.write(event(1))
        with pytest.raises(NotOurs):  # it knows nothing of that yet
            await store.journal.write(event(2))
        assert lost == ["t"]
        assert await numbers(store) == [0, 1]
        await owners._renew()
        assert await owners.claim("t") == "two:2"


async def test_who_was_taken_to_be_gone_keeps_what_nobody_has_claimed(shared: str) -> None:
    async with two(shared) as (store, owners, _, others):
        await store.journal.write(("table", a_table("u")))
        lost: list[str] = []
        owners.lost = lost.extend
        await stand_still(owners)
        await others.claim("u")
        await owners._renew()
        assert lost == ["u"]
        await store.journal.write(event(1))
        assert await others.claim("t") is not None


async def test_neighbours_do_not_suffer_for_a_table_that_is_lost(shared: str) -> None:
    async with two(shared) as (store, owners, _, others):
        await store.journal.write(("table", a_table("u")))
        await stand_still(owners)
        await others.claim("u")
        writes = [store.journal.write(event(1)), store.journal.write(event(0, "u")), store.journal.write(event(2))]
        assert [type(result) for result in await asyncio.gather(*writes, return_exceptions=True)] == [
            type(None), NotOurs, type(None)
        ]  # fmt: skip


async def test_a_claim_waits_for_what_is_being_written(shared: str) -> None:
    async with two(shared) as (store, owners, _, others):
        await stand_still(owners)
        async with store.database.writing() as connection:
            await owners.check(connection, {"events": [event(1)[1]]})
            claim = asyncio.create_task(others.claim("t"))
            await asyncio.sleep(0.2)
            assert not claim.done()
        assert await claim is None
        assert others.held == {"t": 2}


async def test_of_many_who_claim_at_once_one_has_it(shared: str) -> None:
    async with two(shared) as (_, owners, _, others):
        await owners.leave()
        async with open_store(shared, "three:3") as (_, third):
            found = await asyncio.gather(*(each.claim("t") for each in (others, third) for _ in range(5)))
            assert (others.held == {}) != (third.held == {})
            assert len({address for address in found if address is not None}) <= 1


async def test_who_ends_gives_its_tables_back_at_once(shared: str) -> None:
    async with two(shared) as (store, _, other, others):
        await store.close()
        assert await others.orphans(9) == ["t"]
        assert await others.claim("t") is None
        await other.journal.write(event(1))
        assert await living(others) == {"two:2"}


async def seen(owners: Owners, addresses: set[str]) -> None:
    """Wait until somebody knows that just these live."""
    heard = 0
    while {peer.address for peer in owners.living} != addresses:
        heard = await owners.looks.wait(heard, 60.0)


async def test_who_comes_and_goes_is_heard_of_at_once(shared: str) -> None:
    async with open_store(shared, "one:1") as (store, owners):
        while not store.signals.listening:
            await asyncio.sleep(0.01)
        async with open_store(shared, "two:2"):
            await seen(owners, {"one:1", "two:2"})
        await seen(owners, {"one:1"})


async def test_who_is_gone_without_a_word_is_missed_when_its_time_is_over(shared: str) -> None:
    async with two(shared, lease=0.5) as (_, owners, _, others):
        await seen(others, {"one:1", "two:2"})
        owners.stand_still()
        await seen(others, {"two:2"})
