"""What a seat sees is told in words: the suite finds a table that keeps something to itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.projects import Project
from tuckbox.cli import main
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as game_named
from tuckbox.scene.parts import Scene
from tuckbox.testing.case import Case
from tuckbox.testing.telling import told
from tuckbox.view.view import View

KEYWHIZ = game_named("keywhiz")


def silent(view: View) -> Scene:
    """The table of Key Whiz without the line that says at which door a piece stands."""
    return replace(KEYWHIZ.scene(view), status="")


def findings(game: Game) -> set[str]:
    """What is found on a walk through a match."""
    case = Case(game, 2, {}, seed=1)
    return {message for match in case.walk(60) if not match.over for _, message in told(case, match, 1)}


def test_a_table_that_tells_all_passes() -> None:
    assert findings(KEYWHIZ) == set()


def test_a_step_that_nobody_is_told_of_is_found_with_its_field() -> None:
    found = findings(replace(KEYWHIZ, scene=silent))
    assert any("an onlooker reads 'nothing'" in message and message.endswith("another door") for message in found), found


def test_a_table_that_shows_nothing_has_nothing_to_tell() -> None:
    assert findings(replace(KEYWHIZ, scene=lambda view: Scene("", "", ()))) == set()


def test_a_scene_that_fails_is_told_with_its_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.edit("scene.py", "s.stock", "s.stok")
    folder, saved = str(project.folder), str(project.folder / "saved.tuckbox")
    for command in (["check", folder, "--quick"], ["play", folder, "--bots", "greedy", "--save", saved]):
        with pytest.raises(SystemExit):
            main(command)
        printed = "".join(capsys.readouterr())
        assert "AttributeError: 'State' object has no attribute 'stok' (scene.py, line " in printed
        assert ("scene does not hold" in printed) == (command[0] == "check")
