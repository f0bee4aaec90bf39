"""Compiled code does not check its indices; here it does, through whole games, views and redeals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.test_parity import Side, name
from tests.toys.bluff import GAME as BLUFF
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.kit.fields import PUBLIC


@pytest.mark.parametrize(
    ("game", "options"),
    [(WHIPLASH, {"turn_cap": 40}), pytest.param(BLUFF, {"rounds": 6}, marks=pytest.mark.slow)],
    ids=name,
)
def test_no_index_is_out_of_range(game: Game, options: dict[str, Any]) -> None:
    assert engine(game, "native", boundscheck=True) is not engine(game, "native")
    for players in game.players:
        for seed in range(3):
            side = Side(game, "native", players, options, seed, boundscheck=True)
            side.call("begin", side.rngs[0])
            while not side.ended()[0]:
                for viewer in (*range(players), PUBLIC):
                    side.seen(viewer)
                    side.redealt()
                actions, _ = side.legal()
                side.call("apply", actions[seed % len(actions)], side.rngs[0])
            side.call("after")
