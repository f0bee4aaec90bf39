"""Learning by playing, in the browser: each page of a lesson is an address, and nothing is kept of who reads it."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, Lesson, lesson
from tuckbox.server.errors import Refused
from tuckbox.server.html.lesson import Shown, lesson_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import LogLine, SeatView, ViewModel, moves_of
from tuckbox.server.web.context import known_game

_LONGEST = 80
"""No action that anybody means is longer."""


@lru_cache(maxsize=64)
def _lesson(game: Game) -> Lesson:
    """The first lesson of a game. Raises `OptionError` if it has none."""
    return lesson(game)


async def learn(request: Request) -> Response:
    """A page of a lesson; with ``try`` what comes of an action there."""
    game = known_game(request.path_params["game"])
    try:
        guide = Guide(_lesson(game), _page(request))
    except OptionError as error:
        raise Refused("not here", str(error)) from None
    action, answer = request.query_params.get("try"), ""
    if action is not None and not guide.done:
        answer = guide.act(action[:_LONGEST]).text
    visitor = Visitor(preferences=Preferences.of(request.cookies))
    return HTMLResponse(lesson_page(show(guide, answer), visitor))


def _page(request: Request) -> int:
    """The page that is asked for, counted from 0. Raises `Refused` for what is no number."""
    text = request.query_params.get("page", "1")
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 4):
        raise Refused("malformed", "a page is a number")
    return int(text) - 1


def show(guide: Guide, answer: str = "") -> Shown:
    """Where a lesson stands, as its page shows it."""
    view = guide.view()
    scene = view.game.scene(view)
    page = None if guide.done else guide.page
    thing = None if guide.done else guide.thing(scene)
    moves = moves_of(view, scene.notes)
    match = guide.match
    model = ViewModel(
        table="",
        game=view.game.name,
        title=view.game.title,
        options=tuple((name, str(value)) for name, value in match.options.items()),
        stage="playing",
        private=True,
        host=False,
        time_control=TIME_CONTROLS["none"],
        version=match.steps,
        seat=LEARNER,
        seats=tuple(_seat(guide, seat) for seat in range(match.players)),
        view=view,
        scene=scene,
        moves=moves if page and page.task else (),
        log=tuple(LogLine(step, text) for step, text in match.lines(LEARNER)),
        step=match.steps,
        steps=match.steps + 1,  # the script goes on: nothing is to be settled here about the rest of the match
    )
    return Shown(guide.lesson, guide.number, page, thing, model, answer)


def _seat(guide: Guide, seat: int) -> SeatView:
    """A seat at a lesson's table: the learner's, or a rival's."""
    mine, match = seat == LEARNER, guide.match
    return SeatView(seat, match.names[seat], "person", present=True, mine=mine, asked=seat in match.asked)


ROUTES = [Route("/learn/{game}", learn, methods=["GET"])]
