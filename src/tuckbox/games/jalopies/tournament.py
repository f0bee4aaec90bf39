"""Circuits of Jaunty Jalopies among any number of people: each round every table drives a Circuit for points (JJ-8.50)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuckbox.definition.tournament import Bout, Points, Tournament
from tuckbox.games.jalopies.races import POINTS

_RACES = {
    "standard,endurance,standard": "Three races: standard, endurance, standard",
    "standard,rally,endurance": "Three races: standard, rally, endurance",
    "standard,endurance,standard,rally": "Four races: standard, endurance, standard, rally",
    "standard,endurance,rally,standard,endurance": "Five races: standard, endurance, rally, standard, endurance",
}


def points(state: Any) -> list[Points]:
    """Points of all seats from the end of a Circuit; between equal ones more race wins decide (JJ-8.52)."""
    return [Points(float(state.points[seat]), float(state.wins[seat])) for seat in range(state.players)]


def bye(players: int, options: Mapping[str, Any]) -> float:
    """The points of a middling place in every race (JJ-8.53)."""
    return len(str(options["circuit_races"]).split(",")) * (POINTS - (1 + players) / 2)


TOURNAMENT = Tournament(
    title="Circuit",
    rule="JJ-8.50",
    told="In every race there are ten points less the place one comes in. Between equal totals more race wins decide.",
    tables=(4, 2, 3, 5, 6),
    bouts=tuple(
        Bout(races.replace(",", "-"), title, {"race": "circuit", "circuit_races": races}) for races, title in _RACES.items()
    ),
    rounds=1,
    points=points,
    bye=bye,
)
