"""A new game as a project of its own: it plays, it is clean, and it has tests, before anybody has written a line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tuckbox.definition.finding import installed
from tuckbox.errors import OptionError

TEMPLATES = Path(__file__).with_name("templates")
KINDS = tuple(sorted(path.name for path in TEMPLATES.iterdir() if (path / "rules.py").is_file()))
"""Kinds of games that a new one may begin from."""

_NAME = re.compile(r"[a-z][a-z0-9]{1,29}")

_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tuckbox-{name}"
version = "0.1"
requires-python = ">=3.11"
dependencies = ["tuckbox"]

[project.entry-points."tuckbox.games"]
{name} = "tuckbox_{name}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["tuckbox_{name}"]
"""

_TEST = '''\
"""The rules of {title}, and the properties that every game has."""

from tuckbox import Match
from tuckbox.testing import check

from tuckbox_{name} import GAME


def test_a_game_is_played_to_its_end() -> None:
    match = Match(GAME, 2, seed=1)
    while not match.done:
        seat = match.waiting[0]
        match.play(match.legal(seat)[0], seat)
    assert match.places is not None


def test_the_suite_finds_nothing() -> None:
    report = check(GAME, seeds=1, native=False, skip=("golden",))
    assert report.passed, str(report)
'''


def begin(name: str, like: str, folder: Path, title: str = "") -> list[Path]:
    """Write a project for a new game into a folder; the files. Raises `OptionError` for a name that cannot be or is
    taken, a kind that is not there, or a folder that holds anything."""
    if not _NAME.fullmatch(name):
        raise OptionError(f"{name[:40]!r} cannot be the name of a game: 2 to 30 small letters and digits, a letter first")
    if name in installed():
        raise OptionError(f"there is a game called {name} already")
    if like not in KINDS:
        raise OptionError(f"there is no kind {like[:40]!r}: it is one of {', '.join(KINDS)}")
    if folder.exists() and any(folder.iterdir()):
        raise OptionError(f"{folder} is there already, and not empty")
    if not title.isprintable():
        raise OptionError(f"{title[:40]!r} cannot be a title: it is one line of letters, signs and spaces")
    title = (title.strip() or name.capitalize()).replace("\\", r"\\").replace('"', r"\"")  # as Python's texts have it
    package = folder / f"tuckbox_{name}"
    try:
        shutil.copytree(TEMPLATES / like, package, ignore=shutil.ignore_patterns("__pycache__"))
        for file in package.glob("*.py"):
            file.write_text(file.read_text("utf-8").replace("NAME", name).replace("TITLE", title), "utf-8", newline="\n")
        (folder / "tests").mkdir()
        (folder / "tests" / f"test_{name}.py").write_text(_TEST.format(name=name, title=title), "utf-8", newline="\n")
        (folder / "pyproject.toml").write_text(_PROJECT.format(name=name), "utf-8", newline="\n")
    except OSError as error:
        raise OptionError(f"{folder} cannot be written: {error.strerror}") from error
    return sorted(path for path in folder.rglob("*") if path.is_file())
