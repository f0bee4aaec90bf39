"""The tournament of Key Whiz among any number of people: each round two play, for half and whole points (KW-8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuckbox.definition.tournament import Bout, Points, Tournament
from tuckbox.games.keywhiz.rules import points_for
from tuckbox.games.keywhiz.state import ON


def points(state: Any) -> list[Points]:
    """Points of both seats from the end of a tournament of two, or of a single game."""
    if state.tournament == ON:
        halves = [int(state.points[seat]) for seat in range(2)]
    else:
        halves = [points_for(state, 1 - seat) if seat == state.winner else 0 for seat in range(2)]
    return [Points(half / 2) for half in halves]


def bye(players: int, options: Mapping[str, Any]) -> float:
    """The points of a game that is won, or those that win a tournament of two (KW-8.7)."""
    return float(options.get("target", 1))


TOURNAMENT = Tournament(
    title="Tournament",
    rule="KW-8.2",
    told="For each game won there is half a point if the loser has just one piece left, and a whole one if more. "
    "Whoever has no rival in a round gets as many points as a win can bring.",
    tables=(2,),
    bouts=(
        Bout("game", "One game", {}),
        Bout("to-1", "Games until somebody has 1 point", {"tournament": "on", "target": 1}),
        Bout("to-2", "Games until somebody has 2 points", {"tournament": "on", "target": 2}),
        Bout("to-3", "Games until somebody has 3 points", {"tournament": "on", "target": 3}),
    ),
    rounds=5,
    points=points,
    bye=bye,
)
