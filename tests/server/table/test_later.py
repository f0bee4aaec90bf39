"""What may wait is done a little in each turn of the loop, in its order."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tuckbox.server.table.later import MANY, Later

pytestmark = pytest.mark.anyio


async def turns(number: int) -> list[int]:
    """Number of calls that each turn of the loop makes."""
    later, done, made = Later(), list[int](), list[int]()
    for call in range(number):
        later.call(partial(done.append, call))
    while len(done) < number:
        before = len(done)
        await asyncio.sleep(0)
        made.append(len(done) - before)
    assert done == list(range(number))
    return [each for each in made if each]


async def test_few_are_called_one_in_a_turn() -> None:
    assert await turns(3) == [1, 1, 1]


async def test_of_many_more_are_called_in_a_turn() -> None:
    found = await turns(10 * MANY)
    assert found[0] > 1
    assert found == sorted(found, reverse=True)


async def test_calls_that_come_meanwhile_are_made_too() -> None:
    later, done = Later(), list[str]()
    later.call(lambda: later.call(partial(done.append, "second")))
    while not done:
        await asyncio.sleep(0)


async def test_one_that_fails_stops_no_other() -> None:
    later, done, faults = Later(), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
    for call in range(10 * MANY):
        later.call(partial(done.append, call) if call % 3 else partial(divmod, 1, 0))
    for _ in range(20 * MANY):
        await asyncio.sleep(0)
    assert done == [call for call in range(10 * MANY) if call % 3]
    assert all(isinstance(fault, ZeroDivisionError) for fault in faults)
    assert len(faults) == 10 * MANY - len(done)
