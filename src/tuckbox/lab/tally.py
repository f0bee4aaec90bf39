"""Sums over games by the thousand, the same in any order of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.run.blocks import Arrays, Block

_ARRAYS = ("wins", "bot_wins", "paid", "bot_paid", "histogram")
_COUNTS = ("games", "decisions", "unfinished", "drawn")


def wins_of(paid: NDArray[np.float64], firsts: Sequence[int]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The share of its win that each seat of each game has, and whether anybody has won it. A win is shared by the teams
    that get most; `firsts` holds a seat of each team.

    >>> wins_of(np.array([[1.0, 1, 0], [0, 0, 0]]), [0, 1, 2])
    (array([[0.5, 0.5, 0. ],
           [0. , 0. , 0. ]]), array([ True, False]))
    """
    best = paid == paid.max(axis=1, keepdims=True)
    decided = ~best.all(axis=1) if paid.shape[1] > 1 else best.any(axis=1)
    winners = best[:, firsts].sum(axis=1, keepdims=True)
    return np.where(decided[:, None], best / winners, 0.0), decided


@dataclass
class Tally:
    """Results of some games, seat by seat and bot by bot. A win is shared between the `teams` that win (without any each
    seat is one); `paid` holds the sum and the sum of squares of payoffs."""

    players: int
    teams: Sequence[Sequence[int]] = ()
    games: int = 0
    decisions: int = 0
    unfinished: int = 0
    drawn: int = 0
    wins: Any = None
    bot_wins: Any = None
    paid: Any = None
    bot_paid: Any = None
    histogram: Any = field(default_factory=lambda: np.zeros(1, np.int64))

    def __post_init__(self) -> None:
        self.wins, self.bot_wins = np.zeros(self.players), np.zeros(self.players)
        self.paid, self.bot_paid = np.zeros((2, self.players)), np.zeros((2, self.players))
        self.firsts = [team[0] for team in self.teams] or list(range(self.players))

    def add(self, lengths: Any, payoffs: Any, order: Sequence[int]) -> None:
        """Count games in which seat p was played by bot ``order[p]``; nobody wins one that was cut off."""
        finished = lengths >= 0
        self.games += len(lengths)
        self.decisions += int(np.abs(lengths).sum())
        self.unfinished += int((~finished).sum())
        paid = payoffs[:, : self.players]
        shares, decided = wins_of(paid, self.firsts)
        shares, decided = np.where(finished[:, None], shares, 0.0), decided & finished
        self.drawn += int((~decided).sum())
        won = shares.sum(axis=0)
        bots, sums = list(order), np.array([paid.sum(axis=0), (paid * paid).sum(axis=0)])
        self.paid += sums
        self.bot_paid[:, bots] += sums
        self.wins += won
        self.bot_wins[bots] += won
        self._count(np.bincount(lengths[finished]))

    def _count(self, counts: Any) -> None:
        """Add to the histogram of lengths, which grows as it must."""
        longest = max(len(counts), len(self.histogram))
        self.histogram = sum(np.pad(each, (0, longest - len(each))) for each in (counts, self.histogram))

    def table(self) -> Arrays:
        """All of it as arrays."""
        counts = np.array([getattr(self, name) for name in _COUNTS], np.int64)
        return {"counts": counts, **{name: getattr(self, name) for name in _ARRAYS}}

    def merge(self, table: Arrays) -> None:
        """Add what a block has come to."""
        for name, count in zip(_COUNTS, table["counts"].tolist(), strict=True):
            setattr(self, name, getattr(self, name) + count)
        for name in _ARRAYS[:-1]:
            setattr(self, name, getattr(self, name) + table[name])
        self._count(table["histogram"])


def tallied(block: Block, lengths: Any, payoffs: Any) -> Tally:
    """Sums of results; ``more["order"]`` says which bot, by its place in the list, sat where."""
    players = block.setting.players
    tally = Tally(players, block.setting.pays.all_teams(players))
    tally.add(lengths, payoffs, block.more.get("order") or range(players))
    return tally
