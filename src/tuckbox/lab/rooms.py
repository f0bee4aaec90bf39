"""The rooms in which a thread plays: states, generators, trees and scratch, kept from block to block."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Policy, goes_by, learnt
from tuckbox.engine.engine import engine
from tuckbox.lab.blocks import Setting

_MOST_ROOMS = 4
_KEPT = threading.local()


class Room:
    """One thread's room for one setting; calls release the interpreter lock, so that threads use all cores."""

    def __init__(self, setting: Setting, edges: int, by: tuple[bool, bool]) -> None:
        self.game, self.whole = setting.loaded, setting.whole
        self.native = engine(self.game, "native")
        self.states, self.words = self.native.states(self.game.blank(setting.players, dict(setting.options)))
        networks = learnt(self.game, by, setting.players, dict(setting.options))
        self.rngs, self.tree, self.scratches = (
            self.native.rngs(0, 0),
            self.native.tree(edges),
            self.native.scratches(*networks),
        )

    @property
    def cap(self) -> int:
        """So many decisions a game, or a whole match, may have."""
        return self.game.longest * (100 if self.whole else 1)

    def seated(self, policies: Sequence[Policy]) -> tuple[Any, ...]:
        """What compiled tables are told of the policies at the seats, and the limits they play in."""
        kinds = np.array([policy.code(self.game) for policy in policies])
        efforts = np.array([policy.effort for policy in policies])
        return self.cap, kinds, efforts, *self.game.utility, self.whole

    def play(
        self, seed: int, first: int, games: int, policies: Sequence[Policy]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Lengths (negative: unfinished) and payoffs of some games."""
        lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, self.game.layout.seats))
        rooms = (self.states, self.words, self.rngs, self.tree, self.scratches)
        play_games = self.native.policies.play_games
        self.native.call(play_games, *rooms, seed, first, games, *self.seated(policies), lengths, payoffs)
        return lengths, payoffs


def room_for(setting: Setting, policies: Sequence[Policy]) -> Room:
    """This thread's room for a setting, with a tree as large as the policies want."""
    rooms: dict[tuple[Setting, int, tuple[bool, bool]], Room] = _KEPT.__dict__.setdefault("rooms", {})
    key = setting, max(policy.edges for policy in policies), goes_by(policies)
    if key not in rooms:
        while len(rooms) >= _MOST_ROOMS:
            del rooms[next(iter(rooms))]
        rooms[key] = Room(*key)
    return rooms[key]


def parsed(bots: Sequence[str]) -> list[Policy]:
    """The policies of bots' names, whose number is counted in iterations. Raises `OptionError`."""
    return [Policy.parse(bot) for bot in bots]
