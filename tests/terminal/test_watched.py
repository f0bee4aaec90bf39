"""A table in the terminal that follows the files of its game."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.projects import Project
from tests.terminal.tables import Scripted
from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.watched import WatchedTable


def editing(project: Project, *edits: tuple[str, str, str]) -> Iterator[str]:
    """Lines that are typed while the files are edited, one edit before each; at the end the person leaves."""
    for edit in edits:
        project.edit(*edit)
        yield ""
    yield "q"


def seated(project: Project, path: Path, lines: Iterator[str]) -> WatchedTable:
    """A table of two, the first to decide is a person."""
    match = Match(game(game_name(str(project.folder))), 2, seed=4)
    bots = {1: Bot(Policy.parse("greedy"), match.game, mode="plain")}
    return WatchedTable(match, bots, Scripted(lines), Keeper(match, path), Clock(match))


def test_sentences_and_rules_are_in_force_at_the_next_look(project: Project, path: Path) -> None:
    edit = ("scene.py", "Play a card, or draw.", "Put down what fits.")
    seat = seated(project, path, iter(()))
    seat.screen.typed = editing(project, edit)  # type: ignore[attr-defined]
    before = seat.match
    assert seat.run() == 0
    assert "Put down what fits." not in "\n".join(map(str, seat.screen.shown[0]))  # type: ignore[attr-defined]
    seat.reload()
    assert seat.match is not before
    assert seat.match.record().steps == before.record().steps


def test_a_rule_that_comes_to_no_end_is_shown_with_its_line(
    project: Project, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuckbox.engine.endless.LIMIT", 0.5)
    endless = ("rules.py", "    add(moves, DRAW)", "    while s.turn >= 0:\n            s.naming = False")
    project.edit(*endless)
    seat = seated(project, path, iter(["", "q"]))
    assert seat.run() == 0
    assert "came to no end in 0.5 seconds" in "\n".join(map(str, seat.screen.shown[-1]))  # type: ignore[attr-defined]


def test_a_fault_is_shown_with_its_line_until_it_is_mended(project: Project, path: Path) -> None:
    seat = seated(project, path, iter(()))
    wrong, right = ("rules.py", "add(moves, DRAW)", "ad(moves, DRAW)"), ("rules.py", "ad(moves, DRAW)", "add(moves, DRAW)")

    def lines() -> Iterator[str]:
        yield ""
        project.edit(*right)
        yield ""

    project.edit(*wrong)
    seat.screen.typed = lines()  # type: ignore[attr-defined]
    seat.reload()
    shown = [" ".join(" ".join(lines).split()) for lines in seat.screen.shown]  # type: ignore[attr-defined]
    assert "the rule legal uses ad, which nobody has defined (rules.py, line" in shown[0]
    assert seat.screen.prompts == ["Mend it and save, or q to leave: "] * 2  # type: ignore[attr-defined]
    seat.reload()
    assert seat.notice.endswith("in force.")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_whoever_is_asked_is_interrupted(tmp_path: Path) -> None:
    """The command itself, at a terminal: the table changes though nobody has typed anything."""
    project = Project(tmp_path)
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "tuckbox.cli", "play", str(tmp_path), "--watch", "--seed", "4", "--save", "match.txt"]
    child = subprocess.Popen(
        command, cwd=tmp_path, stdin=follower, stdout=follower, stderr=follower, env={**os.environ, "TERM": "xterm"}
    )
    try:
        assert "Your move" in read(leader, "Your move")
        project.edit("scene.py", "Play a card, or draw.", "Put down what fits.")
        assert "Put down what fits." in read(leader, "in force.")
        os.write(leader, b"q\n")
        assert child.wait(120) == 0
    finally:
        child.kill()
        os.close(leader)
        os.close(follower)


def read(leader: int, until: str, seconds: float = 120.0) -> str:
    """The text that comes from a terminal until something is in it."""
    told, end = "", time.monotonic() + seconds
    while until not in told and time.monotonic() < end:
        if select.select([leader], [], [], 0.2)[0]:
            told += os.read(leader, 65536).decode("utf-8", "replace")
    return told
