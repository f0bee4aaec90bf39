"""A word when it is one's turn: asked for and stopped by a browser; and the worker of the browser that shows it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tuckbox.server.assets import sent
from tuckbox.server.errors import Refused
from tuckbox.server.notices.quiet import Quiet
from tuckbox.server.web.accounts import for_scripts, to_script
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of
from tuckbox.server.web.pages import form_of, go


@for_scripts
async def subscribe(request: Request) -> Response:
    """Tell the visitor in this browser."""
    context = context_of(request)
    context.may_sign(request)
    person, session = await context.sessions.known(request)
    if person is None or not context.house.push.possible:
        raise Refused("no name", "give a name first" if person is None else "this server sends no messages")
    data = await read_body(request, context.limits)
    await context.house.push.subscribe(person, session.id if session else "", data)
    return to_script({"go": "/account"})


@for_scripts
async def unsubscribe(request: Request) -> Response:
    """Tell the visitor no more."""
    person = await context_of(request).sessions.visitor(request)
    if person is not None:
        await context_of(request).house.push.unsubscribe(person)
    return to_script({"go": "/account"})


async def worker(request: Request) -> Response:
    """The script that shows messages while no page is open. It keeps no page: nothing of a match is in a cache."""
    return Response(sent("worker.js"), headers={"cache-control": "no-cache"}, media_type="text/javascript")


async def quiet(request: Request) -> Response:
    """Keep the quiet hours of a form, or none."""
    context, form = context_of(request), await form_of(request)
    person = await context.sessions.visitor(request)
    if person is None:
        raise Refused("no name", "give a name first")
    none = form.get("do") == "none"
    chosen = None if none else Quiet.chosen(form.get("start", ""), form.get("end", ""), form.get("zone", ""))
    await context.house.quiet.keep(person, chosen)
    return go("/account")


ROUTES = [
    Route("/account/quiet", quiet, methods=["POST"]),
    Route("/push", subscribe, methods=["POST"]),
    Route("/push/stop", unsubscribe, methods=["POST"]),
    Route("/worker.js", worker, methods=["GET"]),
]
