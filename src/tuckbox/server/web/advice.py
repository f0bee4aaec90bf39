"""Pages of help at a table: the cheat sheet, and a hint where no people play each other."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.coach.hint import Hint, seed_of
from tuckbox.coach.why import tempting, why
from tuckbox.errors import sentence
from tuckbox.server.errors import Refused
from tuckbox.server.html.advice import hint_page, sheet_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.people import Person
from tuckbox.server.table.table import Table
from tuckbox.server.web.context import context_of
from tuckbox.view.view import View


def _visitor(request: Request) -> Visitor:
    return Visitor(preferences=Preferences.of(request.cookies))


async def sheet(request: Request) -> Response:
    """The cheat sheet for the viewer."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    model = (await context.table(request)).view_model(person)
    return HTMLResponse(sheet_page(model, _visitor(request)))


def _hint(view: View | None, action: str, note: str) -> Hint:
    """A bot's action as a hint, and why it is better than what one might do instead."""
    if view is None:
        return Hint(action, "", note)
    best = view.game.actions.code(action)
    seed = seed_of(view)
    other = tempting(view, best, seed)
    if other is None:
        return Hint(action, "", note)
    return Hint(action, "", note, view.game.actions.text(other), why(view, best, other, seed))


async def advised(request: Request, table: Table, person: Person | None) -> Hint:
    """The action of a bot in the place of whoever asks. Raises `Refused` where there are no hints."""
    model = table.view_model(person)
    action = await table.advise(person)
    notes = model.scene.notes if model.scene else {}
    return await context_of(request).explained(request, partial(_hint, model.view, action, notes.get(action, "")), person)


async def hint(request: Request) -> Response:
    """The page of a hint."""
    context = context_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    model, found, refused = table.view_model(person), None, ""
    try:
        found = await advised(request, table, person)
    except Refused as error:
        refused = sentence(error)
    return HTMLResponse(hint_page(model, found, refused, _visitor(request)))


ROUTES = [
    Route("/tables/{table}/sheet", sheet, methods=["GET"]),
    Route("/tables/{table}/hint", hint, methods=["GET"]),
]
