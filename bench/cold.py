"""How long a game takes from an empty cache to its first result, compiled our way and numba's, and how fast it plays then.

``python bench/cold.py [GAME ...]``: seconds of CPU of ``tuckbox simulate GAME --games 10 --bots greedy`` in a process of its
own, importing included, as it is and with plain play before compiling switched off, both ways; the same our way after the
rule `apply` has been edited; the size of the cache; and the ratio of random playouts a second, of two processes that take
turns in this very run, which also have to play the same games.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tuckbox.definition.finding import game_name, installed
from tuckbox.definition.game import game
from tuckbox.engine.engine import engine
from tuckbox.engine.load import PACKAGE

WAYS = ("ordinary", "ours")
AT_ONCE = (
    "from tuckbox.cli import main; from tuckbox.run import ahead; ahead.SECONDS, ahead.BYTES_A_SECOND = 0, 1e99; main()"
)
"""Runs a command that compiles before it plays."""
TURNS = 15
SECONDS = 0.2
"""Of CPU that a turn takes, about."""


class Cold(NamedTuple):
    """Cost of the first result."""

    seconds: float
    megabytes: float


def environment(cache: Path, way: str) -> dict[str, str]:
    """The environment of a process that compiles one way."""
    return os.environ | {"TUCKBOX_CACHE": str(cache), "TUCKBOX_COMPILE": "" if way == "ours" else way}


def first_result(name: str, cache: Path, way: str, plainly: bool = False, of: Path | None = None) -> Cold:
    """Simulate a few games, compiled or `plainly` where that is faster; with `of`, by the package that lies there."""
    program = ["-m", "tuckbox.cli"] if plainly else ["-c", AT_ONCE]
    command = [sys.executable, *program, "simulate", name, "--games", "10", "--bots", "greedy", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    package = {"PYTHONPATH": os.pathsep.join([str(of), os.environ.get("PYTHONPATH", "")])} if of else {}
    subprocess.run(command, env=environment(cache, way) | package, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    return Cold(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, size / 1e6)


def after_an_edit(name: str, folder: Path) -> Cold:
    """The first result of a game whose rule `apply` has been edited, where the text before has been compiled."""
    (own := folder / "edited").mkdir()
    if Path(name).is_dir():
        name = str(shutil.copytree(name, own / "game"))
    else:
        shutil.copytree(PACKAGE, own / "tuckbox")
    folder_of_rules = game(game_name(name)).rules.__name__.split(".")[-2]
    first_result(name, own / "cache", "ours", of=own)
    for path in own.rglob(f"{folder_of_rules}/rules.py"):
        text, edits = re.subn(r"(\ndef apply\(.*:\n)", r"\1    edited = action + 1\n", path.read_text("utf-8"))
        assert edits == 1
        path.write_text(text, "utf-8")
    return first_result(name, own / "cache", "ours", of=own)


def playouts(name: str) -> None:
    """In a process of its own: for each line with a seed and a number of games, play them, and say what it took."""
    from time import process_time

    import numpy as np

    e = engine(game(game_name(name)), "native")
    states, _ = e.states(e.game.blank())
    rngs, scratches = e.rngs(0), e.scratches()

    def play(seed: int, games: int) -> tuple[float, int]:
        lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, e.game.layout.seats))
        start = process_time()
        e.call(e.playout.playouts, states, rngs, scratches, seed, 0, games, e.game.longest, lengths, payoffs)
        return process_time() - start, int(np.abs(lengths).sum())

    play(0, 1)
    print(*play(0, 100), flush=True)
    for line in sys.stdin:
        seed, games = map(int, line.split())
        print(*play(seed, games), flush=True)


def speed(name: str, caches: dict[str, Path]) -> float:
    """Speed of ours as a multiple of numba's ordinary code. Raises `AssertionError` if they play different games."""
    command = [sys.executable, __file__, "--play", name]
    pipes = {
        way: subprocess.Popen(
            command, env=environment(caches[way], way), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for way in WAYS
    }
    starts = {way: _answer(pipe) for way, pipe in pipes.items()}
    games = max(100, int(100 * SECONDS / max(starts["ours"][0], 1e-4)))
    ratios = []
    for turn in range(1, TURNS + 1):
        took = {}
        for way, pipe in pipes.items():
            assert pipe.stdin is not None
            print(turn, games, file=pipe.stdin, flush=True)
            took[way] = _answer(pipe)
        assert took["ours"][1] == took["ordinary"][1]
        ratios.append(took["ordinary"][0] / took["ours"][0])
    for pipe in pipes.values():
        pipe.communicate()
    return median(ratios)


def _answer(pipe: subprocess.Popen[str]) -> tuple[float, int]:
    assert pipe.stdout is not None
    seconds, decisions = pipe.stdout.readline().split()
    return float(seconds), int(decisions)


def row(name: str, ways: Sequence[str]) -> str:
    """A line of the table; a way that is not asked for has no figures."""
    with tempfile.TemporaryDirectory() as folder:
        caches = {way: Path(folder) / way for way in ways}
        first = first_result(name, Path(folder) / "plain", "ours", plainly=True)
        cold = {way: first_result(name, cache, way) for way, cache in caches.items()}
        edited = after_an_edit(name, Path(folder))
        ratio = f"{speed(name, caches):.2f}" if len(ways) == len(WAYS) else ""
    seconds = " | ".join(f"{cold[way].seconds:.1f}" if way in cold else "" for way in WAYS)
    sizes = " | ".join(f"{cold[way].megabytes:.1f}" if way in cold else "" for way in WAYS)
    return f"| {game(game_name(name)).title} | {first.seconds:.1f} | {seconds} | {edited.seconds:.1f} | {sizes} | {ratio} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(installed()))
    parser.add_argument("--ours", action="store_true", help="leave numba's way out, which takes minutes")
    parser.add_argument("--play", metavar="GAME", help="(for the benchmark itself)")
    given = parser.parse_args()
    if given.play:
        playouts(given.play)
        return
    head = ["game", "first result: CPU s", "compiled, ordinary", "ours", "after an edit", "cache, ordinary: MB", "ours"]
    head.append("speed, ours to ordinary")
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for name in given.games:
        print(row(name, ["ours"] if given.ours else WAYS), flush=True)


if __name__ == "__main__":
    main()
