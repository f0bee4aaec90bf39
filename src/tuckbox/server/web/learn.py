"""Learning by playing, in the browser: each page of a lesson is an address. Where one has stopped only the browser keeps."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.definition.rulebook import short_text
from tuckbox.errors import OptionError
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, Lesson, lesson
from tuckbox.server.errors import Refused
from tuckbox.server.html.lesson import Shown, lesson_page
from tuckbox.server.html.preferences import DONE, LESSONS, Preferences, Visitor, lessons_cookie, lessons_of
from tuckbox.server.html.short_rules import short_rules_page, shots_of
from tuckbox.server.table.alone import model_alone
from tuckbox.server.web.context import LONGEST_ACTION, context_of, known_game, number_of
from tuckbox.server.web.middleware import caller
from tuckbox.server.web.pages import YEAR, form_of, go, known, somebody


@lru_cache(maxsize=64)
def _lesson(game: Game) -> Lesson:
    """The first lesson of a game. Raises `OptionError` if it has none."""
    return lesson(game)


class Drawn(NamedTuple):
    """A page of a lesson as HTML, its number (counted from 0), and whether the lesson is done there."""

    html: str
    number: int
    done: bool


def _draw(game: Game, page: int, preferences: Preferences, action: str | None = None) -> Drawn:
    """A page of a lesson, perhaps with what comes of an action there. Raises `OptionError` where there is none."""
    guide = Guide(_lesson(game), page)
    answer = guide.act(action).text if action is not None and not guide.done else ""
    html = lesson_page(show(guide, answer), Visitor(preferences=preferences))
    return Drawn(html, guide.number, guide.done)


_drawn = lru_cache(maxsize=128)(_draw)


async def learn(request: Request) -> Response:
    """A page of a lesson; with ``try`` what comes of an action there."""
    game, page, action = known_game(request.path_params["game"]), _page(request), request.query_params.get("try")
    asked = game, page, Preferences.of(request.cookies)
    work = partial(_drawn, *asked) if action is None else partial(_draw, *asked, action[:LONGEST_ACTION])
    try:
        drawn = await context_of(request).aside(request, work)
    except OptionError as error:
        raise Refused("not here", str(error)) from None
    response = HTMLResponse(drawn.html)
    if drawn.number:
        _remember(request, response, game, drawn)
    return response


async def play_on(request: Request) -> Response:
    """Go on with the match of a lesson where the lesson ends, against bots."""
    game, form = known_game(request.path_params["game"]), await form_of(request)
    person = await somebody(request, form.get("name", ""))
    try:
        table = await context_of(request).go_on_from(request, person, partial(_ended, game))
    except OptionError as error:
        raise Refused("not here", str(error)) from None
    return known(request, go(f"/tables/{table.id}"), person)


def _ended(game: Game) -> Guide:
    """The lesson of a game at its end. Raises `OptionError` if it has none."""
    return Guide(_lesson(game), len(_lesson(game).pages))


def _remember(request: Request, response: Response, game: Game, drawn: Drawn) -> None:
    """Let the browser keep where the lesson stands; one that is done stays so."""
    stand = lessons_of(request.cookies)
    if stand.get(game.name) != DONE:
        value = lessons_cookie({**stand, game.name: DONE if drawn.done else str(drawn.number + 1)})
        secure = caller(request).secure
        response.set_cookie(LESSONS, value, max_age=YEAR, samesite="lax", secure=secure, httponly=True, path="/")


def _page(request: Request) -> int:
    """The page that is asked for, counted from 0. Raises `Refused` for what is no number."""
    return number_of(request.query_params.get("page", "1"), "the page") - 1


def show(guide: Guide, answer: str = "") -> Shown:
    """The state of a lesson, as its page shows it."""
    page = None if guide.done else guide.page
    model = model_alone(guide.match, LEARNER, moves=page is not None and page.task is not None)
    assert model.scene is not None
    thing = None if guide.done else guide.thing(model.scene)
    return Shown(guide.lesson, guide.number, page, thing, model, answer, guide.match.done)


@lru_cache(maxsize=64)
def _short_rules(game: Game, preferences: Preferences) -> str:
    """A game on two screens, with tables of its lesson as pictures."""
    tables = {page: show(Guide(_lesson(game), page - 1)).model for page in shots_of(game)}
    return short_rules_page(game, tables, Visitor(preferences=preferences))


async def short_rules(request: Request) -> Response:
    """The short rules of a game."""
    game = known_game(request.path_params["game"])
    if not short_text(game):
        raise Refused("not here", f"{game.title} has no short rules")
    work = partial(_short_rules, game, Preferences.of(request.cookies))
    return HTMLResponse(await context_of(request).aside(request, work))


ROUTES = [
    Route("/learn/{game}", learn, methods=["GET"]),
    Route("/learn/{game}/on", play_on, methods=["POST"]),
    Route("/games/{game}/short", short_rules, methods=["GET"]),
]
