"""Ratings by game, made of results in the order in which matches ended, each once whatever happens.

A result says whether its match is to count; its `mu` tells that it has. That is written in one transaction with the
ratings, by one process at a time, so that a crash between two matches loses nothing and counts nothing twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from sqlalchemy import RowMapping, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.people import Person
from tuckbox.server.ratings.scale import Rating, rated
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import ratings, results, tables

OFTEN, DAY = 5, 86400.0
"""Maximum number of matches of the same two people a day that count: more would be a way to make ratings."""

_AT_ONCE = 20
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext('tuckbox rates'))")
_KEEP = text(
    "INSERT INTO ratings (person, game, mu, sigma, matches, changed) "
    "VALUES (:person, :game, :mu, :sigma, :matches, :changed) "
    "ON CONFLICT (person, game) DO UPDATE SET mu = :mu, sigma = :sigma, matches = :matches, changed = :changed"
)


class Result(NamedTuple):
    """The result of a seat: its `person` ("" for bots, which have a `level`, and for people who were forgotten), the place,
    whether they were `gone` at the end, whether it `counted`, and the rating that came of it, if it has been worked out."""

    table: str
    seat: int
    person: str
    level: str
    game: str
    place: int
    gone: bool
    at: float
    counted: bool
    mu: float | None
    sigma: float | None


class Played(NamedTuple):
    """A match that is over: the row of its table, and the results of its seats."""

    title: str
    pace: str
    seats: str
    results: tuple[Result, ...]


def bot(level: str) -> str:
    """The key of the bots of a level, which are rated like people.

    >>> bot("easy")
    'bot easy'
    """
    return f"bot {level}"


class Ratings:
    """Results and ratings of a database."""

    def __init__(self, database: Database) -> None:
        self._database, self._one = database, asyncio.Lock()

    async def settle(self) -> int:
        """Work out all ratings that results wait for; the number of matches that were looked at."""
        done = 0
        async with self._one:
            while tables_done := await self._settle_some():
                done += tables_done
        return done

    async def _settle_some(self) -> int:
        async with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(_LOCK)
            waiting = select(results.c.table, func.min(results.c.at).label("ended")).where(
                results.c.counted.is_(True), results.c.mu.is_(None)
            )
            order = waiting.group_by(results.c.table).order_by(text("ended"), results.c.table).limit(_AT_ONCE)
            found = (await connection.execute(order)).all()
            for table, _ in found:
                await self._settle(connection, table)
        return len(found)

    async def _settle(self, connection: AsyncConnection, table: str) -> None:
        """Let a match count, or find that it does not."""
        rows = (await connection.execute(select(results).where(results.c.table == table))).mappings().all()
        keys = [row["person"] or bot(row["level"]) for row in rows]
        forgotten = any(not row["person"] and not row["level"] for row in rows)
        if forgotten or len(set(keys)) < 2 or await self._too_often(connection, rows):
            await connection.execute(update(results).where(results.c.table == table).values(counted=False))
            return
        game, at = rows[0]["game"], rows[0]["at"]
        before = await self._of(connection, keys, game)
        after = rated([(key, before.get(key, Rating())) for key in keys], [row["place"] for row in rows])
        for key, row in zip(keys, rows, strict=True):
            seat = results.c.table == table, results.c.seat == row["seat"]
            new = {"mu": after[key].mu, "sigma": after[key].sigma}
            await connection.execute(update(results).where(*seat).values(new))
        for key, rating in after.items():
            told = {"mu": rating.mu, "sigma": rating.sigma, "matches": rating.matches}
            await connection.execute(_KEEP, {"person": key, "game": game, "changed": at, **told})

    async def _too_often(self, connection: AsyncConnection, rows: Sequence[RowMapping]) -> bool:
        """Whether two of these people have played enough matches with each other that count, in a day."""
        at, one, other = rows[0]["at"], results.alias(), results.alias()
        for first, second in combinations([row["person"] for row in rows if row["person"]], 2):
            together = select(func.count(func.distinct(one.c.table))).where(
                one.c.table == other.c.table, one.c.person == first, other.c.person == second, one.c.mu.is_not(None),
                one.c.at > at - DAY, one.c.at <= at,
            )  # fmt: skip
            if (await connection.scalar(together) or 0) >= OFTEN:
                return True
        return False

    @staticmethod
    async def _of(connection: AsyncConnection, keys: Sequence[str], game: str) -> dict[str, Rating]:
        query = select(ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        found = await connection.execute(query.where(ratings.c.person.in_(set(keys)), ratings.c.game == game))
        return {person: Rating(*rating) for person, *rating in found}

    async def of(self, key: str) -> dict[str, Rating]:
        """The ratings of a person, or of the bots of a level, by game."""
        query = select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.matches).where(ratings.c.person == key)
        return {game: Rating(*rating) for game, *rating in await self._database.rows(query)}

    async def played(self, person: Person, most: int = 500) -> list[Played]:
        """The matches of a person that are over, the latest first."""
        mine = select(results.c.table).where(results.c.person == person.id).order_by(results.c.at.desc()).limit(most)
        query = select(tables.c.id, tables.c.title, tables.c.pace, tables.c.seats).where(tables.c.id.in_(mine))
        known = await self._database.rows(query)
        rows = select(*(results.c[name] for name in Result._fields)).where(results.c.table.in_([row.id for row in known]))
        of: dict[str, list[Result]] = {}
        for result in map(Result._make, await self._database.rows(rows.order_by(results.c.seat))):
            of.setdefault(result.table, []).append(result)
        played = [Played(title, pace, seats, tuple(of[key])) for key, title, pace, seats in known]
        return sorted(played, key=lambda each: -each.results[0].at)
