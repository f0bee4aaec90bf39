"""Competitions in the database, so that every process sees the same, and none forgets them.

Whatever depends on how a competition stands begins by taking its row, so that it is done by one process at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.competitions.competition import Competition, Entrant, Pairing
from tuckbox.server.competitions.pairing import rounds_for_all
from tuckbox.server.errors import Refused
from tuckbox.server.names import unique_name
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import competitions, entrants, pairings, tables

LEAST = 2
"""Minimum number of people with whom a competition begins."""

_PLAIN = tuple(competitions.c)


class Records:
    """The competitions of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- looking -------------------------------------------------------------------------------------------------------

    async def of(self, key: str) -> Competition | None:
        """A competition."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(*_PLAIN).where(competitions.c.id == key))).mappings().first()
            return None if row is None else await _whole(connection, row)

    async def mine(self, person: str, most: int = 50) -> list[Competition]:
        """The competitions that a person has made or joined, the latest first; without their people."""
        joined = competitions.c.id.in_(select(entrants.c.competition).where(entrants.c.person == person))
        return await self._rows((competitions.c.maker == person) | joined, most)

    async def playing(self) -> list[str]:
        """The competitions that are under way."""
        query = select(competitions.c.id).where(competitions.c.stage == "playing").order_by(competitions.c.changed)
        return await self._database.scalars(query)

    async def unfinished(self, person: str) -> int:
        """Number of competitions that a person has made or joined, and that are not over."""
        joined = select(entrants.c.competition).where(entrants.c.person == person, entrants.c.out.is_(False))
        own = (competitions.c.maker == person) | competitions.c.id.in_(joined)
        query = select(func.count()).select_from(competitions).where(own, competitions.c.stage != "over")
        return int(await self._database.scalar(query) or 0)

    async def _rows(self, where: ColumnElement[bool], most: int) -> list[Competition]:
        query = select(*_PLAIN).where(where).order_by(competitions.c.changed.desc()).limit(most)
        return [Competition(**row._mapping) for row in await self._database.rows(query)]

    async def still_played(self, keys: Sequence[str]) -> set[str]:
        """Those of some tables at which the match goes on."""
        query = select(tables.c.id).where(tables.c.id.in_(keys), tables.c.stage == "playing")
        return set(await self._database.scalars(query))

    # -- before it begins ----------------------------------------------------------------------------------------------

    async def make(self, row: Mapping[str, Any], maker: Person, now: float) -> str:
        """A new competition, in which its maker takes part; its id."""
        key = secrets.token_hex(12)
        own = {"id": key, "maker": maker.id, "stage": "open", "round": 0, "created": now, "changed": now}
        async with self._database.writing() as connection:
            await connection.execute(insert(competitions).values(**row, **own))
            await connection.execute(insert(entrants).values(**_entrant(key, maker.id, maker.name, now)))
        return key

    async def join(self, key: str, person: Person, most: int, now: float) -> None:
        """Let somebody take part; who does so already need not again. Raises `Refused`."""
        async with self._database.writing() as connection:
            found = await _taken(connection, key)
            entrant = found.entrant(person.id)
            if entrant is not None and entrant.out:
                raise Refused("begun", "you have withdrawn from this competition: it goes on without you")
            if entrant is not None:
                return
            if found.stage != "open":
                raise Refused("begun", "this competition has begun")
            if len(found.entrants) >= most:
                raise Refused("full", f"this competition is full: it is for {most} people at most")
            name = unique_name([entrant.name for entrant in found.entrants], person.name)
            await connection.execute(insert(entrants).values(**_entrant(key, person.id, name, now)))

    async def leave(self, key: str, person: Person) -> None:
        """Let somebody go: before it begins as if they had not come, later they are in no further round.

        Where its maker goes before it begins, the next who came can start it; when the last has gone it is no more.
        """
        async with self._database.writing() as connection:
            found = await _taken(connection, key)
            if found.stage == "open":
                await _step_back(connection, found, person.id)
            elif found.stage == "playing":
                own = entrants.c.competition == key, entrants.c.person == person.id
                await connection.execute(update(entrants).where(*own).values(out=True))

    async def start(self, key: str, person: Person, pairs: bool, now: float) -> None:
        """Begin, once: lots are drawn. Where `pairs` play nobody has to meet anybody twice. Raises `Refused`."""
        async with self._database.writing() as connection:
            found = await _taken(connection, key)
            if found.maker != person.id:
                raise Refused("not host", "only whoever made the competition may start it")
            if found.stage != "open":
                return
            if len(found.entrants) < LEAST:
                raise Refused("too few", "somebody else has to take part: send them the link")
            lots = list(range(1, len(found.entrants) + 1))
            secrets.SystemRandom().shuffle(lots)
            for entrant, seed in zip(found.entrants, lots, strict=True):
                own = entrants.c.competition == key, entrants.c.person == entrant.person
                await connection.execute(update(entrants).where(*own).values(seed=seed))
            rounds = min(found.rounds, rounds_for_all(len(lots))) if pairs else found.rounds
            new = {"stage": "playing", "rounds": rounds, "changed": now}
            await connection.execute(update(competitions).where(competitions.c.id == key).values(new))

    # -- while it is played --------------------------------------------------------------------------------------------

    async def give(self, competition: Competition, at: str, points: float) -> None:
        """Give a number of points to everybody at a table without a result who has none yet."""
        where = pairings.c.competition == competition.id, pairings.c.at == at, pairings.c.points.is_(None)
        await self._database.execute(update(pairings).where(*where).values(points=points))

    async def end(self, competition: Competition, now: float) -> None:
        """Let it be over after its present round."""
        where = competitions.c.id == competition.id, competitions.c.round == competition.round
        playing = update(competitions).where(*where, competitions.c.stage == "playing")
        await self._database.execute(playing.values(stage="over", changed=now))


def _entrant(key: str, person: str, name: str, now: float) -> dict[str, Any]:
    return {"competition": key, "person": person, "name": name, "joined": now, "seed": None, "out": False}


async def forget_in_competitions(connection: AsyncConnection, person: str, name: str) -> None:
    """Let a person be in no competition that has not begun; in others their points stay, as those of somebody so named."""
    mine = select(entrants.c.competition).where(entrants.c.person == person)
    where = competitions.c.stage == "open", (competitions.c.maker == person) | competitions.c.id.in_(mine)
    for key in (await connection.scalars(select(competitions.c.id).where(*where))).all():
        await _step_back(connection, await _taken(connection, key), person)
    unknown = secrets.token_hex(16)
    gone = {"person": unknown, "name": name, "out": True}
    await connection.execute(update(entrants).where(entrants.c.person == person).values(gone))
    await connection.execute(update(pairings).where(pairings.c.person == person).values(person=unknown))
    await connection.execute(update(competitions).where(competitions.c.maker == person).values(maker=""))


async def _step_back(connection: AsyncConnection, found: Competition, person: str) -> None:
    """Let somebody go before it begins; a competition of nobody goes, too."""
    own = entrants.c.competition == found.id, entrants.c.person == person
    await connection.execute(delete(entrants).where(*own))
    rest = [entrant.person for entrant in found.entrants if entrant.person != person]
    this = competitions.c.id == found.id
    if not rest:
        await connection.execute(delete(competitions).where(this))
    elif found.maker not in rest:
        await connection.execute(update(competitions).where(this).values(maker=rest[0]))


async def _taken(connection: AsyncConnection, key: str) -> Competition:
    """A competition, which nobody else changes before the end of the transaction. Raises `Refused`."""
    take = update(competitions).where(competitions.c.id == key).values(stage=competitions.c.stage)
    row = (await connection.execute(take.returning(*_PLAIN))).mappings().first()
    if row is None:
        raise Refused("no competition", "there is no such competition")
    return await _whole(connection, row)


async def _whole(connection: AsyncConnection, row: Mapping[Any, Any]) -> Competition:
    """A competition with its people and their rounds."""
    who = select(*(entrants.c[name] for name in Entrant._fields)).where(entrants.c.competition == row["id"])
    people = (await connection.execute(who.order_by(entrants.c.joined, entrants.c.person))).all()
    met = select(*(pairings.c[name] for name in Pairing._fields)).where(pairings.c.competition == row["id"])
    places = (await connection.execute(met.order_by(pairings.c.round, pairings.c.number, pairings.c.seat))).all()
    met_whom = tuple(Pairing(*tuple(each)) for each in places)
    return Competition(**row, entrants=tuple(Entrant(*tuple(each)) for each in people), pairings=met_whom)
