"""Tables as they are listed: what can be told without looking at a hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any

import msgspec

from tuckbox.server.people import Person
from tuckbox.server.storage.store import Store, TableRow
from tuckbox.server.table.clock import Clock

WAITING_AGE, RUNNING_AGE = 2 * 3600.0, 86400.0
"""Greatest ages, in seconds, of tables that are listed as waiting for players, and as running."""


@dataclass(frozen=True)
class SeatSummary:
    """A seat in a list: who has it, and whether one may sit down there."""

    kind: str
    name: str
    level: str = ""
    free: bool = False


@dataclass(frozen=True)
class TableSummary:
    """A table in a list. `changed` is when its stage or its seats last changed (seconds since 1970).

    In the list of one's own tables `asked` says whether one is to decide.
    """

    id: str
    game: str
    title: str
    stage: str
    players: int
    options: dict[str, str]
    pace: str
    private: bool
    seats: tuple[SeatSummary, ...]
    created: float
    changed: float
    counts: bool = False
    hosted: bool = False
    asked: bool = False


@dataclass(frozen=True)
class Lobby:
    """The public tables: those that wait for players, and those that can be watched."""

    open: tuple[TableSummary, ...]
    running: tuple[TableSummary, ...]


def summary(row: TableRow, person: str | None = None, asked: bool = False) -> TableSummary:
    """A table of the database as it is listed for a person."""
    seats: list[dict[str, Any]] = msgspec.json.decode(row.seats)
    return TableSummary(
        id=row.id,
        game=row.game,
        title=row.title,
        stage=row.stage,
        players=row.players,
        options=msgspec.json.decode(row.options),
        pace=row.pace,
        private=bool(row.private),
        seats=tuple(SeatSummary(**seat) for seat in seats),
        created=row.created,
        changed=row.changed,
        counts=bool(row.counts),
        hosted=row.host == person,
        asked=asked,
    )


class TableLists:
    """The tables of a database as lists. `asked` finds at which of some tables a person is to decide."""

    def __init__(
        self, store: Store, clock: Clock, asked: Callable[[Collection[str], str], Awaitable[Collection[str]]]
    ) -> None:
        self._store, self._clock, self._asked = store, clock, asked

    async def lobby(self) -> Lobby:
        """The public tables that wait for players, and those that can be watched."""
        now = self._clock.now()
        waiting = await self._store.rows("open", since=now - WAITING_AGE)
        running = await self._store.rows("playing", since=now - RUNNING_AGE)
        return Lobby(tuple(map(summary, waiting)), tuple(map(summary, running)))

    async def tables_of(self, person: Person) -> tuple[TableSummary, ...]:
        """The tables at which a person has a seat or had one: first those at which they are to decide, then others that are
        not over, the latest first."""
        rows = [row for row in await self._store.rows_of(person.id) if row.seats != "[]"]  # but those closed before play
        asked = await self._asked([row.id for row in rows if row.stage == "playing"], person.id)
        found = [summary(row, person.id, row.id in asked) for row in rows]
        return tuple(sorted(found, key=lambda table: not table.asked))

    async def listed(self, person: Person) -> tuple[TableSummary, ...]:
        """The same without whose turn it is, for which the tables themselves would have to be read."""
        return tuple(summary(row, person.id) for row in await self._store.rows_of(person.id))

    async def practice_of(self, person: Person) -> tuple[TableSummary, ...]:
        """The tables at which a person has begun to practise not long ago, and can go on."""
        rows = await self._store.rows_practised(person.id, self._clock.now() - RUNNING_AGE)
        return tuple(summary(row, person.id) for row in rows)

    async def bots_of(self, person: Person) -> tuple[int, int]:
        """Number of unfinished tables a person hosts, and number of bots at them."""
        hosted = [summary(row) for row in await self._store.rows_hosted(person.id)]
        return len(hosted), sum(seat.kind == "bot" for table in hosted for seat in table.seats)
