"""Levels of bots as people meet them, and in which games and settings one is found to be stronger than another.

What was found lies in the folder of a game, ``levels.json``, written by ``tuckbox calibrate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tuckbox.bots.bots import EASY
from tuckbox.bots.findings import Findings
from tuckbox.bots.learnt import meant
from tuckbox.definition.game import Game

LEVELS = {"easy": "learned:easy", "normal": "learned", "hard": "search:normal", "master": "search:hard"}
"""The bots people may seat, and how they play: what has been learnt, by somebody who overlooks things or does not, and
searches that go by it, a short and a long one. Where a game ships nothing that has been learnt, `learned` is greedy."""

LOWEST = next(iter(LEVELS))
"""The lowest level."""

Setting = tuple[int, tuple[tuple[str, str], ...]]
"""A number of players, and options with their values."""


class Duel(msgspec.Struct, frozen=True):
    """The share of games that a level won at one seat, or with its partners, a lower one at all others, with its interval; a
    shared win counts in parts."""

    level: str
    lower: str
    games: int
    share: float
    low: float
    high: float


class Calibration(msgspec.Struct, frozen=True):
    """The duels of levels in a setting: for a number of players, these options, and the rules and weights named.

    `overlooked` is the percentage of its legal actions that the lowest level overlooks there. `sides` is the number of
    sides, partners being one; 0 in a calibration made before partners were seated together, when each player was one.
    """

    players: int
    options: dict[str, str]
    played_by: str
    made: str
    duels: tuple[Duel, ...]
    overlooked: int = EASY
    sides: int = 0

    @property
    def setting(self) -> Setting:
        """The setting it is about."""
        return setting_of(self.players, self.options)

    def offered(self) -> tuple[str, ...]:
        """The levels that are stronger than the lower ones, and those that nobody has measured, as long as the highest that
        was measured is a level: where less thinking does not help, more is not sold."""
        stronger = {duel.level: duel.low * (self.sides or self.players) > 1 for duel in self.duels}
        unmeasured = not stronger or list(stronger.values())[-1]
        return tuple(level for level in LEVELS if level == LOWEST or stronger.get(level, unmeasured))


def setting_of(players: int, options: Mapping[str, str]) -> Setting:
    """A setting, in whatever order its options are named."""
    return players, tuple(sorted(options.items()))


CALIBRATIONS = Findings("levels.json", Calibration)


def told_options(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """Options of a match, as far as they mean something in a single game, as a calibration names them."""
    return {name: str(value) for name, value in meant(game, options).items()}


def offered(game: Game, players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The levels that a match offers: all of them, but for those that were found to be no stronger than a lower one, or are
    above such a one and not measured."""
    known = _known(game, players, options)
    return known.offered() if known else tuple(LEVELS)


def bot_of(game: Game, players: int, options: Mapping[str, Any], level: str) -> str:
    """The bot that plays at a level in a match: the lowest overlooks as much as was found right for the setting."""
    known = _known(game, players, options) if level == LOWEST else None
    return easy_bot(known.overlooked) if known else LEVELS[level]


def easy_bot(overlooked: int) -> str:
    """The bot of the lowest level that overlooks this percentage of its legal actions."""
    return LEVELS[LOWEST] if overlooked == EASY else f"{LEVELS[LOWEST]}:{overlooked}"


def _known(game: Game, players: int, options: Mapping[str, Any]) -> Calibration | None:
    return CALIBRATIONS.valid(game, setting_of(players, told_options(game, options)))
