"""A game is found in its folder, by commands alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.projects import Project
from tuckbox.definition.finding import FOLDERS, game_name, installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError, UnknownGame


def test_a_folder_that_declares_a_game_stands_for_its_name(project: Project) -> None:
    assert game_name(str(project.folder)) == project.name
    assert project.name in installed()
    assert game(project.name).title == "Crazy Eights"
    assert os.environ[FOLDERS] == str(project.folder)
    assert game_name(str(project.folder)) == project.name
    assert os.environ[FOLDERS] == str(project.folder)


def test_a_name_stays_what_it_is(project: Project) -> None:
    assert game_name("whiplash") == "whiplash"
    assert game_name("nowhere/at/all") == "nowhere/at/all"


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
