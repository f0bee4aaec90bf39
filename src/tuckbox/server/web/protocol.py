"""The protocols of the server: uvicorn's, for clients who mean no good.

Uvicorn waits for ever for the rest of a request, holds a head of any length, takes what follows a body for a part of the
head, reads a body for ever that nobody wants, answers as many pings as are sent, and lets everybody have as many connections
as there are. Ours do not, and give up on a client that does not take what it is sent.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected, get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tuckbox.server.fleet.pipe import FarEnd
from tuckbox.server.settings import Limits, local_name
from tuckbox.server.web.limits import ONE, SharedLimit, TokenBucket, network_of

MOST_HEAD = 16_384
"""Maximum number of bytes in the head of a request, and of what is in its body but no part of it, such as trailers."""

_MOST_PIECES = 1_000
"""Maximum number of pieces in which a body comes: each costs far more than the bytes in it."""

_MOST_REST = 1 << 18
"""Number of bytes of a body that are still read after the answer, so that a client which sends too much learns why."""

_TOGETHER = 32
"""Maximum number of frames sent together."""

_ENDING = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 22\r\n\r\nthe server is ending\r\n"
)
"""Answer to a socket that has not been opened when the server ends."""

_NO_SOCKET = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 21\r\n\r\nthis opens no socket\n"
)
"""Answer to a request for a socket that has a body, or a head that the library does not read."""

_SLICE = 1_024
"""Number of bytes of a socket read before its frames are counted: the smallest has six."""


@dataclass
class Connections:
    """Open connections by address. Behind a proxy all come from one address, and only their sum is limited.

    Those of other processes, at our address for them, are not counted by theirs: they bring the visitors of many.
    """

    limits: Limits
    by_address: bool = True
    peer: str = ""
    parts: SharedLimit = field(default_factory=SharedLimit)
    total: int = 0
    of: Counter[str] = field(default_factory=Counter)

    def whose(self, transport: asyncio.BaseTransport) -> str:
        """The address a connection is counted for."""
        if self.peer and local_name(transport.get_extra_info("sockname")) == self.peer:
            return ""
        return _address(transport)

    def full(self, address: str) -> bool:
        """Whether this address may not have another."""
        return self.total >= self.limits.connections or (
            self.by_address
            and address != ""
            and self.of[address] >= max(1.0, self.limits.connections_of_address / self.parts.number)
        )

    def come(self, address: str) -> None:
        """Count one more connection."""
        self.total += 1
        self.of[address] += 1

    def go(self, address: str) -> None:
        """Count one connection less."""
        self.total -= 1
        self.of[address] -= 1
        if not self.of[address]:
            del self.of[address]


class Outbox:
    """Frames to be sent in this turn of the loop: those of all who are told something together leave together.

    So who is sent several is woken once.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[asyncio.Transport, bytes]] = []

    def put(self, transport: asyncio.Transport, data: bytes) -> None:
        """Send soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append((transport, data))
        if len(self._waiting) >= _TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Send now."""
        waiting, self._waiting = self._waiting, []
        for transport, data in waiting:
            if not transport.is_closing():  # uvloop raises, which would cost all others their frames
                transport.write(data)


class Together:
    """A transport by which all that is written leaves with what others write in the same turn of the loop."""

    def __init__(self, transport: asyncio.Transport, outbox: Outbox) -> None:
        self._transport, self._outbox = transport, outbox

    def write(self, data: bytes) -> None:
        """Send soon."""
        self._outbox.put(self._transport, data)

    def close(self) -> None:
        """Close when all has been sent."""
        self._outbox.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Requests(HttpToolsProtocol):
    """A connection that sends requests: each head has to be short, and complete in time, and nothing is added to it later;
    no body goes on for long when it has been answered. `protocols` makes it.
    """

    _limits: Limits
    _connections: Connections

    _address: str | None = None
    _deadline: asyncio.TimerHandle | None = None  # for the end of a head
    _idle: asyncio.TimerHandle | None = None  # set when something has come that begins no request
    _head = 0
    _within = True  # whether a request is in progress
    _pieces = _rest = 0  # pieces of its body, and bytes of that after the answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self._connections.whose(transport)
        if self._connections.full(address):
            transport.abort()
            return
        self._address = address
        self._connections.come(address)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        before = self.cycle, self._pieces
        super().data_received(data)
        self._limit_idling()
        if not self._within:
            return
        if before == (self.cycle, self._pieces):  # in the middle of a head, or of trailers
            self._head += len(data)
        if self._deadline is None and self.cycle is not None and self.cycle.response_complete:
            self._rest += len(data)
        if self._head > MOST_HEAD or self._rest > _MOST_REST:
            self.transport.abort()

    def _limit_idling(self) -> None:
        """Wait for the rest of what has been answered, or for a request after what was none, no longer than for a head: by
        any byte uvicorn forgets that it was to close an idle connection."""
        here = self._address is not None and not self.transport.is_closing()  # it may have become a socket just now
        answered = self.cycle is None or self.cycle.response_complete
        if here and answered and not (self._deadline or self._idle or self.timeout_keep_alive_task):
            self._idle = self._abort_later()

    def on_message_begin(self) -> None:
        self._wait()
        self._within, self._pieces, self._rest = True, 0, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._deadline is not None:  # trailers come after it, and could say for whom a proxy asks
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._arrived()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        self._pieces += 1
        if self._pieces > _MOST_PIECES:
            self.transport.abort()
            raise ValueError("a body in too many pieces")  # so that no more of what has come is read
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._within = False
        super().on_message_complete()

    def _wait(self) -> None:
        self._arrived()
        self._deadline = self._abort_later()

    def _arrived(self) -> None:
        for timer in (self._deadline, self._idle):
            if timer is not None:
                timer.cancel()
        self._deadline = self._idle = None
        self._head = 0

    def _abort_later(self) -> asyncio.TimerHandle:
        return self.loop.call_later(self._limits.patience, self.transport.abort)

    def _leave(self) -> None:
        """This connection ends, or becomes a socket."""
        self._arrived()
        if self._address is not None:
            self._connections.go(self._address)
            self._address = None


class Socket(WebSocketsSansIOProtocol):
    """A socket with a limit of frames, pings and pieces of messages among them, which has to read.

    It may be led on to another server, which then counts its frames. `protocols` makes it.
    """

    _limits: Limits
    _connections: Connections
    _outbox: Outbox

    _far: FarEnd | None = None
    _head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(Together(transport, self._outbox))  # type: ignore[arg-type]
        self._address = self._connections.whose(transport)
        self._connections.come(self._address)
        self._frames = TokenBucket(self._limits.frames)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.go(self._address)
        if self._far is not None:
            self._far.end()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])["tuckbox.pipe"] = self

    @property
    def answered(self) -> bool:
        """Whether the other server has said anything, so that the connection is its own for good."""
        return self._far is not None and self._far.answered

    async def lead_on(self, host: str, port: int, note: bytes) -> None:
        """Let all that comes go on to another server, and what it says come back, until one side ends."""
        self.transport.pause_reading()
        try:
            self._far = far = await FarEnd.connect(self.transport, host, port)
        finally:
            self.transport.resume_reading()
        if self.transport.is_closing():  # the visitor has gone meanwhile, of which nobody told the far end
            far.end()
            raise ConnectionResetError("the visitor has gone")
        self.handshake_complete = True
        line, _, rest = self._head.partition(b"\r\n")
        far.send(line + b"\r\n" + note + rest)
        try:
            await far.ended.wait()
        finally:
            far.end()
            if far.answered:
                self.transport.close()
            elif not self.transport.is_closing():
                self._far, self.handshake_complete = None, False
        if self._far is None:
            raise ConnectionResetError("the other server has ended without an answer")

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._far is not None:
            self._far.hold(back=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._far is not None:
            self._far.hold(back=False)

    def shutdown(self) -> None:
        if self._far is None and self.handshake_complete:
            super().shutdown()
            return
        if not self.answered:
            self.transport.write(_ENDING)
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self._far is not None:
            self._far.send(data)
            return
        if not self.handshake_initiated:
            self._head = data
            super().data_received(data)
            if not self.handshake_initiated:  # the library waits for ever
                self.transport.write(_NO_SOCKET)
                self.transport.close()
            return
        for start in range(0, len(data), _SLICE):
            super().data_received(data[start : start + _SLICE])
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        if self.handshake_initiated and not self._frames.take(len(self.conn.events)):
            self.transport.abort()
            return
        super().handle_events()

    async def send(self, message: Any) -> None:
        if not self.writable.is_set():
            await self._wait_for_reader()
        if self.close_sent:  # by uvicorn, to who answers no ping: the application has not heard of it yet
            raise ClientDisconnected
        await super().send(message)

    async def _wait_for_reader(self) -> None:
        """Wait until what was sent is taken, but not for ever. Raises `ClientDisconnected`."""
        try:
            async with asyncio.timeout(self._limits.patience):
                await self.writable.wait()
        except TimeoutError:  # closing would first wait for the client as well
            self.transport.abort()
            raise ClientDisconnected from None


def protocols(
    limits: Limits, by_address: bool = True, peer: str = "", parts: SharedLimit = ONE
) -> tuple[type[Requests], type[Socket]]:
    """Return the protocols for requests and for sockets of one server, within these limits."""
    shared = {"_limits": limits, "_connections": Connections(limits, by_address, peer, parts)}
    return type("Requests", (Requests,), shared), type("Socket", (Socket,), {**shared, "_outbox": Outbox()})


def _address(transport: asyncio.BaseTransport) -> str:
    found = get_remote_addr(transport)  # type: ignore[arg-type]
    return network_of(found[0]) if found else ""
