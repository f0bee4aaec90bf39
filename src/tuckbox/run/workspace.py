"""Simulators of games with their memory: states, generators, trees and scratch, kept from block to block."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from tuckbox.bots.bots import GoesBy, Policy, check_learnt, goes_by, learnt
from tuckbox.bots.leaning import check_leaning
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine
from tuckbox.engine.scratch import Deals, Notes, Results, Workspace
from tuckbox.engine.think.policies import GREEDY, SEARCH
from tuckbox.errors import OptionError
from tuckbox.kit.records import PlainRecord
from tuckbox.run.ahead import PlainGames
from tuckbox.run.blocks import Setting

_MOST_KEPT = 4
_KEPT = threading.local()

_SMALL_TREE = 64
_SEARCHED: set[Game] = set()
"""The games in which somebody searches in this process."""


def expect_search(game: Game) -> None:
    """Compile what is compiled of a game from now on for searches, too: said before anything is played, it is done once."""
    _SEARCHED.add(game)


def consecutive(seed: int, first: int, games: int) -> Deals:
    """Games `first` to ``first + games - 1`` of a seed."""
    numbers = np.arange(first, first + games)
    return Deals(seed, numbers, numbers)


def most_decisions(game: Game, whole: bool) -> int:
    """Maximum number of decisions in a game, or in a `whole` match."""
    return game.longest * (100 if whole else 1)


class Simulator:
    """Plays games of one setting in one thread; calls release the interpreter lock, so that threads use all cores."""

    def __init__(self, setting: Setting, edges: int, by: GoesBy) -> None:
        self.by = by
        self.game, self.whole, self.players = setting.loaded, setting.whole, setting.players
        self.options, self.edges = dict(setting.options), edges
        self.even = 1 / self.players if self.whole else setting.pays.even(self.players)
        self.cap = most_decisions(self.game, self.whole)
        """Maximum number of decisions in a game, or in a whole match; what is longer is cut off."""
        self.plain_games = PlainGames(self.game, self.blank, self.whole)

    @property
    def blank(self) -> PlainRecord:
        """The state before anything is dealt."""
        return self.game.blank(self.players, self.options)

    @cached_property
    def native(self) -> Engine:
        """The compiled rules."""
        return engine(self.game, "native")

    @cached_property
    def work(self) -> Workspace:
        """The memory of compiled play. Who does not search gets a tree all the same where others in this process have one:
        what is compiled for these serves them, too."""
        if self.edges:
            expect_search(self.game)
        edges = self.edges or _SMALL_TREE * (self.game in _SEARCHED)
        return self.native.workspace(self.blank, (0, 0), edges, *learnt(self.game, self.by, self.players, self.options))

    def play(self, deals: Deals, policies: Sequence[Policy], notes: Notes | None = None) -> Results:
        """Play games with a policy at each seat, and write them down where there are notes; as many as these have room for.

        Games that were cut off pay all seats alike, as a match does; a whole match pays 1. The first are played plainly
        where nothing has been compiled yet (see `PlainGames`).
        """
        results = self.plain_games.plain.results(len(deals.chances))
        n = self.plain_games.play(deals, policies, self.cap, results) if notes is None else 0
        if n < len(deals.chances):
            left = Deals(deals.seed, deals.chances[n:], deals.decisions[n:])
            n += self.play_compiled(left, policies, Results(*(array[n:] for array in results)), notes)
        found = Results(*(array[:n] for array in results))
        if self.even is not None:
            found.payoffs[found.lengths < 0, : self.players] = self.even
        return found

    def play_compiled(self, deals: Deals, policies: Sequence[Policy], results: Results, notes: Notes | None = None) -> int:
        """Play games in compiled code; return of how many there are results."""
        lineup = self.native.lineup([self.by.code(p, self.game) for p in policies], [p.effort for p in policies])
        play_games = self.native.games.play_games
        return int(self.native.play(play_games, self.work, lineup, deals, self.cap, self.whole, results, notes))


def simulator_for(setting: Setting, policies: Sequence[Policy]) -> Simulator:
    """This thread's simulator of a setting, with a tree as large as the policies want."""
    kept: dict[tuple[Setting, int, GoesBy], Simulator] = _KEPT.__dict__.setdefault("kept", {})
    key = setting, max(policy.edges for policy in policies), goes_by(setting.loaded, policies)
    if key not in kept:
        while len(kept) >= _MOST_KEPT:
            del kept[next(iter(kept))]
        kept[key] = Simulator(*key)
    return kept[key]


def checked(setting: Setting, policies: Sequence[Policy], tell: Callable[[str], None]) -> None:
    """See that bots have the weights that their names promise, and that `prefer` gives valid weights; tell what searches go
    without. Raises `OptionError` or `RulesError`."""
    goes_by(setting.loaded, policies)  # raises where there is no room for all of it
    if any(policy.kind in (GREEDY, SEARCH) for policy in policies):
        check_leaning(setting.loaded, setting.players, dict(setting.options))
    for lack in check_learnt(setting.loaded, policies, setting.players, dict(setting.options)):
        tell(lack)


def parsed(bots: Sequence[str]) -> list[Policy]:
    """The policies of bots' names. Raises `OptionError`, also for a search that is counted in milliseconds: it would play
    otherwise on another machine."""
    policies = [Policy.parse(bot) for bot in bots]
    if any(policy.milliseconds for policy in policies):
        raise OptionError("the lab counts iterations, not milliseconds: say search:2000, for instance")
    return policies
