"""Plain and native rules are one game: stepped side by side they hold the same bytes, whatever is asked of them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.toys.bluff import GAME as BLUFF
from tests.toys.cups import GAME as CUPS
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine, record_bytes
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.kit.fields import PUBLIC

WHIPLASH_FORMS = [
    {"edition": edition, "match": match, "turn_cap": 40, "void_limit": 2, "ranks": ranks}
    for edition, match, ranks in [
        ("classic", "race", 13), ("2023", "single", 9), ("royal", "hands", 13), ("royal", "race", 7),
    ]
]  # fmt: skip
CASES: list[tuple[Game, int, dict[str, Any]]] = [
    *((WHIPLASH, players, form) for players in (2, 3, 4) for form in WHIPLASH_FORMS),
    *((BLUFF, players, {"rounds": 4, "games": 3}) for players in (2, 3, 4)),
    *((JUMBLE, 3, {"steps": steps}) for steps in (60, 80)),
    *((SETS, players, {"steps": 30, "games": 3}) for players in (2, 3)),
    *((CUPS, players, {"steps": 20}) for players in (2, 3)),
    *((ENVOYS, players, {}) for players in (2, 4)),
]


class Side:
    """One mode of a game, one state of it and its generators; every step is asked for by itself."""

    def __init__(
        self, game: Game, mode: str, players: int, options: dict[str, Any], seed: int, boundscheck: bool = False
    ) -> None:
        self.game, self.e = game, engine(game, mode, boundscheck)
        self.states, _ = self.e.states(game.blank(players, options))
        self.rngs, self.scratches = self.e.rngs(seed, seed + 1), self.e.scratches()

    def call(self, rule: str, *arguments: Any, row: int = 0) -> Any:
        return self.e.call(getattr(self.e.rules, rule), self.states[row], *arguments)

    def held(self, row: int = 0) -> bytes:
        if self.e.is_native:
            raw: bytes = self.states[row : row + 1].tobytes()
            assert raw == record_bytes(self.game, self.e.get(self.states, row))  # nothing hides between the fields
            return raw
        return record_bytes(self.game, self.states[row])

    def legal(self) -> tuple[list[int], list[int]]:
        """The legal actions and their weights."""
        moves = self.scratches[0]["moves"] if self.e.is_native else self.scratches[0].moves
        n = self.e.playout.options(self.states[0], moves)
        self.e.playout.weigh(self.states[0], moves)
        action, weight = (moves["action"], moves["weight"]) if self.e.is_native else (moves.action, moves.weight)
        return [int(a) for a in action[:n]], [int(w) for w in weight[:n]]

    def seen(self, viewer: int) -> bytes:
        """What a viewer sees."""
        self.states[1] = self.states[0] if self.e.is_native else self.states[0].copy()
        self.call("blind", viewer, row=1)
        return self.held(1)

    def redealt(self) -> bytes:
        """A world dealt from what was seen last."""
        pool = self.scratches[0]["pool"] if self.e.is_native else self.scratches[0].pool
        assert self.call("redeal", self.rngs[1], pool, row=1)
        return self.held(1)

    def ended(self) -> tuple[bool, bool]:
        """Whether the game is over and the match done."""
        state = self.states[0]
        return (bool(state["over"]), bool(state["done"])) if self.e.is_native else (bool(state.over), bool(state.done))


def name(value: object) -> str | None:
    return value.name if isinstance(value, Game) else None


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=name)
def test_both_modes_hold_the_same_bytes_after_every_step(game: Game, players: int, options: dict[str, Any]) -> None:
    native, plain = sides = [Side(game, mode, players, options, seed=players) for mode in ("native", "plain")]
    chance, done = random.Random(players), False
    while not done:
        for side in sides:
            side.call("begin", side.rngs[0])
        assert native.held() == plain.held()
        over = False
        while not over:
            actions, weights = plain.legal()
            assert native.legal() == (actions, weights)
            for viewer in (*range(players), PUBLIC):
                assert native.seen(viewer) == plain.seen(viewer)
                assert native.redealt() == plain.redealt()
            for seat in range(players):
                assert native.call("value", seat) == plain.call("value", seat)
            action = chance.choice(actions)
            for side in sides:
                side.call("apply", action, side.rngs[0])
            assert native.held() == plain.held()
            over = plain.ended()[0]
        for side in sides:
            side.call("after")
        assert native.held() == plain.held()
        done = plain.ended()[1]
    assert [int(s) for s in native.rngs["s"]] == [rng.s for rng in plain.rngs]


@pytest.mark.parametrize(("game", "players"), [(WHIPLASH, 3), (BLUFF, 2), (BLUFF, 4)], ids=name)
def test_playouts_come_to_the_same_in_both_modes(game: Game, players: int) -> None:
    """Whole games in one call, and each game by itself: its number decides, not what was played before it."""

    def played(e: Engine, first: int, games: int) -> tuple[int, list[int], list[list[float]]]:
        states, _ = e.states(game.blank(players))
        lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, players))
        decisions = e.playout.playouts(states, e.rngs(0), e.scratches(), 9, first, games, game.longest, lengths, payoffs)
        return int(decisions), lengths.tolist(), payoffs.tolist()

    native, plain = engine(game, "native"), engine(game, "plain")
    whole = played(native, 0, 12)
    assert whole == played(plain, 0, 12)
    assert min(whole[1]) > 0
    assert played(native, 5, 3)[1:] == (whole[1][5:8], whole[2][5:8])
    assert sum(whole[1]) == whole[0]
