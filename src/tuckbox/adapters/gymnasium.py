"""One seat of a game as a Gymnasium environment, bots in the others; needs the extra ``tuckbox[gymnasium]``.

    import gymnasium

    env = gymnasium.make("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", players=3, seat=0, bots="greedy")

or `env` of this module, which takes a game that is not installed too. To import this module makes all installed games
known to Gymnasium: ``tuckbox/Whiplash-v0``, ``tuckbox/Keywhiz-v0`` ... A name with ``module:`` before it imports it.

An observation is a row of float32 (``env.planes`` and ``env.describe`` tell what it means), the legal actions are in
``info["action_mask"]`` and ``env.action_masks()``. An episode is one game; the reward comes at its end.

``gymnasium.make_vec`` makes many tables that are stepped together in compiled code: `SeatTables`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tuckbox.adapters import vector
from tuckbox.adapters.position import (
    END,
    RAISE,
    RANDOM,
    GameSetup,
    InProgress,
    Position,
    check_cycles,
    check_illegal,
    drawn,
    obey,
    seed_of,
    unknown_options,
)
from tuckbox.bots.bots import Bot, Policy, check_learnt, check_seat
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.engine.think.policies import SEARCH
from tuckbox.errors import MatchOver, OptionError
from tuckbox.run.extras import importing

with importing("gymnasium"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Look = Any
"""An observation: a row (k,) of float32, or where it is masked ``{"observation": row, "action_mask": int8}``."""
Bots = str | Iterable[str | None] | Mapping[int, str]
"""A bot for all other seats, one for each from the next seat on, one for each by its number, or a list of all seats with
None for one's own."""
Step = tuple[Look, float, bool, bool, dict[str, Any]]


class Unsupported(OptionError, TypeError):
    """An argument that environments do not take. Libraries that make environments by name try arguments of their own, and
    only after a `TypeError` do without: Stable-Baselines3 ``render_mode="rgb_array"``, TorchRL ``frameskip``."""


class SeatEnv(InProgress, gymnasium.Env[Look, int]):
    """The environment; made by `env`. It raises `MatchOver` before the first `reset`."""

    def __init__(
        self,
        setting: GameSetup,
        seat: int,
        policies: Mapping[int, Policy],
        render_mode: str | None,
        illegal: str,
        max_cycles: int | None,
        masked: bool,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise Unsupported(f"render_mode is ansi, not {str(render_mode)[:40]!r}")
        self.setting, self.seat = setting, seat
        self.render_mode, self.illegal, self.max_cycles = render_mode, check_illegal(illegal), check_cycles(max_cycles)
        self.metadata = {"render_modes": ["ansi"], "render_fps": 2}
        self.masked, self._ended = masked, True
        self._bots = {other: _bot(policy, setting) for other, policy in policies.items()}
        self.observation_space, self.action_space = _spaces(setting, masked)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Look, dict[str, Any]]:
        """Deal a game, in which the seat is to decide. Raises `OptionError` for any `options`."""
        if unknown := unknown_options(options):
            raise OptionError(unknown)
        super().reset(seed=seed_of(seed))
        while True:
            deal, rivals, self._chance = self.np_random.integers(1 << 62, size=3).tolist()
            self._dealt, self._steps = Position(self.setting, deal), 0
            for seat, bot in self._bots.items():
                bot.reseed(rivals % (1 << 60) + seat)
            self._let_bots_play()
            if not self._position.over and not self._position.too_long:  # else it ended before the seat's first decision
                self._ended = False
                return self._look(), self._info()

    def step(self, action: int) -> Step:
        """Carry out an action and let the bots answer it. Raises `MatchOver` after the end of an episode."""
        position = self._position
        if self._ended:
            raise MatchOver("the episode has ended: reset")
        played, why = obey(position, action, self.illegal, self._chance)
        if played is None:
            self._ended = True
            return self._look(), float(self.setting.game.utility[0]), True, False, {**self._info(), "illegal": why}
        position.carry_out(played)
        self._let_bots_play()
        self._steps += 1
        over = self._position.over
        spent = self.max_cycles is not None and self._steps >= self.max_cycles
        cut = not over and (spent or self._position.too_long)
        self._ended = over or cut
        info = {**self._info(), "replaced": why} if why else self._info()
        return self._look(), self._position.payoff[self.seat], over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as learners with masks ask for them."""
        return self._position.mask(self.seat).astype(np.bool_)

    def describe(self) -> str:
        """The observation of the seat, in words."""
        return self.setting.describe(self._position.observe(self.seat))

    def render(self) -> str | None:
        """The table as the seat sees it."""
        return drawn(self._position.view(self.seat)) if self.render_mode else None

    def _let_bots_play(self) -> None:
        position = self._position
        while not position.over and position.turn != self.seat and not position.too_long:
            position.let_play(self._bots[position.turn])

    def _look(self) -> Look:
        row = self._position.observe(self.seat)
        return {"observation": row, "action_mask": self._position.mask(self.seat)} if self.masked else row

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._position.mask(self.seat)}


def _setup(
    game: str | Game, players: int | None, options: Mapping[str, Any] | None, more: Mapping[str, Any], mode: str,
    history: int,
) -> GameSetup:  # fmt: skip
    """The game with its options, of which `more` were given as keywords. Raises `UnknownGame` or `OptionError`, which is
    `Unsupported` for a keyword that is no option."""
    try:
        return GameSetup(game, players, given_once(options, more), mode, history)
    except OptionError as error:
        if strange := [name for name in more if name not in given_game(game).layout.options]:
            raise Unsupported(f"unexpected keyword argument '{strange[0]}': {error}") from None
        raise


def _bot(policy: Policy, setting: GameSetup) -> Bot:
    """A bot in the mode of the table; a search is compiled for any."""
    return Bot(policy, setting.game, mode="native" if policy.kind == SEARCH else setting.mode)


def _spaces(setting: GameSetup, masked: bool) -> tuple[Any, gymnasium.spaces.Discrete]:
    """The space of observations, with the mask of actions if they are `masked`, and that of actions."""
    size = setting.game.actions.size
    rows = gymnasium.spaces.Box(-1, 1, (setting.size,), np.float32)
    if not masked:
        return rows, gymnasium.spaces.Discrete(size)
    both = {"observation": rows, "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8)}
    return gymnasium.spaces.Dict(both), gymnasium.spaces.Discrete(size)


def _seats(setting: GameSetup, seat: int, bots: Bots) -> dict[int, str]:
    """The bots of the other seats, by seat. Raises `OptionError` for a seat there is not or another number of bots."""
    check_seat(seat, setting.players)
    if isinstance(bots, Mapping):
        if {*bots} != {*range(setting.players)} - {seat}:
            raise OptionError(f"bots are given for seats {[*bots]}, and seat {seat} of {setting.players} plays")
        return dict(bots)
    if not isinstance(bots, Iterable):
        raise OptionError(f"bots are names, one for all other seats or one for each, not {repr(bots)[:40]}")
    given = [bots] * (setting.players - 1) if isinstance(bots, str) else list(bots)
    if len(given) == setting.players and given[seat] is None:
        given = given[seat + 1 :] + given[:seat]
    names = [name for name in given if name is not None]
    if not len(names) == len(given) == setting.players - 1:
        raise OptionError(f"{setting.players - 1} other seats need as many bots (or one for all), not {len(given)}")
    others = [(seat + step) % setting.players for step in range(1, setting.players)]
    return dict(zip(others, names, strict=True))


def env(
    game: str | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    bots: Bots = "random",
    render_mode: str | None = None,
    illegal: str = END,
    masked: bool = False,
    max_cycles: int | None = None,
    mode: str = "native",
    history: int = 0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> SeatEnv:
    """A seat of a game as a `gymnasium.Env`.

    `bots` names one bot for all other seats, or one for each of them from the next seat on, or by its number. A list of all
    seats, ``[None, "greedy"]``, has None for your own. `illegal` says what to do with an action that is not legal: ``"end"``
    the episode with the least a game can pay, ``"raise"`` an error or play another at ``"random"``. If it is `masked`, an
    observation is ``{"observation": row, "action_mask": int8}``, as learners want it that look for the mask there. It ends
    with the last `history` actions as the seat was told of them (`tuckbox.adapters.vector.make`). After `max_cycles`
    decisions of the seat, or the game's own bound of all decisions, the episode is truncated. Games run compiled; mode
    ``"plain"`` runs them as Python, slowly, for the debugger. Raises `UnknownGame` or `OptionError`.
    """
    setting = _setup(game, players, options, more, mode, history)
    policies = {other: Policy.parse(name) for other, name in _seats(setting, seat, bots).items()}
    check_learnt(setting.game, list(policies.values()), setting.players, setting.options)
    return SeatEnv(setting, seat, policies, render_mode, illegal, max_cycles, masked)


class SeatTables(VectorEnv[Any, NDArray[np.int64], NDArray[np.int64]]):
    """A seat at many tables, stepped together in compiled code with the bots in the others; made by `gymnasium.make_vec`.

        envs = gymnasium.make_vec("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", num_envs=1024, bots="greedy")

    ``infos["action_mask"]`` (n, actions) holds what is legal; if they are `masked`, observations hold it too. Where a game
    has ended the next is dealt within the step, and the observation is already of that one (`AutoresetMode.SAME_STEP`). Of
    games that have ended or were broken off ``infos["final_obs"]`` (n, k) holds the last observation and
    ``infos["final_info"]`` the payoffs of all seats; ``infos["_final_obs"]`` says which tables these are. Their mask, in
    ``infos["final_info"]`` even if they are `masked`, allows all actions, since nothing is decided there any more. An action
    that is not legal raises `IllegalAction`, and then no table has moved, or is replaced at ``"random"``, as `illegal` says.
    """

    def __init__(self, tables: vector.Tables, setting: GameSetup, illegal: str, masked: bool) -> None:
        self.tables, self.setting, self.illegal, self.num_envs = tables, setting, illegal, tables.tables
        self.masked, self._seeded = masked, False
        self.seat, self.planes = int(tables.seats[0]), setting.planes
        self.autoreset_mode = AutoresetMode.SAME_STEP  # TorchRL asks for this one
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = _spaces(setting, masked)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[np.integer[Any]] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal at all tables, each from a seed of its own if there are several. Without any, chance goes on as it was;
        it begins as anybody's guess. Raises `OptionError`, also for any `options`."""
        if unknown := unknown_options(options):
            raise OptionError(unknown)
        given: Any = list(cast(Sequence[int | None], seed)) if np.ndim(cast(Any, seed)) else seed_of(seed)
        several = isinstance(given, list)
        if several and any(one is None for one in given):
            raise OptionError("a list of seeds has one for each table")
        super().reset(seed=None if several else given)
        if given is None and not self._seeded:
            given = int(self.np_random.integers(1 << 62))
        self.tables.reset(given)
        if several:
            # what replaces illegal actions depends on the seeds, too
            self._np_random = np.random.default_rng(np.array(given))
        self._seeded = True
        return self._look(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action (n,) at each table; arrays of n, which stay as they are when it goes on. Raises `IllegalAction`,
        `OptionError` for what is no action for each table, and `MatchOver` before the first `reset`."""
        if not self._seeded:
            raise MatchOver("no game has been dealt: reset first")
        chosen = self.tables.checked(actions)
        batch = self.tables.step(self._replaced(chosen) if self.illegal == RANDOM else chosen)
        paid, infos = batch.rewards[:, self.seat].copy(), self._infos()
        over = batch.terminated | batch.truncated
        if over.any():
            assert self.tables.finals is not None
            payoffs = np.where(over[:, None], batch.rewards, 0)
            infos |= {"final_obs": self.tables.finals * over[:, None], "_final_obs": over}
            masks = np.repeat(over[:, None], self.tables.masks.shape[1], axis=1).astype(np.int8)
            last = {"payoffs": payoffs, "_payoffs": over, "action_mask": masks, "_action_mask": over}
            infos |= {"final_info": last, "_final_info": over}
        return self._look(), paid, batch.terminated.copy(), batch.truncated.copy(), infos

    def _look(self) -> Any:
        rows = self.tables.observations.copy()
        return {"observation": rows, "action_mask": self.tables.masks.astype(np.int8)} if self.masked else rows

    def _replaced(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """The actions, those that are not legal replaced at random."""
        masks = self.tables.masks
        known = (actions >= 0) & (actions < masks.shape[1])
        wrong = ~(known & masks[np.arange(len(actions)), np.where(known, actions, 0)])
        others = (self.np_random.random(masks[wrong].shape) * masks[wrong]).argmax(axis=1)
        replaced = actions.copy()
        replaced[wrong] = others
        return replaced

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.tables.masks.astype(np.int8)}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.tables.close()


def vector_env(
    game: str | Game,
    num_envs: int = 1,
    players: int | None = None,
    *,
    seat: int = 0,
    bots: Bots = "random",
    illegal: str = RAISE,
    masked: bool = False,
    max_cycles: int | None = None,
    threads: int | None = None,
    history: int = 0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> SeatTables:
    """A seat at `num_envs` tables, as `gymnasium.make_vec` asks for it. Raises `UnknownGame` or `OptionError`.

    If they are `masked`, observations are ``{"observation": (n, k), "action_mask": (n, actions) int8}``. They end with the
    last `history` actions. `max_cycles` counts decisions of all seats here.
    """
    if illegal not in (RAISE, RANDOM):
        raise OptionError(f"many tables go on together: illegal is raise or random, not {str(illegal)[:40]!r}")
    setting = _setup(game, players, options, more, "native", history)
    tables = vector.make(
        setting.game,
        tables=num_envs,
        players=setting.players,
        bots=_seats(setting, seat, bots),
        threads=threads,
        max_decisions=check_cycles(max_cycles),
        options=setting.options,
        finals=True,
        history=history,
    )
    return SeatTables(tables, setting, illegal, masked)


def environment_id(name: str) -> str:
    """Gymnasium's id of an installed game.

    >>> environment_id("whiplash")
    'tuckbox/Whiplash-v0'
    """
    return f"tuckbox/{name.capitalize()}-v0"


def register_all() -> list[str]:
    """Make all installed games known to Gymnasium; the names they have there. To import this module has done it."""
    names = {environment_id(name): name for name in installed()}
    for identifier, name in names.items():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier, f"{__name__}:env", vector_entry_point=f"{__name__}:vector_env", kwargs={"game": name}
            )
    return list(names)


register_all()
