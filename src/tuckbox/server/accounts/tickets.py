"""Tickets: secrets that are good once, for one purpose, for a while. The database holds only digests of them."""

from __future__ import annotations

import hashlib
import secrets
import time

from sqlalchemy import delete, insert, select

from tuckbox.server.errors import Refused
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import tickets

MINUTES = 60.0

_LATE = "this took too long, or has been used already: begin again"


def digest(secret: bytes | str) -> str:
    """A digest by which a secret is found again. It needs no salt: no secret of ours can be guessed.

    >>> len(digest("secret"))
    64
    """
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


class Tickets:
    """All tickets of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def give(self, kind: str, person: str = "", data: str = "", seconds: float = 5 * MINUTES) -> bytes:
        """A new ticket for a person ("": for anybody), with data that its bearer does not see. Old ones are thrown away."""
        secret, now = secrets.token_bytes(32), time.time()
        row = {"id": digest(secret), "kind": kind, "person": person, "data": data, "until": now + seconds}
        async with self._database.writing() as connection:
            await connection.execute(delete(tickets).where(tickets.c.until < now))
            await connection.execute(insert(tickets).values(row))
        return secret

    async def redeem(self, kind: str, secret: bytes, person: str | None) -> tuple[str, str]:
        """The person and the data of a ticket, which is used up by that; with `person` None it may be anybody's.

        Raises `Refused` for one that is used, too old, of another kind, or another's.
        """
        mine = [] if person is None else [tickets.c.person == person]
        wanted = (tickets.c.id == digest(secret), tickets.c.kind == kind, tickets.c.until >= time.time(), *mine)
        async with self._database.writing() as connection:
            taken = delete(tickets).where(*wanted).returning(tickets.c.person, tickets.c.data)
            found = (await connection.execute(taken)).first()
        if found is None:
            raise Refused("late", _LATE)
        return str(found[0]), str(found[1])

    async def look(self, kind: str, secret: bytes) -> tuple[str, str]:
        """The person and the data of a ticket, which stays good. Raises `Refused` for one that is not good any more."""
        wanted = (tickets.c.id == digest(secret), tickets.c.kind == kind, tickets.c.until >= time.time())
        found = await self._database.row(select(tickets.c.person, tickets.c.data).where(*wanted))
        if found is None:
            raise Refused("late", "this link is too old, or has been used already")
        return str(found[0]), str(found[1])
