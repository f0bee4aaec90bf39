"""Levels of bots as people meet them, and in which games and settings one is found to be stronger than another.

What was found lies in the folder of a game, ``levels.json``, written by ``tuckbox calibrate``. It holds for the rules and
weights that the games were played by; of others nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tuckbox.bots.learnt import meant
from tuckbox.definition.game import Game
from tuckbox.engine.weights import KINDS, digest_of, path_of

LEVELS = {"easy": "learned:easy", "normal": "learned", "hard": "search:normal", "master": "search:hard"}
"""The bots people may seat, and how they play: what has been learnt, by somebody who overlooks things or does not, and
searches that go by it, a short and a long one. Where a game ships nothing that has been learnt, `learned` is greedy."""


class Duel(msgspec.Struct, frozen=True):
    """The share of games that a level won at one seat, a lower one at all others, with its interval; a shared win counts in
    parts."""

    level: str
    lower: str
    games: int
    share: float
    low: float
    high: float


class Calibration(msgspec.Struct, frozen=True):
    """The duels of levels in a setting: for a number of players, these options, and the rules and weights named."""

    players: int
    options: dict[str, str]
    played_by: str
    made: str
    duels: tuple[Duel, ...]

    @property
    def setting(self) -> tuple[int, dict[str, str]]:
        """The setting it is about."""
        return self.players, self.options

    def offered(self) -> tuple[str, ...]:
        """The levels that are stronger than the lower ones, and those that nobody has measured."""
        none = {duel.level for duel in self.duels if duel.low * self.players <= 1}
        return tuple(level for level in LEVELS if level not in none)


def setting_of(game: Game, players: int, options: Mapping[str, Any]) -> tuple[int, dict[str, str]]:
    """The setting of a calibration for such a match: its options as far as they mean something in a single game."""
    return players, {name: str(value) for name, value in meant(game, options).items()}


def played_by(game: Game, players: int) -> str:
    """Names the rules of a game and what it ships for a number of players."""
    paths = [path_of(game, players, kind) for kind in KINDS]
    return " ".join([game.hash, *(digest_of(path.read_bytes()) for path in paths if path.exists())])


def path_for(game: Game) -> Path:
    """The file of a game's calibrations."""
    return game.folder / "levels.json"


@cache
def calibrations(game: Game) -> tuple[Calibration, ...]:
    """All that was found of the levels of a game, be it for today's rules and weights or not."""
    path = path_for(game)
    return msgspec.json.decode(path.read_bytes(), type=tuple[Calibration, ...]) if path.exists() else ()


def keep(game: Game, found: Calibration) -> None:
    """Write down what was found, in the place of what was known of the same setting."""
    others = [each for each in calibrations(game) if each.setting != found.setting]
    path_for(game).write_text(_text([*others, found]), "utf-8")
    calibrations.cache_clear()


def _text(found: Iterable[Calibration]) -> str:
    """One line for each duel."""
    ordered = sorted(found, key=lambda each: (each.players, sorted(each.options.items())))
    return msgspec.json.format(msgspec.json.encode(ordered), indent=1).decode() + "\n"


def offered(game: Game, players: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The levels that a match offers: all of them, but for those that were found to be no stronger than a lower one."""
    asked = setting_of(game, players, options)
    known = next((each for each in calibrations(game) if each.setting == asked), None)
    valid = known is not None and known.played_by == played_by(game, players)
    return known.offered() if known and valid else tuple(LEVELS)
