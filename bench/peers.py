"""Tuckbox against its peers, in one table of ratios: hand-written C, OpenSpiel's C++ and Python, Pgx, PettingZoo's and
RLCard's games, its own plain mode.

    pip install -e '.[bench]'
    python bench/peers.py [--rounds N] [--from-source]

First it is checked that both sides of a comparison play the same game. Then all of them are timed turn by turn, in one
run on one core; the table shows medians over the rounds. What is not installed is said to be missing.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import hashlib
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import environments
import numpy as np
import openspiel
import platformdirs
from contest import ROUNDS, Row, Runner, hold, table
from native_vs_plain import CAP, playing, searching
from openspiel import Missing
from subjects import subject

import tuckbox
from tuckbox.engine.engine import Engine, engine

TWIN = Path(__file__).with_name("whiplash_twin.c")
GAMES = 20_000
TURN_CAP = 120
PEERS = {"tic-tac-toe": "tic_tac_toe", "leduc": "leduc_poker"}
NEAREST = {"Crazy Eights": "crazy_eights(players=2)", "Whiplash": "gin_rummy"}
"""Games of one kind that are not the same: what a decision costs can be compared, by and large, and nothing else."""


def say(text: str) -> None:
    """Tell how far we are."""
    print(text, file=sys.stderr, flush=True)


# -- Whiplash ----------------------------------------------------------------------------------------------------------


def twin() -> Any:
    """The hand-written Whiplash, compiled for this machine. Raises `Missing`."""
    compiler = shutil.which("cc")
    if not compiler:
        raise Missing("there is no C compiler (cc)")
    cache = Path(os.environ.get("TUCKBOX_CACHE") or platformdirs.user_cache_path("tuckbox"))
    cache.mkdir(parents=True, exist_ok=True)
    library = cache / f"whiplash_twin-{hashlib.sha256(TWIN.read_bytes()).hexdigest()[:16]}.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, TWIN], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.playouts.restype = ctypes.c_int64
    numbers = [ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_int64]
    loaded.playouts.argtypes = [*numbers, ctypes.c_void_p, ctypes.c_void_p]
    return loaded


def results(native: Engine, players: int, games: int) -> tuple[Any, Any]:
    """Lengths and payoffs of random games, seed 7 as everywhere here."""
    states, _ = native.states(native.game.blank(players))
    lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, native.game.layout.seats))
    rooms = (states, native.rngs(1), native.scratches())
    native.call(native.playout.playouts, *rooms, 7, 0, games, CAP, lengths, payoffs)
    return lengths, payoffs


def whiplash_rows() -> Iterator[Row]:
    """Playouts and search of Whiplash."""
    whiplash = subject("Whiplash")
    native, plain = engine(whiplash, "native"), engine(whiplash, "plain")
    for players in whiplash.players:
        ours = Runner(playing(native, players, GAMES))
        title = f"Whiplash, {players} players: decisions in random games"
        try:
            yield Row(title, "C by hand", ours, Runner(same_as_twin(native, players)), 0.8)
        except Missing as missing:
            yield Row(title, "C by hand", missing=str(missing))
        if players == 2:
            yield Row(title, "its plain mode", ours, Runner(playing(plain, players, 60)), 50)
    for guided, kind in ((False, "random"), (True, "guided")):
        title = f"Whiplash, 2 players: iterations of search, {kind} rollouts"
        ours, theirs = Runner(searching(native, 2, 20_000, guided)), Runner(searching(plain, 2, 150, guided))
        yield Row(title, "its plain mode", ours, theirs, 80)


def same_as_twin(native: Engine, players: int) -> Any:
    """Random games of the twin, once every length and winner has been found to be the same. Raises `Missing`."""
    lengths, winners = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    library = twin()

    def run() -> int:
        return int(library.playouts(players, TURN_CAP, 7, GAMES, lengths.ctypes.data, winners.ctypes.data))

    run()
    ours, payoffs = results(native, players, GAMES)
    who = np.where(payoffs.any(axis=1), payoffs.argmax(axis=1), -1)
    if not (np.array_equal(lengths, ours) and np.array_equal(winners, who)):
        raise SystemExit("the C twin plays another game")
    say(f"Whiplash, {players} players: all {GAMES:,} games have the same length and winner in C by hand")
    return run


# -- OpenSpiel's games -------------------------------------------------------------------------------------------------


def openspiel_rows(from_source: bool) -> Iterator[Row]:
    """Random games of tic-tac-toe and leduc, and search on leduc."""
    for name, theirs in PEERS.items():
        native, plain = engine(subject(name), "native"), engine(subject(name), "plain")
        ours, slow = Runner(playing(native, 2, 10 * GAMES)), Runner(playing(plain, 2, 500))
        title = f"{name}: decisions in random games"
        yield from cpp_rows(title, name, native, theirs, ours, from_source)
        try:
            python = Runner(openspiel.playing_in_python(theirs, 500))
            yield Row(title, "OpenSpiel from Python", ours, python)
            yield Row(f"{title}, plain mode", "OpenSpiel from Python", slow, python)
        except Missing as missing:
            yield Row(title, "OpenSpiel from Python", missing=str(missing))
        yield Row(title, "its plain mode", ours, slow, 50)
    yield from search_rows(native, plain)


def cpp_rows(title: str, name: str, native: Engine, theirs: str, ours: Runner, from_source: bool) -> Iterator[Row]:
    """OpenSpiel's C++, as the wheel has it and as this machine's compiler makes it."""
    builds: dict[str, Callable[[], Any]] = {"OpenSpiel C++": openspiel.shipped}
    if from_source:
        builds["OpenSpiel C++, rebuilt"] = lambda: openspiel.rebuilt(say)
    for build, load in builds.items():
        try:
            run, lengths, payoffs = openspiel.playing(load(), theirs, 10 * GAMES)
        except Missing as missing:
            yield Row(title, build, missing=str(missing))
            continue
        run()
        agree(name, native, lengths, payoffs)
        yield Row(title, build, ours, Runner(run), 5)


def agree(name: str, native: Engine, lengths: Any, payoffs: Any) -> None:
    """Stop unless lengths and payoffs are those of our game, as far as chance allows."""
    ours, paid = results(native, 2, len(lengths))
    for what, a, b in (("length", ours, lengths), ("payoff of seat 0", paid[:, 0], payoffs)):
        error = np.sqrt((a.var() + b.var()) / len(a))
        say(f"{name}: mean {what} {a.mean():.4f}, in OpenSpiel {b.mean():.4f}, standard error {error:.4f}")
        if abs(a.mean() - b.mean()) > 5 * error:
            raise SystemExit(f"OpenSpiel's {name} is another game: the {what} differs")


def search_rows(native: Engine, plain: Engine) -> Iterator[Row]:
    """Search on leduc, from its first decision."""
    title = "leduc: iterations of search, random rollouts"
    ours = Runner(searching(native, 2, 20_000, False))
    try:
        yield Row(title, "OpenSpiel C++ ISMCTS", ours, Runner(openspiel.searching("leduc_poker", 2_000)))
    except Missing as missing:
        yield Row(title, "OpenSpiel C++ ISMCTS", missing=str(missing))
    yield Row(title, "its plain mode", ours, Runner(searching(plain, 2, 150, False)), 80)


def nearest_rows() -> Iterator[Row]:
    """Random games of what comes nearest among OpenSpiel's: shedding against shedding, drawing against drawing."""
    for name, theirs in NEAREST.items():
        ours = Runner(playing(engine(subject(name), "native"), 2, GAMES))
        title, other = f"{name}, 2 players: decisions in random games", f"OpenSpiel's {theirs.partition('(')[0]}"
        try:
            yield Row(
                title, f"{other} (another game), C++", ours, Runner(openspiel.playing(openspiel.shipped(), theirs, 500)[0])
            )
            yield Row(title, f"{other} (another game), from Python", ours, Runner(openspiel.playing_in_python(theirs, 50)))
        except Missing as missing:
            yield Row(title, f"{other} (another game)", missing=str(missing))


# -- the table ---------------------------------------------------------------------------------------------------------


def versions() -> str:
    """The software compared, and the machine."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in ("numba", "llvmlite", "numpy")]
    packages.append(f"open_spiel {openspiel.version() or 'missing'}")
    packages += environments.versions()
    compiler = shutil.which("cc")
    said = (
        subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout if compiler else "no cc"
    )
    machine = f"{_cpu()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    parts = [f"tuckbox {tuckbox.__version__}", f"Python {platform.python_version()}", *packages, said.splitlines()[0]]
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}; {'; '.join(parts)}; {machine}"


def _cpu() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def main() -> None:
    """Check, time, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is timed (default {ROUNDS}, at least 5)")
    parser.add_argument("--from-source", action="store_true", help="compile OpenSpiel for this machine too (minutes)")
    asked = parser.parse_args()
    rows = [*whiplash_rows(), *openspiel_rows(asked.from_source), *nearest_rows(), *environments.rows()]
    hold(rows, max(5, asked.rounds), say)
    print(f"{versions()}\n\n{table(rows)}")


if __name__ == "__main__":
    main()
