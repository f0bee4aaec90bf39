"""The guide is followed to the letter: its files written, its commands given, what it shows compared."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tuckbox.testing.command
from tests.docs.pages import Block, converse, page
from tuckbox import Match, RulesError
from tuckbox import cli as command
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.terminal.play import TerminalTable
from tuckbox.terminal.screen import Screen
from tuckbox.testing import Report, check

GUIDE = page("write-a-game.md")
PACKAGE = "tuckbox_poppies"
THREE_DOTS = re.escape("...")


class Reader:
    """Somebody who does what the page says. In place of `pip` the folder is put on Python's path, with the entry point that
    `pip` would have written; commands run in this process, and what they print is kept."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self.patch, self.capture = folder, patch, capture
        self.names: dict[str, object] = {}
        self.shown = ""

    def follow(self, block: Block) -> None:
        """Do what a block says."""
        if block.is_session:
            converse(block, self.names)
        elif block.language in ("python", "toml"):
            self.write(block)
        elif block.language == "console":
            self.give(block)
        elif block.language == "text" and block.title in PICTURES:
            PICTURES[block.title](self, block)
        else:
            pytest.fail(f"{block}: a block that nobody checks")

    # -- files ---------------------------------------------------------------------------------------------------------

    def write(self, block: Block) -> None:
        """Write a file, add to its end, or put a function in the place of the one of its name."""
        name, _, where = block.title.partition(", ")
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        if not where:
            text = block.body
        elif where == "at the end":
            text = f"{path.read_text('utf-8')}\n\n{block.body}"
        else:
            text = replaced(path.read_text("utf-8"), where.removeprefix("in place of "), block.body)
        path.write_text(text, "utf-8")
        self.start_anew()

    def start_anew(self) -> None:
        """Forget what Python has imported, as a new process would."""
        for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
            del sys.modules[name]
        self.names = {"__name__": "__main__"}
        importlib.invalidate_caches()
        installed.cache_clear()
        game.cache_clear()

    # -- commands ------------------------------------------------------------------------------------------------------

    def give(self, block: Block) -> None:
        """Give the commands of a block, and compare what each prints with what stands below it."""
        does: dict[str, Callable[[list[str]], str]] = {
            "mkdir": self.make_folder,
            "cd": self.enter,
            "pip": self.install,
            "tuckbox": self.tuckbox,
            "python": self.test,
        }
        for part in block.body.removeprefix("$ ").split("\n$ "):
            line, _, should = part.partition("\n")
            words = shlex.split(line)
            self.shown = does[words[0]](words[1:])
            if should:
                agree(block, should if should.endswith("\n") else f"{should}\n", self.shown)

    def make_folder(self, words: list[str]) -> str:
        done = subprocess.run(["mkdir", *words], cwd=self.folder, check=True, capture_output=True, text=True)
        return done.stdout

    def enter(self, words: list[str]) -> str:
        self.folder /= words[0]
        self.patch.chdir(self.folder)
        self.patch.syspath_prepend(self.folder)
        return ""

    def install(self, words: list[str]) -> str:
        if words == ["install", "pytest"]:
            return ""
        assert words == ["install", "-e", "."]
        project = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]
        place = self.folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        place.mkdir()
        (place / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
        points = [f"{name} = {value}\n" for name, value in project["entry-points"]["tuckbox.games"].items()]
        (place / "entry_points.txt").write_text("".join(["[tuckbox.games]\n", *points]), "utf-8")
        self.start_anew()
        return ""

    def tuckbox(self, words: list[str]) -> str:
        """What our own command prints; a suite that fails exits with 1, all else must go well."""
        self.capture.readouterr()
        status: Any = 0
        try:
            command.main(words)
        except SystemExit as end:
            status = end.code
        shown = self.capture.readouterr()
        assert status == (1 if shown.out.startswith("FAILED") else 0), shown.err
        return shown.out

    def test(self, words: list[str]) -> str:
        """Run the tests there are."""
        assert words == ["-m", "pytest"]
        paths = sorted(self.folder.glob("tests/test_*.py"))
        assert paths
        for path in paths:
            spec = importlib.util.spec_from_file_location(path.stem, path)
            assert spec
            assert spec.loader
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            for name in [name for name in vars(module) if name.startswith("test_")]:
                getattr(module, name)()
        return ""

    # -- what is shown besides -----------------------------------------------------------------------------------------

    def slip(self, block: Block) -> None:
        """What is said about a field that no state has."""
        path = self.folder / PACKAGE / "rules.py"
        text = path.read_text("utf-8")
        path.write_text(text.replace("fill(s.stock,", "fill(s.stok,"), "utf-8")
        self.start_anew()
        with pytest.raises(RulesError) as caught:
            Match(importlib.import_module(PACKAGE).GAME)
        agree(block, block.body, f"{caught.value}\n")
        path.write_text(text, "utf-8")
        self.start_anew()

    def table(self, block: Block) -> None:
        """What the last command has drawn."""
        drawn = "\n".join(line.rstrip() for line in self.shown.splitlines())
        assert block.body.rstrip() in drawn, drawn


PICTURES: dict[str, Callable[[Reader, Block], None]] = {"A slip": Reader.slip, "The table": Reader.table}
"""Texts that no command of their own block prints, by their titles."""


def replaced(text: str, name: str, function: str) -> str:
    """A file with a function in place of the one of the same name."""
    old = next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == name)
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: old.decorator_list[0].lineno - 1], function, *lines[old.end_lineno :]])


def agree(block: Block, should: str, does: str) -> None:
    """What was printed is what the page shows; three dots stand for anything, a line of them for any lines."""
    does = "".join(f"{line.rstrip()}\n" for line in does.splitlines())
    any_line, any_lines = ".*", r"(?:.*\n)*"
    lines = [re.escape(line).replace(THREE_DOTS, any_line) + r"\n" for line in should.splitlines()]
    pattern = "".join(any_lines if line == rf"{any_line}\n" else line for line in lines)
    if not re.fullmatch(pattern, does):
        pytest.fail(f"{block} shows\n{should}but this was printed:\n{does}")


@pytest.fixture(name="reader")
def _reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Reader]:
    """A reader before an empty folder and a terminal of 80 columns and 24 lines, who leaves a table after the first look."""
    for name, value in {"COLUMNS": "80", "LINES": "24", "XDG_DATA_HOME": str(tmp_path / "data")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Screen, "width", 79)
    monkeypatch.setattr(Screen, "height", 23)
    monkeypatch.setattr(TerminalTable, "make_ready", lambda table: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    reader = Reader(tmp_path, monkeypatch, capsys)
    yield reader
    monkeypatch.undo()
    reader.start_anew()


@pytest.mark.slow
def test_the_guide_can_be_followed_to_the_letter(reader: Reader) -> None:
    """All but the compiled half of the suite, which has a test of its own so that both can run at once."""

    def quick(*arguments: Any, **more: Any) -> Report:
        return check(*arguments, **{**more, "native": False, "processes": 0})

    reader.patch.setattr(tuckbox.testing.command, "check", quick)
    reader.patch.setattr(tuckbox.testing, "check", quick)
    for block in GUIDE.blocks:
        reader.follow(block)
        if "search:500" in block.body:
            found = re.search(r"search:500 │ (\S+)%", reader.shown)
            assert found
            assert 60 < float(found[1]) < 72  # "about two games of three"


@pytest.mark.slow
def test_the_game_of_the_guide_passes_when_compiled(reader: Reader) -> None:
    for block in GUIDE.blocks:
        if block.title and block.language != "text":
            reader.write(block)
    reader.enter(["."])
    report = check(importlib.import_module(PACKAGE).GAME, seeds=1, skip=["golden"])
    assert report.passed, str(report)
