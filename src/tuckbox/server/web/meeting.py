"""Finding a game with strangers, by its addresses."""

from __future__ import annotations

from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.errors import TuckboxError
from tuckbox.server.errors import Refused
from tuckbox.server.html.find import PACES, find_page, waiting_page
from tuckbox.server.manners.cooling import Cooling
from tuckbox.server.meeting.wishes import Wish
from tuckbox.server.people import Person
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of, known_game, playable, players_of
from tuckbox.server.web.pages import CORRIGIBLE, form_of, go, known, somebody, visitor_of

_MOST = 100


async def find(request: Request) -> Response:
    """The form; for who looks already the page of waiting, or the table."""
    context = context_of(request)
    person, seekers = await context.sessions.visitor(request), context.house.seekers
    if person is not None:
        wish = await seekers.wish_of(person)
        if wish is not None:
            table = await seekers.look(person)
            return go(f"/tables/{table}") if table else await _wait(request, person, wish)
    cooling = await context.house.manners.coolings.of(person.id) if person else Cooling()
    return HTMLResponse(find_page(playable(), await seekers.waiting(), visitor_of(request, person), cooling=cooling))


async def _wait(request: Request, person: Person, wish: Wish) -> Response:
    titles = [known_game(name).title for name in wish.games]
    waiting = await context_of(request).house.seekers.waiting()
    return HTMLResponse(waiting_page(wish, titles, waiting, visitor_of(request, person)))


async def seek(request: Request) -> Response:
    """Begin to look."""
    context = context_of(request)
    body = (await read_body(request, context.limits)).decode("utf-8", "replace")
    form = parse_qs(body, max_num_fields=_MOST) if body.count("&") < _MOST else {}
    person = await somebody(request, form.get("name", [""])[0])
    try:
        await context.may_open(person)
        await context.house.seek(person, _wish_of(form))
    except Refused as refused:
        if refused.code not in CORRIGIBLE:
            raise
        page = find_page(playable(), await context.house.seekers.waiting(), visitor_of(request, person), str(refused))
        return known(request, HTMLResponse(page, 400), person)
    return known(request, go("/find"), person)


def _wish_of(form: dict[str, list[str]]) -> Wish:
    """The wish of a form. Raises `Refused`."""
    games = {name: known_game(name) for name in form.get("game", ())}
    told = form.get("players", ())
    if not games or not told:
        raise Refused("options", "choose a game, and a number of players")
    possible = set[int]().union(*(game.players_as_offered for game in games.values()))
    players = tuple(sorted(possible.intersection(map(players_of, told))))
    paces = tuple(pace for pace in PACES if pace in form.get("pace", ()))
    return Wish(tuple(games), players, paces, form.get("counts") == ["1"])


async def news(request: Request) -> Response:
    """News for who waits: the table that was found, or how many look; also that they have stopped."""
    context = context_of(request)
    person, seekers = await context.sessions.visitor(request), context.house.seekers
    try:
        table = None if person is None else await seekers.look(person)
        over = person is None or (table is None and await seekers.wish_of(person) is None)
        told = {"table": table, "waiting": await seekers.waiting(), "over": over}
    except TuckboxError:
        told = {"table": None, "waiting": 1, "over": False}  # it is asked again in a moment
    return Response(msgspec.json.encode(told), media_type="application/json")


async def stop(request: Request) -> Response:
    """Stop looking; who has just been led to a table goes there, so that nobody waits for them in vain."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    table = None if person is None else await context.house.seekers.stop(person)
    return go(f"/tables/{table}" if table else "/")


async def bots(request: Request) -> Response:
    """Play bots instead, at the game that was wished for first."""
    context, form = context_of(request), await form_of(request)
    person = await somebody(request)
    wish = await context.house.seekers.wish_of(person)
    if wish is None:
        return go("/find")
    met = await context.house.seekers.table_of(person)
    if met is not None:  # a table was found in this moment
        return go(f"/tables/{met}")
    game = known_game(wish.games[0])
    players = next((number for number in wish.players if number in game.players_as_offered), None)
    table = await context.against_bots(request, person, game.name, players, form.get("level", "normal"))
    await context.house.seekers.stop(person)
    return known(request, go(f"/tables/{table.id}#start"), person)


ROUTES = [
    Route("/find", find, methods=["GET"]),
    Route("/find", seek, methods=["POST"]),
    Route("/find/news", news, methods=["POST"]),
    Route("/find/stop", stop, methods=["POST"]),
    Route("/find/bots", bots, methods=["POST"]),
]
