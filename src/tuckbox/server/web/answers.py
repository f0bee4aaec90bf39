"""Answers to what cannot be had: a page for people, data for programs, and never a word about how the server is made."""

from __future__ import annotations

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Scope
from starlette.websockets import WebSocket

from tuckbox.errors import TuckboxError
from tuckbox.server.html.leaflets import error_page
from tuckbox.server.html.looks import LOOKS, Looks, Visitor
from tuckbox.server.table.commands import Refused
from tuckbox.server.web.refusals import refusal, status

FAILED = Refused("failed", "something has gone wrong here, and has been noted; nothing you did is lost")


async def missing(connection: HTTPConnection, error: Exception) -> Response | None:
    """What there is no route, or no such method, for."""
    assert isinstance(error, HTTPException)
    if isinstance(connection, WebSocket):
        await _deny(connection, Refused("not here", "there is nothing here"))
        return None
    found = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    refused = Refused("not allowed", "this cannot be done here") if found else Refused("not here", "there is nothing here")
    return answer(connection.scope, refused, error.status_code, dict(error.headers or {}))


async def refused(connection: HTTPConnection, error: Exception) -> Response | None:
    """A refusal of the house, or of our own."""
    assert isinstance(error, TuckboxError)
    found = refusal(error)
    if found is None:
        raise error  # a fault of ours: the guard notes it
    connection.app.state.desk.meters.refusals.labels(found.code).inc()
    if isinstance(connection, WebSocket):
        await _deny(connection, found)
        return None
    return answer(connection.scope, found)


async def _deny(socket: WebSocket, refused: Refused) -> None:
    await socket.send_denial_response(answer(socket.scope, refused))


def answer(scope: Scope, refused: Refused, code: int | None = None, headers: dict[str, str] | None = None) -> Response:
    """A refusal in the way its caller reads."""
    code = code or (500 if refused is FAILED else status(refused))
    headers = {**(headers or {}), **({"retry-after": "5"} if code == HTTPStatus.TOO_MANY_REQUESTS else {})}
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": refused.code, "message": str(refused)}, code, headers)
    if scope["type"] == "websocket":
        return PlainTextResponse(f"{refused}\n", code, headers)
    looks = Looks.read(HTTPConnection(scope).cookies.get(LOOKS))
    return HTMLResponse(error_page(code, str(refused), Visitor(looks=looks)), code, headers)
