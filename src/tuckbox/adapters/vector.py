"""Thousands of tables stepped in compiled code on all cores: arrays in, arrays out.

>>> env = make("whiplash", tables=3, players=2, seed=7)
>>> env.observations.shape, env.masks.shape, env.seats
((3, 492), (3, 107), array([0, 1, 0], dtype=int8))
>>> batch = env.step(env.masks.argmax(axis=1))
>>> batch.observations is env.observations, batch.rewards.shape
(True, (3, 2))

The arrays are made once and written in place; NumPy, PyTorch and JAX read them without a copy
(``torch.from_dlpack(env.observations)``). Keep what you need of a step before the next.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuckbox.bots.bots import Policy
from tuckbox.engine.batch import FIRST, OUTSIDE
from tuckbox.engine.engine import Engine, engine
from tuckbox.engine.game import Game
from tuckbox.engine.game import game as find_game
from tuckbox.engine.planes import Plane, describe, planes
from tuckbox.engine.policies import SEARCH
from tuckbox.errors import IllegalAction, OptionError
from tuckbox.kit.plain import blend

MOST_TABLES = 1 << 20
_FEWEST = 64
"""With fewer tables than this for each, threads cost more than they bring."""


class Batch(NamedTuple):
    """What all tables show after a step; n tables, p players, a actions, k numbers in an observation.

    `observations` (n, k) float32 is what the seat to decide sees, `masks` (n, a) bool which actions it has, `seats` (n,)
    int8 which seat that is. `rewards` (n, p) float32 is what each seat got by the step: nothing before the end of a game.
    `terminated` and `truncated` (n,) bool say whether a game has ended, or was broken off, by the step; the observation
    is then already that of the next game.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Tables:
    """Tables at which one game each is played; use `make`.

    The same seed and the same actions give the same arrays, with any number of threads.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any],
        tables: int,
        seed: int,
        bots: Mapping[int, Policy],
        threads: int,
        most: int,
        mode: str = "native",
    ) -> None:
        self.game, self.players, self.options, self.tables = game, players, dict(options), tables
        self.planes: tuple[Plane, ...] = planes(game, players)
        size = self.planes[-1].slice.stop
        self.observations = np.zeros((tables, size), np.float32)
        self.masks = np.zeros((tables, game.actions.size), np.bool_)
        self.seats = np.zeros(tables, np.int8)
        self.rewards = np.zeros((tables, players), np.float32)
        self.terminated, self.truncated = np.zeros((2, tables), np.bool_)
        self.lengths = np.zeros(tables, np.int32)
        self._batch = Batch(self.observations, self.masks, self.seats, self.rewards, self.terminated, self.truncated)
        self._engine = engine(game, mode)
        kinds = np.array([bots[seat].kind if seat in bots else OUTSIDE for seat in range(players)])
        efforts = np.array([bots[seat].effort if seat in bots else 0 for seat in range(players)])
        edges = max([0, *(policy.edges for policy in bots.values() if policy.kind == SEARCH)])
        among = (kinds, efforts, *game.utility) if bots else ()
        shares = np.array_split(np.arange(tables), threads)
        self._shares = [
            _Share(self._engine, game.blank(players, options), self, share, most, edges, among) for share in shares
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Begin new games at all tables; with a `seed` chance begins anew too.

        Raises `OptionError` for a seed that is none.
        """
        if seed is not None:
            if not 0 <= seed < 1 << 63:
                raise OptionError("a seed is a whole number from 0 to 2^63 - 1")
            for share in self._shares:
                share.sow(seed)
        self._do("reset")
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Carry out one action (n,) at each table, that of the seat in `seats`.

        Raises `IllegalAction` (and then no table has moved) or `OptionError` where there are not n whole numbers.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.tables,) or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"there must be a whole number for each of {self.tables} tables, not {chosen.dtype}{chosen.shape}"
            )
        chosen = np.ascontiguousarray(chosen, np.int64)
        table = int(self._engine.call(self._engine.batch.first_refused, self.masks, chosen))
        if table >= 0:
            raise IllegalAction(self._why(table, int(chosen[table])))
        self._do("step", chosen)
        return self._batch

    def _why(self, table: int, action: int) -> str:
        known = 0 <= action < self.game.actions.size
        said = f"`{self.game.actions.text(action)}`" if known else f"action {action}"
        return f"{said} is not legal at table {table}; no table has moved"

    def _do(self, name: str, *arrays: Any) -> None:
        """Have all threads do their shares."""
        if self._pool is None:
            self._shares[0].do(name, *arrays)
        else:
            for done in [self._pool.submit(share.do, name, *arrays) for share in self._shares]:
                done.result()

    def describe(self, table: int) -> str:
        """The observation of a table in words."""
        return describe(self.game, self.players, self.observations[table].tolist())

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


class _Share:
    """The tables one thread serves, with its own scratch; calls release the interpreter lock."""

    def __init__(
        self,
        e: Engine,
        blank: Any,
        env: Tables,
        share: NDArray[np.int64],
        most: int,
        edges: int,
        among: tuple[Any, ...],
    ) -> None:
        self.engine, self.first, self.n = e, int(share[0]), len(share)
        self.part = slice(self.first, self.first + self.n)
        self.states, words = e.states(blank, FIRST + self.n)
        self.rngs = e.rngs(*[0] * (2 * self.n))
        arrays = (env.observations, env.masks, env.seats, env.rewards, env.terminated, env.truncated, env.lengths)
        self.arguments: tuple[Any, ...] = (
            self.states,
            self.rngs,
            e.scratches(),
            most,
            *(array[self.part] for array in arrays),
        )
        self.among_bots = bool(among)
        if among:
            self.arguments += (words, e.tree(edges) if edges else None, *among)

    def sow(self, seed: int) -> None:
        """Give each table its generators, by its number among all."""
        for table in range(self.n):
            for stream in range(2):
                word = _stream(seed, 2 * (self.first + table) + stream)
                if self.engine.is_native:
                    self.rngs[2 * table + stream]["s"] = word
                else:
                    self.rngs[2 * table + stream].s = word

    def do(self, name: str, *arrays: Any) -> None:
        """Reset or step."""
        function = getattr(self.engine.batch, f"{name}_among_bots" if self.among_bots else name)
        parts = [array[self.part] if self.engine.is_native else array[self.part].tolist() for array in arrays]
        self.engine.call(function, *self.arguments, *parts)


def _stream(seed: int, number: int) -> int:
    """The seed of a generator: seeds that are near each other must not share games."""
    return blend(blend(seed, 0), number)


def make(
    game: str | Game,
    *,
    tables: int = 1024,
    players: int | None = None,
    seed: int = 0,
    bots: Mapping[int, str] | Iterable[str | None] | None = None,
    threads: int | None = None,
    max_decisions: int | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Tables:
    """Tables of a game, all with the same options and players.

    `bots` names who plays a seat, ``{1: "greedy"}`` or ``[None, "greedy"]``; their decisions are made within the step and
    every other seat is yours. A game longer than `max_decisions` (the game's own bound, unless told) is truncated. Raises
    `UnknownGame` or `OptionError`.
    """
    found = find_game(game) if isinstance(game, str) else game
    number, values = found.settle_options(players, {**(options or {}), **more})
    if not 1 <= tables <= MOST_TABLES:
        raise OptionError(f"the number of tables is from 1 to {MOST_TABLES}")
    most = found.longest if max_decisions is None else max_decisions
    if most < 1:
        raise OptionError("a game has at least one decision")
    cores = os.cpu_count() or 1
    spread = max(1, min(cores, tables // _FEWEST)) if threads is None else threads
    if not 1 <= spread <= tables:
        raise OptionError(f"{tables} tables can be spread over 1 to {tables} threads, not {spread}")
    return Tables(found, number, values, tables, seed, seated(bots, number), spread, most)


def seated(bots: Mapping[int, str] | Iterable[str | None] | None, players: int) -> dict[int, Policy]:
    """The policy of each seat that a bot plays. Raises `OptionError`, also where no seat is left to you."""
    named = dict(bots) if isinstance(bots, Mapping) else dict(enumerate(bots or ()))
    for seat in named:
        if seat not in range(players):
            raise OptionError(f"there is no seat {seat} among {players} players")
    found = {seat: Policy.parse(name) for seat, name in named.items() if name is not None}
    if len(found) == players:
        raise OptionError("bots have taken all seats: leave one to yourself")
    if any(policy.manner for policy in found.values()):
        raise OptionError("bots of an environment lean as the game usually does: say greedy, without a manner")
    if any(policy.milliseconds for policy in found.values()):
        raise OptionError("bots of an environment count iterations, not milliseconds: say search:200, say")
    return found
