"""The pages: what each is made from, and what its forms do. How they look is told in `tuckbox.server.html`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.server.errors import Refused
from tuckbox.server.html.home import LobbyEntry, home_page
from tuckbox.server.html.new_table import new_table_page
from tuckbox.server.html.preferences import COOKIE, Preferences, Visitor, lessons_of
from tuckbox.server.html.replay import replay_page
from tuckbox.server.html.since import since_html
from tuckbox.server.html.static_pages import about_page, rules_page, settings_page
from tuckbox.server.html.table import table_page
from tuckbox.server.lobby import TableSummary
from tuckbox.server.notices.looks import since_step
from tuckbox.server.people import Person
from tuckbox.server.storage.store import PRACTICE
from tuckbox.server.table.levels import TEMPOS
from tuckbox.server.table.new_table import DELAYS, TableRequest
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import Stage
from tuckbox.server.web import previews
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of, known_game, playable, players_of, step_of
from tuckbox.server.web.middleware import caller

MOST_LISTED = 50
"""Maximum number of tables in a list on the front page."""

GUEST = "Guest"
"""Name of a player who has not given one."""

CORRIGIBLE = ("options", "pace", "no level", "twice", "cooling", "malformed")
"""Refusals of a form after which it is shown again."""

YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps settings, and where lessons stand."""

_MOST_FIELDS = 100


def visitor_of(request: Request, person: Person | None) -> Visitor:
    """The visitor of a page with their preferences."""
    preferences, lessons = Preferences.of(request.cookies), lessons_of(request.cookies)
    return Visitor(person.name if person else "", preferences, lessons, person is not None and person.somebody)


async def visiting(request: Request) -> Visitor:
    """The visitor of a page that needs to know no more of them."""
    return visitor_of(request, await context_of(request).sessions.visitor(request))


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, each once. Raises `Refused`."""
    body = await read_body(request, context_of(request).limits)
    try:
        form = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"))
    except ValueError:  # not UTF-8, or too many fields
        raise Refused("malformed", "this form cannot be read") from None
    if any("\0" in text for text in form.values()):  # which PostgreSQL cannot keep
        raise Refused("malformed", "this form cannot be read")
    return form


def inside(path: str) -> str:
    """A path of ours to go back to; anything else leads home."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if fine and len(path) <= 200 else "/"


def go(path: str) -> Response:
    """On to a page, after a form."""
    return RedirectResponse(path, 303)


def known(request: Request, response: Response, person: Person) -> Response:
    """The response, with which the browser remembers who it is."""
    context_of(request).sessions.remember(request, response, person, secure=caller(request).secure)
    return response


async def somebody(request: Request, name: str = "") -> Person:
    """The person who asks: somebody known, or new under this name."""
    context = context_of(request)
    return await context.sessions.visitor(request) or await context.newcomer(request, name.strip() or GUEST)


# -- home and people ---------------------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """The games, the tables that are open, one's own tables."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    lobby = await context.house.lists.lobby()
    own = await context.house.lists.tables_of(person) if person else ()
    mine, ids = [listing(table, mine=True) for table in own[:MOST_LISTED]], {table.id for table in own}
    others = [table for table in (*lobby.open, *lobby.running) if table.id not in ids]
    tables = [listing(table) for table in others[:MOST_LISTED]]
    practice = [listing(table, mine=True) for table in await context.house.lists.practice_of(person)] if person else []
    response = HTMLResponse(home_page(playable(), tables, mine, visitor_of(request, person), practice=practice))
    return known(request, response, person) if person else response


def listing(table: TableSummary, mine: bool = False) -> LobbyEntry:
    """A table as the front page shows it."""
    return LobbyEntry(
        table.id,
        table.title,
        tuple(seat.name for seat in table.seats if seat.name),
        cast(Stage, "playing" if table.stage == PRACTICE[0] else table.stage),
        free=sum(seat.free for seat in table.seats),
        mine=mine and (table.stage == "open" or any(seat.kind == "person" for seat in table.seats)),
        turn=table.asked,
        pace=TIME_CONTROLS[table.pace].title if table.pace in TIME_CONTROLS else "",
        counts=table.counts,
    )


async def name(request: Request) -> Response:
    """Give the visitor the name of a form, from now on."""
    context, form = context_of(request), await form_of(request)
    person = await context.sessions.visitor(request)
    wanted = form.get("name", "")
    request.state.back = inside(form.get("back", "/"))  # also for a name that is refused
    person = await context.house.people.rename(person, wanted) if person else await context.newcomer(request, wanted)
    return known(request, go(request.state.back), person)


async def play(request: Request) -> Response:
    """Bots on all other seats; the page starts the match, when it has added to the deal."""
    form = await form_of(request)
    person = await somebody(request, form.get("name", ""))
    level, number = form.get("level", "normal"), players_of(form["players"]) if form.get("players") else None
    table = await context_of(request).against_bots(request, person, form.get("game", ""), number, level)
    return known(request, go(f"/tables/{table.id}#start"), person)


# -- new tables --------------------------------------------------------------------------------------------------------


async def new_table(request: Request) -> Response:
    """The form for a table."""
    visitor, game = await visiting(request), known_game(request.query_params.get("game", ""))
    return HTMLResponse(new_table_page(game, TIME_CONTROLS.values(), visitor))


async def tables(_: Request) -> Response:
    """A redirection to the tables that are open: they stand on the front page."""
    return go("/#live-open")


async def open_table(request: Request) -> Response:
    """Open the table of a form; one that cannot be is shown again, with the reason."""
    form = await form_of(request)
    person = await somebody(request, form.get("name", ""))
    game = known_game(form.get("game", ""))
    try:
        table = await context_of(request).open_table(request, person, request_of(form, game))
    except (OptionError, Refused) as error:
        if isinstance(error, Refused) and error.code not in CORRIGIBLE:
            raise
        page = new_table_page(game, TIME_CONTROLS.values(), visitor_of(request, person), str(error), form)
        return known(request, HTMLResponse(page, 400), person)
    return known(request, go(f"/tables/{table.id}"), person)


def request_of(form: dict[str, str], game: Game) -> TableRequest:
    """The table a form asks for. Raises `OptionError` or `Refused`; what the house does not know it refuses itself.

    A form sends every option; those that mean nothing with the others are left out, and with an offer those it decides.
    """
    players = players_of(form.get("players", ""))
    offers = {offer.name: offer for offer in game.offers}
    offer = offers.get(_listed(form, "offer", ("", *offers)))
    decided = game.offered if offer else ()
    options = {
        name: form[f"option.{name}"]
        for name, kind in game.layout.options.items()
        if f"option.{name}" in form
        and name not in decided
        and (kind.only is None or form.get(f"option.{kind.only[0]}", kind.only[1]) == kind.only[1])
    }
    options = {**(offer.options if offer else {}), **options}
    bots = tuple(form.get(f"bot{seat}") or None for seat in range(players))
    terms: dict[str, Any] = {name: form.get(name) == "1" for name in ("private", "hints", "counts", "twice")}
    terms |= {name: {"1": True, "0": False}.get(form.get(name, "")) for name in ("chat", "takeback")}
    terms |= {"pace": _listed(form, "pace", TIME_CONTROLS), "tempo": _listed(form, "tempo", TEMPOS)}
    terms["delay"] = {str(delay): delay for delay in DELAYS}.get(form.get("delay", ""), 0)
    return TableRequest(game.name, players, options, bots=bots, **terms)


def _listed(form: dict[str, str], name: str, choices: Iterable[str]) -> str:
    """The choice from a list, the first if there is none. Raises `Refused` for what does not stand in it."""
    known = [*choices]
    chosen = form.get(name, known[0])
    if chosen not in known:
        raise Refused("malformed", "something was chosen that stands in no list of this form: choose again")
    return chosen


# -- at a table --------------------------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """A table, or with a step an earlier state of it."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    found, step = await context.table(request), step_of(request)
    model = found.view_model(person, step)
    since = await context.house.looks.since(person, found) if step is None else None
    preview = previews.of_table(request, model, step)
    return HTMLResponse(table_page(model, visitor_of(request, person), since, preview))


async def since(request: Request) -> Response:
    """News since a step that the page has shown: for who comes back to a page that was left open."""
    context = context_of(request)
    person, step = await context.sessions.visitor(request), step_of(request)
    found = None if step is None else since_step(person, await context.table(request), step)
    return HTMLResponse(str(since_html(found)) if found else "")


async def replay(request: Request) -> Response:
    """A finished match, all hands open."""
    visitor = await visiting(request)
    model, hides = previews.looked_back(request, await context_of(request).table(request))
    return HTMLResponse(replay_page(model, visitor, hides, previews.of_replay(request, model, hides)))


async def record(request: Request) -> Response:
    """The record of a finished match as a file."""
    found = await context_of(request).table(request)
    text, game = found.record_text(), found.state.game.name
    headers = {"content-disposition": f'attachment; filename="{game}.tuckbox"'}
    return Response(text, headers=headers, media_type="text/plain")


# -- to read, and to choose --------------------------------------------------------------------------------------------


async def rules(request: Request) -> Response:
    """The rules of a game."""
    visitor = await visiting(request)
    return HTMLResponse(rules_page(known_game(request.path_params["game"]), visitor))


async def about(request: Request) -> Response:
    """The page about the site."""
    return HTMLResponse(about_page(playable(), await visiting(request)))


async def settings(request: Request) -> Response:
    """The page of settings: the look of pages."""
    return HTMLResponse(settings_page(await visiting(request), inside(request.query_params.get("back", "/"))))


async def keep_settings(request: Request) -> Response:
    """Keep how pages are to look; nothing but a few words, so scripts may read it."""
    form = await form_of(request)
    response = go(inside(form.get("back", "/")))
    secure = caller(request).secure
    response.set_cookie(COOKIE, str(Preferences.chosen(form)), max_age=YEAR, samesite="lax", secure=secure, path="/")
    return response


ROUTES = [
    Route("/", home, methods=["GET"]),
    Route("/name", name, methods=["POST"]),
    Route("/play", play, methods=["POST"]),
    Route("/new", new_table, methods=["GET"]),
    Route("/tables", tables, methods=["GET"]),
    Route("/tables", open_table, methods=["POST"]),
    Route("/tables/{table}", table, methods=["GET"]),
    Route("/tables/{table}/since", since, methods=["GET"]),
    Route("/tables/{table}/replay", replay, methods=["GET"]),
    Route("/tables/{table}/record", record, methods=["GET"]),
    Route("/games/{game}", rules, methods=["GET"]),
    Route("/about", about, methods=["GET"]),
    Route("/settings", settings, methods=["GET"]),
    Route("/settings", keep_settings, methods=["POST"]),
]
