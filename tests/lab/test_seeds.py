"""Seeds stand for different games."""

from __future__ import annotations

import json

import numpy as np

from tests.toys.kuhn import GAME as KUHN
from tuckbox import game
from tuckbox.engine.engine import engine
from tuckbox.lab.simulate import simulate


def test_neighbouring_seeds_do_not_share_games_in_simulations() -> None:
    histograms = [
        simulate(game("whiplash"), ["random"], games=1_024, seed=seed).tally.histogram.tolist() for seed in range(3)
    ]
    assert all(histograms.count(histogram) == 1 for histogram in histograms)


def test_numbers_may_be_those_of_numpy() -> None:
    told = simulate(KUHN, "random", players=np.int8(2), games=np.int64(5), seed=np.int64(3))  # type: ignore[arg-type]
    assert json.dumps(told.data()) == json.dumps(simulate(KUHN, "random", players=2, games=5, seed=3).data())


def test_neighbouring_seeds_do_not_share_games_in_playouts() -> None:
    native = engine(game("whiplash"), "native")
    found = []
    for seed in range(3):
        states, _ = native.states(native.game.blank())
        lengths, payoffs = np.zeros(1_024, np.int64), np.zeros((1_024, 4))
        native.call(
            native.playout.playouts, states, native.rngs(1), native.scratches(), seed, 0, 1_024, 10_000, lengths, payoffs
        )
        found.append(sorted(lengths.tolist()))
    assert all(found.count(lengths) == 1 for lengths in found)
