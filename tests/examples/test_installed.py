"""A stranger's game: installed from its folder it is found by its entry point, and plays."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDED = ("pip", "hatchling")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"to build a package offline {' and '.join(MISSING)} must be installed"),
]


def run(*arguments: str, path: Path | None = None) -> str:
    """Return the output of a command run by this Python with a folder of packages."""
    environment = {**os.environ, "PYTHONPATH": str(path) if path else ""}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which leduc is installed, without network."""
    folder = tmp_path_factory.mktemp("packages")
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check", "--quiet")
    run("pip", "install", *offline, "--target", str(folder), str(EXAMPLES / "leduc"))
    return folder


def test_it_is_listed(packages: Path) -> None:
    before = {row["name"] for row in json.loads(run("tuckbox.cli", "games", "--json"))}
    rows = {row["name"]: row for row in json.loads(run("tuckbox.cli", "games", "--json", path=packages))}
    assert set(rows) == before | {"leduc"}
    assert rows["leduc"]["players"] == [2]
    assert rows["leduc"]["actions"] == 3


def test_it_is_simulated(packages: Path) -> None:
    report = json.loads(run("tuckbox.cli", "simulate", "leduc", "--games", "20000", "--json", path=packages))
    assert report["games"] == 20_000
    assert report["unfinished"] == 0
    assert report["length"]["mean"] == pytest.approx(65 / 16, abs=0.05)
