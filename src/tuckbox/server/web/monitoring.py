"""Monitoring, for those who run the server: whether it is well, and its metrics."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tuckbox import __version__
from tuckbox.server.errors import Refused
from tuckbox.server.web.context import context_of
from tuckbox.server.web.middleware import caller

PATIENCE = 3.0
"""Seconds in which a database has to answer for its server to be ready."""


async def live(request: Request) -> Response:
    """Whether the process answers at all; if it does not, starting it anew may help."""
    return JSONResponse({"tuckbox": __version__, "live": True})


async def ready(request: Request) -> Response:
    """Whether the server can be given visitors: its database can be read and takes what is written, without long waits."""
    store, well, heard = context_of(request).house.store, False, "hear from its database"
    try:
        async with asyncio.timeout(PATIENCE):
            well = await store.well()
    except TimeoutError:
        store.database.spells.fail(heard, f"no answer within {PATIENCE:g} seconds")
    else:
        store.database.spells.succeed(heard)
    return JSONResponse({"tuckbox": __version__, "well": well}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """Metrics for those who may see them: what comes through a proxy comes from anywhere."""
    found = caller(request)
    if not request.scope.get("peer") and (not found.direct or not _inside(found.address, request)):
        raise Refused("not here", "there is nothing here")
    return Response(context_of(request).metrics.text(), headers={"content-type": CONTENT_TYPE_LATEST})


def _inside(address: str, request: Request) -> bool:
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return any(known in network for network in context_of(request).settings.networks)


ROUTES = [
    Route("/health", ready, methods=["GET"]),
    Route("/health/live", live, methods=["GET"]),
    Route("/health/ready", ready, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
