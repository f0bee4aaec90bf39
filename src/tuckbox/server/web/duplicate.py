"""Two matches on the same deal as one: the page of their result, for whoever has the link of the second."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.server.errors import Refused
from tuckbox.server.html.duplicate import duplicate_page
from tuckbox.server.web.context import context_of
from tuckbox.server.web.pages import visitor_of
from tuckbox.server.web.review import seat_of


async def both(request: Request) -> Response:
    """The results of both matches, and what of them was luck, as far as the coach has gone through them."""
    context = context_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    model, reviews = table.view_model(None), context.house.reviews
    if model.duplicate is None or model.duplicate.scores is None:
        raise Refused("not over", "two matches on the same deal are compared when both are over")
    seat = seat_of(request, table, person)
    found = [await reviews.kept(model.duplicate.first, 1 - seat), await reviews.kept(model.table, seat)]
    return HTMLResponse(duplicate_page(model, seat, found, visitor_of(request, person)))


ROUTES = [Route("/tables/{table}/both", both, methods=["GET"])]
