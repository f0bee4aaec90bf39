"""A socket at a table: commands come in, what the viewer may see goes out, to browsers as HTML, to programs as data.

Two tasks serve a socket. One hears commands and hands them to the table, which commits before it returns. The other waits
for something new to show, shows the newest, and waits again: so whoever reads slowly skips what is old, and nobody has a
queue. A refusal is told to its own socket only.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from tuckbox.errors import TuckboxError
from tuckbox.server.people import Person
from tuckbox.server.settings import Rate
from tuckbox.server.table.commands import AnyCommand, Refused, read_command
from tuckbox.server.table.face import Face
from tuckbox.server.table.table import Table, Watch
from tuckbox.server.web.data import face_data
from tuckbox.server.web.limits import Bucket, Buckets
from tuckbox.server.web.meters import Meters
from tuckbox.server.web.refusals import refusal

log = logging.getLogger("tuckbox.web")

OFFENDED, BROKEN = 1008, 1011
"""Why we close a socket: too many refused commands or nothing to show, an error of our own."""


@dataclass(frozen=True)
class Kind:
    """What a socket carries: the name of the kind, a frame made from a face, and the drawings it needs, by their names."""

    name: str
    make: Callable[[Face], bytes]
    drawings: Callable[[Face], Mapping[str, str]] = lambda face: {}

    def frame(self, face: Face) -> bytes:
        """The frame of a face, made once for all who see the same."""
        frame = face.frames.get(self.name)
        if frame is None:
            frame = face.frames[self.name] = self.make(face)
        return frame


def html_frame(face: Face, body: Callable[[Face], str]) -> bytes:
    """What a browser is sent: the part of the page that changes, and what it must know besides."""
    asked = face.seat is not None and face.chairs[face.seat].asked
    said = face.scene.status if face.scene else ""
    return msgspec.json.encode({"html": body(face), "version": face.version, "turn": asked, "say": said})


def drawings_frame(symbols: Iterable[str]) -> bytes:
    """Drawings for a browser that lacks them."""
    return msgspec.json.encode({"drawings": "".join(symbols)})


def data_frame(face: Face) -> bytes:
    """What a program is sent."""
    return msgspec.json.encode(face_data(face))


def error_frame(refused: Refused) -> bytes:
    """A refusal, as browsers and programs alike are told."""
    return msgspec.json.encode({"error": refused.code, "message": str(refused)})


class Seat:
    """One who commands a table: checks how often, counts faults, and tells refusals from errors of our own."""

    def __init__(self, table: Table, person: Person | None, commands: Buckets, faults: Rate, meters: Meters) -> None:
        self.table, self.person, self.meters = table, person, meters
        self._commands, self._faults = commands, Bucket(faults)

    async def give(self, message: str | bytes) -> Refused | None:
        """Carry a command out: None if it is committed, else why it is not."""
        try:
            if self.person is None:
                raise Refused("no name", "whoever only looks on cannot do this: give a name first")
            self._commands.take(self.person.id)
            command = read_command(message)
            started = time.perf_counter()
            await self.table.do(self.person, command)
        except TuckboxError as error:
            refused = refusal(error)
            if refused is None:
                raise
            return refused
        self._book(command, time.perf_counter() - started)
        return None

    def offended(self) -> bool:
        """Count a fault; true when there have been too many."""
        return not self._faults.take()

    def _book(self, command: AnyCommand, seconds: float) -> None:
        self.meters.commands.labels(type(command).__name__.lower()).inc()
        self.meters.command_seconds.observe(seconds)


class Line:
    """A socket, from its acceptance to its end."""

    def __init__(self, socket: WebSocket, seat: Seat, kind: Kind, step: int | None = None) -> None:
        self.socket, self.seat, self.kind, self.step = socket, seat, kind, step
        self.meters = seat.meters
        self._drawn: set[str] = set()
        self._code: int | None = None  # why we close it, if it is us
        self._reason = ""

    async def serve(self) -> None:
        """Show and hear until either side has had enough."""
        await self.socket.accept()
        counted = self.meters.sockets.labels(self.kind.name).track_inprogress()
        with counted, self.seat.table.watch(self.seat.person) as watch:
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
        except Refused as refused:  # there is nothing to show, such as a step that has been taken back
            self._code, self._reason = OFFENDED, str(refused)
        except Exception:
            self._code, self._reason = BROKEN, "an error of the server"
            self.meters.faults.inc()
            log.exception("a socket has failed")
        both.cancel()

    async def _show(self, watch: Watch) -> int:
        """Send the newest whenever there is something new. Whatever looks the same as before is not sent again."""
        last = b""
        while True:
            started = time.perf_counter()
            face = self.seat.table.face(self.seat.person, self.step)
            await self._draw(face)
            frame = self.kind.frame(face)
            if frame != last:
                last = frame
                await self.socket.send_text(frame.decode())
                self.meters.pushes.labels(self.kind.name).inc()
                self.meters.pushed_bytes.labels(self.kind.name).inc(len(frame))
                self.meters.push_seconds.observe(time.perf_counter() - started)
            await watch.changed()

    async def _draw(self, face: Face) -> None:
        """Send the drawings that are shown for the first time."""
        lacking = {name: symbol for name, symbol in self.kind.drawings(face).items() if name not in self._drawn}
        if lacking:
            self._drawn.update(lacking)
            await self.socket.send_text(drawings_frame(lacking.values()).decode())

    async def _hear(self) -> int:
        """Take commands. Returns why the socket is to be closed when whoever sends them errs too often."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            refused = await self.seat.give(message["bytes"] if text is None else text)
            if refused is not None:
                self.meters.refusals.labels(refused.code).inc()
                await self.socket.send_text(error_frame(refused).decode())
                if self.seat.offended():
                    self._reason = "too many refused commands"
                    return OFFENDED

    async def _close(self, code: int) -> None:
        """End the socket from our side, and say why."""
        self.meters.dropped.labels("faults" if code == OFFENDED else "error").inc()
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self.socket.close(code, self._reason[:100])
