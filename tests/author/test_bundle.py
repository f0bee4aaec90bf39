"""A game in one file: what it holds, and that a friend can run it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.projects import Project
from tuckbox.author import launcher
from tuckbox.author.bundle import bundle
from tuckbox.author.wheels import Wheel
from tuckbox.cli import cli
from tuckbox.definition.finding import add, game_name
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError, UnknownGame


@pytest.fixture(name="file")
def _file(project: Project, tmp_path: Path) -> Path:
    game_name(str(project.folder))
    file = tmp_path / "game.pyz"
    bundle(project.name, file)
    return file


def run(file: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a friend types, in an environment without the project."""
    kept = {name: value for name, value in os.environ.items() if name not in ("TUCKBOX_GAMES", "PYTHONPATH")}
    command = [sys.executable, str(file), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**kept, **environment}, check=False)


def test_it_holds_tuckbox_and_the_game_and_the_same_bytes_twice(file: Path, project: Project, tmp_path: Path) -> None:
    with zipfile.ZipFile(file) as box:
        told, wheels = json.loads(box.read("bundle.json")), [name for name in box.namelist() if name.endswith(".whl")]
        places = [place for wheel in wheels for place in zipfile.ZipFile(box.open(wheel)).namelist()]
    assert (told["game"], len(wheels)) == (project.name, 2)
    assert {"tuckbox/cli.py", "tuckbox/docs/games/whiplash.md", f"{project.package.name}/rules.py"} <= set(places)
    assert not any("__pycache__" in place for place in places)
    assert any(need.startswith("numba") for need in told["needs"])
    assert not any(need.startswith("tuckbox") or "extra" in need for need in told["needs"])
    with zipfile.ZipFile(file) as box:
        bundle(project.name, tmp_path / "again.pyz")
        assert zipfile.ZipFile(tmp_path / "again.pyz").read("bundle.json") == box.read("bundle.json")


def test_a_version_with_a_hyphen_leaves_the_parts_of_a_wheels_name_apart() -> None:
    assert Wheel("tuckbox-heron", "0.1-alpha", {}).filename == "tuckbox_heron-0.1_alpha-py3-none-any.whl"


def test_of_two_projects_that_declare_a_game_the_one_that_is_played_is_bundled(project: Project, tmp_path: Path) -> None:
    game_name(str(project.folder))
    folder = tmp_path / "other"
    folder.mkdir()
    other, file = Project(folder), folder / "pyproject.toml"
    file.write_text(file.read_text("utf-8").replace(f"\n{other.name} =", f"\n{project.name} ="), "utf-8")
    other.edit("__init__.py", f'name="{other.name}"', f'name="{project.name}"')
    add(folder)
    bundle(project.name, tmp_path / "game.pyz")
    with zipfile.ZipFile(tmp_path / "game.pyz") as box:
        names = [name for name in box.namelist() if name.endswith(".whl")]
        places = [place for name in names for place in zipfile.ZipFile(box.open(name)).namelist()]
    assert f"{other.package.name}/rules.py" in places
    assert find_game(project.name).rules.__name__ == f"{other.package.name}.rules"


def test_a_game_of_tuckbox_needs_no_more_than_tuckbox(tmp_path: Path) -> None:
    assert len(bundle("whiplash", tmp_path / "whiplash.pyz")) == 1


def test_it_runs_with_a_python_that_has_what_it_needs(file: Path, project: Project, tmp_path: Path) -> None:
    done = run(file, launcher.HERE, "redeals", project.name, "--seed", "3", TUCKBOX_BUNDLES=str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    assert "seed 3" in done.stdout
    packages = next((tmp_path / "kept").glob("*/packages"))
    asked = f"import tuckbox, importlib.metadata as m; print(tuckbox.__file__, m.entry_points(name={project.name!r}))"
    where = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(packages)},
        check=True,
    ).stdout
    assert where.startswith(str(packages))
    assert project.package.name in where


def test_a_python_that_lacks_something_is_told_what(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.67.1" if name == "numba" else there(name))
    assert launcher.main(file, [launcher.HERE]) == 2
    assert re.search(r"This Python lacks numba\S+ \(it has 0\.67\.1\): leave out", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("need", "version", "fits"),
    [
        ("numba<0.69,>=0.68", "0.68.1", True),
        ("numba<0.69,>=0.68", "0.69.0", False),
        ("numba>=0.68.0", "0.68", True),
        ("numpy>=2.9", "2.10.1", True),
        ("sqlalchemy[asyncio]>=2.0.36", "2.0.9", False),
        ("freetype", "1", True),
        ("odd>1,!=2.0.*", "2.0.1", False),
        ("odd>1,!=2.0.*", "2.1", True),
        ("pinned==1.4", "1.4.0", True),
        ("pinned == 1.4", "1.5", False),
        ("pinned==1.4.*", "1.4.9", True),
        ("pinned==1.4.*", "1.40", False),
        ("near~=2.2", "2.9", True),
        ("near~=2.2", "3.0", False),
        ("near~=2.2.1", "2.2.0", False),
        ("near~=2.2.1", "2.3", False),
    ],
)
def test_versions_are_compared_by_number(need: str, version: str, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: version)
    assert launcher._lack(need) == ("" if fits else f"{need} (it has {version})")


@pytest.mark.parametrize(
    ("marker", "applies"),
    [
        ("", True),
        ("sys_platform == 'win32'", False),
        ("sys_platform != 'win32'", True),
        ('os_name=="nt"', False),
        ("platform_system == 'Linux'", True),
        ("python_version < '3.11'", False),
        ("python_version >= '3.9' and sys_platform == 'linux'", True),
        ("python_version >= '3.9' and sys_platform == 'darwin'", False),
        ("sys_platform == 'win32' or python_version < '3'", True),  # more than is read: it may be needed
        ("platform_machine == 'arm64'", True),
    ],
)
def test_requirements_of_other_systems_are_left_out(marker: str, applies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("platform.system", lambda: "Linux")
    needs = [f"odd>=1; {marker}" if marker else "odd>=1"]
    assert launcher._needed({"needs": needs}) == (["odd>=1"] if applies else [])


def test_what_is_not_installed_is_lacking() -> None:
    assert launcher._lack("no-such-package>=1") == "no-such-package>=1"


@pytest.mark.slow
def test_it_installs_itself_in_an_environment_of_its_own(file: Path, project: Project, tmp_path: Path) -> None:
    """From end to end, but for what comes from the network, which is taken from the Python that runs the test."""
    offline = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PYTHONPATH": sysconfig.get_path("purelib")}
    for _ in range(2):
        done = run(file, "games", "--json", TUCKBOX_BUNDLES=str(tmp_path / "kept"), **offline)
        assert done.returncode == 0, done.stderr
        assert project.name in {row["name"] for row in json.loads(done.stdout)}
    assert done.stderr == ""  # nothing is installed twice
    assert list((tmp_path / "kept").glob(f"{project.name}-*/python3.*/lib/python3.*/site-packages/{project.package.name}"))


def test_mistakes_are_refused(project: Project, tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        bundle("patience", tmp_path / "patience.pyz")
    with pytest.raises(OptionError, match="cannot be written"):
        bundle("whiplash", tmp_path / "nowhere" / "whiplash.pyz")
    assert isinstance(CliRunner().invoke(cli, ["bundle", "patience"]).exception, UnknownGame)
