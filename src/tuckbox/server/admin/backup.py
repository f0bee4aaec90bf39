"""Backups: a copy that is whole, made while servers run, with a digest by which any damage to it is found."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tuckbox.errors import OptionError
from tuckbox.server.storage.database import read_url

_PIECE = 1 << 20


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
            reading = source.absolute().as_uri() + "?mode=ro"
            with closing(sqlite3.connect(reading, uri=True)) as old, closing(sqlite3.connect(target)) as new:
                old.backup(new)
        else:
            _dump(url.set(drivername="postgresql").render_as_string(hide_password=False), target)
    except BaseException:
        target.unlink()
        raise
    digest = digest_file(target)
    digest.write_text(f"{_digest(target)}  {target.name}\n")  # as sha256sum writes it
    return digest


def _dump(url: str, target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise OptionError("a backup of PostgreSQL needs its program pg_dump")
    done = subprocess.run(
        [program, "--format", "custom", "--file", str(target), "--dbname", url], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise OptionError(f"pg_dump says: {(done.stderr.strip().splitlines() or ['nothing'])[-1][:200]}")


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


__all__ = ["back_up", "changed", "digest_file"]
