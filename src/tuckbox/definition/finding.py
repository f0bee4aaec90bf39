"""Games by name: those installed, and those that projects in folders declare without being installed."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import click

from tuckbox.errors import OptionError

FOLDERS = "TUCKBOX_GAMES"
"""The environment variable that lists the folders; processes that are started know it, too."""

GROUP = "tuckbox.games"


def declared(folder: Path) -> dict[str, EntryPoint]:
    """The games that a project declares, by name. Raises `OptionError` where it declares none."""
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text("utf-8")).get("project", {})
    except OSError as error:
        raise OptionError(f"{file} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{file} is no TOML: {error}") from error
    found = project.get("entry-points", {}).get(GROUP, {})
    if not found:
        raise OptionError(f'{file} declares no game: it needs [project.entry-points."{GROUP}"]')
    return {name: EntryPoint(name, value, GROUP) for name, value in found.items()}


def folders() -> list[str]:
    """Folders of projects that are listed, in their order."""
    return [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def listed() -> dict[str, EntryPoint]:
    """The games of all folders that are listed; what lies there can be imported from now on."""
    found: dict[str, EntryPoint] = {}
    for folder in folders():
        if folder not in sys.path:
            sys.path.insert(0, folder)
        found |= declared(Path(folder))
    return found


def add(folder: Path) -> str:
    """List a folder; the name of its first game. Raises `OptionError`."""
    name = next(iter(declared(folder)))
    path = str(folder.resolve())
    os.environ[FOLDERS] = os.pathsep.join([*(each for each in folders() if each != path), path])
    installed.cache_clear()
    return name


@cache
def installed() -> dict[str, Callable[[], Any]]:
    """The games by name, those installed and those in folders that `TUCKBOX_GAMES` lists; call one to load it."""
    points = {point.name: point for point in entry_points(group=GROUP)} | listed()
    return {name: points[name].load for name in sorted(points)}


def game_name(given: str) -> str:
    """The name of a game that somebody has typed: a name, or the folder of a project that declares one.

    Whoever types a folder lets code run that lies there, so this is for commands only. Raises `OptionError`.

    >>> game_name("whiplash")
    'whiplash'
    """
    if given in installed():
        return given
    if Path(given).is_dir():
        return add(Path(given))
    if "/" in given or os.sep in given:
        raise OptionError(f"there is no folder {given[:80]!r}")
    return given


class GameName(click.ParamType[str]):
    """The name of a game as an argument of a command, typed as `game_name` reads it."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises `OptionError`."""
        return game_name(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The games that may be named, where none is."""
        return f"The games are {', '.join(installed())}."


def given_as(name: str) -> str:
    """A game as a command finds it again: by the folder that declares it, seen from here, where one that is listed does."""
    for folder in reversed(folders()):
        if name == next(iter(declared(Path(folder)))):
            path = Path(folder).resolve()
            here = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
            return f"{here}{os.sep}"
    return name
