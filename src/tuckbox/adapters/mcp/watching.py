"""A small server of pages on which one can watch matches that are played elsewhere, as onlookers see them.

It listens on this machine only. A page is made from the view of nobody's seat, so that nothing hidden can be on it, and
comes anew every two seconds.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import htpy as h
import uvicorn
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.server.html.art import SHEET, THEME, art_address, art_files, sheet_html
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.html.page import asset, styles_for
from tuckbox.server.html.replay import still_table
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import SeatView, Terms, ViewModel, moves_of
from tuckbox.server.web import art
from tuckbox.server.web.static import Assets

EVERY = 2
"""Seconds until a page comes anew."""
LINES = 40
"""Number of sentences of the log on a page."""
_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}  # fmt: skip


@dataclass(frozen=True)
class Watched:
    """A match as onlookers see it: the bot of each seat ("" where somebody is asked), whether it is over, the scene, and the
    last sentences."""

    match: Match
    bots: Sequence[str]
    done: bool
    scene: Scene
    told: tuple[str, ...]


def watched(match: Match, bots: Sequence[str], done: bool) -> Watched:
    """A match as onlookers see it now."""
    told = tuple(line for _, line in match.lines(None, most=LINES))[-LINES:]
    return Watched(match, bots, done, laid(match.view(None, log=False)), told)


def page(number: str, seen: Watched) -> str:
    """The page of a match; it comes anew by itself while the match goes on."""
    match, scene = seen.match, seen.scene
    game, model = match.game, _model(number, seen)
    theme = h.link(rel="stylesheet", href=art_address(game, THEME)) if art_files(game)[THEME] else None
    document = h.html(lang="en", data_theme="auto")[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            None if seen.done else h.meta(http_equiv="refresh", content=str(EVERY)),
            h.title[f"{game.title} · Tuckbox"],
            h.link(rel="icon", href=asset("icon.svg")),
            [h.link(rel="stylesheet", href=asset(name)) for name in ("style.css", *styles_for(model))],
            theme,
            h.link(rel="preload", href=art_address(game, SHEET), as_="fetch", crossorigin=""),
            h.script(type="module", src=asset("art.js")),
        ],
        h.body(".at-table", data_game=game.name)[
            h.header("#top")[h.h1[game.title]],
            h.main("#live")[
                h.div("#table.table.stage-replay")[
                    still_table(model, scene),
                    h.section(".dock", aria_label="Now")[
                        h.p("#status", role="status")[Markup(with_chips(game, scene.status))]
                    ],
                    h.aside(aria_label="Log")[_log(seen)],
                ]
            ],
            Markup(sheet_html(game)),
        ],
    ]
    return str(document)


def _log(seen: Watched) -> h.Element:
    """The last sentences, the newest first."""
    lines = (h.li[Markup(with_chips(seen.match.game, line))] for line in reversed(seen.told))
    return h.section("#log.log", aria_labelledby="log-title")[h.h2("#log-title")["What happened"], h.ol[lines]]


def _model(number: str, seen: Watched) -> ViewModel:
    """The view model of an onlooker."""
    match, view = seen.match, seen.match.view(None, log=False)
    seats = tuple(
        SeatView(
            seat, name, "bot" if seen.bots[seat] else "person", seen.bots[seat], present=True, asked=seat in match.asked
        )
        for seat, name in enumerate(match.names)
    )
    options = tuple((name, str(value)) for name, value in match.options.items())
    terms = Terms(private=True, time_control=TIME_CONTROLS["none"])
    return ViewModel(
        number, match.game.name, match.game.title, options, terms, "finished" if seen.done else "playing", False,
        match.steps, None, seats, view=view, scene=seen.scene, moves=moves_of(view, {}), step=match.steps, steps=match.steps,
    )  # fmt: skip


class Pages:
    """The server of such pages, in a thread of its own; `find` makes the page of a match by its number, and raises
    `OptionError` for one that is none."""

    def __init__(self, find: Callable[[str], str]) -> None:
        self._find = find
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen()  # who asks before the server runs waits for it
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        routes = [Route("/watch/{number}", self._watch, methods=["GET"]), *art.ROUTES]
        routes.append(Route("/static/{path:path}", Assets().serve, methods=["GET"]))
        hosts = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
        config = uvicorn.Config(Starlette(routes=routes, middleware=[hosts]), log_level="warning", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name="watching", daemon=True)
        self._thread.start()

    def _watch(self, request: Request) -> Response:
        try:
            return HTMLResponse(self._find(request.path_params["number"]), headers=_HEADERS)
        except OptionError as error:
            return Response(f"{error}\n", 404, headers=_HEADERS, media_type="text/plain")

    def link(self, number: str) -> str:
        """The address of the page of a match."""
        return f"{self.address}/watch/{number}"

    def close(self) -> None:
        """End the server."""
        self._server.should_exit = True
        self._thread.join(10)
