"""A database: where it is, how it is opened, and its schema brought up to date."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import aiosqlite
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Executable,
    Float,
    cast,
    event,
    extract,
    func,
    literal,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tuckbox.errors import reason_and_file
from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.lease import LOGS, FileLease, is_served, lease_by
from tuckbox.server.storage import migrations
from tuckbox.server.storage.schema import people
from tuckbox.server.storage.spells import Spells

_DRIVERS = {"sqlite": ("sqlite+aiosqlite", "aiosqlite"), "postgresql": ("postgresql+asyncpg", "asyncpg")}

_CACHED, _SESSION = "prepared_statement_cache_size", "target_session_attrs"
_SESSIONS = frozenset({"any", "primary", "standby", "read-write", "read-only", "prefer-standby"})
"""Values of the setting that says to which of several servers a connection may go."""

_OPTIONS = frozenset({
    "host", "port", "user", "password", "passfile", "service", "servicefile", "database", "ssl", "direct_tls",
    _SESSION, "krbsrvname", "gsslib", _CACHED,
})  # fmt: skip
"""The options that the address of a PostgreSQL database can have; the driver takes others as numbers and objects alone."""

IDLE = 2000
"""Milliseconds after which a process that stands still in the middle of a transaction loses it, and with it the locks by
which it would keep others from the tables that it has."""

_NO_ROOM = 1 << 18
"""Bytes that must be left on the disk for a file of SQLite to be opened."""

_NO_FILE = re.compile(r"(file:|:memory:$|$)", re.IGNORECASE)
"""Names by which SQLite opens something else than the file of that name; two of them keep nothing."""

_VALUE = re.compile(r"(?<=invalid input )(for query argument \$\d+|syntax for [^:]*|value for [^:]*): .*")
"""Errors of PostgreSQL that name what was to be written or looked for."""

_PRAGMAS = ("synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


def read_url(text: str) -> URL:
    """The address of a database: ``sqlite:///FILE``, ``postgresql://...``, or just the name of a file.

    A file has one name only: by others, such as ``file:FILE?mode=rw``, it could be opened past its lease.

    >>> read_url("tables.db").drivername
    'sqlite+aiosqlite'
    """
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except (ArgumentError, ValueError) as error:  # such as a port that is no number
        raise StorageError("this is no address of a database") from error
    kind = url.get_backend_name()
    if kind not in _DRIVERS:
        raise StorageError(f"a database is sqlite or postgresql, not {kind[:20]}")
    if kind == "sqlite" and (url.query or _NO_FILE.match(url.database or "")):
        raise StorageError("the address of a file is its name, or sqlite:///NAME, with nothing before and after it")
    driver, module = _DRIVERS[kind]
    try:
        import_module(module)
    except ImportError as error:
        raise StorageError("PostgreSQL needs a driver: pip install 'tuckbox[postgres]'") from error
    _check_values(url)
    options = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    for name in options:
        if name not in _OPTIONS:
            raise StorageError(f"the address of a database takes no option {name[:30]!r}")
    return url.set(drivername=driver, query=options)


def _check_values(url: URL) -> None:
    """Refuse numbers and words that a driver stumbles over."""
    query = url.normalized_query
    ports = ["" if url.port is None else str(url.port), *",".join(query.get("port", ())).split(",")]
    if any(port and not (port.isdecimal() and 0 < int(port) < 65536) for port in ports):
        raise StorageError("a port in the address of a database is a number from 1 to 65535")
    if not all(re.fullmatch("[0-9]{1,6}", size) for size in query.get(_CACHED, ())):
        raise StorageError(f"{_CACHED} in the address of a database is a whole number")
    if not _SESSIONS.issuperset(query.get(_SESSION, ())):
        raise StorageError(f"{_SESSION} in the address of a database is one of {', '.join(sorted(_SESSIONS))}")


def file_of(address: str) -> Path | None:
    """The file that an address names; None where it is of PostgreSQL. Raises `StorageError`.

    >>> file_of("sqlite:///tables.db") == file_of("tables.db"), file_of("postgresql://host/tables")
    (True, None)
    """
    url = read_url(address)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def is_frozen(file: Path) -> bool:
    """Whether a file of SQLite that no server has open lies where nothing can be written: the log that is made beside it
    even to read cannot be, and there is no need of one."""
    logs = any(file.with_name(f"{file.name}{end}").exists() for end in LOGS)
    return not logs and not os.access(file.parent, os.W_OK)


def _engine(url: URL, patient: bool = False) -> AsyncEngine:
    """An engine whose errors do not tell what was to be written."""
    more = {} if url.get_backend_name() == "sqlite" else _postgres(patient)
    return create_async_engine(url, hide_parameters=True, **more)


def _postgres(patient: bool) -> dict[str, Any]:
    """How PostgreSQL is connected to.

    A server that has been restarted is found again by who reads; one that does not answer is given up (in seconds), unless
    we are patient.
    """
    own = {"application_name": "tuckbox", "idle_in_transaction_session_timeout": "0" if patient else str(IDLE)}
    return {
        "pool_pre_ping": True,
        "connect_args": {"timeout": 10, "command_timeout": None if patient else 30, "server_settings": own},
    }


class Database:
    """An open database. A file belongs to this process alone; PostgreSQL is shared with others of this version."""

    def __init__(self, engine: AsyncEngine, lease: FileLease | None, beside: bool = False) -> None:
        self.engine, self._lease, self._beside = engine, lease, beside
        self.writer: AsyncConnection | None = None
        self.spells = Spells()

    @classmethod
    async def open(cls, address: str) -> Database:
        """Open a database, made if need be, and bring its schema up to date. Raises `StorageError`."""
        url, file = read_url(address), file_of(address)
        lease = None
        try:
            if file:
                file.parent.mkdir(parents=True, exist_ok=True)
                lease = FileLease(file)
            engine = _engine(url)
        except OSError as error:
            raise StorageError(
                f"the database cannot be opened: {reason_and_file(error)}; --database names another"
            ) from error
        database = cls(engine, lease)
        if file:
            event.listen(engine.sync_engine, "connect", _set_pragmas)
        async with database._opening(file):
            connection = await database.connect_writer()
            if file:  # of a server; whoever looks at a backup leaves it as it is
                await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            await connection.run_sync(_migrate)
            await connection.commit()
            if lease is not None:
                lease.hold_logs()
        return database

    @classmethod
    async def beside(cls, address: str, patient: bool = False) -> Database:
        """Open a database beside the servers that have it open; it has to be there, as this version makes it.

        Who is `patient` may read for long, and think between; PostgreSQL gives up anybody else. Raises `StorageError`.
        """
        url, file = read_url(address), file_of(address)
        if file is not None and not file.is_file():
            raise StorageError(unreadable(file))
        if file is not None and is_frozen(file):
            url = url.set(database=file.absolute().as_uri(), query={"immutable": "1", "uri": "true"})
        database = cls(_engine(url, patient), None, beside=True)
        if file is not None:
            event.listen(database.engine.sync_engine, "connect", _set_pragmas)
        async with database._opening(file, ValueError):  # what is damaged is not even text
            async with database.engine.connect() as connection:
                present = await connection.run_sync(_is_present)
            if not present:
                raise StorageError("this database is of another version of Tuckbox: start its server once, or update this")
        return database

    @contextlib.asynccontextmanager
    async def _opening(self, file: Path | None, *faults: type[Exception]) -> AsyncIterator[None]:
        """Close this database if it cannot be opened. Raises `StorageError` for a failing one, and for these `faults`."""
        try:
            yield
        except (*_faults(), *faults) as error:
            await self.close()
            raise _unopened(file, error) from error
        except BaseException:
            await self.close()
            raise

    @classmethod
    async def check_version(cls, address: str) -> None:
        """Raise `StorageError` for a database that a newer program has made, and for one that cannot be read."""
        database = cls(_engine(read_url(address)), None)
        try:
            async with database.engine.connect() as connection:
                await connection.run_sync(_check_version)
        except _faults() as error:
            raise _unopened(file_of(address), error) from error
        finally:
            await database.close()

    @classmethod
    async def is_served(cls, address: str) -> bool:
        """Whether servers have a database of PostgreSQL open, whatever its version. Raises `StorageError`."""
        database = cls(_engine(read_url(address)), None, beside=True)
        try:
            async with database.reading() as connection:
                return await is_served(connection)
        finally:
            await database.close()

    async def tidy(self) -> None:
        """Let nothing that has been deleted stay in the files of SQLite, as far as servers that read allow it."""
        if self.engine.dialect.name == "sqlite":
            async with self.engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def connect_writer(self) -> AsyncConnection:
        """The one connection that writes, and by which we own the database; made anew if it was lost."""
        self.check()
        if self.writer is None or self.writer.closed or self.writer.invalidated or self._is_lost:
            await self.drop_writer()
            writer = await self.engine.connect()
            try:
                await lease_by(writer)
            except BaseException:
                await writer.close()
                raise
            self.writer = writer
        return self.writer

    @property
    def _is_lost(self) -> bool:
        """Whether the driver of PostgreSQL has seen that the connection that writes is gone, as when a server restarts."""
        driver = None if self.writer is None else _driver(self.writer, "postgresql")
        return driver is not None and driver.is_closed()

    @property
    def sqlite(self) -> aiosqlite.Connection | None:
        """The writer as the driver of SQLite knows it; None where the database is another."""
        found: aiosqlite.Connection | None = None if self.writer is None else _driver(self.writer, "sqlite")
        return found

    @property
    def shared(self) -> bool:
        """Whether other processes may have it open too."""
        return self.engine.dialect.name == "postgresql"

    @property
    def now(self) -> ColumnElement[float]:
        """The time for what processes compare, as part of a statement: their own clocks may differ."""
        return cast(extract("epoch", func.clock_timestamp()), Float) if self.shared else literal(time.time())

    def check(self) -> None:
        """See that the database is still where it was. Raises `StorageError`."""
        if self._lease is not None:
            self._lease.check()

    @property
    def room(self) -> int | None:
        """Number of bytes left on the disk of the database; None where it is elsewhere."""
        return None if self._lease is None else self._lease.room

    async def drop_writer(self) -> None:
        """Forget a connection that is of no use any more."""
        writer, self.writer = self.writer, None
        if writer is not None:
            with contextlib.suppress(Exception):
                await writer.invalidate()
            with contextlib.suppress(Exception):
                await writer.close()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read by. Raises `StorageError` where the database fails."""
        with self._told("read what it has kept"):
            async with self.engine.connect() as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def writing(self, person: str | None = None) -> AsyncIterator[AsyncConnection]:
        """A transaction beside those of the journal, of one `person` one after the other: else two that they ask for at once
        would each look before the other has written. Raises `StorageError` where the database fails."""
        with self._told("save"):
            async with self.engine.begin() as connection:
                if person is not None and self.shared:
                    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
                elif person is not None:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection

    async def rows(self, query: Executable, given: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """The rows of one query. Raises `StorageError` where the database fails, as all of these."""
        async with self.reading() as connection:
            return (await connection.execute(query, given)).all()

    async def row(self, query: Executable) -> Any | None:
        """The first row of one query, if there is one."""
        async with self.reading() as connection:
            return (await connection.execute(query)).first()

    async def scalar(self, query: Executable, given: Mapping[str, Any] | None = None) -> Any | None:
        """The first value of the first row of one query, if there is one."""
        async with self.reading() as connection:
            return await connection.scalar(query, given)

    async def scalars(self, query: Executable, given: Mapping[str, Any] | None = None) -> list[Any]:
        """The first values of all rows of one query."""
        async with self.reading() as connection:
            return [*await connection.scalars(query, given)]

    async def execute(self, statement: Executable, given: Mapping[str, Any] | None = None) -> int:
        """Carry one statement out, in a transaction of its own; the number of rows that it has changed."""
        async with self.writing() as connection:
            return (await connection.execute(statement, given)).rowcount

    @contextlib.contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Tell of a failing database what the server cannot do: its log why, and its clients no more; but a command why."""
        try:
            yield
        except _faults() as error:
            if self._beside:
                raise StorageError(f"the database fails: {brief(error)}") from error
            self.spells.fail(what, brief(error))
            raise StorageError(f"the server cannot {what} just now; try again") from error
        self.spells.succeed(what)

    async def close(self) -> None:
        """Close all connections and let other processes have the database."""
        writer, self.writer = self.writer, None
        if writer is not None:
            with contextlib.suppress(*_faults()):
                await writer.close()
        with contextlib.suppress(*_faults()):
            await self.engine.dispose()
        if self._lease is not None:
            self._lease.give_back()


def _driver(connection: AsyncConnection, kind: str) -> Any:
    """A connection as its driver knows it; None where the database is of another kind."""
    plain = connection.sync_connection
    return None if plain is None or plain.dialect.name != kind else plain.connection.driver_connection


def _faults() -> tuple[type[Exception], ...]:
    """Errors of a failing database: SQLAlchemy passes on what the driver of PostgreSQL raises while it connects."""
    drivers = sys.modules.get("asyncpg")
    return (SQLAlchemyError, sqlite3.Error, OSError) + ((drivers.PostgresError, drivers.InterfaceError) if drivers else ())


def _unopened(file: Path | None, error: Exception) -> StorageError:
    """A database that cannot be opened, and why: of a full disk and of missing rights SQLite says next to nothing."""
    why = brief(error)
    if file is not None and file.is_file() and (lack := unreadable(file)):
        why = lack
    elif file is not None and file.parent.is_dir() and shutil.disk_usage(file.parent).free < _NO_ROOM:
        why = "its disk is full"
    return StorageError(f"the database cannot be opened: {why}")


def unreadable(file: Path) -> str:
    """Why the file of a database cannot be read, which SQLite does not say; empty if it can be."""
    if not file.is_file():
        return f"there is no database {file}"
    return "" if os.access(file, os.R_OK) else f"this user may not read {file}"


def brief(error: BaseException) -> str:
    """The first line of an error; statements and their values stay out of logs."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return _VALUE.sub(r"\1", str(cause).partition("\n")[0])[:200] or type(cause).__name__


def _set_pragmas(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
    return config


@cache
def _steps() -> ScriptDirectory:
    """The steps that lead to the present schema."""
    return ScriptDirectory.from_config(_config())


def _heads(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def _is_present(connection: Connection) -> bool:
    """Whether the schema of a database is the present one."""
    return _heads(connection) == tuple(_steps().get_heads())


def _check_version(connection: Connection) -> None:
    """Refuse a database that a newer program has made."""
    known = {step.revision for step in _steps().walk_revisions()}
    strange = sorted(set(_heads(connection)) - known)
    if strange:
        raise StorageError(f"this database is of a newer version of Tuckbox (schema {strange[0]}); update the program")


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date. Refuses a database that a newer program has made."""
    if _is_present(connection):
        return
    _check_version(connection)
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # all of it is one transaction
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('tuckbox migrates'))")
    if connection.dialect.name == "sqlite":  # its driver would commit each table by itself
        connection.exec_driver_sql("BEGIN")
    command.upgrade(config, "head")
