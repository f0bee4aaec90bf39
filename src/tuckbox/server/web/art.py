"""The drawings and the looks of games, as files that browsers keep."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.definition.game import game as installed_game
from tuckbox.errors import TuckboxError
from tuckbox.server.html.art import art_files
from tuckbox.server.table.new_table import find_game
from tuckbox.server.web.static import Asset, media_type


@lru_cache(maxsize=1024)
def _asset(game: Game, name: str) -> Asset:
    return Asset(art_files(game)[name], media_type(Path(name)))


async def serve(request: Request) -> Response:
    """A file of a game's art; with ``?v=TAG`` of its present content it may be kept for good."""
    try:
        asset = _asset(find_game(request.path_params["game"], installed_game), request.path_params["name"])
    except (TuckboxError, KeyError):
        return Response("there is no such file\n", 404, media_type="text/plain")
    return asset.answer(request.headers, lasting=request.query_params.get("v") == asset.tag)


ROUTES = [Route("/art/{game}/{name}", serve, methods=["GET"])]
