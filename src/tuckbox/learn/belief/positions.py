"""Positions to learn from: played by bots among themselves, in blocks of games, here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tuckbox.bots.bots import Policy, goes_by, learnt
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import PositionNotes
from tuckbox.engine.traits import widths
from tuckbox.run.blocks import Array, Arrays, Block, Setting
from tuckbox.run.run import Executor, Run

WORLDS = 16
"""The true world and fifteen others."""

MOST_SECRETS, MOST_PLACES = 24, 64
"""A position with more secrets, or more hidden cards in them, is passed over."""

MOST_OF_A_GAME = 40
"""Mean number of positions of a game for which a block has room."""

_BLOCK = 25
"""Number of games of a block."""

_WORK = "tuckbox.learn.belief.positions:gathered"
_COLUMNS = ("common", "own", "kind", "of", "worlds", "told")


@dataclass(frozen=True)
class Positions:
    """Positions row by row; see `tuckbox.engine.tables.contrast` for what they hold."""

    nets: int
    kinds: int
    common: Array
    own: Array
    kind: Array
    of: Array
    worlds: Array
    told: Array

    def __len__(self) -> int:
        return len(self.told)

    @property
    def games(self) -> Array:
        """The number of the game that each comes from."""
        return self.told[:, 0]

    @property
    def secrets(self) -> Array:
        """Number of secrets of each."""
        return self.told[:, 3]

    @property
    def places(self) -> Array:
        """Number of hidden cards in them."""
        return self.told[:, 4]

    def take(self, rows: Array) -> Positions:
        """Some of them."""
        return Positions(self.nets, self.kinds, *(array[rows] for array in self.arrays()))

    def slices(self, many: int) -> Iterator[Array]:
        """All rows, some at a time."""
        for first in range(0, len(self), many):
            yield np.arange(first, min(first + many, len(self)))

    def arrays(self) -> tuple[Array, ...]:
        """The columns."""
        return tuple(getattr(self, name) for name in _COLUMNS)

    def table(self) -> Arrays:
        """The columns by name, as a block comes to."""
        return dict(zip(_COLUMNS, self.arrays(), strict=True))

    @classmethod
    def of_table(cls, game: Game, table: Arrays) -> Positions:
        """Positions from the table of a block."""
        return cls(widths(game).nets, max(1, len(game.layout.deck)), *(table[name] for name in _COLUMNS))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All rows of some, in their order."""
        arrays = zip(*(part.arrays() for part in parts), strict=True)
        return cls(parts[0].nets, parts[0].kinds, *(np.concatenate(array) for array in arrays))

    @classmethod
    def blank(cls, game: Game, rows: int) -> Positions:
        """Empty arrays for a number of positions."""
        wide, layout = widths(game), game.layout
        secrets, places = min(MOST_SECRETS, wide.secrets), min(MOST_PLACES, max(1, sum(layout.deck.copies)))
        return cls(
            wide.nets,
            max(1, len(layout.deck)),
            np.zeros((rows, wide.common), np.float32),
            np.zeros((rows, secrets, wide.own), np.float32),
            np.zeros((rows, secrets), np.int8),
            np.zeros((rows, places), np.int16),
            np.zeros((rows, WORLDS, places), np.uint8),
            np.zeros((rows, 5 + layout.seats), np.int64),
        )


def gathered(block: Block) -> Arrays:
    """The work of a block: positions of its games, about one in ``more["every"]`` decisions. Each seat of a game is one of
    the bots; search goes by ``more["nets"]``, and by the network that the game ships, as `learned` does."""
    game, more = block.setting.loaded, block.more
    policies = [Policy.parse(name) for name in block.bots]
    native, players, options = engine(game, "native"), block.setting.players, dict(block.setting.options)
    by, edges = goes_by(game, policies), max(policy.edges for policy in policies)
    networks = learnt(game, by, players, options)[1]
    work = native.workspace(game.blank(players, options), edges=edges, nets=more["nets"], networks=networks)
    lineup = native.lineup([by.code(p, game) for p in policies], [p.effort for p in policies])
    noted = Positions.blank(game, MOST_OF_A_GAME * block.games)
    seated = np.zeros(game.layout.seats, np.int64)
    games, notes = (block.seed, block.first, block.games, game.longest), PositionNotes(*noted.arrays())
    found = native.play(native.contrast.gather, work, lineup, *games, more["every"], seated, notes)
    return noted.take(np.arange(found)).table()


def gather(
    setting: Setting,
    bots: Sequence[str],
    nets: Sequence[Mapping[str, Array]] = (),
    *,
    executor: Executor,
    seed: int,
    rows: int,
    every: int,
    progress: Callable[[int], None] = lambda rows: None,
) -> Positions:
    """Positions, at least `rows` if there are any, played by an executor in blocks of games; the same whoever plays."""
    work, parts, total, first = Run(executor), list[Positions](), 0, 0
    more = {"nets": [dict(net) for net in nets], "every": every}
    while total < rows and (total or first < 100 * _BLOCK):
        numbers = [first + _BLOCK * i for i in range(executor.capacity)]
        tables = work.whole([Block(_WORK, setting, tuple(bots), seed, number, _BLOCK, more) for number in numbers])
        parts += [Positions.of_table(setting.loaded, table) for table in tables]
        total, first = sum(map(len, parts)), first + _BLOCK * len(numbers)
        progress(min(total, rows))
    joined = Positions.joined(parts)
    return joined.take(np.arange(min(rows, len(joined))))


def split(positions: Positions) -> tuple[Positions, Positions]:
    """Four fifths of the games to learn from, and the rest to measure by."""
    held = positions.games % 5 == 0
    return positions.take(np.nonzero(~held)[0]), positions.take(np.nonzero(held)[0])
