"""Tournaments: how many people play a game for points at several tables, as its rules have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tuckbox.errors import RulesError


class Points(NamedTuple):
    """Points of a seat for a match; between those who have as many, the greater `edge` decides. Both add up."""

    points: float
    edge: float = 0.0


@dataclass(frozen=True)
class Bout:
    """A match that a table plays in a round: `name` is for forms, `title` is read, `options` make it, others as usual."""

    name: str
    title: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Tournament:
    """A competition in a game, for points, among many people at several tables.

    `title` is what its rules call it, `rule` the number of the first that speaks of it, `told` how it is scored, in a
    sentence or two. `tables` are the numbers of players of a table, the usual one first: two, or all from two to another.
    `bouts` are what a table may play in a round, the usual one first, and `rounds` how many there usually are. `points`
    tells from the state at the end of a match what each seat has won, and `bye` (from the number of players and the
    options) what somebody gets whose match cannot be played.
    """

    title: str
    rule: str
    told: str
    tables: tuple[int, ...]
    bouts: tuple[Bout, ...]
    rounds: int
    points: Callable[[Any], Sequence[Points]]
    bye: Callable[[int, Mapping[str, Any]], float]

    def bout(self, name: str) -> Bout | None:
        """The bout of a name, if there is one."""
        return next((bout for bout in self.bouts if bout.name == name), None)


def check_tournament(game: str, tournament: Tournament, allows: Callable[[int, Mapping[str, Any]], bool]) -> None:
    """Refuse a tournament whose tables leave people over, or whose bouts cannot be played."""
    if sorted(tournament.tables) != list(range(2, max(tournament.tables) + 1)):
        raise RulesError(f"the tables of a tournament of {game} are of 2, or of all numbers from 2 to some other")
    if len({bout.name for bout in tournament.bouts}) < max(1, len(tournament.bouts)):
        raise RulesError(f"a tournament of {game} needs a bout, and no two of one name")
    for bout in tournament.bouts:
        for number in tournament.tables:
            if not allows(number, bout.options):
                raise RulesError(f"the bout {bout.name!r} of {game} cannot be played by {number}")
