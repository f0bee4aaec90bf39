"""A visitor's own page: what they have played, and how it went."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.server.html.me import Finished, Rated, my_page
from tuckbox.server.people import Person
from tuckbox.server.ratings.ratings import Played, Ratings, bot
from tuckbox.server.ratings.scale import Rating
from tuckbox.server.web.context import context_of, playable
from tuckbox.server.web.pages import known, visitor_of


async def me(request: Request) -> Response:
    """The page of the visitor."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    games, only = playable(), request.query_params.get("game", "")
    if person is None:
        return HTMLResponse(my_page(games, [], [], visitor_of(request, None)))
    ratings = context.house.ratings
    matches = [finished(each, person) for each in await ratings.played(person)]
    rated = await _rated(ratings, person, games, matches)
    only = only if only in {game.name for game in games} else ""
    return known(request, HTMLResponse(my_page(games, matches, rated, visitor_of(request, person), only)), person)


def finished(played: Played, person: Person) -> Finished:
    """A match as it is listed on somebody's page."""
    names: list[dict[str, Any]] = msgspec.json.decode(played.seats)
    mine = next(result for result in played.results if result.person == person.id)
    others = [each for each in played.results if each.seat != mine.seat]
    rivals = [(f"{each.level} bot" if each.level else names[each.seat]["name"], each.place) for each in others]
    rating = None if mine.mu is None or mine.sigma is None else Rating(mine.mu, mine.sigma)
    return Finished(
        mine.table, mine.game, played.title, mine.at, mine.seat, mine.place, len(names), tuple(rivals), mine.gone,
        mine.counted, rating,
    )  # fmt: skip


async def _rated(ratings: Ratings, person: Person, games: list[Game], matches: list[Finished]) -> list[Rated]:
    """The ratings of a person, each with its course and those of bots."""
    own = await ratings.of(person.id)
    bots = {level: await ratings.of(bot(level)) for level in LEVELS} if own else {}
    found = []
    for game in games:
        if game.name in own:
            there = {level: of[game.name] for level, of in bots.items() if game.name in of}
            course = [match.rating for match in reversed(matches) if match.game == game.name and match.rating]
            found.append(Rated(game, own[game.name], there, course))
    return found


ROUTES = [Route("/me", me, methods=["GET"])]
