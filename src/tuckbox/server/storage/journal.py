"""Group commit: one task writes whatever is waiting in one transaction, and tells those who wait that it is safe.

A transaction costs a wait for the disk, however little is in it. Tables that move at the same time share it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import Conflict, NotOurs, StorageError, Unsure
from tuckbox.server.fleet.owners import Owners
from tuckbox.server.storage.database import Database, brief
from tuckbox.server.storage.parties import apart
from tuckbox.server.storage.statements import STATEMENTS, WRONG, Row, write_rows

log = logging.getLogger(__name__)

_WORK = "save what happens"
"""The work of the journal, as its log calls it."""

MOST_WAITING = 20_000
MOST_AT_ONCE = 1_000

UNSURE = "the server cannot say whether this was saved; look before you do it again"

_NOT_NOW = "the server cannot save just now; nothing has changed"
_NO_ROOM = "the server has no room left to save anything; nothing has changed"

_UNIQUE = "23505"
"""The state of PostgreSQL for a row that is there already."""

LOOK = 1.0
"""Seconds between two looks whether the database is still there."""

CLOSING = 2.0
"""Seconds in which a server that ends waits for what has been begun, and for the last commit."""


@dataclass
class Unit:
    """Rows that are written together or not at all."""

    rows: Sequence[tuple[str, Row]]
    done: asyncio.Future[None]


@dataclass
class JournalStatistics:
    """Counts of what the journal has done so far."""

    commits: int = 0
    units: int = 0
    failures: int = 0
    seconds: float = 0.0
    largest: int = 0


class Journal:
    """The one writer of a database."""

    def __init__(self, database: Database, owners: Owners | None) -> None:
        self.statistics = JournalStatistics()
        self.failing = False
        """Whether the last attempt to save has failed."""
        self.saved_at = float("-inf")
        """Time of the last save, by the monotonic clock."""
        self._database, self._owners = database, owners
        self._waiting: deque[Unit] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer = asyncio.create_task(self._write(), name="journal")
        self._watcher = asyncio.create_task(self._watch(), name="watching the files of the database")

    @property
    def waiting(self) -> int:
        """Number of units waiting to be written."""
        return len(self._waiting)

    async def write(self, *rows: tuple[str, Row]) -> None:
        """Write rows, each with the name of its statement; returns when they are safe.

        Raises `Conflict` if one of them is there already, and `StorageError` if it cannot be done; then none is written,
        but for an `Unsure`: a connection lost in the moment of committing, of which nobody can know.
        """
        if self._closing:
            raise StorageError("the server is shutting down")
        if len(self._waiting) >= MOST_WAITING:
            raise StorageError("more waits to be saved than can be; try again")
        unit = Unit(apart(rows), asyncio.get_running_loop().create_future())
        self._waiting.append(unit)
        self._wake.set()
        await asyncio.shield(unit.done)

    async def close(self) -> None:
        """Write what is waiting, then end; what a database that hangs has not taken by then is given up."""
        self._closing = True
        self._watcher.cancel()
        self._wake.set()
        _, late = await asyncio.wait([self._writer], timeout=CLOSING)
        for task in late:
            task.cancel()
            await asyncio.wait(late)
        _tell(tuple(self._waiting), StorageError("the server is shutting down"))

    async def _write(self) -> None:
        """Write until told to end."""
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            start = time.perf_counter()
            try:
                await self._resolve(batch)
            finally:  # whatever has happened, nobody waits for ever
                _tell(batch, Unsure(UNSURE))
            self.statistics.seconds += time.perf_counter() - start

    async def _watch(self) -> None:
        """Look whether the database is still there, also while nothing is written."""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(StorageError):  # whoever writes next is told of it
                self._database.check()

    async def _resolve(self, batch: list[Unit]) -> None:
        """Write a batch at once, or where that fails one by one, so that nobody suffers for a neighbour."""
        error = await self._commit(batch)
        if error is None or len(batch) == 1:
            _tell(batch, error)
            return
        unsure = error if isinstance(error, Unsure) else None  # all may be there already: then units are in their own way
        for place, unit in enumerate(batch):
            error = await self._commit([unit])
            told = unsure if error is not None and unsure is not None else error
            if error is not None and not isinstance(error, Conflict):  # not this unit's fault: the rest would fail too
                _tell(batch[place:], told)
                return
            _tell([unit], told)

    async def _commit(self, batch: list[Unit]) -> StorageError | None:
        """Write some units in one transaction; what went wrong is returned."""
        grouped: dict[str, list[Row]] = {}
        for unit in batch:
            for name, row in unit.rows:
                grouped.setdefault(name, []).append(row)
        life = self._owners.complete(grouped) if self._owners is not None else 0
        try:
            connection = await self._database.connect_writer()
            await self._transact(connection, grouped)
        except NotOurs as error:
            return self._failed(error, error)
        except (IntegrityError, DataError, *WRONG) as error:
            return self._failed(Conflict(f"this cannot be saved: {type(error).__name__}"), error)
        except Unsure as error:
            self.failing = True
            await self._database.drop_writer()
            return self._failed(error, error.__cause__ or error)
        except Exception as error:  # a driver has ways to fail that no list of errors knows, and the one writer must live
            self.failing = True
            await self._database.drop_writer()
            return self._failed(StorageError(_NO_ROOM if _is_full(error) else _NOT_NOW), error)
        if self._owners is not None:
            self._owners.saved(grouped, life)
        self._count(len(batch))
        return None

    async def _transact(self, connection: AsyncConnection, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write rows in one transaction. Raises `Unsure` if it fails in the moment of committing."""
        driver = self._database.sqlite
        committing = False
        try:
            if driver is not None:
                try:
                    await write_rows(driver, rows)
                except BaseException:
                    await driver.rollback()
                    raise
                committing = True
                await driver.commit()
                self._database.check()  # what went into a file that is deleted is not safe
                return
            async with connection.begin():
                if self._owners is not None:
                    await self._owners.check(connection, rows)
                for name, statement in STATEMENTS.items():
                    if name in rows:
                        await connection.execute(statement, rows[name])
                committing = True
        except Exception as error:
            if committing and not (isinstance(error, (IntegrityError, DataError, *WRONG)) or _is_full(error)):
                raise Unsure(UNSURE) from error
            raise

    def _failed(self, error: StorageError, cause: BaseException) -> StorageError:
        self.statistics.failures += 1
        told = cause.orig if isinstance(cause, DBAPIError) else cause
        known = isinstance(cause, StorageError) or isinstance(error, Conflict)  # which could name what was to be written
        why = type(told).__name__ if known else f"{type(told).__name__}: {brief(cause)}"
        if isinstance(error, (Conflict, NotOurs)):  # which others do not share
            level = logging.INFO if _is_there(told) else logging.ERROR  # a fault only where nobody else writes it
            log.log(level, "a transaction has failed: %s", why)
        else:
            self._database.spells.fail(_WORK, why)
        error.__cause__ = cause
        return error

    def _count(self, size: int) -> None:
        self.failing, self.saved_at = False, time.monotonic()
        self._database.spells.succeed(_WORK)
        counters = self.statistics
        counters.commits += 1
        counters.units += size
        counters.largest = max(counters.largest, size)


def _is_full(error: Exception) -> bool:
    """Whether the disk of SQLite is full: then it has taken the transaction back, also in the moment of committing."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _is_there(error: BaseException | None) -> bool:
    """Whether a row could not be written since it is there already: often another process was faster."""
    there = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
    return getattr(error, "sqlite_errorcode", None) in there or getattr(error, "sqlstate", None) == _UNIQUE


def _tell(batch: Sequence[Unit], error: StorageError | None) -> None:
    """Tell those who still wait how it went."""
    for unit in batch:
        if unit.done.done():
            continue
        if error is None:
            unit.done.set_result(None)
        else:
            unit.done.set_exception(error)
            unit.done.exception()  # seen, even if nobody waits any more
