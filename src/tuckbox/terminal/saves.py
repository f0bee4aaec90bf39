"""Saved matches: written after every action, so that nothing is ever lost."""

from __future__ import annotations

import shlex
from datetime import datetime
from itertools import count
from pathlib import Path

import platformdirs

from tuckbox.errors import OptionError, reason
from tuckbox.files import path_from_home
from tuckbox.match.match import Match


def saves_folder() -> Path:
    """The user's own folder of matches."""
    return platformdirs.user_data_path("tuckbox", appauthor=False) / "saves"


def default_path(game: str) -> Path:
    """A file for a new match in the user's own folder that is not there yet."""
    folder = saves_folder()
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.tuckbox" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def new_file(path: Path) -> Path:
    """The path of a file to be written for the first time. Raises `OptionError` where it is there, or has no folder; or
    `OSError`."""
    path = path_from_home(path)
    if path.exists():
        raise OptionError(f"{path} is there already; go on with --resume, or name another file")
    if not path.parent.is_dir():
        raise OptionError(f"there is no folder {path.parent}")
    return path


class Keeper:
    """Keeps a match in a file."""

    def __init__(self, match: Match, path: Path, ours: bool = False) -> None:
        self.match, self.path = match, path
        self.trouble = ""
        if ours:
            self._make_folder()

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.trouble = reason(error)

    def keep(self) -> str:
        """Write the match down; what went wrong the first time it does, else nothing."""
        before = self.trouble
        try:
            self.match.save(self.path)
            self.trouble = ""
        except OSError as error:
            self.trouble = reason(error)
        return f"The match cannot be saved in {self.path}: {self.trouble}." if self.trouble and not before else ""

    def copy(self, name: str) -> str:
        """Write a copy to another file; a sentence about it."""
        if not name:
            return self.where()
        try:
            path = new_file(Path(name))
            self.match.save(path)
        except (OSError, OptionError) as error:
            return f"Not saved: {reason(error)}."
        return f"A copy is saved in {path}."

    def where(self) -> str:
        """The file of the match."""
        if self.trouble:
            return f"The match cannot be saved in {self.path}: {self.trouble}."
        return f"The match is saved in {self.path} after every action; `s FILE` saves a copy."

    def farewell(self) -> str:
        """A sentence that the match is saved, with the command that goes on with it, or those that show it again and judge
        it."""
        if self.trouble:
            return f"The match could not be saved in {self.path}: {self.trouble}."
        file = shlex.quote(str(self.path))
        if self.match.done:
            return f"Saved. To read it again: tuckbox replay {file}\nTo see what decisions cost: tuckbox review {file}"
        return f"Saved. To go on: tuckbox play --resume {file}"
