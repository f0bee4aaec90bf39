"""Processes under play, any of which may be killed, stopped or told to end: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.server.conftest import postgres
from tests.server.fleet import Client, Fleet, Played, fleet
from tuckbox.server.storage.store import Store
from tuckbox.server.table.events import Acted, Answered, read_event

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

LEASE = 2.0
PATIENCE = 60.0
"""Seconds after which a table that does not go on is taken to have stopped."""


@pytest.fixture(name="shared")
def _shared() -> Iterator[str]:
    with postgres() as address:
        yield address


def test_what_was_done_is_compared_with_what_is_stored() -> None:
    played = Played("t", [("a", True), ("b", None), ("b", False), ("c", True)])
    assert played.agrees(["a", "b", "c"])
    assert played.agrees(["a", "c"])
    for wrong in (["a"], ["a", "b"], ["a", "b", "b", "c"], ["a", "a", "c"], ["c", "a"], ["a", "c", "c"], []):
        assert not played.agrees(wrong)


@contextlib.asynccontextmanager
async def playing(servers: Fleet, tables: int) -> AsyncIterator[list[Client]]:
    """People at tables, who play while the block lasts."""
    clients = [Client(servers, seed, by_socket=seed % 2 == 0) for seed in range(tables)]
    for client in clients:
        await client.begin()
    tasks = [asyncio.create_task(client.play()) for client in clients]
    try:
        yield clients
        assert not [task for task in tasks if task.done() and task.exception()]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def all_go_on(clients: list[Client]) -> float:
    """Wait until there has been a move at each table; how long that took."""
    began = time.monotonic()
    while waiting := [client for client in clients if client.played.moved < began and not client.played.over]:
        assert time.monotonic() < began + PATIENCE, f"{len(waiting)} tables have stopped"
        await asyncio.sleep(0.02)
    return time.monotonic() - began


async def check(address: str, clients: list[Client]) -> int:
    """Hold what was acknowledged against what is stored; how many actions there are."""
    store = await Store.open(address)
    total = 0
    for client in clients:
        stored = await store.events(client.played.table)
        assert [each.number for each in stored] == list(range(len(stored)))
        events = [read_event(each.data) for each in stored]
        actions = [event.action for event in events if isinstance(event, Acted | Answered)]
        assert client.played.agrees(actions)
        total += len(actions)
    await store.close()
    return total


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow)])
async def test_processes_are_killed_under_play(shared: str, times: int) -> None:
    chance, took = random.Random(times), []
    with fleet(shared, 3, LEASE) as servers:
        async with playing(servers, 6) as clients:
            for _ in range(times):
                await all_go_on(clients)
                await asyncio.sleep(chance.random())
                await asyncio.to_thread(servers.end, chance.randrange(3))
                took.append(await all_go_on(clients))
                await asyncio.to_thread(servers.start)
    actions = await check(shared, clients)
    assert actions > 10 * times
    print(
        f"{actions} actions; after a kill all tables went on within {max(took):.1f} s, mostly {sorted(took)[times // 2]:.1f}"
    )


async def test_a_process_that_is_told_to_end_hands_its_tables_over(shared: str) -> None:
    with fleet(shared, 2, lease=600.0) as servers:  # so that nobody takes it to be gone
        async with playing(servers, 4) as clients:
            await all_go_on(clients)
            await asyncio.to_thread(servers.end, 0, signal.SIGTERM)
            await all_go_on(clients)
    await check(shared, clients)


async def test_a_process_that_stood_still_is_no_second_owner(shared: str) -> None:
    with fleet(shared, 3, LEASE) as servers:
        async with playing(servers, 6) as clients:
            for _ in range(2):
                await all_go_on(clients)
                servers.send(0, signal.SIGSTOP)
                stopped = servers.addresses.pop(0)  # a proxy sees that it does not answer
                await all_go_on(clients)
                servers.send(0, signal.SIGCONT)
                servers.addresses.insert(0, stopped)
                await all_go_on(clients)
    await check(shared, clients)
