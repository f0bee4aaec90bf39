"""Backups: a copy that is whole, made while servers run, with a digest by which any damage to it is found."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from tuckbox.errors import OptionError
from tuckbox.server.address import without_password
from tuckbox.server.fleet.lease import LOGS, FileLease
from tuckbox.server.storage.database import file_of, is_frozen, read_url, unreadable
from tuckbox.server.storage.schema import metadata

_PIECE = 1 << 20
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def back_up(address: str, target: Path) -> Path:
    """Write a copy of a database, and its digest beside it; the file of the digest. Raises `OptionError`."""
    if target.exists():
        raise OptionError(f"{target} is there already; a backup replaces nothing")
    file = file_of(address)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # only for its owner: hands and keys are in it
    try:
        if file is not None:
            if lack := unreadable(file):
                raise OptionError(lack)
            _copy(file, target, _beside_servers(file), "DELETE")  # DELETE: a backup can be read where nothing can be written
        else:
            _dump(address, target)
        return _write_digest(target)
    except BaseException:
        target.unlink()
        raise


def _write_digest(target: Path) -> Path:
    digest = digest_file(target)
    try:
        digest.write_text(f"{_digest(target)}  {target.name}\n")  # as sha256sum writes it
    except BaseException:
        digest.unlink(missing_ok=True)
        raise
    return digest


def _copy(source: Path, target: Path, opened: str, journal: str) -> None:
    """Make a file of SQLite, even a damaged one, what another is, which is `opened` so. Raises `OptionError`."""
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?{opened}", uri=True)) as old:
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()  # raises where it is no database
            try:
                _pour(old, target, journal)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode & 0xFF not in _DAMAGED:
                    raise
                for path in (target.with_name(target.name + end) for end in LOGS):
                    path.unlink(missing_ok=True)
                os.truncate(target, 0)  # not removed, so that it keeps its owner
                _pour(old, target, journal)
    except sqlite3.Error as error:
        raise OptionError(f"{source} cannot be copied to {target}: {error}") from error


def _pour(old: sqlite3.Connection, target: Path, journal: str) -> None:
    with closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute(f"PRAGMA journal_mode={journal}")


def _program(name: str, address: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """The arguments and the environment of a program of PostgreSQL for a database: no password stands among the arguments.

    Raises `OptionError`.
    """
    program = shutil.which(name)
    if program is None:
        raise OptionError(f"a backup of PostgreSQL needs its program {name}")
    shown, secret = without_password(_plain(read_url(address)))
    return [program, "--dbname", shown, *words], os.environ | ({"PGPASSWORD": secret} if secret else {})


def _dump(address: str, target: Path) -> None:
    command, environment = _program("pg_dump", address, "--format", "custom", "--file", str(target))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OptionError(_fault(done.stderr))


_OURS = ", ".join(f"'{name}'" for name in [*metadata.tables, "alembic_version"])
_EMPTY = f"""
BEGIN;
DO $$ DECLARE each record; BEGIN
    FOR each IN WITH RECURSIVE ours AS (
            SELECT oid FROM pg_class
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname IN ({_OURS})
        UNION
            SELECT conrelid FROM pg_constraint JOIN ours ON confrelid = ours.oid WHERE contype = 'f'
        ) SELECT oid::regclass::text AS name FROM ours
    LOOP EXECUTE 'DROP TABLE ' || each.name || ' CASCADE'; END LOOP;
END $$;
"""
"""Begins a transaction in which our tables go, and those that refer to them: a newer version may have made some of which no
backup of before knows. Another program's tables in the same database stay."""


def _pour_dump(address: str, source: Path) -> None:
    """Make a database of PostgreSQL what it was, or change nothing. Raises `OptionError`."""
    how = "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"
    command, environment = _program("psql", address, *how)
    reader = shutil.which("pg_restore")
    if reader is None:
        raise OptionError("a backup of PostgreSQL needs its program pg_restore")
    _check_our_dump(reader, source)
    reading = [reader, "--clean", "--if-exists", "--no-owner", "--file", "-", str(source)]
    pipe, nobody, whole = subprocess.PIPE, subprocess.DEVNULL, False
    with tempfile.TemporaryFile("w+") as told:
        with (
            subprocess.Popen(command, env=environment, bufsize=0, stdin=pipe, stdout=nobody, stderr=told) as psql,
            suppress(BrokenPipeError, subprocess.CalledProcessError),  # one of the two has ended, and has told why
        ):
            assert psql.stdin is not None
            psql.stdin.write(_EMPTY.encode())
            subprocess.run(reading, stdout=psql.stdin, stderr=told, check=True)
            psql.stdin.write(b"\nCOMMIT;\n")  # without it nothing has changed
            whole = True
        if psql.returncode or not whole:
            told.seek(0)
            raise OptionError(f"PostgreSQL says: {_fault(told.read())}")


def _check_our_dump(reader: str, source: Path) -> None:
    """Raise `OptionError` where a dump is of another program: ours would go for it. What is no dump tells so itself."""
    listed = subprocess.run([reader, "--list", str(source)], capture_output=True, text=True, check=False)
    if not listed.returncode and not all(f" {name} " in listed.stdout for name in ("alembic_version", "events", "people")):
        raise OptionError(f"{source} is no backup of a database of Tuckbox")


def _fault(told: str) -> str:
    """The line in which a program says what is wrong: the first that names an error."""
    lines = told.strip().splitlines() or ["nothing"]
    return next((line for line in lines if "error" in line.lower()), lines[-1])[:200]


def restore(address: str, source: Path) -> None:
    """Make a database what it was when a backup was made. Raises `OptionError`.

    No server may have it open: a file is refused then (`StorageError`), a database of PostgreSQL is seen to by whoever calls
    this.
    """
    if not source.is_file():
        raise OptionError(f"there is no backup {source}")
    if changed(source):
        raise OptionError(f"{source} is not what it was when it was made")
    target, opened = file_of(address), _as_it_lies(source)
    if target is None:
        _pour_dump(address, source)
        return
    _check_ours(source, opened)
    lease = FileLease(target)  # if need be it makes the file, for its owner alone
    try:
        _copy(source, target, opened, "WAL")
    finally:
        lease.give_back()


def _beside_servers(file: Path) -> str:
    """The parameter with which SQLite opens a database that servers may have open, or that lies where nothing can be
    written."""
    return "immutable=1" if is_frozen(file) else "mode=ro"


def _as_it_lies(source: Path) -> str:
    """The parameter with which SQLite opens a backup without a file beside it, which may be impossible to make."""
    log = source.with_name(f"{source.name}{LOGS[0]}")
    return "mode=ro" if log.is_file() and log.stat().st_size else "immutable=1"


def _check_ours(source: Path, opened: str) -> None:
    """Raise `OptionError` where a file is none of ours, such as an empty one: it would take the place of a whole one."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{source.absolute().as_uri()}?{opened}", uri=True)) as old:
        if old.execute("SELECT version_num FROM alembic_version LEFT JOIN events LEFT JOIN people").fetchone():
            return
    raise OptionError(f"{source} is no backup of a database of Tuckbox, or not whole")


def _plain(url: URL) -> str:
    """An address as programs of PostgreSQL understand it."""
    options = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql", query=options).render_as_string(hide_password=False)


def digest_file(target: Path) -> Path:
    """The file that holds the digest of a backup."""
    return target.with_name(target.name + ".sha256")


def changed(target: Path) -> bool:
    """Whether a backup is no longer what it was when it was made."""
    digest = digest_file(target)
    return digest.is_file() and digest.read_bytes().partition(b" ")[0] != _digest(target).encode()


def _digest(target: Path) -> str:
    found = hashlib.sha256()
    with target.open("rb") as file:
        while piece := file.read(_PIECE):
            found.update(piece)
    return found.hexdigest()
