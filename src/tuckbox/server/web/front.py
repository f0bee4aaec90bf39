"""The front page as it lives: a socket that sends its lists anew when they change."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

import anyio
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from tuckbox.server.errors import Refused, StorageError
from tuckbox.server.html.home import mine_html, open_html
from tuckbox.server.lobby import Lobby, TableSummary
from tuckbox.server.meeting.watch import Watch
from tuckbox.server.people import Person
from tuckbox.server.web.context import Context, context_of
from tuckbox.server.web.pages import MOST_LISTED, listing
from tuckbox.server.web.websockets import BROKEN, OFFENDED, SERVER_ERROR

log = logging.getLogger("tuckbox.web")

OWN_EVERY, SELDOM = 10.0, 30.0
"""Seconds after which one's own tables, and whose turn it is there, are looked at again; where nothing is played."""


class Open:
    """The open tables as JSON, drawn once for all who have none of them for their own."""

    def __init__(self) -> None:
        self._lobby: Lobby | None = None
        self._drawn = ""

    def of(self, lobby: Lobby, mine: Collection[str]) -> str:
        """The list for somebody whose own tables have these ids."""
        tables = (*lobby.open, *lobby.running)
        if any(table.id in mine for table in tables):
            return self._draw([table for table in tables if table.id not in mine])
        if lobby is not self._lobby:
            self._lobby, self._drawn = lobby, self._draw(tables)
        return self._drawn

    @staticmethod
    def _draw(tables: Sequence[TableSummary]) -> str:
        return json.dumps(open_html([listing(table) for table in tables[:MOST_LISTED]]))


_OPEN = Open()


async def front(socket: WebSocket) -> None:
    """The socket of a front page."""
    context = context_of(socket)
    person = await context.sessions.visitor(socket)
    await socket.accept()
    await show_while_there(socket, context.house.lobby_watch, lambda: _show(socket, context, person))


async def show_while_there(socket: WebSocket, watch: Watch[Any], show: Callable[[], Awaitable[None]]) -> None:
    """Have something watched and shown until the browser has gone, or may not be here any more."""
    async with watch.watching(), anyio.create_task_group() as tasks:
        tasks.start_soon(_until_gone, socket, tasks.cancel_scope)
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            try:
                await show()
            except (WebSocketDisconnect, WebSocketDisconnected):
                raise  # the browser has gone
            except Refused as refused:
                await socket.close(OFFENDED, str(refused)[:100])
            except Exception:
                context_of(socket).metrics.faults.inc()
                log.exception("a socket has failed")
                await socket.close(BROKEN, SERVER_ERROR)
        tasks.cancel_scope.cancel()


async def _until_gone(socket: WebSocket, both: anyio.CancelScope) -> None:
    """Wait until the browser has gone; it has nothing to say."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    both.cancel()


async def _show(socket: WebSocket, context: Context, person: Person | None) -> None:
    watch, shown, heard, loop = context.house.lobby_watch, "", 0, asyncio.get_running_loop()
    own, looked = tuple[TableSummary, ...](), float("-inf")
    while True:
        every = OWN_EVERY if any(table.stage == "playing" for table in own) else SELDOM
        heard = await watch.changes.wait(heard, max(0.0, looked + every - loop.time()))
        if loop.time() >= looked + every:
            with suppress(StorageError):  # the next time
                async with context.looking_up:
                    socket.scope.pop("visitor", None)  # a session may have ended
                    person = await context.sessions.visitor(socket)
                    own = await _own(context, person)
            looked = loop.time()
        mine = json.dumps(mine_html([listing(table, mine=True) for table in own[:MOST_LISTED]]))
        others = _OPEN.of(watch.seen, {table.id for table in own})
        frame = f'{{"mine": {mine}, "open": {others}}}'
        if frame != shown:
            shown = frame
            await socket.send_text(frame)


async def _own(context: Context, person: Person | None) -> tuple[TableSummary, ...]:
    with suppress(Refused):
        return await context.house.lists.tables_of(person) if person else ()
    return ()


ROUTES = [WebSocketRoute("/lobby/socket", front)]
