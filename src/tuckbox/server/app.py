"""The server as an application: the house, and the doors that lead into it."""

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
from tuckbox.server.house import House
from tuckbox.server.settings import Settings
from tuckbox.server.storage.errors import StorageError
from tuckbox.server.web import answers, api, doors, pages, upkeep
from tuckbox.server.web.desk import Desk
from tuckbox.server.web.guard import Guard
from tuckbox.server.web.identity import Identity
from tuckbox.server.web.meters import Meters
from tuckbox.server.web.static import Assets


def build_app(settings: Settings, ready: Callable[[], None] | None = None, **house_options: Any) -> Starlette:
    """The application; `ready` is called when the house has been opened, before the first request.

    `house_options` go to `House.open`: tests have their own games, clock and bots.
    """
    meters, assets = Meters(), Assets()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            async with House.open(settings.database, bot_delay=settings.bot_delay, **house_options) as house:
                app.state.desk = Desk(settings, house, Identity(await house.secret("tokens"), house.people), meters)
                meters.also(house.statistics)
                if ready:
                    ready()
                yield
        except StorageError as error:
            app.state.failure = error
            raise

    static = Route("/static/{path:path}", assets.serve, methods=["GET"])
    handlers: dict[Any, Any] = {HTTPException: answers.missing, TuckboxError: answers.refused}
    middleware = [Middleware(Guard, settings=settings, meters=meters), Middleware(GZipMiddleware, compresslevel=6)]
    return Starlette(
        routes=[*pages.ROUTES, *doors.ROUTES, *api.ROUTES, *upkeep.ROUTES, static],
        lifespan=lifespan,
        middleware=middleware,
        exception_handlers=handlers,
    )


__all__ = ["build_app"]
