"""Answers about cards and places at a table and in a game, all cards of a game, and why something is not legal."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.errors import OptionError
from tuckbox.match.topics import topics_of
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.topics import answer, answer_at, cards_page
from tuckbox.server.web.context import context_of, known_game, step_of
from tuckbox.view.refusal import Refusal, why_not

_MOST_WORDS, _LONGEST_WORD = 12, 60
_MOST_REASONS = 2


def _words(request: Request) -> list[str]:
    return [word[:_LONGEST_WORD] for word in request.query_params.getlist("of")[:_MOST_WORDS]]


def _options(request: Request, game: Game) -> dict[str, Any]:
    """The options that an address names, as far as the game has them, the others as usual."""
    known = game.layout.options
    found = {name: kind.value(kind.number(name, kind.default)) for name, kind in known.items()}
    for name, value in request.query_params.items():
        try:
            if name in known:
                found[name] = known[name].value(known[name].number(name, value))
        except OptionError:
            continue  # what cannot be played is as usual
    return found


async def of_game(request: Request) -> Response:
    """Answers about the words of an address in a game; nothing where they name none of its things."""
    game = known_game(request.path_params["game"])
    told = answer(game, topics_of(game, _options(request, game)).find(*_words(request)))
    return HTMLResponse(told, 200 if told else 204, headers={"cache-control": "public, max-age=3600"})


async def at_table(request: Request) -> Response:
    """Answers about a thing on a table by its name, as whoever asks sees it."""
    context = context_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    model = table.view_model(person, step_of(request))
    told = answer_at(model, _words(request), dict(model.options))
    return HTMLResponse(told, 200 if told else 204)


async def why(request: Request) -> Response:
    """Why the viewer can do nothing now with what some words of the notation name: the game's reasons, as they are told."""
    context = context_of(request)
    table = await context.table(request)
    person = await context.sessions.visitor(request)
    view, found = table.view_model(person).view, list[Refusal]()
    if view and view.seat in view.asked:
        found = await context.aside(request, partial(why_not, view, *_words(request)), person)
    told = [capitalised(reason.text) + (f" ({reason.rule})." if reason.rule else ".") for reason in found[:_MOST_REASONS]]
    return JSONResponse({"reasons": told})


@lru_cache(maxsize=64)
def _cards(game: Game, options: tuple[tuple[str, Any], ...], preferences: Preferences) -> str:
    """All cards of a game with some options."""
    return cards_page(game, dict(options), Visitor(preferences=preferences))


async def cards(request: Request) -> Response:
    """All cards of a game."""
    game = known_game(request.path_params["game"])
    asked = game, tuple(_options(request, game).items()), Preferences.of(request.cookies)
    return HTMLResponse(await context_of(request).aside(request, partial(_cards, *asked)))


ROUTES = [
    Route("/games/{game}/about", of_game, methods=["GET"]),
    Route("/games/{game}/cards", cards, methods=["GET"]),
    Route("/tables/{table}/about", at_table, methods=["GET"]),
    Route("/tables/{table}/why", why, methods=["GET"]),
]
