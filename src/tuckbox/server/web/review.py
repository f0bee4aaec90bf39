"""Reviews by their addresses: the coach's page of a finished match, and tables to try something else from a step of it.

Records of finished matches are there for whoever knows the address of their table, and so are reviews, which are made of
nothing else. While a match is played there is neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.coach.habits import habits as habits_in
from tuckbox.definition.game import Game
from tuckbox.server.errors import Refused
from tuckbox.server.html.habits import OfGame, habits_page
from tuckbox.server.html.review import Reviewed, review_page, thinking_page
from tuckbox.server.people import Person
from tuckbox.server.reviews.reviews import ReviewProgress
from tuckbox.server.table.table import Table
from tuckbox.server.web.context import LONGEST_ACTION, context_of, named_number, playable, step_of
from tuckbox.server.web.pages import form_of, go, known, somebody, visitor_of
from tuckbox.server.web.previews import hides_end, hiding_end, of_review

_MOST_UNSEEN = 20


async def review(request: Request) -> Response:
    """The review of a seat at a step, or how far the coach is."""
    context = context_of(request)
    person, table = await context.sessions.visitor(request), await context.table(request)
    seat, visitor = seat_of(request, table, person), visitor_of(request, person)
    found = await context.house.reviews.ask(table, seat, context.asker(request, person))
    if isinstance(found, ReviewProgress):
        model = table.view_model(person)
        return HTMLResponse(thinking_page(model, seat, found.done, found.of, found.failed, visitor))
    match = table.state.match
    assert match is not None
    seen_at = tuple(match.decided_at(decision["step"]) for decision in found["decisions"])
    step = _decided(found["decisions"], seen_at, named_number(request.query_params.get("decision"), "the decision"))
    step = step_of(request) if step is None else step
    hides = hides_end(request)
    if step is None:
        worst = [match.decided_at(decision["step"]) for decision in found["costly"]]
        step = (*seen_at, 1)[0] if hides else (worst or seen_at or (match.steps,))[0]
    mine = seat == table.state.seat_of(person.id if person else None)
    opened = request.query_params.get("open") == "1"
    model_at = table.replay_model if opened else partial(table.seen_model, seat)
    model, hides = hiding_end(model_at, step) if hides else (model_at(step), False)
    shown = Reviewed(model, seat, found, seen_at, opened, mine, hides, visitor.preferences.worded)
    return HTMLResponse(review_page(shown, visitor, of_review(request, model, seat, shown.path(step, opened=False))))


def seat_of(request: Request, table: Table, person: Person | None) -> int:
    """The seat whose review is asked for: one's own if none is named, or the first person's."""
    seat = named_number(request.query_params.get("seat"), "the seat")
    if seat is None:
        seat = table.state.seat_of(person.id if person else None)
    if seat is None:
        seat = next((number for number, place in enumerate(table.state.seats) if place.kind == "person"), 0)
    if seat >= len(table.state.seats):
        raise Refused("no seat", f"there is no seat {seat}")
    return seat


def _decided(decisions: Sequence[Mapping[str, Any]], seen_at: Sequence[int], wanted: int | None) -> int | None:
    """The step at which a decision is looked at that is named by its own."""
    return next((at for at, each in zip(seen_at, decisions, strict=True) if each["step"] == wanted), None)


async def habits(request: Request) -> Response:
    """The costs of a player's habits, over all their matches that have been reviewed."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    reviews = await context.house.reviews.of_person(person) if person else []
    games = [_habits_of(game, [each for each in reviews if each[1] == game.name]) for game in playable()]
    known = {table for table, _, _ in reviews}
    tables = await context.house.lists.listed(person) if person else ()
    over = [table for table in tables if table.stage == "finished" and table.id not in known][:_MOST_UNSEEN]
    unseen = [(table.id, f"{table.title}: {', '.join(seat.name for seat in table.seats)}") for table in over]
    shown = [each for each in games if each.found.matches]
    return HTMLResponse(habits_page(shown, unseen, visitor_of(request, person)))


def _habits_of(game: Game, reviews: Sequence[tuple[str, str, Mapping[str, Any]]]) -> OfGame:
    found = habits_in(game, [data for _, _, data in reviews])
    return OfGame(game, found, tuple((table, data["seat"]) for table, _, data in reviews))


async def practise(request: Request) -> Response:
    """Play on from a step of a finished match, perhaps with an action at once."""
    context, form = context_of(request), await form_of(request)
    table, person = await context.table(request), await somebody(request)
    seat, step = named_number(form.get("seat"), "the seat"), named_number(form.get("step"), "the step")
    if seat is None or step is None:
        raise Refused("malformed", "say which seat, and from which step")
    new = await context.practise(request, person, table, seat, step, form.get("action", "")[:LONGEST_ACTION])
    return known(request, go(f"/tables/{new.id}"), person)


ROUTES = [
    Route("/tables/{table}/review", review, methods=["GET"]),
    Route("/habits", habits, methods=["GET"]),
    Route("/tables/{table}/practice", practise, methods=["POST"]),
]
