"""A game in one file that a friend runs, ``python3 heron.pyz``: it holds Tuckbox, the game, and what starts them."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import tomllib
import zipfile
from importlib.metadata import Distribution, EntryPoint, PackageNotFoundError, distribution, entry_points
from pathlib import Path
from typing import Any

import tuckbox
from tuckbox.author import launcher
from tuckbox.author.wheels import Wheel, below
from tuckbox.definition.finding import GROUP, folders
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.files import written

_RULES = Path(tuckbox.__file__).parents[2] / "docs" / "games"
_START = b"#!/usr/bin/env python3\n"


def bundle(name: str, file: Path) -> list[str]:
    """Write a game into one file; the names of the wheels that it holds.

    Raises `UnknownGame` or `RulesError` where the game cannot be loaded, `OptionError` where the file cannot be written.
    """
    game = find_game(name)
    wheels = [_tuckbox(), *_of_game(name)]
    packed = {wheel.filename: wheel.packed() for wheel in wheels}
    whole = hashlib.sha256(b"".join(hashlib.sha256(data).digest() for data in packed.values())).hexdigest()
    own = {wheel.name.replace("_", "-").lower() for wheel in wheels}
    needs = sorted({need for wheel in wheels for need in wheel.needs if "extra ==" not in need and _named(need) not in own})
    told = {"game": game.name, "title": game.title, "hash": whole[:16], "needs": needs}
    try:
        with written(file) as fresh:
            with fresh.open("wb") as out:
                out.write(_START)
                with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
                    box.writestr("__main__.py", Path(launcher.__file__).read_text("utf-8"))
                    box.writestr("bundle.json", json.dumps(told))
                    for each, data in packed.items():
                        box.writestr(each, data, zipfile.ZIP_STORED)
            fresh.chmod(0o755)
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error.strerror}") from error
    return list(packed)


def _named(need: str) -> str:
    """The package that a requirement names.

    >>> _named("Tuckbox >=0.1; python_version > '3'")
    'tuckbox'
    """
    return re.split(r"[^\w.-]", need, maxsplit=1)[0].lower()


def _tuckbox() -> Wheel:
    """This Tuckbox, with the rules of its games where it is run from a checkout."""
    files = below(Path(tuckbox.__file__).parent, "tuckbox")
    files |= {f"tuckbox/docs/games/{path.name}": path for path in _RULES.glob("*.md")}
    try:
        found = distribution("tuckbox")
    except PackageNotFoundError:
        raise OptionError("a bundle is made by a Tuckbox that is installed: pip install tuckbox") from None
    return _installed(found, files)


def _installed(found: Distribution, files: dict[str, Path]) -> Wheel:
    """A wheel of a package that is installed, of these files."""
    extras = found.metadata.get_all("Provides-Extra") or []
    points = found.read_text("entry_points.txt") or ""
    return Wheel(found.metadata["Name"], found.version, files, found.requires or (), points, extras)


def _of_game(name: str) -> list[Wheel]:
    """The package of a game, of several folders that declare it the last, as for play; none for a game of Tuckbox."""
    for folder in reversed(folders()):
        project = tomllib.loads((Path(folder) / "pyproject.toml").read_text("utf-8")).get("project", {})
        points = project.get("entry-points", {}).get(GROUP, {})
        if name in points:
            return [_project(project, points)]
    point = next(iter(entry_points(group=GROUP, name=name)))
    top = point.module.partition(".")[0]
    if top == "tuckbox" or point.dist is None:
        return []
    return [_installed(point.dist, _package(top))]


def _project(project: dict[str, Any], points: dict[str, str]) -> Wheel:
    """A wheel of a project in a folder: the packages that its games lie in."""
    files: dict[str, Path] = {}
    for name, value in points.items():
        files |= _package(EntryPoint(name, value, GROUP).module.partition(".")[0])
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    name, version = project.get("name", ""), str(project.get("version", "0"))
    if not name:
        raise OptionError("the project has no name in its pyproject.toml")
    return Wheel(name, version, files, project.get("dependencies", ()), f"[{GROUP}]\n{lines}")


def _package(top: str) -> dict[str, Path]:
    file = Path(importlib.import_module(top).__file__ or "")
    return below(file.parent if file.name == "__init__.py" else file, top)
