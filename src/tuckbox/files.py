"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EINVAL
from pathlib import Path


def path_of(name: str | Path) -> Path:
    """The path of a name that a file can have. Raises `OSError` for one with a NUL in it."""
    if "\0" in str(name):
        raise OSError(EINVAL, "no file has a name with a NUL in it", str(name))
    return Path(name)


def path_from_home(name: str | Path) -> Path:
    """The path of a name that may begin with the ``~`` of a person; where there is no such person it is part of the name.
    Raises `OSError` as `path_of`."""
    path = path_of(name)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """The path to write to instead of `path`, whose place the new file takes at the end of the block.

    If the block is left early, by an error or Ctrl-C, what was at `path` stays as it was. Links are followed, and what is
    not a file, such as a pipe, is written to directly. Raises `OSError`.
    """
    path = path_of(path).resolve()
    if path.exists() and not path.is_file():
        yield path
        return
    fresh = path.with_name(f"{path.name}.new")
    try:
        yield fresh
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, with the ends of its lines as they are, whole at once. Raises `OSError`."""
    with written(path) as fresh:
        fresh.write_text(text, "utf-8", newline="\n")


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes, whole at once. Raises `OSError`."""
    with written(path) as fresh:
        fresh.write_bytes(data)


def nobody_reads() -> None:
    """Let standard output lead nowhere, where whoever read it has gone: what is still written there is no fault then."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
