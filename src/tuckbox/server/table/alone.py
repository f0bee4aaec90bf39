"""The view model of a match at which nobody else is: of a lesson, an exercise, a picture."""

from __future__ import annotations

from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import SeatView, Terms, ViewModel, log_lines, moves_of


def model_alone(match: Match, seat: int | None, moves: bool) -> ViewModel:
    """A match as a seat of it sees it now (None: an onlooker), with its moves if it may choose one here."""
    view = match.view(seat)
    scene = laid(view)
    seats = (
        SeatView(number, name, "person", present=True, mine=number == seat, asked=number in match.asked)
        for number, name in enumerate(match.names)
    )
    return ViewModel(
        table="",
        game=view.game.name,
        title=view.game.title,
        options=tuple((name, str(value)) for name, value in match.options.items()),
        terms=Terms(private=True, time_control=TIME_CONTROLS["none"]),
        stage="playing",
        host=False,
        version=match.steps,
        seat=seat,
        seats=tuple(seats),
        view=view,
        scene=scene,
        moves=moves_of(view, scene.notes) if moves else (),
        log=tuple(log_lines(match.lines(seat))),
        acted=match.acted(seat, match.steps) if seat is not None else 0,
        step=match.steps,
        steps=match.steps + 1,  # it goes on: nothing is to be settled here about the rest of the match
    )
