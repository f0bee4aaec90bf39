"""Getting games ready in processes of their own, several at once: ``python -m tuckbox.lab.elsewhere GAME``.

Compiling keeps Python's lock, so threads would not help, and a server could not answer meanwhile. The child says on its
standard output what it is at work on, and ends when its standard input does: however the parent goes, no compiler stays.
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

Watcher = Callable[[str, str, int], None]
"""Is told of a game what the compiler is at work on, and how many steps that makes."""


def get_ready(names: Sequence[str], progress: Watcher = lambda name, step, steps: None) -> None:
    """Compile all that play and simulation need of some games, on all cores. Raises `RulesError` where one cannot be."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for said in pool.map(lambda name: _one(name, progress), names):
            if said:
                raise RulesError(said)


def _one(name: str, progress: Watcher) -> str:
    """Get one game ready; returns what went wrong."""
    command = [sys.executable, "-m", "tuckbox.lab.elsewhere", name]
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
