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
from tests.server.fleet.processes import Client, Fleet, Played, fleet
from tests.server.fleet.test_workers import cut_off
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
    assert not played.difference(["a", "b", "c"])
    assert not played.difference(["a", "c"])
    for wrong in (["a"], ["a", "b"], ["a", "b", "b", "c"], ["a", "a", "c"], ["c", "a"], ["a", "c", "c"], []):
        assert played.difference(wrong)


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
        if wrong := client.played.difference(actions):
            pytest.fail(wrong)
        total += len(actions)
    await store.close()
    return total


@pytest.mark.parametrize("times", [3, pytest.param(6, marks=pytest.mark.slow)])
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


@contextlib.contextmanager
def frozen(servers: Fleet, place: int) -> Iterator[None]:
    """Let a process stand still while the block lasts; a proxy sees that it does not answer."""
    servers.send(place, signal.SIGSTOP)
    address = servers.addresses[place]
    servers.answering.remove(address)
    try:
        yield
    finally:
        servers.send(place, signal.SIGCONT)
        servers.answering.append(address)


async def meet_with(accident: str, servers: Fleet, database: str, chance: random.Random) -> None:
    """Let one process be killed, or stand still for a while; or two, the second in the middle of taking the tables of the
    first; or let all lose their connections to the database."""
    first, second, _ = chance.sample(range(3), 3)
    if accident == "kill":
        await asyncio.to_thread(servers.end, first)
        await asyncio.to_thread(servers.start)
    elif accident == "freeze":
        with frozen(servers, first):
            await asyncio.sleep(chance.uniform(0.5, 4.0))
    elif accident == "both":
        with frozen(servers, first):
            await asyncio.sleep(LEASE + chance.uniform(0.1, 0.7))
            with frozen(servers, second):
                await asyncio.sleep(LEASE + 1.0)
    else:
        await cut_off(database)


@pytest.mark.slow
async def test_after_chaos_all_processes_show_the_same_of_every_table(shared: str) -> None:
    chance = random.Random(25)
    with fleet(shared, 3, LEASE, slow=1.0) as servers:
        async with playing(servers, 12) as clients:
            await all_go_on(clients)
            for accident in ("kill", "cut", "freeze", "both", "cut", "both", "kill", "both", "both", "both"):
                await meet_with(accident, servers, shared, chance)
                await asyncio.sleep(chance.uniform(0.1, 1.0))
            await all_go_on(clients)
        assert await check(shared, clients) > 100
        for client in clients:
            await client.shown(servers.addresses[0])  # from now on both are there, since they have asked
            first, *others = [await client.shown(address) for address in servers.addresses]
            assert others == [first, first]
        assert [await servers.measure(place, "tuckbox_house_tables_not_owned") for place in range(3)] == [0, 0, 0]


async def test_a_process_that_stood_still_is_no_second_owner(shared: str) -> None:
    with fleet(shared, 3, LEASE) as servers:
        async with playing(servers, 6) as clients:
            for _ in range(2):
                await all_go_on(clients)
                with frozen(servers, 0):
                    await all_go_on(clients)
                await all_go_on(clients)
    await check(shared, clients)
