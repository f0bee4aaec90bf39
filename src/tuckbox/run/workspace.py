"""The workspaces in which a thread plays: states, generators, trees and scratch, kept from block to block."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np

from tuckbox.bots.bots import GoesBy, Policy, check_learnt, goes_by, learnt
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import Deals, Notes, Results
from tuckbox.run.blocks import Setting

_MOST_ROOMS = 4
_KEPT = threading.local()


def consecutive(seed: int, first: int, games: int) -> Deals:
    """Games `first` to ``first + games - 1`` of a seed."""
    numbers = np.arange(first, first + games)
    return Deals(seed, numbers, numbers)


def most_decisions(game: Game, whole: bool) -> int:
    """Maximum number of decisions in a game, or in a `whole` match."""
    return game.longest * (100 if whole else 1)


class Room:
    """One thread's workspace for one setting; calls release the interpreter lock, so that threads use all cores."""

    def __init__(self, setting: Setting, edges: int, by: GoesBy) -> None:
        self.by = by
        self.game, self.whole, self.players = setting.loaded, setting.whole, setting.players
        pays = self.game.pays(self.players, dict(setting.options))
        self.even = 1 / self.players if self.whole else pays.even(self.players)
        self.cap = most_decisions(self.game, self.whole)
        """Maximum number of decisions in a game, or in a whole match; what is longer is cut off."""
        self.native = engine(self.game, "native")
        options = dict(setting.options)
        networks = learnt(self.game, by, setting.players, options)
        self.work = self.native.workspace(self.game.blank(setting.players, options), (0, 0), edges, *networks)

    def play(self, deals: Deals, policies: Sequence[Policy], notes: Notes | None = None) -> Results:
        """Play games with a policy at each seat, and write them down where there are notes; as many as these have room for.

        Games that were cut off pay all seats alike, as a match does; a whole match pays 1.
        """
        lineup = self.native.lineup([self.by.code(p, self.game) for p in policies], [p.effort for p in policies])
        results = self.native.results(len(deals.chances))
        play_games = self.native.games.play_games
        n = int(self.native.call(play_games, self.work, lineup, deals, self.cap, self.whole, results, notes))
        found = Results(*(array[:n] for array in results))
        if self.even is not None:
            found.payoffs[found.lengths < 0, : self.players] = self.even
        return found


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
