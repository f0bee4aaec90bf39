"""One process owns a database: tables live in its memory, and a second owner would not know what the first has in mind.

For a SQLite file the lease is a lock on a file beside it, for PostgreSQL an advisory lock of the connection that writes.
Both end with the process, however it ends.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import StorageError

ATTEMPTS, PAUSE = 10, 0.2
"""So often PostgreSQL is asked, so many seconds apart: it takes a moment to see that the process before us has ended."""

_LOCK = text("SELECT pg_try_advisory_lock(hashtext('tuckbox'), hashtext(current_schema()))")


def _lock(file: IO[bytes]) -> None:
    """Lock a file for as long as it is open. Raises `OSError` if another process has done so."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLease:
    """The lease of a SQLite file."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise StorageError(f"another process has {database} open: a database belongs to one server at a time") from error

    def give_back(self) -> None:
        """Let others have it. The file stays: who removes it may remove a lock just taken."""
        self._file.close()


async def lease_by(connection: AsyncConnection) -> None:
    """Make this connection the owner of its database, if that is PostgreSQL. Raises `StorageError`."""
    if connection.dialect.name != "postgresql":
        return
    for attempt in range(ATTEMPTS):
        if attempt:
            await asyncio.sleep(PAUSE)
        owned = (await connection.execute(_LOCK)).scalar()
        await connection.commit()
        if owned:
            return
    raise StorageError("another process has this database open: a database belongs to one server at a time")
