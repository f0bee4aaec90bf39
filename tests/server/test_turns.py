"""Works go on one after the other, and no more than a bound wait."""

from __future__ import annotations

import asyncio

import pytest

from tuckbox.server.errors import Refused
from tuckbox.server.turns import Turns


def test_one_at_a_time_and_whoever_finds_the_queue_full_is_refused() -> None:
    done: list[str] = []

    async def work(turns: Turns, name: str) -> None:
        async with turns.turn():
            done.append(f"{name} begins")
            await asyncio.sleep(0)
            done.append(f"{name} ends")

    async def run() -> None:
        turns = Turns(2, "too many")
        async with asyncio.TaskGroup() as group:
            group.create_task(work(turns, "one"))
            waits = group.create_task(work(turns, "two"))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="too many"):
                await work(turns, "three")
        assert waits.done()
        await work(turns, "four")

    asyncio.run(run())
    assert done == [f"{name} {what}" for name in ("one", "two", "four") for what in ("begins", "ends")]


def test_who_waits_no_longer_leaves_a_place() -> None:
    async def run() -> None:
        turns = Turns(2, "too many")
        async with turns.turn():
            waits = asyncio.create_task(turns.turn().__aenter__())
            await asyncio.sleep(0)
            waits.cancel()
            await asyncio.wait([waits])
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(turns.turn().__aenter__(), 0.01)

    asyncio.run(run())
