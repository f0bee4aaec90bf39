"""One seat of a game as a Gymnasium environment, bots in the others; needs the extra ``tuckbox[gymnasium]``.

    from tuckbox.adapters import gymnasium

    env = gymnasium.env("whiplash", players=3, seat=0, bots="greedy")

An observation is a row of float32 (``env.planes`` and ``env.describe`` tell what it means), the legal actions are in
``info["action_mask"]`` and ``env.action_masks()``. An episode is one game; the reward comes at its end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tuckbox.adapters.position import END, Position, Setting, check_illegal, drawn, obey
from tuckbox.bots.bots import Bot, Policy
from tuckbox.engine.game import Game
from tuckbox.errors import MatchOver, OptionError

Step = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[NDArray[np.float32], int]):
    """The environment; made by `env`."""

    def __init__(
        self,
        setting: Setting,
        seat: int,
        policies: Mapping[int, Policy],
        render_mode: str | None,
        illegal: str,
        max_cycles: int | None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render_mode is ansi, not {str(render_mode)[:40]!r}")
        if max_cycles is not None and max_cycles < 1:
            raise OptionError("max_cycles is at least 1")
        self.setting, self.seat, self.policies, self.planes = setting, seat, policies, setting.planes
        self.render_mode, self.illegal, self.max_cycles = render_mode, check_illegal(illegal), max_cycles
        self.metadata = {"render_modes": ["ansi"], "render_fps": 2}
        self.observation_space = gymnasium.spaces.Box(-1, 1, (setting.size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(setting.game.actions.size)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game, in which the seat is to decide."""
        super().reset(seed=seed)
        while True:
            deal, rivals, chance = (int(number) for number in self.np_random.integers(1 << 62, size=3))
            self._position, self._chance, self._steps = Position(self.setting, deal), random.Random(chance), 0
            self._bots = {s: _bot(policy, self.setting.game, rivals % (1 << 60) + s) for s, policy in self.policies.items()}
            self._let_bots_play()
            if not self._position.over:  # else it ended before the seat's first decision
                self._ended = False
                return self._look(), self._info()

    def step(self, action: int) -> Step:
        """Carry out an action and let the bots answer it. Raises `MatchOver` after the end of an episode."""
        if self._ended:
            raise MatchOver("the episode has ended: reset")
        played, why = obey(self._position, int(action), self.illegal, self._chance)
        if played is None:
            self._ended = True
            return self._look(), float(self.setting.game.utility[0]), True, False, {**self._info(), "illegal": why}
        self._position.play(played)
        self._let_bots_play()
        self._steps += 1
        over = self._position.over
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        self._ended = over or cut
        info = {**self._info(), "replaced": why} if why else self._info()
        return self._look(), self._position.payoff[self.seat], over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as learners with masks ask for them."""
        return self._position.mask(self.seat).astype(np.bool_)

    def describe(self) -> str:
        """What the seat observes, in words."""
        return self.setting.describe(self._look())

    def render(self) -> str | None:
        """The table as the seat sees it."""
        return drawn(self._position.view(self.seat)) if self.render_mode else None

    def _let_bots_play(self) -> None:
        position = self._position
        while not position.over and position.turn != self.seat:
            position.play(self._bots[position.turn].choose(position.view(position.turn)))

    def _look(self) -> NDArray[np.float32]:
        return self._position.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._position.mask(self.seat)}


def _bot(policy: Policy, game: Game, seed: int) -> Bot:
    """A bot; to choose at random is not worth waiting for a compiler."""
    return Bot(policy, game, seed, "plain" if policy.name == "random" else "native")


def env(
    game: str | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    bots: str | Iterable[str] = "random",
    render_mode: str | None = None,
    illegal: str = END,
    max_cycles: int | None = None,
    mode: str = "native",
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> SeatEnv:
    """A seat of a game as a `gymnasium.Env`.

    `bots` names one bot for all other seats, or one for each of them from the next seat on. `illegal` says what to do with
    an action that is not legal: ``"end"`` the episode with the least a game can pay, ``"raise"`` an error or play another
    at ``"random"``. After `max_cycles` decisions of the seat the episode is truncated. Games run compiled;
    mode ``"plain"`` runs them as Python, slowly, for the debugger. Raises `UnknownGame` or `OptionError`.
    """
    setting = Setting(game, players, {**(options or {}), **more}, mode)
    if seat not in range(setting.players):
        raise OptionError(f"there is no seat {seat} among {setting.players} players")
    names = [bots] * (setting.players - 1) if isinstance(bots, str) else list(bots)
    if len(names) != setting.players - 1:
        raise OptionError(f"{setting.players - 1} other seats need as many bots (or one for all), not {len(names)}")
    others = [(seat + step) % setting.players for step in range(1, setting.players)]
    policies = {other: Policy.parse(name) for other, name in zip(others, names, strict=True)}
    return SeatEnv(setting, seat, policies, render_mode, illegal, max_cycles)
