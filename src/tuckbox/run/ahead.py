"""Games in plain Python, where few are asked for and nothing has been compiled yet.

Compiling the rules of a game takes many seconds, a game in plain Python hundredths of one. Both modes play the same games,
so a clock may decide in which of them each is played.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from tuckbox.bots.bots import Policy
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import Deals, Results
from tuckbox.engine.think.policies import GREEDY, RANDOM
from tuckbox.kit.records import PlainRecord

SECONDS, BYTES_A_SECOND = 3.0, 10_000
"""Minimum number of seconds of CPU from the first game on in which a process plays plainly, and number of bytes of rules for
each of which it does so for a second: some quarter of what compiling takes. What is left then is worth compiling for."""

_LONGEST = 2_000
"""Maximum number of decisions of such a game; nothing can end a longer one when its time is up."""

_UNTIL: dict[Path, float] = {}
"""CPU time of this process at which the time of a game is up, by the folder in which its compiled code is going to lie."""

_PLAYED: set[Game] = set()
"""The games of which some were played plainly."""


class PlainGames:
    """Games, or `whole` matches, from a `blank` state; played in plain Python until they are compiled, or time is up."""

    def __init__(self, game: Game, blank: PlainRecord, whole: bool) -> None:
        self.plain = engine(game, "plain")
        self.folder = self.plain.native_folder
        self.blank, self.whole = blank, whole

    def play(self, deals: Deals, policies: Sequence[Policy], cap: int, results: Results) -> int:
        """Play as many of the games as there is time for, in their order, and write their results; returns how many.

        What takes more than `cap` decisions is cut off.
        """
        if not self._has_time or any(policy.kind not in (RANDOM, GREEDY) for policy in policies):
            return 0
        work = self.plain.workspace(self.blank, (0, 0))
        lineup = self.plain.lineup([p.code(self.plain.game) for p in policies], [p.effort for p in policies])
        longest, games = min(cap, _LONGEST), len(deals.chances)
        for g in range(games):
            one = Deals(deals.seed, [int(deals.chances[g])], [int(deals.decisions[g])])
            row = Results(*(array[g : g + 1] for array in results))
            self.plain.play(self.plain.games.play_games, work, lineup, one, longest, self.whole, row, None)
            if row.lengths[0] < 0 and longest < cap:
                return g
            _PLAYED.add(self.plain.game)
            if not self._has_time:
                return g + 1
        return games

    @property
    def _has_time(self) -> bool:
        """Whether nothing has been compiled and the time is not up; it begins to run when this is first read."""
        now = time.process_time()
        if self.folder not in _UNTIL:
            _UNTIL[self.folder] = 0.0 if any(self.folder.glob("play_games-*.entry")) else now + self._seconds
        return now < _UNTIL[self.folder]

    @property
    def _seconds(self) -> float:
        """Seconds of CPU in which the game is played plainly."""
        return max(SECONDS, self.plain.rules_bytes / BYTES_A_SECOND)


def has_played(game: Game) -> bool:
    """Whether this process has played games plainly, and so has no speed to be proud of."""
    return game in _PLAYED
