"""The doors for programs: names, tables and commands as JSON. What is played goes over a socket, or command by command here.

A program shows who it is by the token it was given with its name. Cookies mean nothing here, so no page of another site can
act for anybody.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tuckbox.server.house import Wish
from tuckbox.server.people import Person
from tuckbox.server.table.commands import MOST_BYTES, Refused
from tuckbox.server.table.paces import PACES
from tuckbox.server.web.data import face_data
from tuckbox.server.web.desk import desk, playable, read_body
from tuckbox.server.web.doors import step_of

_Word = Annotated[str, msgspec.Meta(max_length=100)]
_T = TypeVar("_T")


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program's name."""

    name: _Word


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened; `bots` has for each seat the level of a bot, or null to leave it open."""

    game: _Word
    players: int | None = None
    options: dict[_Word, str | int] = {}
    pace: _Word = "none"
    private: bool = False
    bots: Annotated[list[_Word | None], msgspec.Meta(max_length=8)] = []


async def _read(request: Request, kind: type[_T]) -> _T:
    """The body of a call. Raises `Refused` where it is not of its kind."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("malformed", "send JSON, with the content type application/json")
    try:
        return msgspec.json.decode(await read_body(request, desk(request).limits.body), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("malformed", f"this cannot be read: {error}") from None


def _answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


async def _known(request: Request) -> Person:
    person = await desk(request).identity.program(request)
    if person is None:
        raise Refused("unknown token", "this needs a token: POST a name to /api/people first")
    return person


async def games(request: Request) -> Response:
    """The games, and what can be chosen for a table."""
    rows = []
    for game in playable():
        options = {
            option: {"values": [str(value) for value in kind.values], "default": str(kind.default)}
            for option, kind in game.layout.options.items()
        }
        rows.append({"game": game.name, "title": game.title, "players": list(game.players), "options": options})
    return _answer({"games": rows, "paces": {pace.name: pace.title for pace in PACES.values()}})


async def people(request: Request) -> Response:
    """A name for a program, and the token that goes with it."""
    at = desk(request)
    person = await at.newcomer(request, (await _read(request, NewPerson)).name)
    return _answer({"name": person.name, "token": at.identity.token(person)}, 201)


async def tables(request: Request) -> Response:
    """The public tables that can be joined or watched."""
    return _answer(await desk(request).house.lobby())


async def open_table(request: Request) -> Response:
    """A new table; whoever opens it sits on the first seat without a bot."""
    at, person, new = desk(request), await _known(request), await _read(request, NewTable)
    wish = Wish(new.game, new.players, new.options, new.pace, new.private, tuple(new.bots))
    table = await at.open_table(person, wish)
    return _answer({"table": table.id, "socket": f"/api/tables/{table.id}/socket"}, 201)


async def look(request: Request) -> Response:
    """A table as the program sees it; `step` looks at an earlier state."""
    at = desk(request)
    person = await at.identity.program(request)
    return _answer(face_data((await at.table(request)).face(person, step_of(request))))


async def command(request: Request) -> Response:
    """A command to a table, as on its socket; the answer is what the program sees then."""
    at, person = desk(request), await _known(request)
    table = await at.table(request)
    refused = await at.seat(table, person).give(await read_body(request, MOST_BYTES))
    if refused is not None:
        raise refused
    return _answer(face_data(table.face(person)))


ROUTES = [
    Route("/api/games", games, methods=["GET"]),
    Route("/api/people", people, methods=["POST"]),
    Route("/api/tables", tables, methods=["GET"]),
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables/{table}", look, methods=["GET"]),
    Route("/api/tables/{table}", command, methods=["POST"]),
]
