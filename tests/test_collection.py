"""Tests are found, and those that cannot run skip, with nothing but what the README's test command installs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXTRAS = ("gymnasium", "jax", "open_spiel", "pettingzoo", "pgx", "pyspiel", "rlcard", "textarena", "torch")
"""Modules of extras that `dev` does not bring."""

WITHOUT = f"""
import sys, pytest
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in {EXTRAS!r} else find(name, *more)
sys.exit(pytest.main(sys.argv[1:]))
"""
"""A program that runs pytest as if these were not installed."""


@pytest.mark.slow
def test_all_tests_are_collected_without_extras() -> None:
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", WITHOUT, "--collect-only", "-q", "-n0", "-p", "no:cacheprovider", "tests"]
    run = subprocess.run(command, check=False, cwd=root, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2_000:] + run.stderr[-2_000:]
