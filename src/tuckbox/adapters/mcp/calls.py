"""Calls of tools: errors are told, waiting is bounded and goes on visibly, work is done in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from itertools import count
from typing import Any, ParamSpec, TypeVar

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel

from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.errors import TuckboxError

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE, LONGEST = 25.0, 50.0
"""Seconds that a client waits unless it says how long, and at most: many give a call a minute."""
HEARTBEAT = 5.0
"""Seconds after which whoever waits is told that it goes on."""
READS = ToolAnnotations(read_only_hint=True)
"""Mark of a tool that changes nothing."""


def told_errors(tool: Callable[P, R]) -> Callable[P, R]:
    """A tool whose typed errors are told to the client; any others are ours to know."""

    @wraps(tool)
    def telling(*given: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*given, **named)
        except TuckboxError as error:
            raise ToolError(str(error)) from error

    return telling


def result(data: BaseModel, prompt: str) -> CallToolResult:
    """An answer as a text to read, and as data for programs: a client may show its model either."""
    return CallToolResult(content=[TextContent(type="text", text=prompt)], structured_content=data.model_dump(mode="json"))


def with_heartbeat(tool: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """A tool whose client, if it asks for that, is told every `HEARTBEAT` seconds that its call goes on, whatever happens
    meanwhile: from the times nobody can see that rivals have answered."""

    @wraps(tool)
    async def going_on(*given: P.args, **named: P.kwargs) -> R:
        (context,) = (each for each in (*given, *named.values()) if isinstance(each, Context))
        alive = asyncio.create_task(_keep_alive(context))
        try:
            return await tool(*given, **named)
        finally:
            alive.cancel()

    return going_on


async def _keep_alive(ctx: Context[Any, Any]) -> None:
    for beat in count(1):
        await asyncio.sleep(HEARTBEAT)
        await ctx.report_progress(beat * HEARTBEAT, message="it goes on")


async def in_thread(work: Callable[[], R]) -> R:
    """Do some work in a thread. Raises `ToolError` for what the client is to know; where it has gone nobody waits for the
    thread."""
    return await anyio.to_thread.run_sync(told_errors(work), abandon_on_cancel=True)


async def wait_for(listeners: Listeners, seconds: float, enough: Callable[[], bool]) -> None:
    """Wait until there is `enough`, which may be so whenever listeners are told, or for some seconds. Nothing is lost where
    the client has gone meanwhile."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def notice() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(changed.set)

    remove = listeners.add(notice)
    try:
        with anyio.move_on_after(seconds):
            while not enough():
                await changed.wait()
                changed.clear()
    finally:
        remove()
