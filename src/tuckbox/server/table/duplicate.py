"""Duplicate: a match of two that is played twice on the same deal, with seats exchanged, and counts as one.

The second match takes from its opening what the first has brought, so that neither table has to ask the other.
"""

from __future__ import annotations

from tuckbox.match.match import Match
from tuckbox.server.table.state import TableState
from tuckbox.server.table.view_model import Score


def score(match: Match) -> Score:
    """The score of a finished match of two."""
    places, paid = match.places, match.payoffs()
    assert places is not None
    points = [round(sum(game[seat] for game in paid), 6) for seat in range(2)]
    won = [0.5 if places[0] == places[1] else float(places[seat] < places[1 - seat]) for seat in range(2)]
    return tuple(zip(won, points, strict=True))


def both(state: TableState) -> tuple[Score, Score] | None:
    """The scores of both matches by the seats of the second, when that is over."""
    if not state.opened.first or state.match is None or not state.match.done:
        return None
    return state.opened.score, score(state.match)


def places(scores: tuple[Score, Score]) -> tuple[int, ...]:
    """The places of both matches together: who has won more of them, and then who has more points.

    >>> places((((0.0, 2.0), (1.0, 3.0)), ((1.0, 3.0), (0.0, 1.0))))
    (1, 2)
    """
    return tuple(1 + (whole(scores, seat) < whole(scores, 1 - seat)) for seat in range(2))


def whole(scores: tuple[Score, Score], seat: int) -> tuple[float, float]:
    """The matches and the points of a seat in both.

    >>> whole((((0.0, 2.0), (1.0, 3.0)), ((1.0, 3.0), (0.0, 1.0))), 0)
    (1.0, 5.0)
    """
    return sum(each[seat][0] for each in scores), round(sum(each[seat][1] for each in scores), 6)
