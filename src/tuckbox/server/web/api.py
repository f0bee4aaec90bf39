"""The interface for programs: names, tables and commands as JSON. Play goes over a socket, or command by command here.

A program shows who it is by the token it was given with its name. Cookies mean nothing here, so no page of another site can
act for anybody.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Annotated, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tuckbox.coach.why import told as told_reasons
from tuckbox.match.answers import why as told_why
from tuckbox.server.errors import Refused
from tuckbox.server.messages import read_json
from tuckbox.server.people import Person
from tuckbox.server.reviews.reviews import ReviewProgress
from tuckbox.server.table.commands import MOST_BYTES
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.web.advice import advised
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import check_parameters, context_of, playable, step_of, worded
from tuckbox.server.web.review import seat_of
from tuckbox.server.web.serialize import model_data
from tuckbox.server.web.waiting import wait_for_news

_LONGEST_ACTION = 200
_Word = Annotated[str, msgspec.Meta(max_length=100)]
_T = TypeVar("_T")

Call = Callable[[Request], Awaitable[Response]]


class PersonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program's name."""

    name: _Word


class TableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened, by fields of a `TableRequest`; `bots` has for each seat the level of a bot, or null to leave it
    open."""

    game: _Word
    players: int | None = None
    options: dict[_Word, str | int | bool] = {}
    pace: _Word = "none"
    private: bool = False
    bots: Annotated[list[_Word | None], msgspec.Meta(max_length=8)] = []
    hints: bool = False
    tempo: _Word = "usual"
    chat: bool | None = None
    delay: int = 0
    takeback: bool | None = None
    twice: bool = False


async def _read(request: Request, kind: type[_T]) -> _T:
    """The body of a call. Raises `Refused` where it is not of its kind."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("malformed", "send JSON, with the content type application/json")
    return read_json(await read_body(request, context_of(request).limits), msgspec.json.Decoder(kind))


def _answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


async def _known(request: Request) -> Person:
    person = await context_of(request).sessions.program(request)
    if person is None:
        raise Refused("unknown token", "this needs a token: POST a name to /api/people first")
    return person


async def games(request: Request) -> Response:
    """The games, and what can be chosen for a table."""
    rows = []
    for game in playable():
        options = {
            option: {"values": [str(value) for value in kind.all_values], "default": str(kind.default), "house": kind.house}
            for option, kind in game.layout.options.items()
        }
        rows.append({"game": game.name, "title": game.title, "players": list(game.players), "options": options})
    return _answer({"games": rows, "paces": {pace.name: pace.title for pace in TIME_CONTROLS.values()}})


async def people(request: Request) -> Response:
    """A name for a program, and the token that goes with it."""
    context = context_of(request)
    person = await context.newcomer(request, (await _read(request, PersonBody)).name)
    return _answer({"name": person.name, "token": context.sessions.token(person)}, 201)


async def tables(request: Request) -> Response:
    """The public tables that can be joined or watched."""
    return _answer(await context_of(request).house.lists.lobby())


async def open_table(request: Request) -> Response:
    """A new table; whoever opens it sits on the first seat without a bot."""
    context, person, new = context_of(request), await _known(request), await _read(request, TableBody)
    wanted = TableRequest(**{**msgspec.structs.asdict(new), "bots": tuple(new.bots)})
    table = await context.open_table(request, person, wanted)
    return _answer({"table": table.id, "socket": f"/api/tables/{table.id}/socket"}, 201)


async def look(request: Request) -> Response:
    """A table as the program sees it; `step` looks at an earlier state, `after` waits for another version than that, and
    `words` tells it in words, too."""
    await wait_for_news(request)
    context = context_of(request)
    person, table = await context.sessions.program(request), await context.table(request)
    table.stay(person)
    return _answer(model_data(table.view_model(person, step_of(request)), worded(request)))


async def command(request: Request) -> Response:
    """A command to a table, as on its socket; the answer is what the program sees then."""
    context, person, told = context_of(request), await _known(request), worded(request)
    table = await context.table(request)
    table.stay(person)
    refused = await context.client(table, person).send(await read_body(request, context.limits, MOST_BYTES))
    if refused is not None:
        raise refused
    return _answer(model_data(table.view_model(person), told))


async def why(request: Request) -> Response:
    """Why the program, which is to decide, may not do something, or that it may. It is no command, and changes nothing."""
    context = context_of(request)
    person, table = await context.sessions.program(request), await context.table(request)
    action, model = request.query_params.get("action", "")[:_LONGEST_ACTION], table.view_model(person)
    if model.view is None or not model.moves:
        raise Refused("not your turn", "there is nothing for you to decide just now")
    return _answer({"why": await context.aside(request, partial(told_why, model.view, action), person)})


async def hint(request: Request) -> Response:
    """A good player's choice in the place of the program, where the table has hints."""
    person = await _known(request)
    found = await advised(request, await context_of(request).table(request), person)
    return _answer({"action": found.action, "note": found.note, "why": told_reasons(found.reasons)})


async def review(request: Request) -> Response:
    """The coach's review of a seat of a finished match, or how far it has come: who asks first begins it."""
    context = context_of(request)
    person, table = await context.sessions.program(request), await context.table(request)
    found = await context.house.reviews.ask(table, seat_of(request, table, person), context.asker(request, person))
    if isinstance(found, ReviewProgress):
        return _answer({"done": found.done, "of": found.of, "failed": found.failed}, 202)
    return _answer(found)


def _route(method: str, path: str, call: Call, *parameters: str) -> Route:
    """A call by programs, which takes these parameters in its address and refuses others: a misspelt one would seem to be
    taken."""

    @wraps(call)
    async def checked(request: Request) -> Response:
        check_parameters(request, parameters)
        return await call(request)

    return Route(path, checked, methods=[method])


ROUTES = [
    _route("GET", "/api/games", games),
    _route("POST", "/api/people", people),
    _route("GET", "/api/tables", tables),
    _route("POST", "/api/tables", open_table),
    _route("GET", "/api/tables/{table}", look, "step", "after", "wait", "words"),
    _route("POST", "/api/tables/{table}", command, "words"),
    _route("GET", "/api/tables/{table}/hint", hint),
    _route("GET", "/api/tables/{table}/why", why, "action"),
    _route("GET", "/api/tables/{table}/review", review, "seat"),
]
