"""Errors as clients get them: a word for programs, a sentence for people, a status; nothing of how the server is made."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Scope
from starlette.websockets import WebSocket

from tuckbox.errors import (
    ActionError,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    OptionError,
    TuckboxError,
    UndoError,
    UnknownAction,
    UnknownGame,
)
from tuckbox.server.errors import Refused, StorageError
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.static_pages import error_page
from tuckbox.server.web.wrong_addresses import meant

_CODES: dict[type[TuckboxError], str] = {
    UnknownAction: "unknown action",
    IllegalAction: "illegal",
    NotYourTurn: "not your turn",
    MatchOver: "over",
    UndoError: "no undo",
    ActionError: "refused",
    OptionError: "option",
    UnknownGame: "no game",
    StorageError: "storage",
}
"""Answers to errors of the match, the options and the storage, by the nearest class."""

STATUS = {
    "wrong host": 421,
    "wrong origin": 403,
    "too fast": 429,
    "too many": 429,
    "too long": 413,
    "too slow": 408,
    "gone": 400,
    "unknown token": 401,
    "no name": 401,
    "no table": 404,
    "no exercise": 404,
    "no competition": 404,
    "no game": 404,
    "not here": 404,
    "no step": 404,
    "not allowed": 403,
    "prove": 403,
    "guest": 403,
    "passkey": 403,
    "no code": 403,
    "banned": 403,
    "muted": 403,
    "elsewhere": 503,
    "version": 503,
    "draining": 503,
    "storage": 503,
    "busy": 503,
    "malformed": 400,
    "option": 400,
    "options": 400,
    "pace": 400,
    "no level": 400,
    "name": 400,
    "unknown action": 400,
}
"""The status of an answer by its code; for any other refusal 409, the state of things does not allow it."""

_NO_PAGE = "this address is where a form leads when its button is pressed; there is nothing to look at"

FAILED = Refused("failed", "something has gone wrong here, and has been noted; nothing you did is lost")


def refusal(error: TuckboxError) -> Refused | None:
    """The refusal that an error is; None for errors of our own, of which a client must not read."""
    if isinstance(error, Refused):
        return error
    code = next((_CODES[kind] for kind in type(error).__mro__ if kind in _CODES), None)
    return Refused(code, str(error)) if code else None


def status(refused: Refused) -> int:
    """The status of an answer that refuses."""
    return STATUS.get(refused.code, 409)


async def not_found(connection: HTTPConnection, error: Exception) -> Response | None:
    """The answer where there is no route, or no such method."""
    assert isinstance(error, HTTPException)
    if isinstance(connection, WebSocket):
        return await answer_refused(connection, Refused("not here", "there is nothing here"))
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        refused = Refused("not allowed", _wrong_method(connection, headers))
    else:
        refused = Refused("not here", _nothing(connection))
    return error_response(connection.scope, refused, error.status_code, headers)


def _wrong_method(connection: HTTPConnection, headers: dict[str, str]) -> str:
    """A sentence that this method gets neither a page nor an answer to a program."""
    return f"this address takes {headers.get('Allow')}" if connection.scope["path"].startswith("/api/") else _NO_PAGE


def _nothing(connection: HTTPConnection) -> str:
    """A sentence that there is no such page."""
    return f"there is no page {connection.scope['path'][:60]}; perhaps its link is old, or has lost a letter"


async def refuse(connection: HTTPConnection, error: Exception) -> Response | None:
    """A refusal of the house, or of our own."""
    assert isinstance(error, TuckboxError)
    found = refusal(error)
    if found is None:
        raise error  # a fault of ours: the middleware notes it
    connection.app.state.context.metrics.refusals.labels(found.code).inc()
    return await answer_refused(connection, found)


async def answer_refused(
    connection: HTTPConnection, refused: Refused, headers: dict[str, str] | None = None
) -> Response | None:
    """A refusal as the answer to a request; a socket is not opened, and denied by it."""
    response = error_response(connection.scope, refused, headers=headers)
    if not isinstance(connection, WebSocket):
        return response
    await connection.send_denial_response(response)
    return None


def error_response(
    scope: Scope, refused: Refused, code: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """A refusal in the way its caller reads."""
    code = code or (500 if refused is FAILED else status(refused))
    again = 1 if code == HTTPStatus.SERVICE_UNAVAILABLE and refused.again is None else refused.again
    headers = {**(headers or {}), **({} if again is None else {"retry-after": str(again)})}
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": refused.code, "message": str(refused)}, code, headers)
    if scope["type"] == "websocket":
        return PlainTextResponse(f"{refused}\n", code, headers)
    preferences = Preferences.of(HTTPConnection(scope).cookies)
    path, asked = scope["path"], bool(scope["query_string"])
    came = urlsplit(scope.get("state", {}).get("back", "")).path  # the page of a form that leads elsewhere
    wrong = refused.code in ("not here", "no game") or code == HTTPStatus.METHOD_NOT_ALLOWED
    guess = meant(path, asked) if wrong else None
    way = _back(came or path, refused.code, asked or bool(came))
    page = error_page(code, str(refused), Visitor(preferences=preferences), way, guess)
    return HTMLResponse(page, code, headers)


_BACK = {
    "account": "your account",
    "competitions": "the competitions",
    "daily": "the deals of the day",
    "find": "the search",
    "me": "your page",
    "practice": "practice",
}
"""Pages with forms on them or below them, by the first words of their addresses."""


def _back(path: str, code: str, asked: bool) -> tuple[str, str]:
    """The page on which one goes on from a refusal, by address and name: the table where one of its pages cannot be had, or
    nothing that is `asked` of it, and the page whose form was not taken.

    >>> _back("/tables/abc/review", "over", False), _back("/tables/abc", "no step", True)
    (('/tables/abc', 'the table'), ('/tables/abc', 'the table'))
    >>> _back("/tables/abc", "storage", False), _back("/find", "malformed", False)
    (('/', 'the games'), ('/', 'the games'))
    """
    first, *parts = path.strip("/").split("/")
    if code in ("no table", "not here"):
        return "/", "the games"
    if first == "tables" and parts and (len(parts) > 1 or asked):
        return f"/tables/{parts[0]}", "the table"
    return (f"/{first}", _BACK[first]) if first in _BACK and (parts or asked) else ("/", "the games")
