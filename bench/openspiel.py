"""OpenSpiel as a peer: its C++ through a small loop compiled against the wheel, its Python face, its ISMCTS.

The wheel brings headers, sources and a library with all symbols. The loop is linked with that library, as everybody has
it; on demand OpenSpiel is compiled anew from the wheel's sources for this very machine.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import importlib.metadata
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

LOOP = Path(__file__).with_name("openspiel_loop.cc")
FLAGS = ["-std=c++20", "-O3", "-march=native", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-w"]
CORE = """
action_view canonical_game_strings game_parameters matrix_game observer policy simultaneous_move_game spiel spiel_bots
spiel_utils tensor_game utils/status utils/usage_logging games/leduc_poker/leduc_poker games/tic_tac_toe/tic_tac_toe
"""
TESTS = ("test", "benchmark", "mock", "matchers", "chi_square", "print_hash", "gentables")


class Missing(Exception):
    """Something is not there that a comparison needs."""


def module() -> Any:
    """The module pyspiel. Raises `Missing`."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise Missing("open_spiel is not installed: pip install 'tuckbox[bench]'") from None


def version() -> str:
    """The version of OpenSpiel, empty where it is not installed."""
    try:
        return importlib.metadata.version("open_spiel")
    except importlib.metadata.PackageNotFoundError:
        return ""


def compiler() -> str:
    """The C++ compiler. Raises `Missing`."""
    found = shutil.which("c++")
    if not found:
        raise Missing("there is no C++ compiler (c++)")
    return found


def _folder(*more: str) -> Path:
    """Folder for compiled code: named by all it depends on."""
    digest = hashlib.sha256(repr((LOOP.read_bytes(), FLAGS, version(), module().__file__, more)).encode()).hexdigest()
    folder = Path(os.environ.get("TUCKBOX_CACHE") or platformdirs.user_cache_path("tuckbox")) / f"bench-{digest[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _sources() -> Path:
    folder = Path(module().__file__).parent / "open_spiel"
    if not (folder / "spiel.h").exists():
        raise Missing("this wheel of open_spiel brings no C++ headers")
    return folder


def _compile(source: Path, target: Path, *more: str) -> Path:
    """Compile a file unless that has been done. Raises `Missing` with what the compiler said."""
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    root = _sources()
    include = [f"-I{path}" for path in (root.parent, root, root / "abseil-cpp", root / "json" / "include")]
    fresh = target.with_suffix(".new")
    done = subprocess.run(
        [compiler(), *FLAGS, *include, str(source), *more, "-o", str(fresh)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Missing(f"{source.name} does not compile: {next(iter(done.stderr.splitlines()), '?')[:100]}")
    fresh.replace(target)
    return target


@cache
def shipped() -> Any:
    """The loop, linked with the library of the wheel. Raises `Missing`."""
    library = Path(module().__file__)
    return _bound(_compile(LOOP, _folder("shipped") / "loop.so", "-shared", str(library), f"-Wl,-rpath,{library.parent}"))


@cache
def rebuilt(say: Callable[[str], None]) -> Any:
    """The loop with OpenSpiel compiled for this machine from the sources in the wheel (minutes). Raises `Missing`."""
    root, folder = _sources(), _folder("rebuilt")
    abseil = [path for path in (root / "abseil-cpp" / "absl").rglob("*.cc") if not any(word in path.name for word in TESTS)]
    sources = [*(root / f"{name}.cc" for name in CORE.split()), *abseil]
    say(f"compiling {len(sources)} files of OpenSpiel in {folder}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda path: _compile(path, folder / f"{path.relative_to(root)}.o", "-c"), sources))
    return _bound(_compile(LOOP, folder / "loop.so", "-shared", "-Wl,-Bsymbolic", *map(str, objects)))


def _bound(library: Path) -> Any:
    loop = ctypes.CDLL(str(library))
    loop.playouts.restype = ctypes.c_int64
    loop.playouts.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    return loop


def playing(loop: Any, game: str, games: int) -> tuple[Callable[[], int], Any, Any]:
    """Plays random games in C++ and returns the number of decisions; with the arrays of lengths and payoffs."""
    lengths, payoffs = np.zeros(games, np.int64), np.zeros(games)

    def run() -> int:
        return int(loop.playouts(game.encode(), 7, games, lengths.ctypes.data, payoffs.ctypes.data))

    return run, lengths, payoffs


def playing_in_python(game: str, games: int) -> Callable[[], int]:
    """Plays random games decision by decision from Python and returns the number of decisions."""
    loaded = module().load_game(game)
    choose = random.Random(7)

    def run() -> int:
        decisions = 0
        for _ in range(games):
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(choose.random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(choose.random() * len(actions))])
                    decisions += 1
        return decisions

    return run


def searching(game: str, iterations: int) -> Callable[[], int]:
    """Searches from the first decision of a game with the C++ ISMCTS, one random rollout an iteration."""
    pyspiel = module()
    state = pyspiel.load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = pyspiel.ISMCTSBot(7, pyspiel.RandomRolloutEvaluator(1, 7), 1.5, iterations)

    def run() -> int:
        bot.step(state)
        return iterations

    return run
