"""A game is found in its folder, by commands alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tuckbox
from tests.projects import Project
from tuckbox.definition.finding import FOLDERS, game_name, installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError, RulesError, UnknownGame


def test_a_folder_that_declares_a_game_stands_for_its_name(project: Project) -> None:
    assert game_name(str(project.folder)) == project.name
    assert project.name in installed()
    assert game(project.name).title == "Crazy Eights"
    assert os.environ[FOLDERS] == str(project.folder)
    assert game_name(str(project.folder)) == project.name
    assert os.environ[FOLDERS] == str(project.folder)


def test_in_python_a_folder_is_asked_for_its_game(project: Project, tmp_path: Path) -> None:
    found = tuckbox.game_in(project.folder)
    assert found is game(project.name)
    assert tuckbox.Match(found, seed=1).legal()
    other = tmp_path / "other"
    other.mkdir()
    (other / "pyproject.toml").write_text(
        '[project.entry-points."tuckbox.games"]\nwhiplash = "tuckbox.games.whiplash:GAME"\n'
    )
    with pytest.raises(OptionError, match="called whiplash already"):
        tuckbox.game_in(other)
    for wrong in (3, None, b"here", True):
        with pytest.raises(OptionError, match="the folder of a project is a path, not "):
            tuckbox.game_in(wrong)  # type: ignore[arg-type]


def test_a_name_stays_what_it_is(project: Project) -> None:
    assert game_name("whiplash") == "whiplash"


@pytest.mark.parametrize("folder", ["nowhere/at/all", "/nowhere", "nowhere/", "./nowhere"])
def test_a_folder_that_is_not_there_is_told_as_such(project: Project, folder: str) -> None:
    with pytest.raises(OptionError, match=f"there is no folder '{folder}'"):
        game_name(folder)


def test_no_folder_is_a_game_by_itself(project: Project) -> None:
    """What comes over the network are names: they lead into no folder."""
    with pytest.raises(UnknownGame):
        game(str(project.folder))


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "declares no game"), ("[project", "is no TOML"), ("[project]\nname = 'a'\n", "declares no game")],
)
def test_what_is_wrong_with_a_folder_is_told(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    with pytest.raises(OptionError, match=said):
        game_name(str(tmp_path))


def test_a_folder_without_a_project_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read"):
        game_name(str(tmp_path))


SETUP = "\n\n@rule\ndef setup("


@pytest.mark.parametrize(
    ("file", "wrong", "said"),
    [
        ("rules.py", ("players=(2, 3, 4, 5, 6)", "players=3"), r"the numbers .* not 3 \(rules.py, line \d+\)"),
        ("rules.py", ("players=(2, 3, 4, 5, 6)", "players=()"), r"the numbers .* not \(\) \(rules.py, line \d+\)"),
        ("__init__.py", ("longest=", "longist="), r"'longist' \(__init__.py, line \d+\); did you mean 'longest'"),
        (
            "rules.py",
            ("EIGHT = 6", "EIGHT = SIX"),
            r"in .*/ cannot be loaded: NameError",
        ),
        (
            "rules.py",
            (SETUP, f"actions = act\ndel act\n{SETUP}"),
            "have no `act`, which is found by this name: call actions so",
        ),
        ("rules.py", (SETUP, f"why = reasons\ndel reasons\n{SETUP}"), "have no `reasons`, which .*: call why so"),
        ("rules.py", (SETUP, f"del act\n{SETUP}"), r"have no `act` \(__init__.py, line \d+\)"),
        (
            "__init__.py",
            ('name="', 'name="my_'),
            r"calls itself 'my_eights_\d+': its Game and its entry point need one name",
        ),
    ],
)
def test_a_declaration_that_cannot_be_is_told_with_its_line(
    project: Project, file: str, wrong: tuple[str, str], said: str
) -> None:
    project.edit(file, *wrong)
    with pytest.raises(RulesError, match=said):
        game(game_name(str(project.folder)))
