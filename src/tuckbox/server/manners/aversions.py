"""Aversions: whom a person has muted or blocked, on all processes and at all tables.

Who is muted is not heard by that person. Who is blocked is also never paired with them, and finds no seat at their private
tables. Nobody is told that they are muted or blocked.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select

from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.parties import person_mark
from tuckbox.server.storage.schema import aversions

MOST = 200
"""Maximum number of people whom a person may mute or block."""


class Aversion(NamedTuple):
    """An aversion as its owner sees it: its own `id`, the `name` that was borne then, `blocked` or only muted, and when."""

    id: str
    name: str
    blocked: bool
    at: float


class Aversions:
    """All aversions of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: Person, other: str, name: str, blocked: bool) -> None:
        """Let a person not hear another, or (`blocked`) not meet them either, in place of what was. Raises `Refused`."""
        if other == person.id:
            raise Refused("yourself", "you cannot mute or block yourself")
        row = {"id": secrets.token_hex(16), "person": person.id, "other": other, "name": name, "blocked": blocked}
        mine = aversions.c.person == person.id
        async with self._database.writing(person.id) as connection:
            await connection.execute(delete(aversions).where(mine, aversions.c.other == other))
            count = select(func.count()).select_from(aversions).where(mine)
            if (await connection.scalar(count) or 0) >= MOST:
                raise Refused("too many", f"you have muted or blocked {MOST} people: hear some of them again first")
            await connection.execute(insert(aversions).values(**row, at=time.time()))
            await order(connection, "person", person_mark(person.id))  # their open pages connect anew, and show less

    async def remove(self, person: Person, ident: str) -> None:
        """Let a person hear and meet another again, by the id of the aversion; one that is gone stays so."""
        gone = delete(aversions).where(aversions.c.person == person.id, aversions.c.id == ident)
        async with self._database.writing() as connection:
            if (await connection.execute(gone)).rowcount:
                await order(connection, "person", person_mark(person.id))

    async def of(self, person: Person) -> list[Aversion]:
        """The aversions of a person, the latest first."""
        query = select(*(aversions.c[name] for name in Aversion._fields)).where(aversions.c.person == person.id)
        return [*map(Aversion._make, await self._database.rows(query.order_by(aversions.c.at.desc())))]

    async def apart(self, people: Collection[str]) -> frozenset[frozenset[str]]:
        """The pairs of these people of whom one has blocked the other."""
        both = and_(aversions.c.person.in_(people), aversions.c.other.in_(people))
        query = select(aversions.c.person, aversions.c.other).where(both, aversions.c.blocked)
        return frozenset(map(frozenset, await self._database.rows(query)))

    async def blocks(self, person: str, other: str) -> bool:
        """Whether a person has blocked another."""
        pair = aversions.c.person == person, aversions.c.other == other
        return await self._database.row(select(aversions.c.id).where(*pair, aversions.c.blocked)) is not None

    async def kept_apart(self, person: str, others: Collection[str]) -> set[str]:
        """Those of some people who have blocked a person, or whom that person has blocked."""
        theirs = and_(aversions.c.person.in_(others), aversions.c.other == person)
        own = and_(aversions.c.person == person, aversions.c.other.in_(others))
        query = select(aversions.c.person, aversions.c.other).where(or_(own, theirs), aversions.c.blocked)
        return {each for row in await self._database.rows(query) for each in row if each != person}
