"""Errors that a game's own files have made, wherever they are noticed: told with file and line."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tuckbox.errors import RulesError, TuckboxError


def fault(error: BaseException, folder: Path) -> str:
    """An error with the line of the files in a folder that made it; empty where they have not."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({Path(error.filename or '').name}, line {error.lineno})"
    where = line_of(error, folder)
    return f"{type(error).__name__}: {error} ({where})" if where else ""


def line_of(error: BaseException, folder: Path) -> str:
    """The file and line in a folder at which an error was raised, or what raised it was called; empty where none was."""
    calls = frames(error, folder)
    return f"{Path(calls[-1].filename).name}, line {calls[-1].lineno}" if calls else ""


def placed(error: RulesError, folder: Path) -> str:
    """A refusal of what is declared, with the file and line in a folder where it says none itself."""
    where = "" if ", line " in str(error) else line_of(error, folder)
    return f"{error} ({where})" if where else str(error)


def frames(error: BaseException, folder: Path) -> list[traceback.FrameSummary]:
    """The calls on the way to an error that stand in the files of a folder."""
    calls = traceback.extract_tb(error.__traceback__)
    return [frame for frame in calls if Path(frame.filename).is_relative_to(folder)]


@contextmanager
def faults_told(game: str, folder: Path) -> Iterator[None]:
    """Raise errors that the files of a game make in this context, its scene or its words, as `RulesError`."""
    try:
        yield
    except TuckboxError:
        raise
    except Exception as error:
        told = fault(error, folder)
        if not told:
            raise
        raise RulesError(f"{game}: {told}") from error


__all__ = ["fault", "faults_told", "frames", "line_of", "placed"]
