"""A socket at a table: commands come in, what the viewer may see goes out, to browsers as HTML, to programs as data.

Two tasks serve a socket. One hears commands and hands them to the table, which commits before it returns. The other waits
for something new to show, shows the newest, and waits again: so whoever reads slowly skips what is old, and nobody has a
queue. Of what it has shown before it sends only what has changed (`tuckbox.server.web.feeds`). A refusal is told to its own
socket only.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Coroutine
from contextlib import suppress

import anyio
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from tuckbox.server.errors import Moved, Refused, StorageError
from tuckbox.server.html.preferences import Preferences
from tuckbox.server.people import Person
from tuckbox.server.table.subscribers import Subscription
from tuckbox.server.table.table import Table
from tuckbox.server.web.client import Client
from tuckbox.server.web.context import Context, check_parameters, context_of, step_of, worded
from tuckbox.server.web.feeds import BROWSER, IN_WORDS, PROGRAM, READER, Feed
from tuckbox.server.web.middleware import http_date

log = logging.getLogger("tuckbox.web")

OFFENDED, BROKEN, COME_AGAIN = 1008, 1011, 1012
"""Codes with which we close a socket: too many refused commands or nothing to show, an error of our own, a table that has
moved."""

SERVER_ERROR = "an error of the server"
"""Reason for a client whose socket ends by a fault of ours."""

_LAST_WORD = 2.0
"""Seconds in which it is noted what a viewer who has gone has seen."""

_REASONS = {OFFENDED: "faults", COME_AGAIN: "moved"}


class TableSocket:
    """A socket, from its acceptance to its end."""

    def __init__(self, socket: WebSocket, client: Client, feed: Feed, step: int | None) -> None:
        self.socket, self.client, self.feed, self.step = socket, client, feed, step
        self.metrics = client.metrics
        self._code: int | None = None  # why we close it, if it is us
        self._reason = ""

    async def serve(self) -> None:
        """Show and hear until either side has had enough."""
        await self.socket.accept(headers=[(b"date", http_date().encode("ascii"))])
        counted = self.metrics.sockets.labels(self.feed.name).track_inprogress()
        with counted, self.client.table.watch(self.client.person) as watch:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._end, self._show(watch), tasks.cancel_scope)
                tasks.start_soon(self._end, self._hear(), tasks.cancel_scope)
        if self._code is not None:
            await self._close(self._code)

    async def _end(self, work: Coroutine[None, None, int], both: anyio.CancelScope) -> None:
        """Do one of the two tasks; its end is the end of both."""
        try:
            self._code = await work
        except (WebSocketDisconnect, WebSocketDisconnected):
            pass  # the client has gone
        except Moved:
            self._code = COME_AGAIN
        except Refused as refused:  # there is nothing to show, such as a step that has been taken back
            self._code, self._reason = OFFENDED, str(refused)
        except Exception:
            self._code, self._reason = BROKEN, SERVER_ERROR
            self.metrics.faults.inc()
            log.exception("a socket has failed")
        both.cancel()

    async def _show(self, watch: Subscription) -> int:
        """Send the newest whenever there is something new. Whatever looks the same as before is not sent again."""
        feed, metrics, name = self.feed, self.metrics, self.feed.name
        shown, number, pushes, pushed = None, 0, metrics.pushes.labels(name), metrics.pushed_bytes.labels(name)
        while True:
            started = time.perf_counter()
            model = self.client.table.view_model(self.client.person, self.step)
            look = feed.look(model)
            frame = None if look is shown else feed.frame(model, shown, number + 1)
            if frame is not None:
                shown, number = look, number + 1
                await self.socket.send_text(frame.decode())
                pushes.inc()
                pushed.inc(len(frame))
                metrics.push_seconds.observe(time.perf_counter() - started)
            await watch.changed()

    async def _hear(self) -> int:
        """Take commands. Returns why the socket is to be closed when whoever sends them errs too often."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            refused = await self.client.send(message["bytes"] if text is None else text)
            if refused is not None:
                self.metrics.refusals.labels(refused.code).inc()
                await self.socket.send_text(self.feed.refusal(refused).decode())
                if self.client.offends():
                    self._reason = "too many refused commands"
                    return OFFENDED

    async def _close(self, code: int) -> None:
        """End the socket from our side, and say why."""
        self.metrics.dropped.labels(_REASONS.get(code, "error")).inc()
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self.socket.close(code, self._reason[:100])


# -- the routes --------------------------------------------------------------------------------------------------------


async def browser(socket: WebSocket) -> None:
    """A page's socket; the cookie tells whose."""
    context = context_of(socket)
    table = await context.table(socket)
    feed = IN_WORDS if Preferences.of(socket.cookies).worded else BROWSER
    await _serve(socket, context, table, await context.sessions.visitor(socket), feed)


async def program(socket: WebSocket) -> None:
    """A program's socket; without a token it looks on."""
    check_parameters(socket, ("step", "words"))
    context = context_of(socket)
    table = await context.table(socket)
    feed = READER if worded(socket) else PROGRAM
    await _serve(socket, context, table, await context.sessions.program(socket), feed)


async def _serve(socket: WebSocket, context: Context, table: Table, person: Person | None, feed: Feed) -> None:
    step = step_of(socket)
    with context.room_for(socket, table, person):
        table.view_model(person, step)  # refused before the socket is opened, if there is no such step
        try:
            await TableSocket(socket, context.client(table, person), feed, step).serve()
        finally:
            if step is None:
                with anyio.move_on_after(_LAST_WORD, shield=True), suppress(StorageError):  # then it is told again
                    await context.house.looks.keep(person, table)


ROUTES = [
    WebSocketRoute("/tables/{table}/socket", browser),
    WebSocketRoute("/api/tables/{table}/socket", program),
]
