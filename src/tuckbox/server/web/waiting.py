"""Requests that wait for news of a table: for programs that open no sockets.

Such a request is woken by the table as a socket is, and counts as one. What it is told is not made here: who has waited is
answered as if they had asked only then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request

from tuckbox.server.errors import Busy, Moved, Refused
from tuckbox.server.people import Person
from tuckbox.server.table.table import Table
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of, named_number, number_of

LONGEST = 25
"""Maximum number of seconds that a request waits: fewer than those after which clients and proxies give up."""

_WAITED = "tuckbox.waited"
"""The key of a scope under which a request says that it has waited."""

T = TypeVar("T")


async def wait_for_news(request: Request) -> None:
    """Wait, if a program asks for that, until what it sees of a match has another version than the one it names, or the time
    is up. Raises `Refused`."""
    asked, context = request.query_params, context_of(request)
    after = named_number(asked.get("after"), "the version")
    seconds = number_of(asked.get("wait", str(LONGEST)), "the time to wait", LONGEST)
    if after is None:
        if "wait" in asked:
            raise Refused("malformed", "say which version you have seen: ?after=12&wait=20")
        return
    if "step" in asked:
        raise Refused("malformed", "an earlier step does not change: wait without it")
    await read_body(request, context.limits)  # what comes after it says that the client has gone
    person, table = await context.sessions.program(request), await context.table(request)
    waiting = context.metrics.sockets.labels("waiting").track_inprogress()
    with context.room_for(request, table, person), waiting:
        await while_there(request, _news(table, person, after, seconds))
    end_wait(request)


async def _news(table: Table, person: Person | None, after: int, seconds: int) -> None:
    """Wait for another version. Nothing else ends it early, so that from the time nobody learns of what they do not see."""
    table.stay(person)
    with suppress(TimeoutError, Moved):  # who asks is answered by whoever has the table then
        async with asyncio.timeout(seconds):
            with table.watch(person, shown=False) as watch:
                while table.version(person) == after:
                    await watch.changed()


def end_wait(request: Request) -> None:
    """Let a request wait no longer, of whichever process it is asked next."""
    request.scope[_WAITED] = True


def query_left(request: Request) -> str:
    """The query of a request that is passed on: without the wait, once that has ended."""
    return (request.url.remove_query_params(("after", "wait")) if _WAITED in request.scope else request.url).query


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what comes of some work, which is given up when the client goes or this server ends. Raises `Refused`."""
    doing, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    ending = asyncio.create_task(request.app.state.ending.wait())
    tasks = (doing, gone, ending)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if not doing.cancelled():
        return doing.result()
    if gone.cancelled():
        raise Busy("this server is about to end: ask again in a moment")
    raise Refused("gone", "the client has gone")


async def _gone(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
