"""Big work is a list of blocks. A block is a pure function of rules, setting, bots and a range of games to a small table:
the same bytes wherever it is run. A block is what is tried again, resumed, written to disk and sent to a cluster.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.definition.game import game as find_game
from tuckbox.definition.payoffs import Payoffs
from tuckbox.errors import OptionError, RulesError
from tuckbox.numbers import is_whole

MOST_GAMES = 1_000_000_000
Array: TypeAlias = NDArray[Any]
Arrays = dict[str, Array]
"""The result of a block: arrays by name."""

_HERE: dict[tuple[str, str], Game] = {}


@dataclass(frozen=True)
class Setting:
    """A setting to be played: a game, its rules by their hash, the number of players, and all options."""

    game: str
    rules: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()
    whole: bool = False

    @classmethod
    def of(cls, game: str | Game, players: int | None, options: Mapping[str, Any] | None, whole: bool = False) -> Setting:
        """The setting of a question. Raises `OptionError` or `UnknownGame`."""
        game = given_game(game)
        number, values = game.settle_options(players, given_once(options, {}))
        _HERE[game.name, game.hash] = game
        return cls(game.name, game.hash, number, tuple(values.items()), whole)

    @property
    def loaded(self) -> Game:
        """The game itself. Raises `RulesError` where the one installed here has other rules."""
        found = _HERE.get((self.game, self.rules)) or find_game(self.game)
        if found.hash != self.rules:
            raise RulesError(
                f"{self.game} has other rules here ({found.hash}) than where the work comes from ({self.rules})"
            )
        return found

    @property
    def pays(self) -> Payoffs:
        """The kind of its payoffs. Raises as `loaded`."""
        return self.loaded.pays(self.players, dict(self.options))


@dataclass(frozen=True)
class Block:
    """Games from number `first` on, each seat with its bot; `work` names the function, as ``module:name``, and `more`
    is what else it is told."""

    work: str
    setting: Setting
    bots: tuple[str, ...]
    seed: int
    first: int
    games: int
    more: dict[str, Any] = field(default_factory=dict)

    def run(self) -> Arrays:
        """Do the work."""
        return _function(self.work)(self)


@cache
def _function(work: str) -> Callable[[Block], Arrays]:
    module, _, name = work.partition(":")
    function: Callable[[Block], Arrays] = getattr(importlib.import_module(module), name)
    return function


def check_seed(seed: int, called: str = "a seed") -> int:
    """The seed, or what is `called` otherwise, as an int if it is NumPy's. Raises `OptionError` for what is none."""
    if not is_whole(seed, 0, (1 << 63) - 1):
        raise OptionError(f"{called} is a whole number from 0 to 2^63 - 1, not {repr(seed)[:40]}")
    return int(seed)


def check_games(games: int, called: str = "games") -> int:
    """The number of games, or of what is `called` otherwise, as an int if it is NumPy's. Raises `OptionError` for what is
    none."""
    if not is_whole(games, 1, MOST_GAMES):
        raise OptionError(f"the number of {called} is a whole number from 1 to {MOST_GAMES}, not {repr(games)[:40]}")
    return int(games)


def key_of(blocks: Sequence[Block]) -> str:
    """The name of a list of blocks: other work, other settings or other bots anywhere in it, and it is another name."""
    digest = hashlib.sha256()
    for block in blocks:  # which may be made one by one
        digest.update(msgspec.json.encode(block))
    return digest.hexdigest()[:20]


def packed(table: Arrays) -> bytes:
    """A table as bytes; equal tables, equal bytes."""
    rows = [[name, array.dtype.str, array.shape, np.ascontiguousarray(array).tobytes()] for name, array in table.items()]
    return msgspec.msgpack.encode(rows)


def unpacked(data: bytes) -> Arrays:
    """The way back from `packed`.

    >>> unpacked(packed({"wins": np.array([1.0, 2.0])}))
    {'wins': array([1., 2.])}
    """
    return {
        name: np.frombuffer(raw, dtype).reshape(shape).copy() for name, dtype, shape, raw in msgspec.msgpack.decode(data)
    }
