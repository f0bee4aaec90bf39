"""The server as an application: the house, and the routes that lead into it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from tuckbox.errors import TuckboxError
from tuckbox.server.errors import Elsewhere, StorageError
from tuckbox.server.fleet import peers
from tuckbox.server.fleet.notes import Notes
from tuckbox.server.fleet.peers import SECRET, Peers
from tuckbox.server.house import House
from tuckbox.server.settings import Settings
from tuckbox.server.web import (
    accounts,
    advice,
    api,
    art,
    competitions,
    daily,
    duplicate,
    errors,
    front,
    learn,
    mail,
    manners,
    me,
    meeting,
    monitoring,
    pages,
    pictures,
    practice,
    push,
    review,
    topics,
    websockets,
)
from tuckbox.server.web.context import Context
from tuckbox.server.web.limits import SharedLimit
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.middleware import SecurityMiddleware
from tuckbox.server.web.sessions import Sessions
from tuckbox.server.web.static import Assets

_ROUTED = (
    pages, pictures, learn, advice, topics, review, duplicate, practice, daily, competitions, accounts, me, meeting, mail,
    manners, front, push, websockets, api, monitoring, peers, art,
)  # fmt: skip
"""Modules with routes."""


def build_app(
    settings: Settings, ready: Callable[[], None] | None = None, parts: SharedLimit | None = None, **house_options: Any
) -> Starlette:
    """The application; `ready` is called when the house has been opened, before the first request.

    `parts` learns how many processes share the limits. `house_options` go to `House.open`: tests have their own games,
    clock and bots.
    """
    metrics, parts = Metrics(), parts or SharedLimit()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.peers, app.state.ending = None, asyncio.Event()  # set when those who wait are to wait no longer
        named = ("bot_delay", "peer", "bots_elsewhere", "warm_up", "mail", "public_name")
        options = {name: getattr(settings, name) for name in named}
        try:
            async with House.open(settings.database, **{**options, **house_options}) as house:
                sessions = Sessions(await house.store.secret("tokens"), house.people, house.accounts.sessions)
                app.state.context = Context(settings, house, sessions, metrics, parts)
                metrics.also(house.statistics)
                if settings.peer and house.owners is not None:
                    app.state.notes = Notes(await house.store.secret(SECRET))
                    app.state.peers = Peers(house, app.state.notes, parts)
                if ready:
                    ready()
                yield
                if app.state.peers is not None:
                    await app.state.peers.close()
        except StorageError as error:
            app.state.failure = error
            raise

    static = Route("/static/{path:path}", Assets().serve, methods=["GET"])
    handlers: dict[Any, Any] = {
        HTTPException: errors.not_found,
        TuckboxError: errors.refuse,
        Elsewhere: peers.elsewhere,
    }
    middleware = [
        Middleware(SecurityMiddleware, settings=settings, metrics=metrics, parts=parts),
        Middleware(GZipMiddleware, compresslevel=6),
    ]
    return Starlette(
        routes=[*(route for module in _ROUTED for route in module.ROUTES), static],
        lifespan=lifespan,
        middleware=middleware,
        exception_handlers=handlers,
    )
