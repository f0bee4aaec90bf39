"""Whether a database is whole: its pages, its sums, and every table played again from its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tuckbox.definition.game import Game
from tuckbox.errors import TuckboxError
from tuckbox.numbers import counted
from tuckbox.server.errors import BrokenTable, StorageError
from tuckbox.server.storage.database import Database, brief
from tuckbox.server.storage.parties import event_sum, party_row, row_sum, saying_row, together
from tuckbox.server.storage.schema import events, metadata, parties, people, sayings, tables
from tuckbox.server.table import events as ev
from tuckbox.server.table.new_table import find_game
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import summary_columns

_DAMAGED = (SQLAlchemyError, UnicodeDecodeError, ValueError, TypeError, OverflowError)
"""Errors raised by reading a damaged file."""

_NO_RIGHT = "42501"
"""The code of PostgreSQL for what a role may not do."""


async def problems(database: Database, find: Callable[[str], Game]) -> list[str]:
    """Faults of a database; none if it is whole. A server may go on playing meanwhile.

    Raises `StorageError` if the database cannot be asked to the end. Open PostgreSQL `patient` for it.
    """
    async with database.engine.connect() as connection:  # all is read as it is at one moment
        if database.shared:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        else:
            await connection.exec_driver_sql("BEGIN")
        return await connection.run_sync(lambda plain: list(_problems(plain, find)))


def _problems(connection: Connection, find: Callable[[str], Game]) -> Iterator[str]:
    for look in (_pages, _rows, _sums):
        yield from _looked(connection, "it cannot be read", look(connection))
    keys: list[str] = []
    yield from _looked(connection, "its tables cannot be read", _keys(connection, keys))
    for key in keys:
        yield from _looked(connection, f"table {key[:6]} cannot be followed", _table(connection, key, find))


def _looked(connection: Connection, damaged: str, found: Iterator[str]) -> Iterator[str]:
    """Findings of a check, or that it could not be made; then the rest is checked all the same."""
    try:
        with connection.begin_nested() if connection.dialect.name == "postgresql" else nullcontext():
            yield from found
    except (*_DAMAGED, msgspec.DecodeError, KeyError, IndexError, TuckboxError) as error:
        if connection.invalidated or (isinstance(error, DBAPIError) and error.connection_invalidated):
            raise StorageError("the connection to the database was lost: it could not be checked") from error
        if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == _NO_RIGHT:
            raise StorageError(f"the database could not be checked: {brief(error)}") from error
        yield f"{damaged}: {type(error).__name__}"


def _keys(connection: Connection, keys: list[str]) -> Iterator[str]:
    """Find the keys of all tables."""
    keys += connection.execute(select(tables.c.id).order_by(tables.c.id)).scalars()
    yield from ()


def _all(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    """Rows by the names of their columns."""
    return [{str(name): value for name, value in row.items()} for row in connection.execute(query).mappings()]


def _pages(connection: Connection) -> Iterator[str]:
    """Faults that SQLite itself finds in its file."""
    if connection.dialect.name != "sqlite":
        return
    for line in connection.execute(text("PRAGMA integrity_check")).scalars():
        if line != "ok":
            yield f"the file is damaged: {str(line).splitlines()[0][:100]}"
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"a row of {row[0]} belongs to nothing"


def _rows(connection: Connection) -> Iterator[str]:
    """Faults in rows that cannot be read as what they should be."""
    for table in metadata.sorted_tables:
        for _ in connection.execute(select(table)):
            pass
    known = set(connection.execute(select(tables.c.id)).scalars())
    for table in metadata.sorted_tables:
        if "table" not in table.c:
            continue
        lost = set(connection.execute(select(table.c.table).distinct()).scalars()) - known - {""}  # of no table
        if lost:
            yield f"{counted(len(lost), 'table')} with {table.name} cannot be found"


def _sums(connection: Connection) -> Iterator[str]:
    for row in _all(connection, select(people.c.id, people.c.name, people.c.sum)):
        if row["sum"] != row_sum(row["id"], row["name"]):
            yield "the name of a person has changed by itself"
    for row in _all(connection, select(parties)):
        if row != party_row(row["table"], row["mark"], row["person"], row["name"]):
            yield f"table {row['table'][:6]}: who somebody is has changed by itself"
    for row in _all(connection, select(sayings)):
        if row != saying_row(row["table"], row["number"], row["text"]):
            yield f"table {row['table'][:6]}: what was said in event {row['number']} has changed by itself"


def _table(connection: Connection, key: str, find: Callable[[str], Game]) -> Iterator[str]:
    """Faults of a table: each event must be there, as it was written, and they must lead to what its row says."""
    row = _all(connection, select(tables).where(tables.c.id == key))[0]
    found = _all(connection, select(events).where(events.c.table == key).order_by(events.c.number))
    whole = True
    for number, event in enumerate(found):
        if event["number"] != number:
            yield f"table {key[:6]}: event {number} is missing"
            return
        if event["sum"] != event_sum(event):
            whole = False
            yield f"table {key[:6]}: event {number} has changed by itself"
    if not found:
        yield f"table {key[:6]} has no events"
    elif whole:
        yield from _replay(connection, row, found, find)


def _read_events(connection: Connection, key: str, found: Any) -> list[ev.Event]:
    """The events of a table from their rows, with the names and the words that are stored apart."""
    named = {
        each["mark"]: (each["person"], each["name"])
        for each in _all(connection, select(parties).where(parties.c.table == key))
    }
    said = {each[0]: each[1] for each in connection.execute(
        select(sayings.c.number, sayings.c.text).where(sayings.c.table == key)
    )}  # fmt: skip
    return [ev.read_event(together(each["data"], each["kind"], each["number"], named, said)) for each in found]


def _replay(connection: Connection, row: Any, found: Any, find: Callable[[str], Game]) -> Iterator[str]:
    """Faults of events that cannot be played by the rules of their table, or lead to something else than its row says."""
    key = row["id"]
    read = _read_events(connection, key, found)
    opened = read[0]
    if not isinstance(opened, ev.Opened):
        yield f"table {key[:6]} does not begin with its opening"
        return
    game = find_game(opened.game, find)
    if opened.rules != game.hash:
        return  # of other rules: it could not be played any more, which is no damage
    try:
        state = TableState(key, game, opened, found[0]["at"])
        for event, each in zip(read[1:], found[1:], strict=True):
            state.apply(event, each["at"])
    except BrokenTable as error:
        yield f"table {key[:6]}: {error}"
        return
    if wrong := _wrong_columns(row, opened, found[0]["at"], state):
        yield f"table {key[:6]}: its row says otherwise than its events ({', '.join(wrong)})"


def _wrong_columns(row: Any, opened: ev.Opened, created: float, state: TableState) -> list[str]:
    """The columns in which the row of a table differs from what its events lead to; `seats` only if it is the only one."""
    summary = summary_columns(state)
    expected = {
        "game": opened.game, "players": opened.players, "pace": opened.pace, "private": opened.private,
        "options": msgspec.json.encode(opened.options).decode(), "created": created,
        "title": opened.title or state.game.title, "stage": summary["stage"],
    }  # fmt: skip
    wrong = [name for name, value in expected.items() if row[name] != value]
    if wrong or msgspec.json.decode(row["seats"]) == msgspec.json.decode(summary["seats"]):
        return wrong
    return ["seats"]
