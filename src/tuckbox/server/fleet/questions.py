"""The queue by which bots in other processes are asked: questions in PostgreSQL, taken in turn, answered by a signal.

It holds nothing that anybody would miss. So its table is not logged: a commit waits for no disk, and a server of PostgreSQL
that crashes begins with an empty queue, in which whoever waits puts their question again. A process that takes a question
has it for some seconds; if it dies, another takes it, and of two answers the first counts.

Turns go by networks, and there by people, to whoever has waited longest since they were last served; so questions stay for a
while after they have been answered. Who they are is not told: only a digest under a secret of the server.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import text

from tuckbox.server.fleet.signals import notify
from tuckbox.server.storage.database import Database

QUESTIONS, ANSWER = "questions", "answer"
"""Signals: there is a question for anybody; an answer, with the key of its question, for the one who has asked."""

TAKEN, REMEMBERED = 6.0, 20.0
"""Seconds for which a question belongs to the process that has taken it, and seconds for which its owner is remembered."""

_NOW = "EXTRACT(EPOCH FROM clock_timestamp())"
_PUT = text(
    "INSERT INTO questions (key, process, network, person, rules, data) "
    "VALUES (:key, :process, :network, :person, :rules, :data) ON CONFLICT (key) DO NOTHING"
)
_NEXT = (
    "SELECT q.key FROM questions q "
    "JOIN (SELECT network, max(taken) AS served FROM questions GROUP BY network) n ON n.network = q.network "
    "JOIN (SELECT network, person, max(taken) AS served FROM questions GROUP BY network, person) p "
    "ON p.network = q.network AND p.person = q.person "
    f"WHERE q.answer IS NULL AND q.taken < {_NOW} - :lease AND q.rules = ANY(CAST(:rules AS text[])) "
    "ORDER BY n.served, p.served, q.number LIMIT 1 FOR UPDATE OF q SKIP LOCKED"
)
_TAKE = text(
    f"WITH forgotten AS (DELETE FROM questions WHERE answer IS NOT NULL AND taken < {_NOW} - :remembered) "
    f"UPDATE questions SET taken = {_NOW} WHERE key = ({_NEXT}) RETURNING key, process, data"
)
_BUSY = text(
    f"SELECT count(*) FILTER (WHERE taken < {_NOW} - :lease), count(*) FILTER (WHERE taken >= {_NOW} - :lease) "
    "FROM questions WHERE answer IS NULL AND rules = ANY(CAST(:rules AS text[]))"
)
_ANSWER = text("UPDATE questions SET answer = :answer, data = '' WHERE key = :key AND answer IS NULL RETURNING key")
_FIND = text("SELECT answer FROM questions WHERE key = :key")
_DROP = text("DELETE FROM questions WHERE key = :key AND answer IS NULL")


class Taken(NamedTuple):
    """A question somebody has taken, who has asked it, and how many that they may take wait and are `thought` about just
    then."""

    key: str
    process: str
    data: bytes
    waiting: int
    thought: int


class Questions:
    """All questions in a database. `lease` is for how many seconds one belongs to whoever has taken it."""

    def __init__(self, database: Database, lease: float = TAKEN) -> None:
        self._database, self._lease = database, lease

    async def put(self, key: str, process: str, asker: tuple[str, str], rules: str, data: bytes) -> None:
        """Ask something, unless it is asked already. Raises `StorageError`."""
        network, person = asker
        row = {"key": key, "process": process, "network": network, "person": person, "rules": rules, "data": data}
        async with self._database.writing() as connection:
            await connection.execute(_PUT, row)
            await notify(connection, QUESTIONS)

    async def take(self, rules: list[str]) -> Taken | None:
        """Take the next question about games of these rules. Raises `StorageError`."""
        given = {"lease": self._lease, "remembered": REMEMBERED, "rules": rules}
        async with self._database.writing() as connection:
            found = (await connection.execute(_TAKE, given)).first()
            if found is None:
                return None
            busy = (await connection.execute(_BUSY, {"lease": self._lease, "rules": rules})).one()
        return Taken(found[0], found[1], bytes(found[2]), *busy)

    async def answer(self, taken: Taken, answer: int) -> None:
        """Answer a question, unless another has. Raises `StorageError`."""
        async with self._database.writing() as connection:
            if (await connection.execute(_ANSWER, {"key": taken.key, "answer": answer})).first() is not None:
                await notify(connection, ANSWER, f"{taken.key} {answer}", to=taken.process)

    async def find(self, key: str) -> int | None:
        """The answer to a question, if there is one. Raises `StorageError`."""
        return await self._database.scalar(_FIND, {"key": key})

    async def drop(self, key: str) -> None:
        """Ask no more. Raises `StorageError`."""
        await self._database.execute(_DROP, {"key": key})


def digest(secret: bytes, who: str) -> str:
    """A mark that stands for a network or a person.

    >>> digest(b"s", "Ann") == digest(b"s", "Ann") != digest(b"t", "Ann")
    True
    """
    return hashlib.blake2s(who.encode(), key=secret, digest_size=12).hexdigest()
