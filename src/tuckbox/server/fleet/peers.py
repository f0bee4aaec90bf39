"""Visitors of tables that another process has: what they ask is passed on to it, and what it answers is passed back.

Any process takes any visitor. What it can see of them, it judges itself: their address, how often they ask, from what page
they come. Then it passes the request on, with a note of who calls that is signed with a secret of the database and good for
this request and a short time. A socket is passed on as bytes and not read here. Notes are believed only at the listener for
processes, which takes nothing without one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from tuckbox.server.errors import Elsewhere, NotSaved, Refused, StorageError
from tuckbox.server.fleet.notes import NOTE, Notes, target_of
from tuckbox.server.fleet.pipe import Pipe
from tuckbox.server.fleet.signals import SELDOM
from tuckbox.server.house import House
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import values
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of
from tuckbox.server.web.errors import answer_refused
from tuckbox.server.web.limits import SharedLimit, waits
from tuckbox.server.web.origin import Caller
from tuckbox.server.web.waiting import end_wait, query_left, while_there

_MOVED = "x-tuckbox-moved"
"""The header of an answer that says: the table is not here."""

PATIENCE, PAUSE = 10.0, 0.5
"""Seconds for which a table is looked for while it has no owner, and those between if nothing is heard of processes."""

_NOT_PASSED_ON = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-connection", NOTE, _MOVED}
)
_ASKED = "/peers/asked"

SECRET = "peers"
"""The name of the secret in the database by which processes know each other."""

T = TypeVar("T")


class _Gone(Exception):
    """A process gives no sign of life any more."""


class Peers:
    """The other processes, as this one knows them."""

    def __init__(self, house: House, notes: Notes, parts: SharedLimit) -> None:
        import httpx2

        assert house.owners is not None
        self._house, self._owners, self._notes, self._parts, self._errors = house, house.owners, notes, parts, httpx2
        timeout = httpx2.Timeout(30.0, connect=2.0)
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=10.0)
        plain = {"accept-encoding": "identity"}  # unless the visitor asks for more: what is packed is passed back as it is
        self._client = httpx2.AsyncClient(
            headers=plain, timeout=timeout, limits=limits, trust_env=False, follow_redirects=False
        )
        self._waiting: dict[str, set[asyncio.Task[Any]]] = defaultdict(set)
        self._watching = asyncio.create_task(self._watch(), name="watching the other processes")
        house.ask_elsewhere = self._ask

    async def close(self) -> None:
        """Pass nothing on any more."""
        self._watching.cancel()
        await asyncio.gather(self._watching, return_exceptions=True)
        await self._client.aclose()

    async def _watch(self) -> None:
        """Wait no longer for processes which are gone, or stand still; and share the limits with those that live."""
        heard = 0
        while True:
            heard = await self._owners.looks.wait(heard, SELDOM)
            living = {peer.address for peer in self._owners.living}
            self._parts.number = max(1, len(living))
            for address in self._waiting.keys() - living:
                for task in tuple(self._waiting[address]):
                    task.cancel()

    async def _while_it_lives(self, address: str, work: Coroutine[Any, Any, T]) -> T:
        """Do something with a process for as long as it gives signs of life. Raises `_Gone` when it does not."""
        task = asyncio.create_task(work)
        self._waiting[address].add(task)
        try:
            return await task
        except asyncio.CancelledError:
            ours = asyncio.current_task()
            if ours is not None and ours.cancelling():
                raise
            raise _Gone from None
        finally:
            self._waiting[address].discard(task)
            if not self._waiting[address]:
                del self._waiting[address]

    async def _doubt(self, address: str, error: BaseException | None) -> None:
        """A process has not taken a connection. If the system refused it, nobody listens there any more."""
        while error is not None and not isinstance(error, ConnectionRefusedError):
            error = error.__cause__ or error.__context__
        if error is not None:
            with suppress(StorageError):
                await self._owners.give_up(address)

    async def _next_owner(self, address: str, table: str, heard: int, deadline: float) -> str:
        """Where a table is when more has been `heard` of processes, or after a pause: perhaps still at this address. Raises
        `Refused` after the deadline."""
        if asyncio.get_running_loop().time() > deadline:
            raise Elsewhere(address)
        await self._owners.looks.wait(heard, PAUSE)
        return await self._house.where(table)

    # -- requests ------------------------------------------------------------------------------------------------------

    async def pass_on(self, request: Request, body: bytes, address: str) -> Response:
        """The answer of the process that has the table. Raises `Refused` if none has it for long.

        A request that waits at a process which dies is answered by the next owner at once.
        """
        deadline, waited = asyncio.get_running_loop().time() + PATIENCE, False
        while True:
            heard = self._owners.looks.value
            try:
                answer = await self._while_it_lives(address, self._send(request, body, address))
                if _MOVED not in answer.headers:
                    return answer
            except (self._errors.ConnectError, self._errors.ConnectTimeout) as error:
                await self._doubt(address, error)
            except (self._errors.HTTPError, _Gone) as error:
                if request.method not in ("GET", "HEAD"):
                    raise NotSaved("the server cannot say whether this was done; look before you do it again") from error
                if waits(request) and not waited:
                    waited, deadline = True, asyncio.get_running_loop().time() + PATIENCE
                    end_wait(request)
            address = await self._next_owner(address, request.path_params["table"], heard, deadline)

    async def _send(self, request: Request, body: bytes, address: str) -> Response:
        query = query_left(request)
        path = request.scope["raw_path"].decode("ascii") + (f"?{query}" if query else "")
        headers = [(name, value) for name, value in request.headers.items() if name not in _NOT_PASSED_ON]
        sent = self._client.build_request(request.method, f"http://{address}{path}", headers=headers, content=body)
        target = sent.url.raw_path.decode("ascii")
        sent.headers[NOTE] = self._notes.write(request.scope["caller"], request.method, target, body)
        found = await self._client.send(sent, stream=True)
        try:
            content = b"".join([chunk async for chunk in found.aiter_raw()])
        finally:
            await found.aclose()
        answer = Response(content, found.status_code)
        answer.raw_headers = [
            (name.lower(), value) for name, value in found.headers.raw if name.lower().decode("ascii") not in _NOT_PASSED_ON
        ]
        return answer

    # -- sockets -------------------------------------------------------------------------------------------------------

    async def pass_socket_on(self, socket: WebSocket, address: str) -> None:
        """Let a socket lead to the process that has the table. Raises `Refused` if none has it for long.

        A process that dies before it has answered gives way to the next owner; afterwards the socket ends with it, and
        whose it was connects again.
        """
        pipe: Pipe = socket.scope["extensions"]["tuckbox.pipe"]
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            heard = self._owners.looks.value
            host, _, port = address.rpartition(":")
            written = self._notes.write(socket.scope["caller"], "GET", target_of(socket.scope))
            note = f"{NOTE}: {written}\r\n".encode("ascii")
            try:
                await self._while_it_lives(address, pipe.lead_on(host.strip("[]"), int(port), note))
                return
            except _Gone:
                if pipe.answered:
                    return
            except OSError as error:
                await self._doubt(address, error)
            address = await self._next_owner(address, socket.path_params["table"], heard, deadline)

    # -- what the front page needs -------------------------------------------------------------------------------------

    async def _ask(self, address: str, tables: list[str], person: str) -> Collection[str]:
        """Those of another process's tables at which a person is to decide; none if it does not say."""
        question = msgspec.json.encode({"person": person, "tables": tables})
        headers = {NOTE: self._notes.write(Caller("", "http", address, direct=False), "POST", _ASKED, question)}
        with suppress(self._errors.HTTPError, msgspec.DecodeError):
            found = await self._client.post(f"http://{address}{_ASKED}", headers=headers, content=question, timeout=2.0)
            return msgspec.json.decode(found.content, type=list[str]) if found.status_code == 200 else ()
        return ()


class _Question(msgspec.Struct, frozen=True):
    person: str
    tables: list[str]


async def asked(request: Request) -> Response:
    """Another process asks at which of our tables a person is to decide."""
    if not request.scope.get("peer"):
        raise Refused("not here", "there is nothing here")
    question = msgspec.json.decode(await request.body(), type=_Question)
    found = await request.app.state.context.house.asked_at(question.tables, question.person)
    return Response(msgspec.json.encode(sorted(found)), media_type="application/json")


async def elsewhere(connection: Request | WebSocket, error: Exception) -> Response | None:
    """Pass a request on to the process that has the table, once and no further."""
    assert isinstance(error, Elsewhere)
    peers: Peers | None = connection.app.state.peers
    if connection.scope.get("peer") or peers is None:
        return await answer_refused(connection, error, {_MOVED: "1"})
    try:
        if isinstance(connection, Request):
            body = await read_body(connection, context_of(connection).limits)
            passing_on = peers.pass_on(connection, body, error.address)
            return await (while_there(connection, passing_on) if waits(connection) else passing_on)
        await peers.pass_socket_on(connection, error.address)
    except Refused as refused:
        return await answer_refused(connection, refused)
    return None


async def metrics_of(database: Database, address: str) -> str:
    """Metrics of the process at an address, for whoever has the database and so its secret."""
    import httpx2

    secret = await database.scalar(select(values.c.value).where(values.c.name == SECRET))
    note = Notes(bytes(secret or b"")).write(Caller("127.0.0.1", "http", address, direct=True), "GET", "/metrics")
    async with httpx2.AsyncClient(timeout=5.0, trust_env=False) as client:
        try:
            return (await client.get(f"http://{address}/metrics", headers={NOTE: note})).text
        except httpx2.HTTPError as error:
            return f"# it does not answer: {type(error).__name__}"


ROUTES = [Route(_ASKED, asked, methods=["POST"])]
