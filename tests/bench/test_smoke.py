"""Every bench runs: each in a process of its own, asked for as little as it can be."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.chromium import CHROMIUM

BENCH = Path(__file__).parents[2] / "bench"
SMALL = Path(__file__).parents[2] / "examples" / "tictactoe"
"""A game that is compiled in little time."""
PARTS = {"contest", "environments", "limits", "machine", "openspiel", "subjects", "table_load"}
"""What other benches are made of."""

LITTLE = {
    "bluffs": "--bot greedy --games 2",
    "chances": "whiplash:2 --matches 2",
    "classics": "--games 4 --rounds 0",
    "cluster": "--seconds .05 --blocks 2 --rounds 1",
    "coach": "1 --game whiplash --option match=single --option ranks=4",
    "cold": f"{SMALL} --ours",
    "counters": "whiplash:2 --rounds 1 --measured 80",
    "final_numbers": "whiplash --games 20",
    "kills": "--tables 2 --kills 1 --workers 2 --between 1",
    "learning": "--rounds 2 --rows 500",
    "lobby": "--people 6 --tables 2 --seconds 2",
    "nashconv": "--quick",
    "native_vs_plain": "--players 2 --rounds 1",
    "observations": "--games tic-tac-toe:2 --rounds 1",
    "onlookers": "--onlookers 4 --joins 2 --seconds 1",
    "pages": "--games whiplash --loads 2 --moves 2",
    "peers": "--rounds 5",
    "people": "--tables 4 --pause .2 --seconds 1 --rounds 1",
    "racers": "--games 20",
    "server": "--games whiplash --tables 1 --seconds 1 --rounds 1",
    "steps": "--moves 20 --games whiplash",
    "strength": "--games 8 --segments 0 --only whiplash",
    "thinking": "--tables 1 --seconds 1 --rounds 1 --thinkers 1",
    "training": "--games whiplash:2 --rounds 1 --turns 1",
    "wake": "--actions 200 --rounds 1 --games whiplash",
    "workers": "--tables 1 --seconds 1 --rounds 1",
}
NEEDS = {
    "classics": ["pyspiel"],
    "cluster": ["distributed"],
    "counters": ["torch"],
    "learning": ["torch", "pyspiel"],
    "nashconv": ["pyspiel"],
    "pages": ["playwright"],
    "peers": ["pyspiel", "pgx", "rlcard", "pettingzoo"],
    "training": ["torch"],
}
POSTGRES = {"kills", "thinking", "workers"}


def test_every_bench_is_run_by_these_tests() -> None:
    assert {path.stem for path in BENCH.glob("*.py")} - PARTS == LITTLE.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.postgres] if name in POSTGRES else []) for name in sorted(LITTLE)]
)
def test_it_runs(name: str, tmp_path: Path) -> None:
    run = bench(name, LITTLE[name], tmp_path)
    assert run.returncode == 0, run.stderr[-2_000:]
    assert run.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        *("classics --only", "learning --only", "strength --only", "workers --game"),
        *("pages --games", "server --games", "steps --games", "wake --games"),
    ],
)
def test_a_game_that_it_does_not_have_is_refused(command: str, tmp_path: Path) -> None:
    name, option = command.split()
    run = bench(name, f"{option} shuffleboard", tmp_path)
    assert run.returncode == 2, run.stderr[-2_000:]
    assert "shuffleboard" in run.stderr
    assert not run.stdout


def bench(name: str, options: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a bench in a folder, or skip the test where a part that it needs is missing."""
    missing = [module for module in NEEDS.get(name, ()) if find_spec(module) is None]
    if missing or (name == "pages" and CHROMIUM is None):
        pytest.skip(f"{', '.join(missing) or 'chromium'} is not installed")
    path = os.pathsep.join(map(str, [BENCH, *sys.path]))
    command = [sys.executable, str(BENCH / f"{name}.py"), *options.split()]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True, text=True)
