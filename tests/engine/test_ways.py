"""The two ways to compile rules make the same games, and what one process has compiled the next one finds."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core import errors, event
from numba.core.runtime import _nrt_python, rtsys

from tests.toys.nim import game, write
from tuckbox.adapters.vector import make
from tuckbox.engine.engine import engine
from tuckbox.engine.load import Loader, cache_folder
from tuckbox.kit.compiling import ways
from tuckbox.kit.compiling.watch import watched

PLAY = """
import sys
import numba.core.event as event
import numpy as np
import tuckbox.kit.native  # it tries the way to compile first, which is not counted
from tests.toys.bluff import GAME
from tuckbox.engine.engine import engine

class Count(event.Listener):
    def on_start(self, happened): counted.append(happened.data["dispatcher"].py_func.__name__)
    def on_end(self, happened): pass

counted = []
event.register("numba:compile", Count())
e = engine(GAME, "native", "checked" in sys.argv)
states, _ = e.states(GAME.blank())
lengths, payoffs = np.zeros(50, np.int64), np.zeros((50, GAME.layout.seats))
e.call(e.playout.playouts, states, e.rngs(1), e.scratches(), 1, 0, 50, GAME.longest, lengths, payoffs)
print(lengths.tolist(), payoffs.tolist(), states.tobytes().hex())
if "apply" in sys.argv:
    e.call(e.parity.deal, states, e.rngs(1), e.scratches())
print(len(counted))
"""


MOST = 21
"""So many functions are compiled for playouts of Nim, its own, the engine's and the kit's: no more without a reason."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are imported from, with no compiled code anywhere."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path / "cache"))
    return tmp_path


def play(cache: Path, *words: str, way: str = "") -> tuple[str, int]:
    """Playouts in a process of its own: what came of them, and how many functions were compiled for them."""
    environment = os.environ | {"TUCKBOX_CACHE": str(cache), "TUCKBOX_COMPILE": way}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *words], env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=300
    )
    games, counted = done.stdout.splitlines()
    return games, int(counted)


@pytest.mark.slow  # tests/kit/test_trial.py compares both ways on three small rules
def test_both_ways_play_the_same_games(tmp_path: Path) -> None:
    ours, many = play(tmp_path)
    ordinary, as_many = play(tmp_path, way="ordinary")
    assert ours == ordinary
    assert many
    assert as_many


@pytest.mark.slow
def test_a_second_process_compiles_nothing_and_another_entry_only_itself(tmp_path: Path) -> None:
    first, many = play(tmp_path)
    second, none = play(tmp_path)
    assert (second, none) == (first, 0)
    third, few = play(tmp_path, "apply")
    assert third == first
    assert few < many / 4  # its own rule, and the kit's words, which are in no cache


def test_a_numba_we_do_not_know_compiles_the_ordinary_way_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert ways.dispatcher("", "0.99.0") is None
    assert "numba 0.99.0 is not the one we know" in caplog.text
    assert ways.dispatcher("ordinary", "0.68.1") is None
    assert ways.dispatcher("", "0.68.1") is not None


@pytest.mark.slow
def test_two_processes_at_once_compile_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        (one, some), (other, more) = pool.map(lambda _: play(tmp_path), range(2))
    assert one == other
    assert 0 in {some, more}
    assert some + more


def rules_of(folder: Path, name: str, text: str) -> Any:
    """A module of rules, loaded natively."""
    text = f"from tuckbox.kit import rule\n\n\n{text}"
    if (folder / name).exists():
        (folder / name / "rules.py").write_text(text, "utf-8")
    else:
        write(folder, name, text, "")
    return Loader([f"{name}.rules"], cache_folder([f"{name}.rules"], "native"), "native").load(f"{name}.rules")


def test_rules_may_call_each_other_in_a_circle(folder: Path) -> None:
    text = (
        "@rule\ndef even(n):\n    if n == 0:\n        return True\n    return odd(n - 1)\n\n\n"
        "@rule\ndef odd(n):\n    if n == 0:\n        return False\n    return even(n - 1)\n"
    )
    native = rules_of(folder, "circle", text)
    assert [native.even(n) for n in range(4)] == [True, False, True, False]
    assert [native.odd(n) for n in range(4)] == [False, True, False, True]


EDITED = """
PAY = {pay}


@rule
def bonus(n):
    return {bonus}


@rule
def pay(n):
    return PAY * n


@rule
def score(n):
    total = pay(n) + bonus(n)
    return total * 2


@rule
def final(n):
    return score(n) + 1
"""


@pytest.mark.parametrize(
    ("pay", "bonus", "read_anew"),
    [
        ("4", "n + 1", ["pay"]),  # a constant: who reads it
        ("3", "n + 2", ["bonus"]),
        ("3", "n + 1.5", ["bonus", "final", "score"]),  # another type: its callers, and theirs
        ("3", "(n + 1)", []),  # the same code
    ],
)
def test_after_an_edit_only_what_it_changes_is_read_anew(folder: Path, pay: str, bonus: str, read_anew: list[str]) -> None:
    name = f"edited_{len(read_anew)}_{pay}"  # a package is looked for once
    before = rules_of(folder, name, EDITED.format(pay="3", bonus="n + 1"))
    assert before.final(5) == 43
    with watched(lambda step, _: steps.append(step)):
        steps: list[str] = []
        after = rules_of(folder, name, EDITED.format(pay=pay, bonus=bonus))
        found = after.final(5)
    assert found == 2 * (eval(pay) * 5 + eval(bonus, {"n": 5})) + 1
    assert sorted(steps[:-1]) == read_anew
    assert steps[-1] == "machine code of final"
    assert before.final(6) == 51  # both versions live side by side


def test_rules_that_call_each_other_in_a_circle_may_be_edited(folder: Path) -> None:
    text = (
        "@rule\ndef even(n):\n    if n == 0:\n        return {}\n    return odd(n - 1)\n\n\n"
        "@rule\ndef odd(n):\n    if n == 0:\n        return 0\n    return even(n - 1)\n\n\n"
        "@rule\ndef start(n):\n    return even(n) + 0\n"
    )
    assert rules_of(folder, "rounds", text.format(1)).start(4) == 1
    assert rules_of(folder, "rounds", text.format(2)).start(4) == 2
    assert rules_of(folder, "rounds", text.format(0.5)).start(4) == 0.5


def test_what_the_short_way_leaves_out_goes_the_long_way(folder: Path) -> None:
    text = "@rule\ndef square(n):\n    return (lambda k: k * k)(n)\n\n\n"
    text += "@rule\ndef twice(n):\n    return 2 * square(n)\n"
    assert rules_of(folder, "closures", text).twice(4) == 32


def test_a_rule_that_makes_an_object_is_refused(folder: Path) -> None:
    native = rules_of(folder, "maker", "@rule\ndef squares(n):\n    return len([k * k for k in range(n)])\n")
    with pytest.raises(errors.NumbaError, match="rules make no arrays, lists or other objects"):
        native.squares(4)


def test_no_rule_counts_references_and_only_threads_that_share_use_atomic_instructions(folder: Path) -> None:
    """What a rule is given is held by whoever calls the entry; a count would be a locked instruction at every call."""
    nim = game(write(folder, "uncounted"))
    env = make(nim, tables=4, threads=2)
    env.rollout(env.room(3))
    env.step(env.masks.argmax(axis=1))
    env.close()
    code_cache = engine(nim, "native").loader.code_cache
    assert code_cache is not None
    parts = [(name, part.library) for (_, name), rule in code_cache.rules.items() for part in rule.overloads.values()]
    codes = {name: str(library.module()) for name, library in parts}
    assert {"legal", "apply", "observe", "turn", "roll"} <= set(codes)
    assert [name for name, code in codes.items() if "NRT_" in code] == []
    assert {name for name, code in codes.items() if "atomic" in code or "cmpxchg" in code} <= {
        "awaited", "begin_turn", "serve", "serve_rollout", "take", "tell_stuck", "wait_for_all",
    }  # fmt: skip


def test_entries_release_what_they_are_given(folder: Path) -> None:
    nim = game(write(folder, "released"))
    e = engine(nim, "native")
    states, _ = e.states(nim.blank())
    lengths, payoffs = np.zeros(3, np.int64), np.zeros((3, 2))
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        for _ in range(5):
            e.call(e.playout.playouts, states, e.rngs(1), e.scratches(), 1, 0, 3, nim.longest, lengths, payoffs)
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free > 0


def test_code_compiled_by_numba_itself_may_call_rules(folder: Path) -> None:
    text = "@rule\ndef double(n):\n    return 2 * n\n\n\n@rule\ndef fourfold(n):\n    return double(double(n))\n"
    native = rules_of(folder, "guest", text)

    def call(rule, n):  # type: ignore[no-untyped-def]
        return rule(n) + 1

    assert njit(call)(native.fourfold, 5) == 21


def test_nothing_of_a_game_is_compiled_for_two_kinds_of_arguments(folder: Path) -> None:
    """Of Nim, whose text is known; a number that grows says that rules are compiled for types that need not differ."""
    names: list[str] = []

    class Count(event.Listener):  # type: ignore[misc]
        def on_start(self, happened: Any) -> None:
            names.append(happened.data["dispatcher"].py_func.__name__)

        def on_end(self, happened: Any) -> None:
            pass

    nim = game(write(folder, "counted"))
    e = engine(nim, "native")
    states, _ = e.states(nim.blank())
    lengths, payoffs = np.zeros(3, np.int64), np.zeros((3, 2))
    counter = Count()
    event.register("numba:compile", counter)
    try:
        e.call(e.playout.playouts, states, e.rngs(1), e.scratches(), 1, 0, 3, nim.longest, lengths, payoffs)
    finally:
        event.unregister("numba:compile", counter)
    assert len(names) == len(set(names))
    assert {"legal", "apply", "note"} <= set(names)
    assert len(names) <= MOST
    assert (lengths > 0).all()


def test_what_compiles_ends_with_whoever_waits_for_it(tmp_path: Path) -> None:
    """A parent that is killed closes its end of the pipe; the child, busy or not, ends."""
    child = "import time\nfrom tuckbox.bots.ready import end_with_parent\n"
    child += "end_with_parent()\nprint(0, flush=True)\ntime.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdin is not None
        assert run.stdout.readline() == b"0\n"
        assert run.poll() is None
        run.stdin.close()
        assert run.wait(timeout=30) == 1
