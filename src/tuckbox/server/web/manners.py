"""Manners by their addresses: mute, block and report people at a table, and hear them again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.server.errors import Refused
from tuckbox.server.html.manners import people_page
from tuckbox.server.manners.manners import people_at
from tuckbox.server.people import Person
from tuckbox.server.table.table import Table
from tuckbox.server.web.context import context_of
from tuckbox.server.web.errors import status
from tuckbox.server.web.pages import form_of, go, visitor_of

_DONE = {
    "mute": "What {} says is not shown to you any more.",
    "block": "You do not hear {} any more, and are never paired with them.",
    "report": "Thank you. The operator of this server will look at what {} has done.",
}


async def people(request: Request) -> Response:
    """The people at a table."""
    context = context_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    return _page(request, person, table)


def _page(request: Request, person: Person | None, table: Table, told: str = "", failed: Refused | None = None) -> Response:
    state = table.state
    names = sorted(people_at(state, person.id if person else ""))
    title = state.opened.title or state.game.title
    why = str(failed) if failed else ""
    page = people_page(table.id, title, names, visitor_of(request, person), told, why)
    return HTMLResponse(page, status(failed) if failed else 200)


async def decide(request: Request) -> Response:
    """Mute, block or report somebody at a table."""
    context, form = context_of(request), await form_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    what, name, manners = form.get("do", ""), form.get("name", ""), context.house.manners
    try:
        if person is None:
            raise Refused("no name", "give a name first: only people with a name can mute, block or report")
        if what not in _DONE:
            raise Refused("malformed", "mute, block or report")
        context.rates.reports.take(person.id)
        if what == "report":
            await manners.report(person, table.state, name, form.get("reason", ""), form.get("text", ""))
        else:
            await manners.quieten(person, table.state, name, blocked=what == "block")
    except Refused as refused:
        return _page(request, person, table, failed=refused)
    return _page(request, person, table, _DONE[what].format(name))


async def hear(request: Request) -> Response:
    """Hear and meet somebody again."""
    context, form = context_of(request), await form_of(request)
    person = await context.sessions.visitor(request)
    if person is not None:
        await context.house.manners.aversions.remove(person, form.get("aversion", "")[:32])
    return go("/account")


ROUTES = [
    Route("/tables/{table}/people", people, methods=["GET"]),
    Route("/tables/{table}/people", decide, methods=["POST"]),
    Route("/account/unheard", hear, methods=["POST"]),
]
