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
import weakref
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuckbox.adapters.threads import ThreadTeam
from tuckbox.bots.bots import GoesBy, Policy, goes_by, learnt
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.definition.planes import Plane, describe, planes
from tuckbox.engine import scratch
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import Lineup, Steps, Workspace
from tuckbox.engine.tables.batch import FIRST, OUTSIDE, RESET, STEP
from tuckbox.engine.think.policies import SEARCH
from tuckbox.errors import IllegalAction, OptionError
from tuckbox.kit.plain import blend

MOST_TABLES = 1 << 20
_BLOCK = 64
"""Number of tables served at a time; with fewer for each thread, threads cost more than they bring."""


class Batch(NamedTuple):
    """Arrays of all tables after a step; n tables, p players, a actions, k numbers in an observation.

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


POLICIES = ("random", "prefer")


class Rollout(NamedTuple):
    """Arrays of all tables through some steps; t steps, otherwise as in `Batch`.

    At each step `observations` (t, n, k), `masks` (t, n, a) and `seats` (t, n) are what the seat to decide saw, `actions`
    (t, n) int64 what it did, `rewards` (t, n, p), `terminated` and `truncated` (t, n) what came of it.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    actions: NDArray[np.int64]
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
        self._chosen: Any = [0] * tables if mode == "plain" else np.zeros(tables, np.int64)
        block = -(-tables // max(1, min(threads, tables)))
        self._block = tables if mode == "plain" else min(block, _BLOCK)
        self._blank = game.blank(players, options)
        self._among_bots = bool(bots)
        states, words = self._rooms()
        self._states, self._rngs = states, self._engine.rngs(*[0] * (2 * tables))
        policies = list(bots.values())
        by = goes_by(game, policies)
        networks = learnt(game, by, players, self.options)
        edges = max([0, *(policy.edges for policy in policies if policy.kind == SEARCH)])
        e, rngs = self._engine, self._rngs

        def work() -> Workspace:
            return Workspace(states, words, rngs, e.new_tree(edges) if edges else None, e.scratches(*networks))

        arrays = (self.observations, self.masks, self.seats, self.rewards, self.terminated, self.truncated, self.lengths)
        lineup = self._lineup(bots, by) if bots else None
        followers = 0 if mode == "plain" else threads - 1
        self._crew = ThreadTeam(e, work, scratch.Batch(*arrays), most, self._chosen, lineup, self._block, followers)
        self._ending = weakref.finalize(self, self._crew.end)
        self.reset(seed)

    def _rooms(self) -> tuple[Any, Any]:
        """States for all tables, block by block, each block behind rows for the engine, of which the first is blank."""
        blocks = -(-self.tables // self._block)
        states, words = self._engine.states(self._blank, blocks * FIRST + self.tables)
        for block in range(1, blocks):
            states[block * (FIRST + self._block)] = states[0]
        return states, words

    def _lineup(self, bots: Mapping[int, Policy], by: GoesBy) -> Lineup:
        """The policies of all seats, as compiled code knows them."""
        seats = range(self.players)
        codes = [by.code(bots[seat], self.game) if seat in bots else OUTSIDE for seat in seats]
        return self._engine.lineup(codes, [bots[seat].effort if seat in bots else 0 for seat in seats])

    def reset(self, seed: int | None = None) -> Batch:
        """Begin new games at all tables; with a `seed` chance begins anew too.

        Raises `OptionError` for a seed that is none.
        """
        if seed is not None:
            if not 0 <= seed < 1 << 63:
                raise OptionError("a seed is a whole number from 0 to 2^63 - 1")
            self._sow(seed)
        self._crew.lead(RESET)
        return self._batch

    def _sow(self, seed: int) -> None:
        """Give each table its two generators, by its number."""
        first = blend(seed, 0)  # seeds that are near each other must not share games
        words = [blend(first, number) for number in range(2 * self.tables)]
        if self._engine.is_native:
            self._rngs["s"] = words
        else:
            for rng, word in zip(self._rngs, words, strict=True):
                rng.s = word

    def step(self, actions: ArrayLike) -> Batch:
        """Carry out one action (n,) at each table, that of the seat in `seats`.

        Raises `IllegalAction` (and then no table has moved) or `OptionError` where there are not n whole numbers.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.tables,) or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"there must be a whole number for each of {self.tables} tables, not {chosen.dtype}{chosen.shape}"
            )
        self._chosen[:] = chosen if self._engine.is_native else chosen.tolist()
        table = int(self._engine.call(self._engine.batch.first_refused, self.masks, self._chosen))
        if table >= 0:
            raise IllegalAction(self._why(table, int(chosen[table])))
        self._crew.lead(STEP)
        return self._batch

    def rollout(self, out: Rollout, policy: str = "random") -> Rollout:
        """Play on with a policy at all seats, ``"random"`` or ``"prefer"``, writing every step into the arrays of `out`.

        Nothing comes back to Python between the steps. Then the arrays of `step` show where the tables stand, and the next
        step or rollout goes on from there. Raises `OptionError` for another policy, other shapes, or among bots.
        """
        if policy not in POLICIES:
            raise OptionError(f"a policy is {' or '.join(POLICIES)}, not {str(policy)[:40]!r}")
        if self._among_bots:
            raise OptionError("a rollout has its policy at every seat: make these tables without bots")
        steps = len(out.actions)
        arrays: list[tuple[Any, Any]] = list(zip(out, self.room(0), strict=True))
        for array, expected in arrays:
            if array.shape != (steps, *expected.shape[1:]) or array.dtype != expected.dtype or not array.flags.c_contiguous:
                raise OptionError("a rollout is written into arrays as `room` makes them")
        self._crew.roll(POLICIES.index(policy), Steps(*out))
        self.rewards[:], self.terminated[:], self.truncated[:] = 0, False, False
        return out

    def room(self, steps: int) -> Rollout:
        """Arrays for a rollout of a number of steps."""
        n, sizes = self.tables, (self.observations.shape[1], self.masks.shape[1])
        return Rollout(
            np.zeros((steps, n, sizes[0]), np.float32),
            np.zeros((steps, n, sizes[1]), np.bool_),
            np.zeros((steps, n), np.int8),
            np.zeros((steps, n), np.int64),
            np.zeros((steps, n, self.players), np.float32),
            np.zeros((steps, n), np.bool_),
            np.zeros((steps, n), np.bool_),
        )

    def _why(self, table: int, action: int) -> str:
        known = 0 <= action < self.game.actions.size
        said = f"`{self.game.actions.text(action)}`" if known else f"action {action}"
        return f"{said} is not legal at table {table}; no table has moved"

    def describe(self, table: int) -> str:
        """The observation of a table in words."""
        return describe(self.game, self.players, self.observations[table].tolist())

    def close(self) -> None:
        """End the threads."""
        self._ending()


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
    spread = max(1, min(cores, tables // _BLOCK)) if threads is None else threads
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
