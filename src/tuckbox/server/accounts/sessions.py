"""Sessions of people who are somebody: one for each browser, listed and ended one by one. A guest has only a cookie."""

from __future__ import annotations

import secrets
import time
from typing import Any, NamedTuple

from sqlalchemy import Column, Delete, Update, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.accounts.tickets import digest
from tuckbox.server.errors import Refused
from tuckbox.server.people import BANNED
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.parties import person_mark
from tuckbox.server.storage.schema import people, sessions

KEPT = 400 * 86400.0
"""Seconds without a visit after which a session has ended: as long as browsers keep a cookie."""

_HOUR = 3600.0

FRESH = 600.0
"""Seconds after a passkey was shown in which what concerns the account itself may be changed."""

MOST = 50
"""Maximum number of sessions of a person: with one more the one that was seen longest ago ends."""


class Session(NamedTuple):
    """A browser in which a person is signed in; `id` is a digest of its cookie's content, `passkey` what it was begun by."""

    id: str
    person: str
    passkey: str
    device: str
    created: float
    seen: float
    proved: float

    @property
    def fresh(self) -> bool:
        """Whether it was shown not long ago that it is the person themselves."""
        return time.time() - self.proved < FRESH


class SessionStore:
    """All sessions of a database. Every request looks here, so one that is ended has ended for all processes at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, connection: AsyncConnection, person: str, device: str, passkey: str = "") -> str:
        """Begin a session within a transaction; returns what the cookie is to hold."""
        token, now = secrets.token_urlsafe(32), time.time()
        row = Session(digest(token), person, passkey, device, now, now, now)
        await connection.execute(insert(sessions).values(row._asdict()))
        latest = select(sessions.c.id).where(sessions.c.person == person).order_by(sessions.c.seen.desc()).limit(MOST)
        # in one statement: else one that begins in between, in another transaction, would end with those that are too many
        await connection.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id.not_in(latest)))
        return token

    async def enter(
        self, connection: AsyncConnection, person: str, device: str, here: Session | None, passkey: str = ""
    ) -> str:
        """Let a browser be a person's who has shown who they are, as the last thing in a transaction.

        The session that it had (`here`) goes on if it is theirs, else it ends: a browser has one. Returns what its cookie is
        to hold from now on ("": what it does). Raises `Refused` for who is banned, and then nothing has ended.
        """
        if await connection.scalar(select(people.c.banned).where(people.c.id == person)):
            raise Refused("banned", BANNED)
        if here is not None and here.person == person and (await connection.execute(_proved(here))).rowcount:
            return ""
        token = await self.begin(connection, person, device, passkey)
        if here is not None:
            await _end(connection, here.person, delete(sessions).where(sessions.c.id == here.id))
        return token

    async def find(self, token: str) -> Session | None:
        """The session of a cookie; that it was seen is noted once an hour."""
        now = time.time()
        query = select(*_columns()).where(sessions.c.id == digest(token), sessions.c.seen > now - KEPT)
        row = await self._database.row(query)
        if row is None:
            return None
        found = Session._make(row)
        if now - found.seen > _HOUR:
            await self._database.execute(update(sessions).where(sessions.c.id == found.id).values(seen=now))
        return found

    async def of(self, person: str) -> list[Session]:
        """The sessions of a person, the latest first."""
        query = select(*_columns()).where(sessions.c.person == person, sessions.c.seen > time.time() - KEPT)
        return [*map(Session._make, await self._database.rows(query.order_by(sessions.c.seen.desc())))]

    async def prove(self, session: Session) -> None:
        """Note that it was shown just now that it is the person themselves."""
        await self._database.execute(_proved(session))

    async def end(self, person: str, session: str) -> None:
        """End a session of a person; one that has ended stays so."""
        async with self._database.writing() as connection:
            await _end(connection, person, delete(sessions).where(sessions.c.person == person, sessions.c.id == session))

    async def end_others(self, session: Session) -> None:
        """End all sessions of a person but one."""
        others = delete(sessions).where(sessions.c.person == session.person, sessions.c.id != session.id)
        async with self._database.writing() as connection:
            await _end(connection, session.person, others)


async def _end(connection: AsyncConnection, person: str, which: Delete) -> None:
    """End sessions of a person, as the last thing in a transaction."""
    if (await connection.execute(which)).rowcount:
        await order(connection, "person", person_mark(person))  # open pages connect anew, as whoever they are then


def _proved(session: Session) -> Update:
    """Notes that it was shown just now whose session this is."""
    return update(sessions).where(sessions.c.id == session.id).values(proved=time.time())


def _columns() -> list[Column[Any]]:
    return [sessions.c[name] for name in Session._fields]
