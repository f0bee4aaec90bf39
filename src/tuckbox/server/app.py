"""The server as an application: the house, and the routes that lead into it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from tuckbox.errors import TuckboxError
from tuckbox.server.errors import StorageError
from tuckbox.server.house import House
from tuckbox.server.settings import Settings
from tuckbox.server.web import advice, api, art, errors, learn, monitoring, pages, review, websockets
from tuckbox.server.web.context import Context
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.middleware import SecurityMiddleware
from tuckbox.server.web.sessions import Sessions
from tuckbox.server.web.static import Assets


def build_app(settings: Settings, ready: Callable[[], None] | None = None, **house_options: Any) -> Starlette:
    """The application; `ready` is called when the house has been opened, before the first request.

    `house_options` go to `House.open`: tests have their own games, clock and bots.
    """
    metrics, assets = Metrics(), Assets()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            async with House.open(settings.database, bot_delay=settings.bot_delay, **house_options) as house:
                app.state.context = Context(settings, house, Sessions(await house.secret("tokens"), house.people), metrics)
                metrics.also(house.statistics)
                if ready:
                    ready()
                yield
        except StorageError as error:
            app.state.failure = error
            raise

    static = Route("/static/{path:path}", assets.serve, methods=["GET"])
    handlers: dict[Any, Any] = {HTTPException: errors.not_found, TuckboxError: errors.refuse}
    middleware = [
        Middleware(SecurityMiddleware, settings=settings, metrics=metrics),
        Middleware(GZipMiddleware, compresslevel=6),
    ]
    return Starlette(
        routes=[
            *pages.ROUTES,
            *learn.ROUTES,
            *advice.ROUTES,
            *review.ROUTES,
            *websockets.ROUTES,
            *api.ROUTES,
            *monitoring.ROUTES,
            *art.ROUTES,
            static,
        ],
        lifespan=lifespan,
        middleware=middleware,
        exception_handlers=handlers,
    )


__all__ = ["build_app"]
