"""Positions to learn from: played by the house's rivals among themselves, many games at once on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Any

import numpy as np

from tuckbox.bots.bots import Policy
from tuckbox.engine.engine import engine
from tuckbox.engine.game import Game
from tuckbox.engine.traits import widths
from tuckbox.learn.adam import Array

WORLDS = 16
"""The true world and fifteen others."""

MOST_SECRETS, MOST_PLACES = 24, 64
"""A position with more secrets, or more hidden cards in them, is passed over."""


@dataclass(frozen=True)
class Positions:
    """Positions row by row; see `tuckbox.engine.contrast` for what they hold."""

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
        """How many secrets each has."""
        return self.told[:, 3]

    @property
    def places(self) -> Array:
        """How many hidden cards lie in them."""
        return self.told[:, 4]

    def take(self, rows: Array) -> Positions:
        """Some of them."""
        return Positions(self.nets, self.kinds, *(array[rows] for array in self._arrays()))

    def slices(self, many: int) -> Iterator[Array]:
        """All rows, so many at a time."""
        for first in range(0, len(self), many):
            yield np.arange(first, min(first + many, len(self)))

    def _arrays(self) -> tuple[Array, ...]:
        return self.common, self.own, self.kind, self.of, self.worlds, self.told

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All rows of some, in their order."""
        arrays = zip(*(part._arrays() for part in parts), strict=True)
        return cls(parts[0].nets, parts[0].kinds, *(np.concatenate(array) for array in arrays))

    @classmethod
    def blank(cls, game: Game, rows: int) -> Positions:
        """Room for so many."""
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


def gathered(
    game: Game,
    blank: Any,
    policies: Sequence[Policy],
    nets: Sequence[Mapping[str, Array]] = (),
    *,
    seed: int,
    first: int,
    games: int,
    every: int,
    rows: int,
) -> Positions:
    """Positions of games `first` to ``first + games - 1`` of a seed, about one in `every` decisions, at most `rows`."""
    native = engine(game, "native")
    states, words = native.states(blank)
    codes, efforts = np.array([p.code(game) for p in policies]), np.array([p.effort for p in policies])
    room = (states, words, native.rngs(0, 0), native.tree(max(p.edges for p in policies)), native.scratches(nets))
    noted = Positions.blank(game, rows)
    seated = np.zeros(game.layout.seats, np.int64)
    limits = (game.longest, codes, efforts, *game.utility, every, seated)
    found = native.call(native.contrast.gather, *room, seed, first, games, *limits, *noted._arrays())
    return noted.take(np.arange(found))


def gather(
    game: Game,
    blank: Any,
    policies: Sequence[Policy],
    nets: Sequence[Mapping[str, Array]] = (),
    *,
    seed: int,
    rows: int,
    every: int,
    block: int = 25,
    progress: Callable[[int], None] = lambda rows: None,
) -> Positions:
    """At least so many positions, played in blocks of games on all cores; the same on any machine."""
    parts: list[Positions] = []
    total, first, cores = 0, 0, cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:

        def play(number: int) -> Future[Positions]:
            room = {"seed": seed, "first": number, "games": block, "every": every, "rows": 40 * block}
            return pool.submit(gathered, game, blank, policies, nets, **room)

        while total < rows and (total or first < 100 * block):
            for future in [play(first + block * i) for i in range(cores)]:
                parts.append(future.result())
                total += len(parts[-1])
            first += block * cores
            progress(min(total, rows))
    joined = Positions.joined(parts)
    return joined.take(np.arange(min(rows, len(joined))))


def split(positions: Positions) -> tuple[Positions, Positions]:
    """Four fifths of the games to learn from, and the rest to measure by."""
    held = positions.games % 5 == 0
    return positions.take(np.nonzero(~held)[0]), positions.take(np.nonzero(held)[0])
