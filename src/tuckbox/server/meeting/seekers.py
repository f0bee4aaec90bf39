"""People who look for a game, in the database, so that those of all processes find each other.

Nobody is led to two tables: a new table and a row for each who was led there are written in one transaction, and a person
has one such row at most. So processes need not agree on who pairs; if two do at once, one of them has written nothing.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import Conflict
from tuckbox.server.manners.aversions import Aversions
from tuckbox.server.meeting.wishes import Group, Seeker, Wish, group
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import meetings, seekers, tables

ALIVE = 8.0
"""Seconds without a sign of life after which somebody has stopped looking."""

PAUSE = 0.5
"""Minimum number of seconds between two attempts of a process to bring people together."""

_MOST = 500
_UNMET = seekers.c.person.not_in(select(meetings.c.person))
"""Holds for those who have not been led to a table."""

Open = Callable[[Group], Awaitable[None]]
"""Opens a table for a group, with a row of `meetings` for each; raises `Conflict` where one of them has a table already."""


class Seekers:
    """All who look for a game."""

    def __init__(
        self, database: Database, aversions: Aversions, open_for: Open, playable: Callable[[str, int], bool]
    ) -> None:
        self._database, self._aversions, self._open, self._playable = database, aversions, open_for, playable
        self._tried = float("-inf")

    async def seek(self, person: Person, wish: Wish) -> None:
        """Begin to look, or look for something else; who has been led to a table meanwhile looks for nothing else."""
        row: dict[str, Any] = {"person": person.id, "name": person.name, "counts": wish.counts}
        row |= {"games": " ".join(wish.games), "players": " ".join(map(str, wish.players)), "paces": " ".join(wish.paces)}
        async with self._database.writing(person.id) as connection:
            if await self._end(connection, person) is not None:
                await self._keep_alive(connection, person)  # until they are led there, however late
                return
            now = self._database.now
            await connection.execute(insert(seekers).values(**row, since=now, seen=now))
        await self.bring_together(at_once=True)

    async def look(self, person: Person) -> str | None:
        """Give a sign of life; the table that was opened for a person, if there is one."""
        async with self._database.writing() as connection:
            await self._keep_alive(connection, person)
        found = await self.table_of(person)
        if found is None:
            await self.bring_together()
            found = await self.table_of(person)
        return found

    async def table_of(self, person: Person) -> str | None:
        """The table to which a person was led."""
        return await self._database.scalar(select(meetings.c.table).where(meetings.c.person == person.id))

    async def wish_of(self, person: Person) -> Wish | None:
        """The game that a person looks for."""
        mine = select(seekers).where(seekers.c.person == person.id, self._alive)
        found = await self._database.row(mine)
        return None if found is None else _wish(found)

    async def stop(self, person: Person) -> str | None:
        """Look no more; the table to which a person has been led meanwhile, where the others wait for them."""
        async with self._database.writing() as connection:
            return await self._end(connection, person)

    @property
    def _alive(self) -> ColumnElement[bool]:
        """Holds for those who have given a sign of life just now."""
        return seekers.c.seen > self._database.now - ALIVE

    async def _keep_alive(self, connection: AsyncConnection, person: Person) -> None:
        """Note a sign of life."""
        await connection.execute(update(seekers).where(seekers.c.person == person.id).values(seen=self._database.now))

    @staticmethod
    async def _end(connection: AsyncConnection, person: Person) -> str | None:
        """End a person's search, unless they have been led to a table at which the match has not begun: that one."""
        begun = select(tables.c.id).where(tables.c.id == meetings.c.table, tables.c.stage != "open").exists()
        gone = ~select(tables.c.id).where(tables.c.id == meetings.c.table).exists()
        mine = meetings.c.person == person.id
        await connection.execute(delete(meetings).where(mine, begun | gone))
        found: str | None = await connection.scalar(select(meetings.c.table).where(mine))
        if found is None:
            await connection.execute(delete(seekers).where(seekers.c.person == person.id))
        return found

    async def waiting(self) -> int:
        """Number of people who look for a game just now."""
        query = select(func.count()).select_from(seekers).where(self._alive, _UNMET)
        return await self._database.scalar(query) or 0

    async def bring_together(self, at_once: bool = False) -> None:
        """Open tables for all who can play together. Of one process this is not done more often than it helps."""
        if not at_once and time.monotonic() - self._tried < PAUSE:
            return
        self._tried = time.monotonic()
        there = await self._waiting()
        apart = (
            await self._aversions.apart([each.person for each in there]) if len(there) > 1 else frozenset[frozenset[str]]()
        )
        while (found := group(there, self._playable, apart)) is not None:
            try:
                await self._open(found)
            except Conflict:  # another process was faster
                there = await self._waiting()
                continue
            there = [each for each in there if each not in found.seekers]

    async def _waiting(self) -> list[Seeker]:
        """All who look and have no table, in the order in which they came."""
        query = select(seekers).where(self._alive, _UNMET)
        rows = await self._database.rows(query.order_by(seekers.c.since, seekers.c.person).limit(_MOST))
        return [Seeker(row.person, row.name, _wish(row)) for row in rows]


def _wish(row: Any) -> Wish:
    players = tuple(map(int, row.players.split()))
    return Wish(tuple(row.games.split()), players, tuple(row.paces.split()), bool(row.counts))
