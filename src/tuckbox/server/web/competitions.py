"""Competitions by their addresses: made by a form, joined by a link, followed by a socket."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tuckbox.server.competitions.competition import Competition
from tuckbox.server.errors import Refused
from tuckbox.server.html.competitions import (
    Shown,
    competition_html,
    competition_page,
    competitions_page,
    new_competition_page,
)
from tuckbox.server.people import Person
from tuckbox.server.web.context import context_of, known_game, number_of, playable
from tuckbox.server.web.front import show_while_there
from tuckbox.server.web.pages import CORRIGIBLE, form_of, go, known, somebody, visiting, visitor_of

_NUMBERS = (("size", "the number of people"), ("rounds", "the number of rounds"))
"""Numbers in the form of a competition: the name of the field, and what it is."""

_LOOK = 60.0
"""Seconds after which a socket looks once more, though nothing has changed."""


async def competitions(request: Request) -> Response:
    """One's own competitions, and the games of which one can make one."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    mine = await context.house.competitions.records.mine(person.id) if person else []
    games = [game for game in playable() if game.tournament]
    return HTMLResponse(competitions_page(games, mine, visitor_of(request, person)))


async def new(request: Request) -> Response:
    """The form for a competition."""
    visitor, game = await visiting(request), known_game(request.query_params.get("game", ""))
    tournament = context_of(request).house.competitions.tournament(game.name)
    return HTMLResponse(new_competition_page(game, tournament, visitor))


async def make(request: Request) -> Response:
    """Make the competition of a form; one that cannot be is shown again, with the reason."""
    context, form = context_of(request), await form_of(request)
    game = known_game(form.get("game", ""))
    tournament = context.house.competitions.tournament(game.name)
    person = await somebody(request, form.get("name", ""))
    try:
        size, rounds = (number_of(form.get(name, ""), what) for name, what in _NUMBERS)
        wanted = (game.name, form.get("bout", ""), size, rounds, form.get("pace", ""), form.get("title", ""))
        context.house.competitions.check(*wanted[:5])
        await context.may_make_competition(person)
        key = await context.house.competitions.make(person, *wanted)
    except Refused as refused:
        if refused.code not in CORRIGIBLE:
            raise
        page = new_competition_page(game, tournament, visitor_of(request, person), str(refused))
        return known(request, HTMLResponse(page, 400), person)
    return known(request, go(f"/competitions/{key}"), person)


async def competition(request: Request) -> Response:
    """A competition as it stands."""
    person = await context_of(request).sessions.visitor(request)
    found = await context_of(request).house.competitions.of(_key(request))
    return HTMLResponse(competition_page(_shown(request, found, person), visitor_of(request, person)))


async def join(request: Request) -> Response:
    """Take part in a competition."""
    context, form = context_of(request), await form_of(request)
    await context.house.competitions.of(_key(request))  # nobody becomes somebody for what there is not
    person = await somebody(request, form.get("name", ""))
    await context.may_compete(person)
    await context.house.competitions.join(_key(request), person, context.limits.entrants)
    return known(request, go(f"/competitions/{_key(request)}"), person)


async def leave(request: Request) -> Response:
    """Take part in a competition no longer."""
    person = await context_of(request).sessions.visitor(request)
    if person is not None:
        await context_of(request).house.competitions.leave(_key(request), person)
    return go("/competitions")


async def start(request: Request) -> Response:
    """Start a competition, as its maker."""
    person = await somebody(request)
    await context_of(request).house.competitions.start(_key(request), person)
    return known(request, go(f"/competitions/{_key(request)}"), person)


def _key(connection: Request | WebSocket) -> str:
    key: str = connection.path_params["competition"]
    return key


def _shown(connection: Request | WebSocket, found: Competition, person: Person | None) -> Shown:
    """A competition as it is shown to somebody. Raises `Refused` where its game is not here any more."""
    tournament = context_of(connection).house.competitions.tournament(found.game)
    return Shown(found, known_game(found.game), tournament, person.id if person else None)


async def follow(socket: WebSocket) -> None:
    """The socket of a competition's page."""
    context = context_of(socket)
    person = await context.sessions.visitor(socket)
    first = await context.house.competitions.of(_key(socket))
    watch = context.house.competitions.watch(_key(socket))
    await socket.accept()

    async def show() -> None:
        sent, heard = "", watch.changes.value
        while True:
            page = competition_html(_shown(socket, watch.seen or first, person), person is not None)
            if page != sent:
                sent = page
                await socket.send_text(json.dumps({"competition": page}))
            heard = await watch.changes.wait(heard, _LOOK)

    await show_while_there(socket, watch, show)


ROUTES: list[Any] = [
    Route("/competitions", competitions, methods=["GET"]),
    Route("/competitions", make, methods=["POST"]),
    Route("/competitions/new", new, methods=["GET"]),
    Route("/competitions/{competition}", competition, methods=["GET"]),
    Route("/competitions/{competition}/join", join, methods=["POST"]),
    Route("/competitions/{competition}/leave", leave, methods=["POST"]),
    Route("/competitions/{competition}/start", start, methods=["POST"]),
    WebSocketRoute("/competitions/{competition}/socket", follow),
]
