"""The doors for sockets: who may come in, and what is carried."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from tuckbox.server.html.drawings import drawings
from tuckbox.server.html.table import table_body
from tuckbox.server.people import Person
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.face import Face
from tuckbox.server.table.table import Table
from tuckbox.server.web.desk import Desk, desk
from tuckbox.server.web.sockets import Kind, Line, data_frame, html_frame


def _page_frame(face: Face) -> bytes:
    return html_frame(face, table_body)


BROWSER, PROGRAM = Kind("browser", _page_frame, drawings), Kind("program", data_frame)


async def browser(socket: WebSocket) -> None:
    """A page's socket; the cookie tells whose."""
    at = desk(socket)
    table = await at.table(socket)
    await _serve(socket, at, table, await at.identity.visitor(socket), BROWSER)


async def program(socket: WebSocket) -> None:
    """A program's socket; without a token it looks on."""
    at = desk(socket)
    table = await at.table(socket)
    await _serve(socket, at, table, await at.identity.program(socket), PROGRAM)


async def _serve(socket: WebSocket, at: Desk, table: Table, person: Person | None, kind: Kind) -> None:
    step = step_of(socket)
    with at.place(table, person):
        table.face(person, step)  # refused before the socket is opened, if there is no such step
        await Line(socket, at.seat(table, person), kind, step).serve()


def step_of(connection: HTTPConnection) -> int | None:
    """The step to look at, if the address names one. Raises `Refused` for what is no step."""
    text = connection.query_params.get("step")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Refused("malformed", "a step is a number")
    return int(text)


ROUTES = [
    WebSocketRoute("/tables/{table}/socket", browser),
    WebSocketRoute("/api/tables/{table}/socket", program),
]
