"""All that is ever written, as statements; for SQLite also as plain text.

SQLAlchemy hands each step of a statement to the thread of the driver by itself, which costs more than what is written. So
SQLite is told the same statements in two steps: all rows, and the commit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Delete, Insert, Update, bindparam, delete, insert, update
from sqlalchemy.dialects.sqlite import dialect

from tuckbox.server.storage.schema import events, people, reviews, sitters, snapshots, tables, values

if TYPE_CHECKING:
    from aiosqlite import Connection

Row = Mapping[str, Any]

STATEMENTS: dict[str, Insert | Update | Delete] = {
    "value": insert(values),
    "touch": update(values).values(value=values.c.value),  # changes nothing, and shows whether it could
    "person": insert(people),
    "name": update(people).where(people.c.id == bindparam("key")).values(name=bindparam("name")),
    "table": insert(tables),
    "sitter": insert(sitters),
    "events": insert(events),
    "no snapshot": delete(snapshots).where(snapshots.c.table == bindparam("key")),
    "snapshot": insert(snapshots),
    "review": insert(reviews),
    "stage": update(tables)
    .where(tables.c.id == bindparam("key"))
    .values(stage=bindparam("stage"), changed=bindparam("changed"), seats=bindparam("seats")),
}
"""In the order in which they are within a transaction (events need their table)."""

WRONG = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError)
"""What SQLite raises for rows that cannot be, such as one that is there already."""


@cache
def _plain(name: str) -> tuple[str, tuple[str, ...]]:
    """A statement as text with question marks, and the names of what stands for them."""
    compiled = STATEMENTS[name].compile(dialect=dialect(paramstyle="qmark"))
    return str(compiled), tuple(compiled.positiontup or ())


async def write_rows(connection: Connection, rows: Mapping[str, Sequence[Row]]) -> None:
    """Write rows, by the names of their statements; the first begins a transaction."""
    for name in STATEMENTS:
        if name in rows:
            text, names = _plain(name)
            await connection.executemany(text, [tuple([row[each] for each in names]) for row in rows[name]])


__all__ = ["STATEMENTS", "WRONG", "Row", "write_rows"]
