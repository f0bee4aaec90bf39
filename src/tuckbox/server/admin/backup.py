"""Backups: a copy that is whole, made while servers run, with a digest by which any damage to it is found."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from tuckbox.errors import OptionError
from tuckbox.server.address import without_password
from tuckbox.server.fleet.lease import LOGS, FileLease
from tuckbox.server.storage.database import read_url

_PIECE = 1 << 20
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def back_up(address: str, target: Path) -> Path:
    """Write a copy of a database, and its digest beside it; the file of the digest. Raises `OptionError`."""
    if target.exists():
        raise OptionError(f"{target} is there already; a backup replaces nothing")
    url = read_url(address)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # hands and keys are in it
    try:
        if url.get_backend_name() == "sqlite":
            source = Path(url.database or "")
            if not source.is_file():
                raise OptionError(f"there is no database {source}")
            _copy(source, target)
        else:
            _run_program("pg_dump", _plain(url), "--format", "custom", "--file", str(target))
    except BaseException:
        target.unlink()
        raise
    digest = digest_file(target)
    digest.write_text(f"{_digest(target)}  {target.name}\n")  # as sha256sum writes it
    return digest


def _copy(source: Path, target: Path) -> None:
    """Make a file of SQLite, even a damaged one, what another is. Raises `OptionError`."""
    reading = source.absolute().as_uri() + "?mode=ro"
    try:
        with closing(sqlite3.connect(reading, uri=True)) as old:
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()  # by which something else is found out
            try:
                _pour(old, target)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode & 0xFF not in _DAMAGED:
                    raise
                for path in (target.with_name(target.name + end) for end in LOGS):
                    path.unlink(missing_ok=True)
                os.truncate(target, 0)  # it stays whose it was
                _pour(old, target)
    except sqlite3.Error as error:
        raise OptionError(f"{source} cannot be copied to {target}: {error}") from error


def _pour(old: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _run_program(name: str, address: str, *words: str) -> None:
    """Run a program of PostgreSQL on a database; its password does not stand among the arguments. Raises `OptionError`."""
    program = shutil.which(name)
    if program is None:
        raise OptionError(f"a backup of PostgreSQL needs its program {name}")
    shown, secret = without_password(address)
    environment = os.environ | ({"PGPASSWORD": secret} if secret else {})
    command = [program, "--dbname", shown, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OptionError(f"{name} says: {(done.stderr.strip().splitlines() or ['nothing'])[-1][:200]}")


def restore(address: str, source: Path) -> None:
    """Make a database what it was when a backup was made. Raises `OptionError`.

    No server may have it open: a file is refused then (`StorageError`), a database of PostgreSQL is seen to by whoever calls
    this.
    """
    if not source.is_file():
        raise OptionError(f"there is no backup {source}")
    if changed(source):
        raise OptionError(f"{source} is not what it was when it was made")
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        words = ("--clean", "--if-exists", "--single-transaction", "--no-owner", str(source))
        _run_program("pg_restore", _plain(url), *words)
        return
    target = Path(url.database or "")
    lease = FileLease(target)  # which makes it, if need be, for its owner alone
    try:
        _copy(source, target)
    finally:
        lease.give_back()


def _plain(url: URL) -> str:
    """An address as programs of PostgreSQL understand it."""
    options = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql", query=options).render_as_string(hide_password=False)


def digest_file(target: Path) -> Path:
    """Where the digest of a backup is."""
    return target.with_name(target.name + ".sha256")


def changed(target: Path) -> bool:
    """Whether a backup is no longer what it was when it was made."""
    digest = digest_file(target)
    return digest.is_file() and digest.read_text().split(" ")[0] != _digest(target)


def _digest(target: Path) -> str:
    found = hashlib.sha256()
    with target.open("rb") as file:
        while piece := file.read(_PIECE):
            found.update(piece)
    return found.hexdigest()


__all__ = ["back_up", "changed", "digest_file", "restore"]
