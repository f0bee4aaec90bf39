"""The two ways to compile rules make the same games, and what one process has compiled the next one finds."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tuckbox.kit import ways

PLAY = """
import sys
import numba.core.event as event
import numpy as np
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


def play(cache: Path, *words: str, way: str = "") -> tuple[str, int]:
    """Playouts in a process of its own: what came of them, and how many functions were compiled for them."""
    environment = os.environ | {"TUCKBOX_CACHE": str(cache), "TUCKBOX_COMPILE": way}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *words], env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=300
    )
    games, counted = done.stdout.splitlines()
    return games, int(counted)


def test_both_ways_play_the_same_games(tmp_path: Path) -> None:
    ours, many = play(tmp_path)
    ordinary, as_many = play(tmp_path, way="ordinary")
    assert ours == ordinary
    assert many
    assert as_many


def test_a_second_process_compiles_nothing_and_another_entry_only_itself(tmp_path: Path) -> None:
    first, many = play(tmp_path)
    second, none = play(tmp_path)
    assert (second, none) == (first, 0)
    third, few = play(tmp_path, "apply")
    assert third == first
    assert few < many / 4  # its own rule, and the kit's words, which lie on no shelf


def test_a_numba_we_do_not_know_compiles_the_ordinary_way_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert ways.dispatcher("", "0.99.0") is None
    assert "numba 0.99.0 is not the one we know" in caplog.text
    assert ways.dispatcher("ordinary", "0.68.1") is None
    assert ways.dispatcher("", "0.68.1") is not None
