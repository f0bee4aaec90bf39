"""Clients who mean no good, at a server with a network: they are cut off, and all others are served."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx2 as httpx
import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.rooms import Guessers, find
from tests.server.web.site import FREE
from tuckbox.server.cli import configuration, listen
from tuckbox.server.errors import Refused
from tuckbox.server.settings import Limits, Rate, Settings
from tuckbox.server.web.context import Context
from tuckbox.server.web.limits import RateLimiter, SharedLimit
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.protocol import MOST_HEAD, Connections, Outbox, protocols

pytestmark = pytest.mark.anyio


class Host:
    """A server that runs in the loop of the test."""

    def __init__(self, port: int) -> None:
        self.port, self.address = port, f"http://127.0.0.1:{port}"

    async def well(self) -> bool:
        """Whether it serves whoever asks."""
        async with httpx.AsyncClient(base_url=self.address) as client:
            return bool((await client.get("/health")).json()["well"])

    async def table(self) -> str:
        """A table."""
        async with httpx.AsyncClient(base_url=self.address) as client:
            token = (await client.post("/api/people", json={"name": "Ann"})).json()["token"]
            answer = await client.post(
                "/api/tables", json={"game": "whiplash"}, headers={"authorization": f"Bearer {token}"}
            )
            return str(answer.json()["table"])

    def socket(self, table: str) -> connect:
        """The socket of a program that looks on."""
        return connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket", compression=None)

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)


@contextlib.asynccontextmanager
async def host(folder: Path, **limits: Any) -> AsyncIterator[Host]:
    """A server within limits."""
    listener = listen("127.0.0.1", 0)
    settings = Settings(str(folder / "tables.db"), bot_delay=0, limits=Limits(**{**vars(FREE), **limits}))
    started = asyncio.Event()
    server = uvicorn.Server(configuration(settings, started.set, find=find, bots=Guessers()))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await started.wait()
    try:
        yield Host(listener.getsockname()[1])
    finally:
        server.should_exit = True
        await serving


async def well(server: Host) -> bool:
    """Whether a server serves whoever asks, now that others have gone; it may not have heard of that yet."""
    with contextlib.suppress(httpx.TransportError):
        return await server.well()
    return False


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the connection is closed."""
    with contextlib.suppress(ConnectionError):
        return await reader.read()
    return b""


async def cut_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, piece: bytes) -> bytes:
    """What still comes when a piece is sent again and again, which must be until the server closes the connection."""
    sent = 0
    while not writer.is_closing():
        writer.write(piece)
        sent += len(piece)
        assert sent < 100 * MOST_HEAD
        await asyncio.sleep(0.001)
    return await ended(reader)


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: "])
async def test_a_head_that_does_not_end_is_not_waited_for(tmp_path: Path, begun: bytes) -> None:
    async with host(tmp_path, patience=0.5) as server:
        reader, writer = await server.line()
        writer.write(begun)
        assert await ended(reader) == b""
        writer.close()
        assert await server.well()


async def test_a_head_without_end_is_not_kept(tmp_path: Path) -> None:
    async with host(tmp_path) as server:
        for piece in (b"x" * 4_000, b"a: " + b"b" * 500 + b"\r\n"):
            reader, writer = await server.line()
            writer.write(b"GET /" if piece.startswith(b"x") else b"GET / HTTP/1.1\r\n")
            assert await cut_off(reader, writer, piece) == b""
        assert await server.well()


_PIECES = b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"


async def test_what_follows_a_body_is_no_part_of_the_head(tmp_path: Path) -> None:
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        head = f"GET /api/tables/{await server.table()} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
        writer.write(head.encode() + _PIECES + b"authorization: bearer nobody\r\n\r\n")
        assert (await ended(reader)).startswith(b"HTTP/1.1 200")
        writer.close()


@pytest.mark.parametrize("piece", [b"x" * 4_000, b"a: " + b"b" * 500 + b"\r\n"], ids=["one", "many"])
async def test_what_follows_a_body_without_end_is_not_kept(tmp_path: Path, piece: bytes) -> None:
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        writer.write(b"GET /about HTTP/1.1\r\nhost: 127.0.0.1\r\n" + _PIECES)
        await cut_off(reader, writer, piece)
        assert await server.well()


async def test_a_body_may_be_longer_than_a_head(tmp_path: Path) -> None:
    async with host(tmp_path, body=100_000) as server:
        reader, writer = await server.line()
        head = b"POST /api/people HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nconnection: close\r\n"
        writer.write(head + b"transfer-encoding: chunked\r\n\r\n")
        for piece in (b'{"name": "Ann"', *[b" " * 1_000] * 50, b"}"):
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            await asyncio.sleep(0)
        writer.write(b"0\r\n\r\n")
        assert (await ended(reader)).startswith(b"HTTP/1.1 201")
        writer.close()


_PIECE = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"


@pytest.mark.parametrize(
    ("length", "piece"),
    [("transfer-encoding: chunked", _PIECE), ("content-length: 999999999", _PIECE)],
    ids=["pieces", "one"],
)
async def test_a_body_that_goes_on_after_the_answer_is_cut_off(tmp_path: Path, length: str, piece: bytes) -> None:
    """By its end nobody counts what a client sends, and to read it takes time from all others."""
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        writer.write(f"POST /name HTTP/1.1\r\nhost: 127.0.0.1\r\n{length}\r\n\r\n".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 403")
        await cut_off(reader, writer, piece)
        assert await server.well()


@pytest.mark.parametrize(
    ("request_", "more"),
    [
        (b"POST /name HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n", b"x"),
        (b"GET /about HTTP/1.1\r\nhost: 127.0.0.1\r\n" + _PIECES, b"a"),
        (b"GET /about HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", b"\r\n"),
    ],
    ids=["a body", "trailers", "blank lines"],
)
async def test_what_does_not_end_after_the_answer_is_not_waited_for(tmp_path: Path, request_: bytes, more: bytes) -> None:
    async with host(tmp_path, patience=0.5) as server:
        reader, writer = await server.line()
        writer.write(request_)
        assert (await reader.readline()).startswith(b"HTTP/1.1 ")
        async with asyncio.timeout(30):
            for _ in range(5):  # fewer than are missing
                writer.write(more)
                await asyncio.sleep(0.02)
            await ended(reader)
        writer.close()
        assert await server.well()


async def test_a_socket_may_be_silent_for_longer_than_a_head_may_take(tmp_path: Path) -> None:
    async with host(tmp_path, patience=0.5) as server, server.socket(await server.table()) as socket:
        await socket.recv()
        await asyncio.sleep(1.0)
        await asyncio.wait_for(await socket.ping(), 10)


async def test_a_body_does_not_come_in_crumbs(tmp_path: Path) -> None:
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        writer.write(b"POST /name HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n")
        writer.write(b"1\r\nx\r\n" * 2_000)
        async with asyncio.timeout(30):
            assert b"Invalid" not in await ended(reader)
        writer.close()
        assert await server.well()


async def test_who_sends_too_much_learns_why(tmp_path: Path) -> None:
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        head = b"POST /api/people HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        writer.write(head + b"content-length: 200000\r\n\r\n" + b" " * 200_000)
        assert (await reader.readline()).startswith(b"HTTP/1.1 413")
        writer.close()
        assert await server.well()


async def test_a_body_that_does_not_end_is_not_waited_for(tmp_path: Path) -> None:
    async with host(tmp_path, patience=0.5) as server:
        reader, writer = await server.line()
        head = "POST /api/people HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n"
        writer.write(head.encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 408")
        writer.close()
        assert await server.well()


async def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    async with host(tmp_path, sockets_of_address=1) as server:
        table = await server.table()
        async with server.socket(table) as socket:
            await socket.recv()
            lines = [await server.line() for _ in range(1 + 50)]  # the last is refused; the socket has the place of one
            async with asyncio.timeout(30):
                assert await ended(lines[-1][0]) == b""
            assert not any(reader.at_eof() for reader, _ in lines[:-1])
            for _, writer in lines:
                writer.close()
        async with asyncio.timeout(30):
            while not await well(server):
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("odd", ["content-length: 5", "transfer-encoding: chunked", "a: " + "b" * 9_000, "a: b\r\n" * 129])
async def test_a_request_for_a_socket_that_cannot_be_read_is_answered(tmp_path: Path, odd: str) -> None:
    """The library of sockets says nothing to it and waits: such connections would stay, whoever has left them."""
    asks = "host: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    async with host(tmp_path) as server:
        reader, writer = await server.line()
        writer.write(f"GET /lobby/socket HTTP/1.1\r\n{asks}{odd.strip()}\r\n\r\n".encode())
        async with asyncio.timeout(30):
            assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()
        assert await server.well()


async def closed(socket: ClientConnection) -> bool:
    """Whether the server ends this socket."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(30):
            while True:
                await socket.recv()
    return socket.close_code is not None


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 60])
async def test_a_flood_of_frames_is_cut_off_and_nobody_else_is(tmp_path: Path, frame: bytes) -> None:
    """Pings, empty commands, and a message in endless empty pieces."""
    async with host(tmp_path, frames=Rate(0, 50), faults=Rate(0, 1000)) as server:
        table = await server.table()
        async with server.socket(table) as good, server.socket(table) as bad:
            bad.transport.write(frame * 60)
            assert await closed(bad)
            assert await good.recv()
        assert await server.well()


async def test_whoever_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Line:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

    _, kind = protocols(Limits(patience=0.01))
    monkeypatch.setattr(kind, "__init__", lambda self: None)
    socket, line = kind(), Line()  # type: ignore[call-arg]
    socket.writable, socket.transport = asyncio.Event(), line  # type: ignore[assignment]
    with pytest.raises(ClientDisconnected):
        await socket.send({"type": "websocket.send", "text": "news"})
    assert line.aborted


@pytest.mark.parametrize("closed", ["before", "meanwhile"])
async def test_what_is_sent_to_who_has_answered_no_ping_is_no_fault(closed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, kind = protocols(Limits())
    monkeypatch.setattr(kind, "__init__", lambda self: None)
    socket = kind()  # type: ignore[call-arg]
    socket.writable, socket.disconnected, socket.handshake_complete = asyncio.Event(), False, True
    socket.initial_response, socket.close_sent = None, closed == "before"
    sending = asyncio.create_task(socket.send({"type": "websocket.send", "text": "news"}))
    await asyncio.sleep(0)
    socket.close_sent = True
    socket.writable.set()
    with pytest.raises(ClientDisconnected):
        await sending


async def test_many_callers_cost_each_of_them_little() -> None:
    """Full buckets are forgotten, and looking for them is not done again for each who comes."""
    looked = 0

    class Watched(dict[Any, Any]):
        def items(self) -> Any:
            nonlocal looked
            looked += 1
            return super().items()

    buckets = RateLimiter(Rate(0, 2), "calls", clock=lambda: 0.0)
    buckets._buckets = Watched()
    for caller in range(30_000):
        buckets.take(caller)
        if type(buckets._buckets) is dict:
            buckets._buckets = Watched(buckets._buckets)
    assert looked <= 3


def test_processes_share_what_one_client_may_have() -> None:
    limits, four = Limits(commands=Rate(0, 8), sockets_of_address=50), SharedLimit(4)
    connections = Connections(limits, parts=four)
    for _ in range(25):  # of a hundred
        assert not connections.full("192.0.2.7")
        connections.come("192.0.2.7")
    assert connections.full("192.0.2.7")
    assert not connections.full("192.0.2.8")
    context = Context(Settings("tables.db", limits=limits), Mock(), Mock(), Metrics(), four)
    for _ in range(2):
        context.client(Mock(), None)._commands.take("Ann")
    with pytest.raises(Refused, match="too many commands"):
        context.client(Mock(), None)._commands.take("Ann")


async def test_who_goes_costs_nobody_else_a_frame() -> None:
    class Line:
        def __init__(self) -> None:
            self.gone, self.sent = False, b""

        def is_closing(self) -> bool:
            return self.gone

        def write(self, data: bytes) -> None:
            if self.gone:
                raise RuntimeError("unable to perform operation; the handler is closed")  # as uvloop does
            self.sent += data

    outbox, lines = Outbox(), [Line(), Line(), Line()]
    for line in lines:
        outbox.put(line, b"new")  # type: ignore[arg-type]
    lines[0].gone = True
    outbox.flush()
    assert [line.sent for line in lines] == [b"", b"new", b"new"]
