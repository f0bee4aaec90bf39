"""Thousands of tables stepped in compiled code on all cores: arrays in, arrays out.

>>> env = make("whiplash", tables=3, players=2, seed=7)
>>> env.observations.shape, env.masks.shape, env.seats
((3, 490), (3, 107), array([0, 1, 0], dtype=int8))
>>> batch = env.step(env.masks.argmax(axis=1))
>>> batch.observations is env.observations, batch.rewards.shape
(True, (3, 2))

The arrays are made once and written in place; NumPy, PyTorch and JAX read them without a copy
(``torch.from_dlpack(env.observations)``). Keep what you need of a step before the next.

Observations are nearly empty. With ``dtype="uint8"`` a number takes one byte instead of four, and with ``observe="sparse"``
only those that are not zero are written, with their places; `Tables.floats` makes whole rows of floats of either.

>>> small = make("whiplash", tables=3, players=2, seed=7, dtype="uint8", observe="sparse")
>>> bool((small.floats() == make("whiplash", tables=3, players=2, seed=7).observations).all())
True
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NamedTuple, cast, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tuckbox.adapters.position import check_history
from tuckbox.adapters.threads import ThreadTeam
from tuckbox.bots.bots import GoesBy, Policy, by_seat, check_learnt, goes_by, learnt
from tuckbox.definition import past
from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.definition.planes import Plane, describe, most_numbers, planes, scales_of
from tuckbox.engine import scratch
from tuckbox.engine.engine import engine
from tuckbox.engine.memory import MOST_READ
from tuckbox.engine.scratch import Advice, Lineup, Observed, Steps, Workspace
from tuckbox.engine.tables.batch import FIRST, OUTSIDE, RESET, STEP
from tuckbox.engine.think.policies import SEARCH
from tuckbox.engine.weights import Net, blank_net, packed
from tuckbox.errors import IllegalAction, OptionError
from tuckbox.kit.plain import blend
from tuckbox.numbers import is_whole
from tuckbox.run.blocks import check_seed

MOST_TABLES = 1 << 20
_BLOCK = 64
"""Number of tables served at a time; with fewer for each thread, threads cost more than they bring."""


class Sparse(NamedTuple):
    """Observations without their zeros, each with room for w numbers.

    `values` (..., w) float32 or uint8 are the numbers that are not zero, `indices` (..., w) uint16 their places in ascending
    order, `counts` (...) int32 how many there are. Behind them are zeros, at place 0.
    """

    values: NDArray[Any]
    indices: NDArray[Any]
    counts: NDArray[np.int32]


class Batch(NamedTuple):
    """Arrays of all tables after a step; n tables, p players, a actions, k numbers in an observation.

    `observations` (n, k) float32 or uint8, or `Sparse`, is what the seat to decide sees, `masks` (n, a) bool which actions
    it has, `seats` (n,) int8 which seat that is. `rewards` (n, p) float32 is what each seat got by the step: nothing before
    the end of a game. `terminated` and `truncated` (n,) bool say whether a game has ended, or was broken off, by the step;
    the observation is then already that of the next game.
    """

    observations: Any
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


_LEAST = 1e-30
"""The least probability that has a logarithm."""
POLICIES = ("random", "prefer")
DTYPES = ("float32", "uint8")


class Rollout(NamedTuple):
    """Arrays of all tables through some steps; t steps, otherwise as in `Batch`.

    At each step `observations` (t, n, k), `masks` (t, n, a) and `seats` (t, n) are what the seat to decide saw, `actions`
    (t, n) int64 what it did, `rewards` (t, n, p), `terminated` and `truncated` (t, n) what came of it.
    """

    observations: Any
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    actions: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class NetworkRollout(NamedTuple):
    """Arrays of a rollout by a network: those of a `Rollout`, and what it thought.

    `log_probabilities` (t, n) float32 are those of the actions, `values` (t, n, p) float32 the payoff that it expected each
    seat to get.
    """

    observations: Any
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    actions: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    log_probabilities: NDArray[np.float32]
    values: NDArray[np.float32]


class Form(NamedTuple):
    """Form of observations: ``"float32"`` or ``"uint8"``; and the width of sparse ones, None for dense ones."""

    dtype: str = "float32"
    width: int | None = None
    history: int = 0
    """Number of last actions that are told."""


_FLOATS = Form()


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
        form: Form = _FLOATS,
        finals: bool = False,
    ) -> None:
        self.game, self.players, self.options, self.tables, self.form = game, players, dict(options), tables, form
        self.planes: tuple[Plane, ...] = planes(game, players, form.history)
        self.size = self.planes[-1].slice.stop
        self._engine, self._among_bots = engine(game, mode), bool(bots)
        self._batch = Batch(
            self._observation_room(tables),
            np.zeros((tables, game.actions.size), np.bool_),
            np.zeros(tables, np.int8),
            np.zeros((tables, players), np.float32),
            *np.zeros((2, tables), np.bool_),
        )
        self.observations, self.masks, self.seats, self.rewards, self.terminated, self.truncated = self._batch
        self.lengths = np.zeros(tables, np.int32)
        self.finals = np.zeros((tables, self.size), np.float32) if finals else None
        native = self._engine.is_native
        self._chosen: Any = np.zeros(tables, np.int64) if native else [0] * tables
        self._block = min(-(-tables // min(threads, tables)), _BLOCK) if native else tables
        self._rngs = self._engine.rngs(*[0] * (2 * tables))
        self._states, words = self._rooms()
        self._team = self._new_team(words, bots, most, threads - 1 if native else 0)
        self._ending = weakref.finalize(self, self._team.end)
        self._legal, self._busy = self.masks.copy(), threading.Lock()
        self._seed(self._words(seed))  # tables that were never seeded would all play the same
        self.reset()

    def _observation_room(self, *shape: int) -> Any:
        """Arrays for the observations of some tables."""
        dtype, width, _ = self.form
        if width is None:
            return np.zeros((*shape, self.size), dtype)
        places = np.uint16 if self.size <= 1 << 16 else np.uint32
        return Sparse(np.zeros((*shape, width), dtype), np.zeros((*shape, width), places), np.zeros(shape, np.int32))

    def _observed(self, observations: Any) -> Observed:
        """Observations as compiled code takes them."""
        scaled = True if self.form.dtype == "float32" else None
        if isinstance(observations, Sparse):
            return Observed(observations.values, observations.indices, observations.counts, scaled)
        return Observed(observations, None, None, scaled)

    def _check(self, observations: Any) -> None:
        """Refuse to go on where a seat has no action, or numbers of an observation had no room. Raises `RulesError` or
        `OptionError`."""
        self._team.check()
        if self.form.width and (most := observations.counts.max(initial=0)) > self.form.width:
            raise OptionError(f"an observation holds {most} numbers: make these tables with a width of {most} or more")

    def _new_team(self, words: Any, bots: Mapping[int, Policy], most: int, followers: int) -> ThreadTeam:
        """The threads that step the tables, with the bots in their seats; `words` go with the states of the tables."""
        e, states, rngs, policies = self._engine, self._states, self._rngs, list(bots.values())
        by = goes_by(self.game, policies)
        networks = learnt(self.game, by, self.players, self.options)
        edges = max([0, *(policy.edges for policy in policies if policy.kind == SEARCH)])

        def work() -> Workspace:
            tree = e.new_tree(edges) if edges else None
            row = np.zeros(self.size, self.form.dtype) if self.form.width else None
            return Workspace(states, words, rngs, tree, e.scratches(*networks), row)

        mine = [seat for seat in range(self.players) if seat not in bots]
        watcher = mine[0] if len(mine) == 1 else -1
        kept = history_of(self.game, self.players, self.form.history, self.tables)
        observed, shown = self._observed(self.observations), self._batch[1:]
        batch = scratch.Batch(observed, *shown, self.lengths, self.finals, watcher, kept)
        lineup = self._lineup(bots, by) if bots else None
        return ThreadTeam(e, work, batch, most, self._chosen, lineup, self._block, followers)

    def _rooms(self) -> tuple[Any, Any]:
        """States for all tables, block by block, each block behind rows for the engine, of which the first is blank."""
        blocks = -(-self.tables // self._block)
        states, words = self._engine.states(self.game.blank(self.players, self.options), blocks * FIRST + self.tables)
        for block in range(1, blocks):
            states[block * (FIRST + self._block)] = states[0]
        return states, words

    def _lineup(self, bots: Mapping[int, Policy], by: GoesBy) -> Lineup:
        """The policies of all seats, as compiled code knows them."""
        seats = range(self.players)
        codes = [by.code(bots[seat], self.game) if seat in bots else OUTSIDE for seat in seats]
        return self._engine.lineup(codes, [bots[seat].effort if seat in bots else 0 for seat in seats])

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Begin new games at all tables; with a `seed`, or one for each table, chance begins anew too.

        A table with a seed of its own plays the same wherever it stands. Raises `OptionError` for a seed that is none.
        """
        words = [] if seed is None else self._words(seed)
        with self._alone():
            if words:
                self._seed(words)
            self._team.lead(RESET)
        self._check(self.observations)
        return self._batch

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Move the tables while no other thread may, and keep the masks they end with. Raises `OptionError`."""
        if not self._busy.acquire(blocking=False):
            raise OptionError("another thread is stepping these tables: make some for each thread")
        try:
            yield
            np.copyto(self._legal, self.masks)  # what is legal depends on no array that others may write to
        finally:
            self._busy.release()

    def _words(self, seed: int | Sequence[int]) -> list[int]:
        """Seeds of the generators of the tables, two for each. Raises `OptionError` for a seed that is none."""
        alone = np.ndim(seed) == 0
        seeds: list[Any] = [seed] if alone else list(cast(Sequence[int], seed))
        for one in seeds:
            check_seed(one)
        if not alone and len(seeds) != self.tables:
            raise OptionError(f"{self.tables} tables have one seed for all or {self.tables} of them, not {len(seeds)}")
        streams = 2 * self.tables if alone else 2
        return [blend(blend(int(one), 0), number) for one in seeds for number in range(streams)]

    def _seed(self, words: list[int]) -> None:
        """Give each table its two generators."""
        if self._engine.is_native:
            self._rngs["s"] = words
        else:
            for rng, word in zip(self._rngs, words, strict=True):
                rng.s = word

    def step(self, actions: ArrayLike) -> Batch:
        """Carry out one action (n,) at each table, that of the seat in `seats`.

        Raises `IllegalAction` (and then no table has moved) or `OptionError` where there are not n whole numbers.
        """
        chosen = self.checked(actions)
        with self._alone():
            self._chosen[:] = chosen if self._engine.is_native else chosen.tolist()
            table = int(self._engine.call(self._engine.batch.first_refused, self._legal, self._chosen))
            if table >= 0:
                raise IllegalAction(self._why(table, int(chosen[table])))
            self._team.lead(STEP)
        self._check(self.observations)
        return self._batch

    def checked(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        """Actions (n,) as an array. Raises `OptionError` where there are not n whole numbers."""
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of several lengths
            chosen = np.array(None)
        if chosen.shape != (self.tables,) or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"there must be a whole number for each of {self.tables} tables, not {chosen.dtype}{chosen.shape}"
            )
        return chosen

    @overload
    def rollout(self, out: Rollout, policy: str = "random") -> Rollout: ...
    @overload
    def rollout(self, out: NetworkRollout, policy: str | Net = "learned") -> NetworkRollout: ...
    def rollout(self, out: Any, policy: str | Net = "random") -> Any:
        """Play on with a policy at all seats, writing every step into the arrays of `out`.

        It is ``"random"``, ``"prefer"``, or a network: ``"learned"``, which the game ships, ``"learned:FILE"``, or the
        arrays of one (`tuckbox.engine.weights.blank_net` has their names and shapes). Nothing comes back to Python between
        the steps. Then the arrays of `step` show where the tables stand, and the next step or rollout goes on from there.
        Raises `OptionError` for another policy, other shapes, or among bots.
        """
        network = self._network(policy)
        if self._among_bots:
            raise OptionError("a rollout has its policy at every seat: make these tables without bots")
        wanted = _arrays(self.room(0, advised=network is not None))
        arrays, steps = (_arrays(out), len(out.actions)) if isinstance(out, Rollout | NetworkRollout) else ([], 0)
        if len(arrays) != len(wanted) or not all(_fits(*pair, steps) for pair in zip(arrays, wanted, strict=True)):
            kind = "`room(steps, advised=True)` makes" if network is not None else "`room` makes"
            raise OptionError(f"a rollout is written into arrays as {kind} them")
        played = (out.masks, out.seats, out.actions, out.rewards, out.terminated, out.truncated)
        advice = None if network is None else Advice(out.log_probabilities, out.values)
        number = POLICIES.index(policy) if isinstance(policy, str) and policy in POLICIES else 0
        with self._alone():
            if network is not None:
                self._team.advise(network)
            self._team.roll(number, Steps(self._observed(out.observations), *played, advice))
        self._check(out.observations)
        if network is not None:
            low, high = self.game.utility
            out.values[:] = low + (high - low) * out.values
            np.log(np.maximum(out.log_probabilities, _LEAST), out=out.log_probabilities)
        self.rewards[:], self.terminated[:], self.truncated[:] = 0, False, False
        return out

    def _network(self, policy: str | Net) -> Net | None:
        """The network of a policy as compiled rules read it; None for one without. Raises `OptionError`."""
        if isinstance(policy, str):
            if policy in POLICIES:
                return None
            if policy.partition(":")[0] != "learned":
                known = ", ".join(POLICIES)
                raise OptionError(f"a policy is {known}, learned, learned:FILE or a network, not {policy[:40]!r}")
            named = Policy.parse(policy)
            check_learnt(self.game, [named], self.players, self.options)
            return learnt(self.game, goes_by(self.game, [named]), self.players, self.options)[1][0]
        if not isinstance(policy, Mapping):
            raise OptionError(f"a network is arrays by their names, not a {type(policy).__name__}")
        arrays: dict[str, NDArray[Any]] = {}
        for name, zeros in blank_net(self.game, "network").items():
            given = arrays[name] = np.asarray(policy.get(name))
            if given.shape != zeros.shape:
                shape = f"shape {given.shape}" if name in policy else "none"
                raise OptionError(f"a network of {self.game.name} has {name} of shape {zeros.shape}, not {shape}")
            if given.dtype.kind not in "iuf" or not np.isfinite(given).all():
                raise OptionError(f"a network of {self.game.name} has finite numbers in {name}")
        read = int(np.any(arrays["weights1"], axis=1).sum())
        if read > MOST_READ:
            raise OptionError(f"a network reads at most {MOST_READ} numbers of an observation, not {read}")
        return packed(arrays)

    @overload
    def room(self, steps: int, *, advised: Literal[False] = False) -> Rollout: ...
    @overload
    def room(self, steps: int, *, advised: Literal[True]) -> NetworkRollout: ...
    @overload
    def room(self, steps: int, *, advised: bool) -> Rollout | NetworkRollout: ...
    def room(self, steps: int, *, advised: bool = False) -> Rollout | NetworkRollout:
        """Arrays for a rollout of a number of steps; `advised` ones for one by a network. Raises `OptionError`."""
        if not is_whole(steps, 0):
            raise OptionError(f"the number of steps is a whole number from 0, not {repr(steps)[:40]}")
        n = self.tables
        played = Rollout(
            self._observation_room(steps, n),
            np.zeros((steps, n, self.masks.shape[1]), np.bool_),
            np.zeros((steps, n), np.int8),
            np.zeros((steps, n), np.int64),
            np.zeros((steps, n, self.players), np.float32),
            np.zeros((steps, n), np.bool_),
            np.zeros((steps, n), np.bool_),
        )
        if not advised:
            return played
        return NetworkRollout(*played, np.zeros((steps, n), np.float32), np.zeros((steps, n, self.players), np.float32))

    def floats(self, observations: Any = None) -> NDArray[np.float32]:
        """Observations of any form as whole rows of shares (..., k) float32; by default those of the tables. Raises
        `OptionError` for what are none of these tables."""
        rows = self.observations if observations is None else observations
        if isinstance(rows, Sparse):
            values, indices, counts = rows
            rows = np.zeros((*counts.shape, self.size), values.dtype)
            there = np.arange(values.shape[-1]) < counts[..., None]
            rows[(*np.nonzero(there)[:-1], indices[there])] = values[there]
        elif not isinstance(rows, np.ndarray) or rows.shape[-1:] != (self.size,) or rows.dtype not in DTYPES:
            raise OptionError(
                f"observations of these tables are rows of {self.size} numbers, or Sparse, not {repr(rows)[:40]}"
            )
        if rows.dtype != np.uint8:
            return np.array(rows)
        scales, which = scales_of(self.game, self.players, self.form.history)
        return np.asarray(scales[which, rows])

    def _why(self, table: int, action: int) -> str:
        known = 0 <= action < self.game.actions.size
        said = f"`{self.game.actions.text(action)}`" if known else f"action {action}"
        return f"{said} is not legal at table {table}; no table has moved"

    def describe(self, table: int) -> str:
        """The observation of a table in words. Raises `OptionError` for a table that there is not."""
        if not is_whole(table, 0, self.tables - 1):
            raise OptionError(f"there is no table {repr(table)[:40]}; the tables are 0 to {self.tables - 1}")
        rows = self.observations
        one = Sparse(*(array[table] for array in rows)) if isinstance(rows, Sparse) else rows[table]
        return describe(self.game, self.players, self.floats(one).tolist(), self.form.history)

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse to be pickled or copied: tables have threads and memory of their own."""
        raise TypeError("tables cannot be pickled or copied: make them where they are stepped")

    def close(self) -> None:
        """End the threads."""
        self._ending()


def history_of(game: Game, players: int, k: int, tables: int) -> scratch.History | None:
    """Room for the last k actions at tables where none has been made; None where none are told."""
    if k == 0:
        return None
    rings, counts = np.zeros((tables, 2, k, 3), np.int32), np.zeros((tables, 3), np.int64)
    start, windows = planes(game, players)[-1].slice.stop, True if game.layout.windows else None
    return scratch.History(rings, counts, past.columns(game, players), start, past.width(game, players), windows)


def _arrays(played: Rollout | NetworkRollout) -> list[NDArray[Any]]:
    """All arrays of a rollout."""
    observations = played.observations
    return [*(observations if isinstance(observations, Sparse) else (observations,)), *played[1:]]


def _fits(array: Any, wanted: NDArray[Any], steps: int) -> bool:
    """Whether it is an array that can be written to, and as it is wanted, but of so many steps."""
    if not isinstance(array, np.ndarray):
        return False
    fits = array.shape == (steps, *wanted.shape[1:]) and array.dtype == wanted.dtype
    return fits and array.flags.c_contiguous and array.flags.writeable


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
    dtype: DTypeLike = "float32",
    observe: str = "dense",
    width: int | None = None,
    finals: bool = False,
    history: int = 0,
    **more: Any,
) -> Tables:
    """Tables of a game, all with the same options and players.

    Observations are shares in ``"float32"`` or bytes, ``"uint8"``, whose meaning `tuckbox.definition.planes.scales_of`
    tells; ``observe="sparse"`` writes those that are not zero into rows of a fixed `width`, by default as many as there can
    ever be. A smaller one saves memory, and `OptionError` is raised where it does not do. With `finals` the tables' array of
    that name, (n, k) float32, keeps the last observation of each game that a step has ended or broken off, which a learner
    needs to judge what a game broken off would have brought: as your seat sees it, or whoever was to decide if several are
    yours.

    With a `history` of k observations end with the last k actions of the game, the last one first: k * w further numbers of
    0 or 1 (`tuckbox.definition.past.width` gives w). They say whose it was, as seats from the viewer's own, its family, and
    the value of each argument. The viewer's own actions are told whole, those of others as far as they are public: of a
    concealed one what its family leaves open, of an answer to a window that it was given. What has not been is all zeros.

    `bots` names who plays a seat, ``{1: "greedy"}``, or for each seat who plays it, ``[None, "greedy"]``; their decisions
    are made within the step and every other seat is yours. A game longer than `max_decisions` (the game's own bound, unless
    told) is truncated, but not in the middle of a sequence. Raises `UnknownGame` or `OptionError`.
    """
    found = given_game(game)
    number, values = found.settle_options(players, given_once(options, more))
    if not is_whole(tables, 1, MOST_TABLES):
        raise OptionError(f"the number of tables is a whole number from 1 to {MOST_TABLES}, not {repr(tables)[:40]}")
    most = found.longest if max_decisions is None else max_decisions
    if not is_whole(most, 1):
        raise OptionError(f"max_decisions is a whole number, at least one decision, not {repr(most)[:40]}")
    cores = os.cpu_count() or 1
    spread = max(1, min(cores, tables // _BLOCK)) if threads is None else threads
    if not is_whole(spread, 1, tables):
        raise OptionError(f"{tables} tables can be spread over 1 to {tables} threads, not {repr(spread)[:40]}")
    form, policies = form_of(found, number, dtype, observe, width, history), seated(bots, number)
    check_learnt(found, list(policies.values()), number, values)
    return Tables(found, number, values, int(tables), seed, policies, int(spread), int(most), form=form, finals=finals)


def form_of(game: Game, players: int, dtype: DTypeLike, observe: str, width: int | None, history: int = 0) -> Form:
    """The form of observations. Raises `OptionError`."""
    named = str(dtype)
    if not isinstance(dtype, str):
        with suppress(TypeError):  # what is no dtype is none of ours
            named = np.dtype(dtype).name
    if named not in DTYPES:
        raise OptionError(f"dtype is {' or '.join(DTYPES)}, not {named[:40]!r}")
    if observe not in ("dense", "sparse"):
        raise OptionError(f"observe is dense or sparse, not {str(observe)[:40]!r}")
    history = check_history(game, history)
    if observe == "dense":
        if width is not None:
            raise OptionError("a width is for sparse observations")
        return Form(named, None, history)
    size = planes(game, players, history)[-1].slice.stop
    if width is not None and not is_whole(width, 1, size):
        raise OptionError(f"the width of a sparse observation is from 1 to {size}, not {repr(width)[:40]}")
    return Form(named, most_numbers(game, players, history) if width is None else width, history)


def seated(bots: Mapping[int, str] | Iterable[str | None] | None, players: int) -> dict[int, Policy]:
    """The policy of each seat that a bot plays. Raises `OptionError`, also where no seat is left to you."""
    found = by_seat(bots, players)
    if any(policy.manner for policy in found.values()):
        raise OptionError("bots of an environment lean as the game usually does: say greedy, without a manner")
    if any(policy.milliseconds for policy in found.values()):
        raise OptionError("bots of an environment count iterations, not milliseconds: say search:200, for instance")
    return found
