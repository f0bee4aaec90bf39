"""Results of a match that is over, as rows: the place of each seat, and whose result it is."""

from __future__ import annotations

from collections.abc import Sequence

from tuckbox.server.table.duplicate import both, places
from tuckbox.server.table.state import SeatState, TableState

Rows = tuple[tuple[str, dict[str, object]], ...]


def result_rows(state: TableState, at: float) -> Rows:
    """The rows of a table whose match is over; none of practice, and of what ended in a fault.

    A seat that was given up is the result of whoever gave it up, unless somebody else took it. Who is not there at the end,
    since they gave up or a bot played for them, comes after all who are. Two matches on the same deal have one result.
    """
    match = state.match
    if match is None or match.places is None or state.practice or state.fault or state.barred or state.first_of_two:
        return ()
    scores = both(state)
    ranked = match.places if scores is None else places(scores)
    gone = [place.driven or place.resigned for place in state.seats]
    common = {"table": state.id, "game": state.game.name, "at": at, "counted": state.opened.counts}
    own = (
        {"seat": seat, "place": _place(seat, ranked, gone), "gone": gone[seat], **_player(place)}
        for seat, place in enumerate(state.seats)
    )
    return (*(("result", {**common, **row}) for row in own), *_score(state), *_points(state, gone))


def _place(seat: int, ranked: Sequence[int], gone: Sequence[bool]) -> int:
    """The place of a seat among those that are there at the end, or behind all of them."""
    if gone[seat]:
        return 1 + gone.count(False)
    return 1 + sum(ranked[seat] > ranked[other] and not gone[other] for other in range(len(gone)))


def _player(place: SeatState) -> dict[str, str]:
    """The person whose result a seat has, or the level of the bot."""
    if place.resigned:
        return {"person": place.gave_up, "level": ""}
    return {
        "person": place.person if place.kind == "person" else "",
        "level": place.level if place.kind == "bot" else "",
    }


def _points(state: TableState, gone: Sequence[bool]) -> Rows:
    """The points of a match of a competition, as the game counts them; who is not there at the end has none."""
    tournament = state.game.tournament
    if not state.opened.competition or state.match is None or tournament is None:
        return ()
    rows: list[tuple[str, dict[str, object]]] = []
    for seat, won in enumerate(tournament.points(state.match.state)):
        points, edge = (0.0, 0.0) if gone[seat] else won
        row = {"key": state.id, "place": seat, "won": points, "tie": edge, "away": gone[seat]}
        rows.append(("pairing points", row))
    return tuple(rows)


def _score(state: TableState) -> Rows:
    """The score of the deal of the day: the mean share of what its games pay that the host's seat has got."""
    if not state.opened.day or state.match is None:
        return ()
    shares = [each[0] for each in state.match.shares()]
    return (("daily score", {"key": state.id, "score": round(sum(shares) / len(shares), 4) if shares else 0.0}),)
