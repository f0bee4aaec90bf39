"""All that is ever written, as statements; for SQLite also as plain text.

SQLAlchemy hands each step of a statement to the thread of the driver by itself, which costs more than what is written. So
SQLite is told the same statements in two steps: all rows, and the commit.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Delete, Insert, TextClause, Update, bindparam, delete, insert, text, update
from sqlalchemy.dialects.sqlite import dialect

from tuckbox.server.storage.schema import (
    archives,
    competitions,
    dailies,
    desertions,
    events,
    meetings,
    owners,
    pairings,
    people,
    reviews,
    sayings,
    sitters,
    snapshots,
    tables,
    values,
)

if TYPE_CHECKING:
    from aiosqlite import Connection

Row = Mapping[str, Any]


def _once(table: str) -> TextClause:
    """Adds a row to a table, which is given with its columns; one that is there already stays.

    >>> str(_once('sitters (person, "table")'))
    'INSERT INTO sitters (person, "table") VALUES (:person, :table) ON CONFLICT DO NOTHING'
    """
    columns = re.findall(r"\w+", table.partition("(")[2])
    return text(f"INSERT INTO {table} VALUES ({', '.join(f':{name}' for name in columns)}) ON CONFLICT DO NOTHING")


STATEMENTS: dict[str, Insert | Update | Delete | TextClause] = {
    "no value": delete(values).where(values.c.name == bindparam("key")),
    "value": insert(values),
    "touch": update(values).values(value=values.c.value),  # changes nothing, and shows whether it could
    "person": insert(people).values({name: bindparam(name) for name in ("id", "name", "created", "sum")}),
    "name": update(people).where(people.c.id == bindparam("key")).values(name=bindparam("name"), sum=bindparam("sum")),
    "table": insert(tables),
    "owner": insert(owners),
    "sitter": insert(sitters),
    "meeting": insert(meetings),
    "no meeting": delete(meetings).where(meetings.c.person == bindparam("person"), meetings.c.table == bindparam("table")),
    "party": _once('parties ("table", mark, person, name, sum)'),
    "saying": insert(sayings),
    "look": text(  # who has been forgotten gets none, whose last page closes just then
        'INSERT INTO looks (person, "table", step, at) '
        "SELECT id, CAST(:table AS varchar), CAST(:step AS integer), CAST(:at AS float) FROM people WHERE id = :person "
        'ON CONFLICT (person, "table") DO UPDATE SET step = :step, at = :at'
    ),
    "events": insert(events),
    "no desertion": delete(desertions).where(
        desertions.c.person == bindparam("person"), desertions.c.table == bindparam("table")
    ),
    "desertion": _once('desertions (person, "table", at)'),
    "review": insert(reviews),
    "no reviews": delete(reviews).where(reviews.c.table == bindparam("key")),  # also of one that has come just now
    "exercise": text(  # one that is there already stays, and who has been forgotten gets none
        'INSERT INTO exercises (person, key, game, "table", made, due, card, answers, data) '
        "SELECT id, CAST(:key AS varchar), CAST(:game AS varchar), CAST(:table AS varchar), CAST(:made AS float), "
        "CAST(:due AS float), CAST(:card AS varchar), CAST(:answers AS integer), CAST(:data AS varchar) "
        "FROM people WHERE id = :person ON CONFLICT DO NOTHING"
    ),
    "shared": _once("shared (key, game, made, data)"),
    "daily": insert(dailies),
    "daily score": update(dailies).where(dailies.c.table == bindparam("key")).values(score=bindparam("score")),
    "pairing": insert(pairings),
    "pairing points": update(pairings)  # what has been counted stays
    .where(pairings.c.at == bindparam("key"), pairings.c.seat == bindparam("place"), pairings.c.points.is_(None))
    .values(points=bindparam("won"), edge=bindparam("tie"), gone=bindparam("away")),
    "round": update(competitions)
    .where(competitions.c.id == bindparam("key"))
    .values(round=bindparam("number"), changed=bindparam("now")),
    "no snapshot": delete(snapshots).where(snapshots.c.table == bindparam("key")),
    "snapshot": insert(snapshots),
    "no archive": delete(archives).where(archives.c.table == bindparam("key")),
    "archive": insert(archives),
    "result": _once('results ("table", seat, person, level, game, place, gone, at, counted)'),
    "stage": update(tables)
    .where(tables.c.id == bindparam("key"))
    .values(stage=bindparam("stage"), changed=bindparam("changed"), seats=bindparam("seats")),
}
"""Statements, by their names, in the order in which they stand within a transaction (events need their table)."""

WRONG = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError)
"""SQLite's errors for rows that cannot be, such as one that is there already."""


@cache
def _plain(name: str) -> tuple[str, tuple[str, ...]]:
    """A statement as text with question marks, and the names of what stands for them."""
    compiled = STATEMENTS[name].compile(dialect=dialect(paramstyle="qmark"))
    return str(compiled), tuple(compiled.positiontup or ())


async def write_rows(connection: Connection, rows: Mapping[str, Sequence[Row]]) -> None:
    """Write rows, by the names of their statements; the first begins a transaction."""
    for name in STATEMENTS:
        if name in rows:
            plain, names = _plain(name)
            await connection.executemany(plain, [tuple([row[each] for each in names]) for row in rows[name]])
