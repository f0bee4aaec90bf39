"""Pictures for those who preview a link: each has the address of its page and a word more, and shows no more than it does.

They are drawn as a stranger sees the page, whoever asks. Where resvg is not installed there are none, and pages name none.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tuckbox.server.errors import Refused
from tuckbox.server.preview import pictures
from tuckbox.server.preview.png import can_draw
from tuckbox.server.web.context import context_of, known_game, step_of
from tuckbox.server.web.practice import copied, model_of, numbered, title_of
from tuckbox.server.web.previews import PICTURE, looked_back
from tuckbox.server.web.review import seat_of

_LATER = "public, max-age=3600"
_NOW = "private, no-cache"
"""The cache control of pictures that may be others soon, or are only for those who have been given their address."""


async def table(request: Request) -> Response:
    """A table as onlookers see it now, or saw it after a step."""
    _may(request)
    model = (await context_of(request).table(request)).view_model(None, step_of(request))
    return await _answer(request, _NOW, lambda: pictures.of_table(model))


async def replay(request: Request) -> Response:
    """A step of a match that is over."""
    _may(request)
    model, _ = looked_back(request, await context_of(request).table(request))
    return await _answer(request, _NOW, lambda: pictures.of_replay(model))


async def review(request: Request) -> Response:
    """A step of a match that is over, as a seat saw it then."""
    _may(request)
    found = await context_of(request).table(request)
    step = step_of(request)
    model = found.seen_model(seat_of(request, found, None), 1 if step is None else step)
    return await _answer(request, _NOW, lambda: pictures.of_review(model))


async def exercise(request: Request) -> Response:
    """An exercise that a game ships, before it is answered."""
    _may(request)
    game, number, found = numbered(request)
    model = await model_of(request, found, asks=False)
    return await _answer(request, _LATER, lambda: pictures.of_exercise(model, title_of(game, number)))


async def shared(request: Request) -> Response:
    """An exercise that somebody shares, before it is answered."""
    _may(request)
    game, found = await copied(request)
    model = await model_of(request, found, asks=False)
    return await _answer(request, _LATER, lambda: pictures.of_exercise(model, title_of(game)))


async def daily(request: Request) -> Response:
    """A deal of the day; nothing of the deal."""
    _may(request)
    game = known_game(request.path_params["game"])
    day = await context_of(request).house.dailies.dealt(request.query_params.get("day"))
    return await _answer(request, _LATER, lambda: pictures.of_daily(game, day))


def _may(request: Request) -> None:
    """Refuse where there are no pictures, or too many have been asked for."""
    if not can_draw():
        raise Refused("not here", "this server draws no pictures: pip install 'tuckbox[pictures]'")
    context_of(request).rates.pictures.take(context_of(request).network(request))


async def _answer(request: Request, lasting: str, paint: Callable[[], str]) -> Response:
    """A picture; who has it already is told so before it is drawn."""
    context = context_of(request)
    svg = await context.aside(request, paint)
    tag = f'"{pictures.tag_of(svg)}"'
    headers = {"etag": tag, "cache-control": lasting, "cross-origin-resource-policy": "cross-origin"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    made = await context.pictures.png(svg, context.asker(request, None))
    return Response(made, headers=headers, media_type="image/png")


ROUTES = [
    Route(f"/tables/{{table}}/{PICTURE}", table, methods=["GET"]),
    Route(f"/tables/{{table}}/replay/{PICTURE}", replay, methods=["GET"]),
    Route(f"/tables/{{table}}/review/{PICTURE}", review, methods=["GET"]),
    Route(f"/exercises/{{game}}/{{number}}/{PICTURE}", exercise, methods=["GET"]),
    Route(f"/shared/{{key}}/{PICTURE}", shared, methods=["GET"]),
    Route(f"/daily/{{game}}/{PICTURE}", daily, methods=["GET"]),
]
