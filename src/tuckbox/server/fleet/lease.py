"""One process owns a SQLite file: tables live in its memory, and a second owner would not know what the first has in mind.

The lease is a lock on the file and ends with the process, however it ends. PostgreSQL may have several processes, each with
tables of its own (`tuckbox.server.fleet.owners`); they hold an advisory lock together, so that no server of a version that
knows nothing of this comes between them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from filelock import lock_descriptor
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import StorageError

log = logging.getLogger(__name__)

ATTEMPTS, PAUSE = 10, 0.2
"""Number of attempts at PostgreSQL, and seconds between them:
it takes a moment to see that the process before us has ended."""

_LOCK = text("SELECT pg_try_advisory_lock_shared(hashtext('tuckbox'), hashtext(current_schema()))")
_FREE = text("SELECT pg_try_advisory_xact_lock(hashtext('tuckbox'), hashtext(current_schema()))")

LOGS = ("-wal", "-shm")
"""The endings of the files that SQLite keeps beside a database that is open: the log of what is new, and its index."""

_HELD: set[tuple[int, int]] = set()
"""The files this process has leased: opening one of them once more and closing it would take SQLite's own locks away."""


class FileLease:
    """The lease of a SQLite file, by whatever name it is opened: what is locked is the file itself, its inode.

    Only on Linux is such a lock apart from those of SQLite; elsewhere a file beside the database is locked, found by the
    real path, so that links do not help a second server either.
    """

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        path = self._database if sys.platform == "linux" else self._database.with_name(self._database.name + ".lock")
        taken = StorageError(f"another process has {database} open: a database belongs to one server at a time")
        if path.exists() and _inode(path) in _HELD:
            raise taken
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb+")
        if not lock_descriptor(self._file.fileno(), blocking=False):
            self._file.close()
            raise taken
        self._locked = _inode(self._file.fileno())
        _HELD.add(self._locked)
        self._database.touch(mode=0o600)  # hands and keys are in it: made here, it is for its owner alone
        self._leased = {self._database: _inode(self._database)}
        self._logs = tuple(self._database.with_name(self._database.name + end) for end in LOGS)
        self._holder: sqlite3.Connection | None = None
        self._told = False

    def hold_logs(self) -> None:
        """Keep the logs of the database, which is in use by now, until it is given back, and watch them too.

        SQLite removes them itself only with its last connection; to files that somebody else has removed it goes on writing.
        """
        self._holder = sqlite3.connect(self._database, timeout=1, check_same_thread=False)
        self._holder.execute("SELECT name FROM sqlite_master").fetchall()  # reading opens the logs
        self._leased |= {path: _inode(path) for path in self._logs if path.exists()}

    def check(self) -> None:
        """See that the database is still there. Raises `StorageError`: what is written to a deleted file is lost.

        What stands in logs that have been deleted is brought into the database first.
        """
        for path, inode in self._leased.items():
            if _inode_at(path) != inode:
                self._rescue()
                told = (
                    f"the file {path.name} has been deleted or replaced: stop the server, and put it back if it is not a log"
                )
                if not self._told:
                    log.error(told)
                self._told = True
                raise StorageError(told)

    def _rescue(self) -> None:
        """Write the logs into the database, if nothing but logs is gone and nobody has written others instead."""
        if self._holder is None or _inode_at(self._database) != self._leased[self._database]:
            return
        for path in self._logs:
            if _inode_at(path) not in (None, self._leased.get(path)) and path.stat().st_size:
                return
        with suppress(sqlite3.Error):
            self._holder.execute("PRAGMA wal_checkpoint(FULL)").fetchall()

    @property
    def room(self) -> int:
        """Number of bytes left on the disk."""
        return shutil.disk_usage(self._database.parent).free

    def give_back(self) -> None:
        """Let others have it."""
        if self._holder is not None:
            self._holder.close()
        _HELD.discard(self._locked)
        self._file.close()


def _inode(file: Path | int) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_dev, found.st_ino


def _inode_at(path: Path) -> tuple[int, int] | None:
    """The inode of a path; None where nothing is."""
    try:
        return _inode(path)
    except OSError:
        return None


async def lease_by(connection: AsyncConnection) -> None:
    """Keep older servers out for as long as this connection lasts, if it is one of PostgreSQL. Raises `StorageError`."""
    if connection.dialect.name != "postgresql":
        return
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(PAUSE)
        owned = await connection.scalar(_LOCK)
        await connection.commit()
        if owned:
            return
    raise StorageError("a server of an older version has this database open: end it first")


async def is_served(connection: AsyncConnection) -> bool:
    """Whether servers, of whatever version, have a database of PostgreSQL open: each of them holds the lock."""
    return not await connection.scalar(_FREE)
