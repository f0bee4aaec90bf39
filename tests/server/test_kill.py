"""Killed at any moment, again and again: what was acknowledged is there, nothing is half written, matches go on."""

from __future__ import annotations

import multiprocessing
import random
import signal
import time

import pytest
from sqlalchemy import select, text

from tests.server import player
from tests.server.rooms import found, open_room
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import events
from tuckbox.server.table.commands import Agree
from tuckbox.server.table.state import TableState

pytestmark = pytest.mark.anyio

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.server.player"])  # what is slow is imported once


def kill_once(address: str, seed: int, moves: int, moment: float) -> dict[str, int]:
    """Let the server play for so many moves and a moment, kill it; how many events of each table it has acknowledged."""
    hears, tells = PROCESSES.Pipe(duplex=False)
    child = PROCESSES.Process(target=player.run, args=(address, seed, tells), daemon=True)
    child.start()
    tells.close()
    counts: dict[str, int] = {}
    heard = 0
    try:
        assert hears.recv() == "ready"
        while True:
            if heard == moves:
                time.sleep(moment)
                child.kill()
            table, count = hears.recv()
            counts[table] = max(counts.get(table, 0), count)
            heard += 1
    except (EOFError, OSError):  # the last message may be cut off
        return counts
    finally:
        child.kill()
        child.join()
        hears.close()
        assert child.exitcode == -signal.SIGKILL


async def kept(address: str) -> dict[str, list[int]]:
    """The numbers of the events of each table, as they are stored."""
    numbers: dict[str, list[int]] = {}
    database = await Database.open(address)
    async with database.reading() as connection:
        if connection.dialect.name == "sqlite":
            assert (await connection.execute(text("PRAGMA integrity_check"))).scalars().all() == ["ok"]
        query = select(events.c.table, events.c.number).order_by(events.c.table, events.c.number)
        for table, number in await connection.execute(query):
            numbers.setdefault(table, []).append(number)
    await database.close()
    return numbers


@pytest.mark.parametrize("times", [4, pytest.param(20, marks=pytest.mark.slow)])
async def test_nothing_acknowledged_is_lost(address: str, times: int) -> None:
    chance, moves = random.Random(times), 0
    for kill in range(times):
        acknowledged = kill_once(address, kill, chance.randrange(40), chance.random() * 0.02)
        numbers = await kept(address)
        for table, count in acknowledged.items():
            assert len(numbers[table]) >= count
        assert all(each == list(range(len(each))) for each in numbers.values())
        moves += sum(acknowledged.values())
    assert moves > times
    async with open_room(address) as opened:
        for table in numbers:
            state: TableState = (await found(opened.house, table)).state
            assert state.count >= len(numbers[table])
            assert not state.fault


def kill_while_asking(address: str, moment: float | None) -> tuple[str, list[str]]:
    """Kill a server that has asked for a takeback, or (with a `moment`) while the last of those who are asked agrees."""
    ours, theirs = PROCESSES.Pipe()
    child = PROCESSES.Process(target=player.run_asking, args=(address, theirs), daemon=True)
    child.start()
    theirs.close()
    table, people = ours.recv()
    if moment is not None:
        ours.send("agree")
        ours.recv()
        time.sleep(moment)
    child.kill()
    child.join()
    ours.close()
    assert child.exitcode == -signal.SIGKILL
    return table, people


@pytest.mark.parametrize("moment", [None, 0.002])
async def test_a_takeback_that_is_asked_for_is_asked_for_still(address: str, moment: float | None) -> None:
    key, people = kill_while_asking(address, moment)
    async with open_room(address) as room:
        table = await found(room.house, key)
        proposal = table.state.proposal
        if moment is None:
            assert proposal is not None
        if proposal is not None:
            assert (proposal.seat, proposal.agreed) == (1, (0,))
            await table.do(Person(people[2], "Cy"), Agree(proposal.number))
        assert (table.state.rewound, table.state.proposal) == (1, None)
        assert [move.text.partition(" ")[0] for move in table.view_model(Person(people[1], "Bo")).moves][:1] == ["discard"]
        assert not table.state.fault
    assert (await kept(address))[key] == list(range(table.state.count))
