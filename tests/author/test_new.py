"""A new game plays, is clean, and can be tested, before anybody has written a line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.projects import Project
from tuckbox.author.new import KINDS, begin
from tuckbox.cli import cli
from tuckbox.definition.finding import FOLDERS, game_name, installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.scene import lay
from tuckbox.testing import check


@pytest.mark.parametrize("kind", KINDS)
def test_what_it_begins_from_is_a_clean_game(project: Project, tmp_path: Path, kind: str) -> None:
    begin(f"my{kind}", kind, tmp_path / "new", "My Game")
    found = game(game_name(str(tmp_path / "new")))
    assert (found.name, found.title) == (f"my{kind}", "My Game")
    report = check(found, seeds=2, native=False, skip=("golden", "reach"))
    assert report.passed, str(report)


@pytest.mark.parametrize(("name", "title", "bears"), [
    ("quoted", 'Who is "it"?', 'Who is "it"?'), ("slashed", r"A\nB \ {C}", r"A\nB \ {C}"), ("blank", "  ", "Blank"),
])  # fmt: skip
def test_a_title_is_borne_as_it_was_given(project: Project, tmp_path: Path, name: str, title: str, bears: str) -> None:
    begin(name, "race", tmp_path / "new", title)
    found = game(game_name(str(tmp_path / "new")))
    assert (found.title, lay.laid(Match(found).view(0)).headline) == (bears, bears)
    compile((tmp_path / "new" / "tests" / f"test_{name}.py").read_text("utf-8"), "test", "exec")


def test_a_title_of_two_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be a title"):
        begin("mine", "race", tmp_path / "new", "Two\nlines")


@pytest.mark.slow
def test_it_is_whole_when_compiled_and_its_own_tests_pass(tmp_path: Path) -> None:
    begin("mine", "bluff", tmp_path / "new")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "new"), *sys.path]), "PYTEST_ADDOPTS": ""}
    assert subprocess.run(run, cwd=tmp_path / "new", env=environment, check=False).returncode == 0
    again = [sys.executable, "-m", "tuckbox.cli", "check", str(tmp_path / "new"), "--seeds", "1", "--processes", "1"]
    golden = [*again[:5], "--write-golden"]
    assert subprocess.run(golden, env=environment, check=False).returncode == 0
    assert subprocess.run(again, env=environment, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "like", "said"),
    [
        ("My Game", "race", "cannot be the name"),
        ("x", "race", "cannot be the name"),
        ("tuckbox_x", "race", "cannot be the name"),
        ("whiplash", "race", "there is a game called whiplash already"),
        ("mine", "chess", "it is one of auction, bluff, race, tricks"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(tmp_path: Path, name: str, like: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        begin(name, like, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(OptionError, match="not empty"):
        begin("mine", "race", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_redeals_are_shown_beside_the_truth(project: Project) -> None:
    shown = CliRunner().invoke(cli, ["redeals", str(project.folder), "--players", "3", "--seed", "3", "--worlds", "2"])
    assert shown.exit_code == 0, shown.output
    ann = shown.output[shown.output.index("Ann does not see") : shown.output.index("Bo does not see")]
    assert [line.strip() for line in ann.splitlines() if line.startswith("  ") and line[2] != " "] == [
        "hand[1]",
        "hand[2]",
        "stock",
    ]
    lines = ann[ann.index("hand[1]") :].splitlines()[1:4]
    assert [line.split()[0] for line in lines] == ["true", "redeal", "redeal"]
    assert len({tuple(line.split()[2 - (n == 0) :]) for n, line in enumerate(lines)}) == 3


def test_a_quick_check_takes_folders_and_compiles_nothing(project: Project) -> None:
    wrong = CliRunner().invoke(cli, ["check", str(project.folder), "--quick", "--thorough"])
    assert "does not go with --thorough" in str(wrong.exception)
    passed = CliRunner().invoke(cli, ["check", str(project.folder), "--quick"])
    assert passed.exit_code == 0, passed.output


def test_a_quick_check_makes_as_many_walks_as_it_is_told(project: Project) -> None:
    def positions(*more: str) -> int:
        shown = CliRunner().invoke(cli, ["check", str(project.folder), "--quick", "--players", "2", "--json", *more])
        return int(json.loads(shown.output)[0]["positions"])

    assert positions("--steps", "3") == 3
    assert positions("--steps", "3", "--seeds", "2") == 6


def test_the_command_that_finds_it_again_names_the_folder(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.edit("rules.py", "        add(moves, DRAW)", "        add(moves, DRAW)\n        add(moves, DRAW)")
    monkeypatch.chdir(project.folder.parent)
    shown = CliRunner().invoke(cli, ["check", str(project.folder), "--quick", "--players", "3", "--seed", "5"])
    assert f"again: tuckbox check {project.folder.name}/ --players 3 --seed 5 --quick" in shown.output
    monkeypatch.setenv(FOLDERS, "")
    installed.cache_clear()
    again = shown.output.split("again: tuckbox ")[1].splitlines()[0].split()
    assert "an action twice" in CliRunner().invoke(cli, again).output
