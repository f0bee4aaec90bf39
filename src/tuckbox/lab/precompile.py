"""Compiling of games in child processes, several at once: ``python -m tuckbox.lab.precompile GAME`` is one of them.

Compiling holds Python's lock, so threads would not help, and a server could not answer meanwhile. A child writes to its
standard output which step it has come to, and ends when its standard input does: however the parent ends, no child stays.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from tuckbox.bots.bots import Policy
from tuckbox.bots.ready import build, end_with_parent
from tuckbox.definition.game import game
from tuckbox.errors import RulesError
from tuckbox.kit.compiling.watch import watched
from tuckbox.lab.simulate import simulate

Progress = Callable[[str, str, int], None]
"""Is called with the name of a game, the step that the compiler has come to, and how many steps that makes."""


def precompile(names: Sequence[str], progress: Progress) -> None:
    """Compile all that play and simulation need of some games, on all cores. Raises `RulesError` where one cannot be."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for error in pool.map(lambda name: _in_child(name, progress), names):
            if error:
                raise RulesError(error)


def _in_child(name: str, progress: Progress) -> str:
    """Compile one game in a child process; returns what went wrong, or an empty string."""
    command = [sys.executable, "-m", "tuckbox.lab.precompile", name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        last = ""
        for last in child.stdout:
            step, _, steps = last.strip().rpartition(" ")
            if steps.isdigit():
                progress(name, step, int(steps))
        return "" if child.wait() == 0 else last.strip() or f"{name} could not be compiled"


def _main(name: str) -> int:
    """Compile a game, telling of each step; returns the exit status."""
    end_with_parent()
    try:
        with watched(lambda step, steps: print(step, steps, flush=True)):
            simulate(game(name), ["greedy"], games=1, threads=1)
            for bot in ("greedy", "search"):
                build(game(name), Policy.parse(bot))
    except RulesError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1]))
