"""The deal of the day by its addresses: today's deals, one try at each, and what everybody made of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.server.errors import StorageError
from tuckbox.server.html.daily import Dealt, dailies_page, daily_page
from tuckbox.server.people import Person
from tuckbox.server.practice.daily import Parting, Try
from tuckbox.server.web.context import context_of, known_game, playable
from tuckbox.server.web.pages import go, known, somebody, visitor_of
from tuckbox.server.web.previews import of_daily


async def dailies(request: Request) -> Response:
    """Today's deals."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    of, day, found = context.house.dailies, context.house.dailies.today, []
    counts = await of.counts(day)
    for game in playable():
        mine = None if person is None else await of.of(person, game.name, day)
        found.append(Dealt(game, day, (), mine, many=counts.get(game.name, 0)))
    return HTMLResponse(dailies_page(found, visitor_of(request, person)))


async def daily(request: Request) -> Response:
    """A day's deal of a game: its results, for who may read them."""
    context = context_of(request)
    person, game = await context.sessions.visitor(request), known_game(request.path_params["game"])
    day = await context.house.dailies.dealt(request.query_params.get("day"))
    dealt = await _dealt(request, game, person, day)
    return HTMLResponse(daily_page(dealt, visitor_of(request, person), of_daily(request, game, day)))


async def play(request: Request) -> Response:
    """Begin one's try at today's deal, or go on with it."""
    context = context_of(request)
    person, game = await somebody(request), known_game(request.path_params["game"])
    table = await context.daily(request, person, game.name)
    return known(request, go(f"/tables/{table}"), person)


async def _dealt(request: Request, game: Game, person: Person | None, day: date) -> Dealt:
    of = context_of(request).house.dailies
    tries = await of.tries(game.name, day)
    mine = None if person is None else await of.of(person, game.name, day)
    dealt = Dealt(game, day, tries, mine, past=day < of.today)
    if not (dealt.told and mine and mine.over):
        return dealt
    return replace(dealt, parting=await _parting(request, mine, tries[0]))


async def _parting(request: Request, mine: Try, best: Try) -> Parting | None:
    """The step at which one's own try parts from the best."""
    context = context_of(request)
    if mine.table == best.table:
        return None
    with suppress(StorageError):  # the results are here
        return await context.house.parting(mine.table, best.table, context.asker(request, None))
    return None


ROUTES: list[Any] = [
    Route("/daily", dailies, methods=["GET"]),
    Route("/daily/{game}", daily, methods=["GET"]),
    Route("/daily/{game}", play, methods=["POST"]),
]
