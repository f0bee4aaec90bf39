"""Administration of a server's database, beside the servers that have it open.

What changes is written, and an order tells the servers to look anew. A table that has to be closed is sent an event like any
other: whoever owns it finds that the number is taken, and catches up.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.errors import OptionError
from tuckbox.server.competitions.records import forget_in_competitions
from tuckbox.server.manners.reports import forget_in_reports
from tuckbox.server.people import tidy_name
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.parties import FORGOTTEN, event_sum, party_row, person_mark, row_sum, saying_row
from tuckbox.server.storage.schema import (
    archives,
    aversions,
    competitions,
    dailies,
    desertions,
    entrants,
    events,
    exercises,
    looks,
    mailboxes,
    meetings,
    notices,
    orders,
    owners,
    pairings,
    parties,
    passkeys,
    people,
    ratings,
    recoveries,
    reports,
    results,
    reviews,
    sayings,
    seekers,
    sessions,
    shared,
    sitters,
    snapshots,
    subscriptions,
    tables,
    tickets,
    values,
)
from tuckbox.server.storage.store import DRAINED
from tuckbox.server.table import events as ev

_DAY = 86400.0

ACCOUNT = (
    passkeys, sessions, recoveries, tickets, ratings, seekers, meetings, subscriptions, notices, aversions, desertions,
    looks, mailboxes, exercises,
)  # fmt: skip
"""Tables that hold nothing but what belongs to a person, and goes with them."""

OF_TABLE = (
    events, sayings, parties, sitters, snapshots, archives, reviews, results, meetings, notices, owners, reports, desertions,
    looks, dailies,
)  # fmt: skip
"""Tables that hold nothing but what belongs to a table of the server, and goes with it."""


@contextlib.asynccontextmanager
async def opened(address: str, patient: bool = False) -> AsyncIterator[Database]:
    """A database beside the servers that have it open, perhaps for a long look at it. Raises `StorageError`."""
    database = await Database.beside(address, patient)
    try:
        yield database
    finally:
        await database.close()


async def drain(database: Database, on: bool) -> None:
    """Let the servers that have been started until now open no new tables, or (not `on`) let them again."""
    async with database.writing() as connection:
        await connection.execute(delete(values).where(values.c.name == DRAINED))
        if on:
            await connection.execute(insert(values).values(name=DRAINED, value=str(time.time()).encode()))
        await order(connection, "server", "")


LATELY = 600.0
"""Seconds since the last event within which a match counts as being played."""


async def being_played(database: Database) -> int:
    """Number of matches being played."""
    lately = select(events.c.number).where(events.c.table == tables.c.id, events.c.at > time.time() - LATELY).exists()
    query = select(func.count()).select_from(tables).where(tables.c.stage == "playing", lately)
    return int(await database.scalar(query) or 0)


# -- looking -----------------------------------------------------------------------------------------------------------


async def list_tables(database: Database, stage: str | None, most: int = 50) -> Sequence[Any]:
    """Tables, those that changed last first: id, game, stage, seats (JSON), private, when they changed."""
    query = select(tables.c.id, tables.c.game, tables.c.stage, tables.c.seats, tables.c.private, tables.c.changed)
    if stage is not None:
        query = query.where(tables.c.stage == stage)
    return await database.rows(query.order_by(tables.c.changed.desc()).limit(most))


async def list_people(database: Database, name: str, most: int = 50) -> Sequence[Any]:
    """People whose name has this in it, the latest first: id, name, muted, banned, when they came."""
    query = select(people.c.id, people.c.name, people.c.muted, people.c.banned, people.c.created)
    query = query.where(func.lower(people.c.name).contains(name.lower(), autoescape=True))
    return await database.rows(query.order_by(people.c.created.desc()).limit(most))


async def person_named(database: Database, given: str) -> str:
    """The id of a person, given by the id, or by a name that nobody else has. Raises `OptionError`."""
    query = select(people.c.id).where((people.c.id == given) | (people.c.name == given)).limit(2)
    found = await database.scalars(query)
    if len(found) != 1:
        raise OptionError(f"there is no {given[:40]!r}" if not found else f"there are several {given[:40]!r}: give an id")
    return str(found[0])


# -- tables ------------------------------------------------------------------------------------------------------------


async def close_table(database: Database, table: str) -> None:
    """Let nothing more happen at a table. Raises `OptionError`."""
    while True:
        try:
            async with database.writing() as connection:
                stage = await connection.scalar(select(tables.c.stage).where(tables.c.id == table))
                if stage is None or stage == "finished":
                    raise OptionError(
                        "there is no such table" if stage is None else "this table is closed, or its match over"
                    )
                last = select(func.max(events.c.number)).where(events.c.table == table)
                number = await connection.scalar(last)
                barred = ev.Barred()
                row = {"table": table, "number": (-1 if number is None else number) + 1, "at": time.time()}
                row |= {"kind": barred.kind, "data": ev.write_event(barred)}
                try:
                    await connection.execute(insert(events).values(**row, sum=event_sum(row)))
                except IntegrityError as error:
                    raise _Overtaken from error
                await connection.execute(update(tables).where(tables.c.id == table).values(stage="finished"))
                await order(connection, "table", table)
                return
        except _Overtaken:
            continue  # somebody has moved in this moment


class _Overtaken(Exception):
    """The number of an event has just been taken."""


# -- people ------------------------------------------------------------------------------------------------------------


async def mark_person(database: Database, person: str, **marks: bool) -> None:
    """Let somebody be `muted` or `banned`, or no longer."""
    async with database.writing() as connection:
        await connection.execute(update(people).where(people.c.id == person).values(**marks))
        await order(connection, "person", person_mark(person))


async def rename_person(database: Database, person: str, name: str) -> None:
    """Rename a person, at the tables they have been at too. Raises `Refused` for an invalid name."""
    name = tidy_name(name)
    async with database.writing() as connection:
        summed = {"name": name, "sum": row_sum(person, name)}
        await connection.execute(update(people).where(people.c.id == person).values(**summed))
        await connection.execute(update(entrants).where(entrants.c.person == person).values(name=name))
        touched = await _call(connection, person, person, name)
        await order(connection, "table", *touched)
        await order(connection, "person", person_mark(person))


async def words_of(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """The words that a person said at tables: the `table`, the `number` of the event, `at` and `text`."""
    marks = select(parties.c.mark).where(parties.c.person == person)
    query = select(events.c.table, events.c.number, events.c.at, events.c.data, sayings.c.text).where(
        events.c.kind == "chatted", events.c.table == sayings.c.table, events.c.number == sayings.c.number,
        events.c.table.in_(select(parties.c.table).where(parties.c.person == person)),
    )  # fmt: skip
    own = set(await connection.scalars(marks))
    said = (await connection.execute(query)).all()
    found = [row for row in said if msgspec.json.decode(row.data)["person"] in own]
    return [{"table": row.table, "number": row.number, "at": row.at, "text": row.text} for row in found]


@contextlib.asynccontextmanager
async def _erasing(database: Database) -> AsyncIterator[AsyncConnection]:
    """A transaction in which what is deleted is overwritten in the file."""
    async with database.writing() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA secure_delete = ON")
        yield connection


async def forget_person(database: Database, person: str) -> int:
    """Remove all that tells that a person was here and what they said; returns the number of tables they were at.

    Their moves stay, as those of an unknown person, another one at each table.
    """
    async with _erasing(database) as connection:
        for said in await words_of(connection, person):
            table, number = said["table"], said["number"]
            words = sayings.c.table == table, sayings.c.number == number
            await connection.execute(update(sayings).where(*words).values(**saying_row(table, number, FORGOTTEN[1])))
        touched = await _call(connection, person, None, FORGOTTEN[0])
        await connection.execute(delete(sitters).where(sitters.c.person == person))
        await connection.execute(update(results).where(results.c.person == person).values(person=""))
        await connection.execute(delete(dailies).where(dailies.c.person == person))
        await connection.execute(update(tables).where(tables.c.host == person).values(host=""))
        await forget_in_competitions(connection, person, FORGOTTEN[0])
        await forget_in_reports(connection, person)
        await _leave(connection, [person])
        await order(connection, "table", *touched)
        await order(connection, "person", person_mark(person))
    await database.tidy()
    return len(touched)


async def _leave(connection: AsyncConnection, persons: Sequence[str]) -> None:
    """Delete all that belongs to people alone, and what others have against them."""
    for each in ACCOUNT:
        await connection.execute(delete(each).where(each.c.person.in_(persons)))
    await connection.execute(delete(aversions).where(aversions.c.other.in_(persons)))
    await connection.execute(delete(people).where(people.c.id.in_(persons)))


async def _call(connection: AsyncConnection, person: str, known_as: str | None, name: str) -> list[str]:
    """Give a person another name at all tables, and another id at each (None: a new one); the tables."""
    known = (await connection.execute(select(parties).where(parties.c.person == person))).mappings().all()
    ids: dict[str, str] = {}
    for row in known:
        key = ids.setdefault(row["table"], known_as or secrets.token_hex(16))
        told = name if row["name"] else ""
        where = parties.c.table == row["table"], parties.c.mark == row["mark"]
        await connection.execute(update(parties).where(*where).values(**party_row(row["table"], row["mark"], key, told)))
        await _rename_seat(connection, row["table"], row["name"], told)
        for told_of in (snapshots, reviews):  # which are made anew, with the names of now
            await connection.execute(delete(told_of).where(told_of.c.table == row["table"]))
    return list(ids)


async def _rename_seat(connection: AsyncConnection, table: str, old: str, new: str) -> None:
    """Change a name in the row of a table, which is made of its events and shown in lists."""
    seats = await connection.scalar(select(tables.c.seats).where(tables.c.id == table))
    found: list[dict[str, Any]] = msgspec.json.decode(seats or "[]")
    for seat in found:
        if old and seat["kind"] == "person" and seat["name"] == old:
            seat["name"] = new
    told = msgspec.json.encode(found).decode()
    await connection.execute(update(tables).where(tables.c.id == table).values(seats=told))


# -- what is kept how long ---------------------------------------------------------------------------------------------


async def retain(database: Database, days: float, dry_run: bool = False) -> tuple[int, int]:
    """Delete what is older than a number of days: tables and competitions that are over or were never begun, links to shared
    positions, people who sat nowhere since, are in no competition and were not seen in a session.

    People who are banned are kept, and tables of which a report waits for the host. Returns how many tables and people go.
    Servers write meanwhile, so it is done piece by piece; what is left of one that was stopped goes the next time.
    """
    before = time.time() - days * _DAY
    waiting = select(reports.c.table).where(reports.c.outcome == "")
    old = select(tables.c.id).where(tables.c.stage != "playing", tables.c.changed < before, tables.c.id.not_in(waiting))
    past = select(competitions.c.id).where(competitions.c.stage != "playing", competitions.c.changed < before)
    strangers = select(people.c.id).where(
        people.c.created < before,
        people.c.banned.is_(False),
        people.c.id.not_in(select(sitters.c.person).where(sitters.c.table.not_in(old))),
        people.c.id.not_in(select(sessions.c.person).where(sessions.c.seen >= before)),
        people.c.id.not_in(select(entrants.c.person).where(entrants.c.competition.not_in(past))),
    )
    if dry_run:
        return len(await database.scalars(old)), len(await database.scalars(strangers))
    gone = await _piece_by_piece(database, tables.c.id, old, _let_tables_go)
    async with _erasing(database) as connection:
        for part in (entrants, pairings):
            await connection.execute(delete(part).where(part.c.competition.in_(past)))
        await connection.execute(delete(competitions).where(competitions.c.id.in_(past)))
        await connection.execute(delete(shared).where(shared.c.made < before))
        newest = select(func.max(orders.c.number)).scalar_subquery()  # which stays, so that numbers go on
        await connection.execute(delete(orders).where(orders.c.at < before, orders.c.number < newest))
    leaving = await _piece_by_piece(database, people.c.id, strangers, _leave)
    await database.tidy()
    return gone, leaving


AT_ONCE = 50
"""Maximum number of tables or people that are let go of in one transaction, for which the writer of a server has to wait."""


async def _piece_by_piece(
    database: Database,
    key: Column[str],
    which: Select[Any],
    let_go: Callable[[AsyncConnection, Sequence[str]], Awaitable[None]],
) -> int:
    """Let go of those with these keys, some in each transaction, as far as they are still meant then; their number."""
    found, gone = await database.scalars(which), 0
    for at in range(0, len(found), AT_ONCE):
        async with _erasing(database) as connection:
            still = which.where(key.in_(found[at : at + AT_ONCE]))
            going = list(await connection.scalars(still))
            await let_go(connection, going)
            gone += len(going)
    return gone


async def _let_tables_go(connection: AsyncConnection, keys: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    for each in OF_TABLE:
        await connection.execute(delete(each).where(each.c.table.in_(keys)))
    await connection.execute(update(exercises).where(exercises.c.table.in_(keys)).values(table=""))
    await connection.execute(delete(tables).where(tables.c.id.in_(keys)))
    await order(connection, "table", *keys)
