"""One process owns a SQLite file: tables live in its memory, and a second owner would not know what the first has in mind.

The lease is a lock on the file and ends with the process, however it ends. PostgreSQL may have several processes, each with
tables of its own (`tuckbox.server.storage.owners`); they hold an advisory lock together, so that no server of a version that
knows nothing of this comes between them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import StorageError

ATTEMPTS, PAUSE = 10, 0.2
"""So often PostgreSQL is asked, so many seconds apart: it takes a moment to see that the process before us has ended."""

_LOCK = text("SELECT pg_try_advisory_lock_shared(hashtext('tuckbox'), hashtext(current_schema()))")


def _lock(file: IO[bytes]) -> None:
    """Lock a file for as long as it is open. Raises `OSError` if another process has done so."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


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
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise taken from error
        self._locked = _inode(self._file.fileno())
        _HELD.add(self._locked)
        self._database.touch(mode=0o600)  # hands and keys are in it: made here, it is for its owner alone
        self._leased = _inode(self._database)

    def check(self) -> None:
        """See that the database is still there. Raises `StorageError`: what is written to a deleted file is lost."""
        try:
            there = _inode(self._database) == self._leased
        except OSError:
            there = False
        if not there:
            raise StorageError("the file of the database has been deleted or replaced: stop the server and put it back")

    @property
    def room(self) -> int:
        """How many bytes the disk has left."""
        return shutil.disk_usage(self._database.parent).free

    def give_back(self) -> None:
        """Let others have it."""
        _HELD.discard(self._locked)
        self._file.close()


def _inode(file: Path | int) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_dev, found.st_ino


async def lease_by(connection: AsyncConnection) -> None:
    """Keep older servers out for as long as this connection lasts, if it is one of PostgreSQL. Raises `StorageError`."""
    if connection.dialect.name != "postgresql":
        return
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(PAUSE)
        owned = (await connection.execute(_LOCK)).scalar()
        await connection.commit()
        if owned:
            return
    raise StorageError("a server of an older version has this database open: end it first")
