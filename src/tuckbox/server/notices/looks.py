"""The last look of people at their tables: what has happened since is told to who comes back after a while."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from tuckbox.definition.game import Game
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import looks
from tuckbox.server.storage.store import Store
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.table import Table

AWHILE = 120.0
"""Seconds of absence after which somebody is told what has happened."""

MOST = 40
"""Maximum number of sentences of what has happened, of whole steps but for the first."""


@dataclass(frozen=True)
class Since:
    """News of a table since a `step`, which a person saw last (`at`, None: just now): the last sentences of the log of their
    seat. `more` says that others come before them.
    """

    table: str
    game: Game
    step: int
    at: float | None
    lines: tuple[str, ...]
    more: bool = False


class Looks:
    """All last looks of a database. Only those are kept of people who play, while the match lasts.

    They are written with whatever else is: when a server ends all its pages are closed at once.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def keep(self, person: Person | None, table: Table) -> None:
        """Note that a person has seen a table as it is now, if they play there."""
        match, seat = table.state.match, table.state.seat_of(person.id if person else None)
        if person is None or match is None or seat is None:
            return
        row = {"person": person.id, "table": table.id, "step": match.told(seat), "at": self._clock.date()}
        await self._store.journal.write(("look", row))

    async def since(self, person: Person | None, table: Table) -> Since | None:
        """News of a table since a person looked last, if that is a while ago."""
        if person is None or table.state.seat_of(person.id) is None:
            return None
        query = select(looks.c.step, looks.c.at).where(looks.c.person == person.id, looks.c.table == table.id)
        found = await self._store.database.row(query)
        if found is None or self._clock.date() - found.at < AWHILE:
            return None
        return since_step(person, table, found.step, found.at)


def since_step(person: Person | None, table: Table, step: int, at: float | None = None) -> Since | None:
    """News since a step, as the seat of a person is told them; None if there are none, or they have no seat."""
    match, seat = table.state.match, table.state.seat_of(person.id if person else None)
    if match is None or seat is None or match.told(seat) <= step or table.state.put_away:
        return None
    lines = match.lines(seat, MOST, after=step)
    if not lines:
        return None
    more = bool(match.lines(seat, 1, step=lines[0][0] - 1, after=step))
    return Since(table.id, match.game, step, at, tuple(line for _, line in lines), more)
