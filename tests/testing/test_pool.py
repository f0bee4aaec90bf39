"""A check in processes finds what it finds in one, outlives what dies in it, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.testing.test_planted_faults import planted
from tuckbox.testing import check

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def installed(folder: Path, *packages: str) -> dict[str, str]:
    """The environment of a process in which these packages are games that are installed."""
    place = folder / "games-1.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Name: games\nVersion: 1\n")
    points = [f"{package.split('.')[-1].split('_')[-2]} = {package}:GAME" for package in packages]
    (place / "entry_points.txt").write_text("\n".join(["[tuckbox.games]", *points]))
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT), *filter(None, sys.path)])}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "tuckbox.cli", "check", *words]


def run(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), env=environment, check=False, capture_output=True, text=True)


def with_scene(folder: Path, *lines: str) -> dict[str, str]:
    """A sound toy, installed, except that these lines are run when its table is drawn."""
    game = planted("parcel", folder)
    package = game.rules.__name__.rpartition(".")[0]
    face = folder / package / "__init__.py"
    body = "\n".join(f"    {line}" for line in ["import os, time", *lines, "return drawn(view)"])
    text = face.read_text("utf-8").replace("scene=scene", "scene=spoilt")
    start = text.index("GAME = ")
    face.write_text(f"{text[:start]}drawn = scene\n\n\ndef spoilt(view):\n{body}\n\n\n{text[start:]}", "utf-8")
    return installed(folder, package)


@pytest.mark.slow
def test_processes_find_what_one_does(tmp_path: Path) -> None:
    planted("parcel", tmp_path, ("    s.laid += 1\n", "    s.laid += 1 + (s.laid > 1) * 300\n"))
    package = next(path.name for path in tmp_path.iterdir())
    environment = installed(tmp_path, package)
    done = run(environment, "parcel", "--json", "--processes", "2", "--steps", "6")
    assert done.returncode == 1, done.stderr
    (told,) = json.loads(done.stdout)
    alone = check(sys.modules[package].GAME, steps=6)
    assert [finding["name"] for finding in told["findings"]] == [finding.name for finding in alone.findings]
    assert told["positions"] == alone.positions


def test_a_process_that_dies_is_a_finding_and_the_others_go_on(tmp_path: Path) -> None:
    environment = with_scene(tmp_path, "os.kill(os.getpid(), 11)")
    done = run(environment, "parcel", "--json", "--processes", "1", "--steps", "6")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)[0]["findings"]
    assert {finding["name"] for finding in found} == {"golden", "rules"}
    assert {finding["message"] for finding in found if finding["name"] == "rules"} == {
        "the process that checked this ended with SIGSEGV"
    }


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nothing_stays_behind_however_it_ends(tmp_path: Path, how: signal.Signals) -> None:
    place = tmp_path / "pid"
    environment = with_scene(tmp_path, f"open({str(place)!r}, 'w').write(str(os.getpid()))", "time.sleep(600)")
    with subprocess.Popen(command("parcel", "--processes", "1"), env=environment, stderr=subprocess.DEVNULL) as parent:
        wait_until(lambda: place.exists() and place.read_text() != "")
        parent.send_signal(how)
        assert parent.wait(PATIENCE) == (130 if how == signal.SIGINT else -how)
    wait_until(lambda: not lives(int(place.read_text())))


def lives(process: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
