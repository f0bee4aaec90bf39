"""Practice by its addresses: one's own mistakes as exercises, and those that games ship."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.coach.exercises import Exercise, shipped
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, TuckboxError, sentence
from tuckbox.server.days import comes
from tuckbox.server.errors import Refused
from tuckbox.server.html.exercise import Posed, exercise_page, outdated_page, preview
from tuckbox.server.html.practice import Group, Stand, practice_page, shipped_page
from tuckbox.server.people import Person
from tuckbox.server.practice.exercises import Kept
from tuckbox.server.table.alone import model_alone
from tuckbox.server.table.view_model import ViewModel
from tuckbox.server.web.context import LONGEST_ACTION, context_of, known_game, number_of, playable
from tuckbox.server.web.errors import status
from tuckbox.server.web.pages import form_of, go, known, visiting, visitor_of
from tuckbox.server.web.previews import picture_at


async def practice(request: Request) -> Response:
    """The exercises that are due, and where to find more."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    games = [(game, len(shipped_exercises(game))) for game in playable()]
    stand = await _stand(request, person) if person else Stand()
    page = HTMLResponse(practice_page(stand, [each for each in games if each[1]], visitor_of(request, person)))
    return known(request, page, person) if person else page


async def _stand(request: Request, person: Person) -> Stand:
    exercises = context_of(request).house.exercises
    due = await exercises.due(person)
    learnt, known_by_now, then = await exercises.count(person)
    return Stand(by_habit(due), learnt, known_by_now, then, exercises.now)


def by_habit(due: Sequence[Kept]) -> tuple[Group, ...]:
    """Exercises by their habits, those first that have cost most; of games that are not here any more there are none."""
    games = {game.name: game for game in playable()}
    groups = defaultdict[tuple[str, str, str], list[tuple[Kept, float]]](list)
    for kept in due:
        if kept.game in games:
            exercise = kept.exercise
            groups[kept.game, *exercise.habit(games[kept.game])].append((kept, exercise.cost))
    found = [
        Group(games[game], played, better, sum(cost for _, cost in each), tuple(kept.key for kept, _ in each))
        for (game, played, better), each in groups.items()
    ]
    return tuple(sorted(found, key=lambda group: (-group.cost, group.keys)))


async def following(request: Request) -> Response:
    """On to the exercise that is due next: of the habit that has cost most."""
    person = await context_of(request).sessions.visitor(request)
    groups = by_habit(await context_of(request).house.exercises.due(person)) if person else ()
    return go(f"/practice/{groups[0].keys[0]}" if groups else "/practice")


# -- one's own ---------------------------------------------------------------------------------------------------------


async def exercise(request: Request) -> Response:
    """An exercise of one's own; with ``answered`` what the coach says to that action."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    kept = await context.house.exercises.find(person, request.path_params["key"])
    found, action, game = kept.exercise, _answered(request), known_game(kept.game)
    try:
        model = await _posed(request, found, action)
    except Refused as refused:
        page = outdated_page(f"/practice/{kept.key}", sentence(refused), visitor_of(request, person))
        return HTMLResponse(page, status(refused))
    source = "from a match of yours" if found.played else "one that you have not solved"
    posed = Posed(
        found, model, f"/practice/{kept.key}", f"Practice: {game.title}", f"{game.title}, {source}.", action,
        _fate(kept, context.house.exercises.now), "/practice/next", origin=_origin(kept, found), mine=True,
    )  # fmt: skip
    return HTMLResponse(exercise_page(posed, visitor_of(request, person)))


async def answer(request: Request) -> Response:
    """Answer an exercise of one's own."""
    context, action = context_of(request), await _chosen(request)
    person = await context.sessions.visitor(request)
    kept = await context.house.exercises.find(person, request.path_params["key"])
    await _posed(request, kept.exercise, action)
    assert person is not None
    await context.house.exercises.answer(person, kept.key, action)
    return go(_with_answer(f"/practice/{kept.key}", action))


async def share(request: Request) -> Response:
    """Make a link to a copy of an exercise of one's own, and show what others see there."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    kept = await context.house.exercises.find(person, request.path_params["key"])
    assert person is not None
    context.rates.shares.take(person.id)
    await context.house.exercises.share(kept)
    return go(f"/shared/{kept.key}")


async def drop(request: Request) -> Response:
    """Let go of an exercise."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    if person is not None:
        await context.house.exercises.drop(person, request.path_params["key"])
    return go("/practice/next")


def _fate(kept: Kept, now: float) -> str:
    if kept.due is None:
        return "You know this one now: it comes no more."
    return f"It comes again {comes(kept.due, now)}."


def _origin(kept: Kept, exercise: Exercise) -> str:
    """The address of the decision in its match."""
    step = exercise.steps
    return f"/tables/{kept.table}/review?seat={exercise.seat}&step={step}" if kept.table else ""


# -- those that others share -----------------------------------------------------------------------------------------


async def copied(request: Request) -> tuple[Game, Exercise]:
    """The game and the exercise of a shared link. Raises `Refused`."""
    game, found = await context_of(request).house.exercises.shared(request.path_params["key"])
    return known_game(game), found


async def shared(request: Request) -> Response:
    """An exercise that somebody shares; with ``answered`` what the coach says to that action."""
    visitor = await visiting(request)
    game, found = await copied(request)
    action = _answered(request)
    model = await _posed(request, found, action)
    path = f"/shared/{request.path_params['key']}"
    posed = Posed(
        found, model, path, title_of(game), f"{game.title}, from somebody’s match.", action,
        onward=f"/exercises/{game.name}", next="More of them", link=path,
    )  # fmt: skip
    return HTMLResponse(exercise_page(posed, visitor, preview(posed, picture_at(request, path))))


async def answer_shared(request: Request) -> Response:
    """Answer an exercise that somebody shares; nothing is kept of it."""
    action = await _chosen(request)
    _, found = await copied(request)
    await _posed(request, found, action)
    return go(_with_answer(f"/shared/{request.path_params['key']}", action))


# -- those that games ship ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def shipped_exercises(game: Game) -> tuple[Exercise, ...]:
    """The exercises that a game ships; none of one whose file cannot be read."""
    with suppress(TuckboxError, OSError):
        return tuple(shipped(game))
    return ()


def numbered(request: Request) -> tuple[Game, int, Exercise]:
    """The game, the number and the exercise of an address, which has the number, or the key if it was shared: numbers
    change when a game ships more. Raises `Refused`."""
    game, named = known_game(request.path_params["game"]), request.path_params["number"]
    there = shipped_exercises(game)
    keys = [each.key for each in there]
    number = keys.index(named) + 1 if named in keys else number_of(named, "the number of an exercise")
    if not 1 <= number <= len(there):
        raise Refused("not here", f"{game.title} has {len(there)} exercises, and this is none of them")
    return game, number, there[number - 1]


async def all_shipped(request: Request) -> Response:
    """The exercises of a game."""
    visitor, game = await visiting(request), known_game(request.path_params["game"])
    return HTMLResponse(shipped_page(game, [each.found for each in shipped_exercises(game)], visitor))


async def shipped_exercise(request: Request) -> Response:
    """An exercise that a game ships; with ``answered`` what the coach says to that action."""
    person = await context_of(request).sessions.visitor(request)
    game, number, found = numbered(request)
    action = _answered(request)
    model = await _posed(request, found, action)
    last = number == len(shipped_exercises(game))
    path = f"/exercises/{game.name}"
    posed = Posed(
        found, model, f"{path}/{number}", title_of(game, number), f"{game.title}, exercise {number}.",
        action, "" if action is None or found.solves(action) or person is None else "It is among your exercises now.",
        path if last else f"{path}/{number + 1}", "All exercises" if last else "Next", link=f"{path}/{found.key}",
    )  # fmt: skip
    return HTMLResponse(exercise_page(posed, visitor_of(request, person), preview(posed, picture_at(request, posed.path))))


async def answer_shipped(request: Request) -> Response:
    """Answer an exercise that a game ships: one that is not solved becomes one's own, and comes again."""
    context, action = context_of(request), await _chosen(request)
    person = await context.sessions.visitor(request)
    game, number, found = numbered(request)
    await _posed(request, found, action)
    if person is not None and not found.solves(action):
        await context.house.exercises.add(person, game.name, found)
    return go(_with_answer(f"/exercises/{game.name}/{number}", action))


# -- what all of them need ---------------------------------------------------------------------------------------------


def _answered(request: Request) -> str | None:
    action = request.query_params.get("answered")
    return None if action is None else action[:LONGEST_ACTION]


async def _chosen(request: Request) -> str:
    return (await form_of(request)).get("action", "")[:LONGEST_ACTION]


def _with_answer(path: str, action: str) -> str:
    return f"{path}?{urlencode({'answered': action})}"


def title_of(game: Game, number: int | None = None) -> str:
    """The title of an exercise, of one that the game ships with its number."""
    return f"{game.title}: find the move" + (f", {number}" if number else "")


async def model_of(request: Request, exercise: Exercise, asks: bool) -> ViewModel:
    """The table as the seat of an exercise saw it. Raises `Refused` where the rules of here do not lead there."""

    def lay() -> ViewModel:
        return model_alone(exercise.position(), exercise.seat, moves=asks)

    try:
        return await context_of(request).aside(request, lay)
    except TuckboxError:
        raise Refused("past", "this exercise was made by rules that are not here any more") from None


async def _posed(request: Request, exercise: Exercise, answered: str | None) -> ViewModel:
    """The table of an exercise, with its moves while no answer is given. Raises `Refused` as `model_of`, and `OptionError`
    for an answer that is none of the moves."""
    model = await model_of(request, exercise, asks=answered is None)
    if answered is not None and (model.view is None or answered not in model.view.legal_texts()):
        raise OptionError("this cannot be done here: choose one of the moves")
    return model


ROUTES: list[Any] = [
    Route("/practice", practice, methods=["GET"]),
    Route("/practice/next", following, methods=["GET"]),
    Route("/practice/{key}", exercise, methods=["GET"]),
    Route("/practice/{key}", answer, methods=["POST"]),
    Route("/practice/{key}/drop", drop, methods=["POST"]),
    Route("/practice/{key}/share", share, methods=["POST"]),
    Route("/shared/{key}", shared, methods=["GET"]),
    Route("/shared/{key}", answer_shared, methods=["POST"]),
    Route("/exercises/{game}", all_shipped, methods=["GET"]),
    Route("/exercises/{game}/{number}", shipped_exercise, methods=["GET"]),
    Route("/exercises/{game}/{number}", answer_shipped, methods=["POST"]),
]
