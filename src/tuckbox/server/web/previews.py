"""Previews of links for the heads of pages: no more than the page shows to a stranger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import htpy as h
from starlette.requests import Request

from tuckbox.definition.game import Game
from tuckbox.server.days import in_full
from tuckbox.server.errors import Refused
from tuckbox.server.html.replay import step_path, told_text
from tuckbox.server.html.sharing import Preview, preview_head
from tuckbox.server.preview.pictures import gathering
from tuckbox.server.preview.png import can_draw
from tuckbox.server.table.table import Table
from tuckbox.server.table.view_model import ViewModel, without_end
from tuckbox.server.web.context import step_of
from tuckbox.server.web.middleware import caller

PICTURE = "picture.png"
"""The last part of a picture's address, after that of its page."""


def picture_at(request: Request, path: str, query: str = "") -> str:
    """The whole address of the picture of a page, "" where none can be drawn."""
    return f"{caller(request).origin}{path}/{PICTURE}{query}" if can_draw() else ""


def of_table(request: Request, model: ViewModel, step: int | None) -> h.Node:
    """The preview of a table, in words that tell nothing of the match."""
    picture = picture_at(request, f"/tables/{model.table}", "" if step is None else step_path(step))
    return preview_head(Preview(model.title, gathering(model), "" if model.past else picture))


def of_replay(request: Request, model: ViewModel, hides: bool) -> h.Node:
    """The preview of a step of a match."""
    picture = picture_at(request, f"/tables/{model.table}/replay", step_path(model.step, hides))
    return preview_head(Preview(f"{model.title}, step {model.step}", told_text(model), picture))


def of_review(request: Request, model: ViewModel, seat: int, query: str) -> h.Node:
    """The preview of a step of a review."""
    told = f"The coach on what {model.seats[seat].name} did. {told_text(model)}".strip()
    return preview_head(
        Preview(
            f"Review: {model.title}, step {model.step}", told, picture_at(request, f"/tables/{model.table}/review", query)
        )
    )


def of_daily(request: Request, game: Game, day: date) -> h.Node:
    """The preview of a deal of the day, which tells nothing of it."""
    picture = picture_at(request, f"/daily/{game.name}", f"?day={day}")
    told = f"{in_full(day)}. The same deal for everybody, against bots of the same level; you have one try."
    return preview_head(Preview(f"{game.title}: the deal of the day", told, picture))


def hides_end(request: Request) -> bool:
    """Whether an address hides how its match ends."""
    return request.query_params.get("hide") == "1"


def looked_back(request: Request, table: Table) -> tuple[ViewModel, bool]:
    """A finished match at the step that an address names, and whether the address hides how it ends.

    One that hides it begins with the first step, and what the model holds then is no more than has happened by its step.
    Raises `Refused`.
    """
    step = step_of(request)
    if not hides_end(request):
        return table.replay_model(step), False
    return hiding_end(table.replay_model, 1 if step is None else step)


def hiding_end(model_at: Callable[[int], ViewModel], step: int) -> tuple[ViewModel, bool]:
    """A finished match after a step with nothing of what comes later, and whether anything does. Raises `Refused`."""
    try:
        model = without_end(model_at(step))
    except Refused as refused:
        if refused.code == "no step":  # its sentence says how many there are
            raise Refused("no step", f"there is no step {step}") from None
        raise
    return model, model.looking_back
