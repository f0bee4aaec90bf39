"""Waits: for whom the tables of a process wait, also those tables that have left memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tuckbox.server.table.table import Table

PATIENCE = 60.0
"""Seconds that somebody is given to come by themselves."""


@dataclass(frozen=True)
class Wait:
    """A table that waits for a person who is not there. `title` is what the table is called, `position` that of its match,
    and `since` when the decision began."""

    table: str
    title: str
    position: int
    person: str
    since: float


class Waits:
    """All waits of a process. `ours` tells of the id of a table whether this process still has it.

    Nothing happens at a table that is not in memory, so what was seen of it last holds until it is back.
    """

    def __init__(self, ours: Callable[[str], bool]) -> None:
        self._ours = ours
        self._found: dict[str, tuple[Wait, ...]] = {}

    def look(self, tables: Iterable[Table]) -> None:
        """Look at the tables in memory, and let go of those that other processes have now."""
        for table in tables:
            self._found[table.id] = waits_at(table)
        self._found = {key: found for key, found in self._found.items() if found and self._ours(key)}

    def due(self, now: float) -> Sequence[Wait]:
        """Those that are long enough for somebody to be told. How long one is that began at a time still to come, before the
        clock was set back, nobody knows."""
        return [each for found in self._found.values() for each in found if not 0 <= now - each.since < PATIENCE]


def waits_at(table: Table) -> tuple[Wait, ...]:
    """The people that a table waits for, and who are not there."""
    state = table.state
    if state.stage != "playing" or state.practice or state.fault:
        return ()
    if sum(place.kind == "person" for place in state.seats) < 2:
        return ()  # bots wait as long as one likes
    places = [state.seats[seat] for seat in state.undecided]
    title = state.opened.title or state.game.title
    away = [place.person for place in places if not place.by_bot and place.person not in table.present]
    return tuple(Wait(table.id, title, state.position, person, state.since) for person in away)
