"""The rooms in which a thread plays: states, generators, trees and scratch, kept from block to block."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import GoesBy, Policy, check_learnt, goes_by, learnt
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.run.blocks import Setting

_MOST_ROOMS = 4
_KEPT = threading.local()


def most_decisions(game: Game, whole: bool) -> int:
    """Maximum number of decisions in a game, or in a `whole` match."""
    return game.longest * (100 if whole else 1)


class Room:
    """One thread's room for one setting; calls release the interpreter lock, so that threads use all cores."""

    def __init__(self, setting: Setting, edges: int, by: GoesBy) -> None:
        self.by = by
        self.game, self.whole, self.players = setting.loaded, setting.whole, setting.players
        pays = self.game.pays(self.players, dict(setting.options))
        self.even = 1 / self.players if self.whole else pays.even(self.players)
        self.native = engine(self.game, "native")
        self.states, self.words = self.native.states(self.game.blank(setting.players, dict(setting.options)))
        networks = learnt(self.game, by, setting.players, dict(setting.options))
        self.rngs, self.tree, self.scratches = (
            self.native.rngs(0, 0),
            self.native.new_tree(edges),
            self.native.scratches(*networks),
        )

    @property
    def cap(self) -> int:
        """Maximum number of decisions in a game, or in a whole match; what is longer is cut off."""
        return most_decisions(self.game, self.whole)

    def seated(self, policies: Sequence[Policy]) -> tuple[Any, ...]:
        """What compiled tables are told of the policies at the seats, and the limits they play in."""
        kinds = np.array([self.by.code(policy, self.game) for policy in policies])
        efforts = np.array([policy.effort for policy in policies])
        return self.cap, kinds, efforts, *self.game.utility, self.whole

    def play(
        self, seed: int, first: int, games: int, policies: Sequence[Policy]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Lengths (negative: cut off) and payoffs of some games."""
        lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, self.game.layout.seats))
        rooms = (self.states, self.words, self.rngs, self.tree, self.scratches)
        play_games = self.native.policies.play_games
        self.native.call(play_games, *rooms, seed, first, games, *self.seated(policies), lengths, payoffs)
        self.level(lengths, payoffs)
        return lengths, payoffs

    def level(self, lengths: NDArray[np.int64], payoffs: NDArray[np.float64]) -> None:
        """Pay all seats alike for games that were cut off, as a match does; a whole match pays 1."""
        if self.even is not None:
            payoffs[lengths < 0, : self.players] = self.even


def room_for(setting: Setting, policies: Sequence[Policy]) -> Room:
    """This thread's room for a setting, with a tree as large as the policies want."""
    rooms: dict[tuple[Setting, int, GoesBy], Room] = _KEPT.__dict__.setdefault("rooms", {})
    key = setting, max(policy.edges for policy in policies), goes_by(setting.loaded, policies)
    if key not in rooms:
        while len(rooms) >= _MOST_ROOMS:
            del rooms[next(iter(rooms))]
        rooms[key] = Room(*key)
    return rooms[key]


def checked(setting: Setting, policies: Sequence[Policy], tell: Callable[[str], None]) -> None:
    """See that bots have the weights that their names promise; tell what searches go without. Raises `OptionError`."""
    goes_by(setting.loaded, policies)  # raises where there is no room for all of it
    for lack in check_learnt(setting.loaded, policies, setting.players, dict(setting.options)):
        tell(lack)


def parsed(bots: Sequence[str]) -> list[Policy]:
    """The policies of bots' names, whose number is counted in iterations. Raises `OptionError`."""
    return [Policy.parse(bot) for bot in bots]
