"""The games as PettingZoo environments; needs the extra ``tuckbox[pettingzoo]``.

    from tuckbox.adapters import pettingzoo

    env = pettingzoo.env("whiplash", players=3, edition="royal")

Agents are ``player_0``, ``player_1`` ... An observation is ``{"observation": float32, "action_mask": int8}``; what its
numbers mean is told by ``env.planes`` and ``env.describe``. An episode is one game; rewards come at its end. The metadata
say what they are to each other (``zero-sum``, ``identical`` ...) and which agents are a team.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from tuckbox.adapters.position import (
    RAISE,
    GameSetup,
    InProgress,
    Position,
    check_cycles,
    check_illegal,
    drawn,
    obey,
    unknown_options,
)
from tuckbox.definition.game import Game, given_once
from tuckbox.errors import MatchOver, OptionError
from tuckbox.kit.plain import blend
from tuckbox.run.blocks import check_seed
from tuckbox.run.extras import importing

with importing("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Agent = str


class _Common(InProgress):
    """Base of both kinds of environments: seats as agents, spaces, chance. They raise `MatchOver` before the first `reset`,
    and after the end of an episode."""

    def __init__(self, setting: GameSetup, render_mode: str | None, illegal: str, max_cycles: int | None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise OptionError(f"render_mode is ansi or human, not {str(render_mode)[:40]!r}")
        self.setting = setting
        self.render_mode, self.illegal, self.max_cycles = render_mode, check_illegal(illegal), check_cycles(max_cycles)
        self._pays = pays = setting.game.pays(setting.players, setting.options)
        self.metadata = {
            "name": f"{setting.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "render_fps": 2,
            "is_parallelizable": True,
            "payoffs": pays.kind,
            "teams": [[setting.names[seat] for seat in team] for team in pays.all_teams(setting.players)],
        }
        self.possible_agents: list[Agent] = list(setting.names)
        self.agents: list[Agent] = []
        box = {
            "observation": (-1, 1, (setting.size,), np.float32),
            "action_mask": (0, 1, (setting.game.actions.size,), np.int8),
        }
        self.observation_spaces = {
            agent: spaces.Dict({name: spaces.Box(*bounds) for name, bounds in box.items()}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(setting.game.actions.size) for agent in self.possible_agents}
        self._chance = secrets.randbits(62)

    def observation_space(self, agent: Agent) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: Agent) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def describe(self, agent: Agent) -> str:
        """The observation of an agent, in words."""
        return self.setting.describe(self._position.observe(self._seat(agent)))

    def render(self) -> str | None:
        """The table as the agent to act sees it: printed, or returned where ``render_mode`` is ``"ansi"``."""
        if self.render_mode is None:
            return None
        text = drawn(self._position.view(self._position.turn))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def _deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Deal a game; without a seed as chance goes on."""
        if unknown := unknown_options(options):
            warnings.warn(unknown, stacklevel=3)  # no error, for PettingZoo's own tests give some
        if seed is not None:
            self._chance = check_seed(seed)
        self._chance = blend(self._chance, 0)
        self._dealt = Position(self.setting, self._chance)
        self.agents = self.possible_agents[:]

    def _seat(self, agent: Agent) -> int:
        """The seat of an agent. Raises `OptionError` where there is no such agent."""
        if agent not in self.possible_agents:
            raise OptionError(f"there is no agent {repr(agent)[:40]}; the agents are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def _look(self, agent: Agent, asked: bool) -> dict[str, Any]:
        seat = self._seat(agent)
        mask = self._position.mask(seat) if asked else np.zeros(self.setting.game.actions.size, np.int8)
        return {"observation": self._position.observe(seat), "action_mask": mask}

    def _paid(self, seat: int | None) -> dict[Agent, float]:
        """Rewards of all agents; where the illegal action of a seat has ended the episode, those of a game that it
        forfeits."""
        payoff = self._position.payoff
        if seat is not None:
            payoff = self._pays.forfeited(seat, self.setting.players, *map(float, self.setting.game.utility))
        return dict(zip(self.possible_agents, payoff, strict=True))


class TurnEnv(_Common, AECEnv):
    """One agent acts at a time. Made by `env`."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game. There are no `options` of a game: it warns of any."""
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.turn]

    def observe(self, agent: Agent) -> dict[str, Any]:
        """The observation of an agent, with its mask if it is to act."""
        seat = self._seat(agent)
        return self._look(agent, self.asking(seat))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, ends and infos of the agent selected. Raises `MatchOver` before the first `reset`."""
        _ = self._position
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def asking(self, seat: int) -> bool:
        """Whether a seat is the one to act."""
        return not self._position.over and seat == self._position.turn

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent selected. Raises `IllegalAction` if told so by `illegal`."""
        position = self._position
        if not self.agents:
            raise MatchOver("the episode has ended: reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise OptionError(f"{agent} is to act: None is for agents whose game has ended")
        played, why = obey(position, action, self.illegal, self._chance)
        self.infos[agent] = {"replaced" if played is not None else "illegal": why} if why else {}
        if played is not None:
            position.carry_out(played)
        if played is None or position.over:
            self._end(self.terminations, self._paid(self._seat(agent) if played is None else None))
        elif position.too_long or (
            self.max_cycles is not None and position.decisions >= self.max_cycles * len(self.possible_agents)
        ):
            self._end(self.truncations, self.rewards)
        else:
            self.agent_selection = self.possible_agents[position.turn]

    def _end(self, ends: dict[Agent, bool], rewards: dict[Agent, float]) -> None:
        """End the episode, one way or the other, for all agents. Only now is anything paid."""
        ends.update(dict.fromkeys(ends, True))
        self.rewards = rewards
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


class TogetherEnv(_Common, ParallelEnv):
    """All agents act at once. Who is not asked (``infos[agent]["asked"]`` is false) has a mask of the one action 0, and what
    it gives is not looked at: so a policy that samples from masks always can, and learns nothing from a choice that was
    none. Where a response window asks several, all answer in one step. Made by `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[Agent, Any], dict[Agent, dict[str, Any]]]:
        """Deal a new game; observations and infos of all agents. There are no `options` of a game: it warns of any."""
        self._deal(seed, options)
        self._steps = 0
        return self._looks(), self._infos()

    def _looks(self) -> dict[Agent, Any]:
        asked = self._position.asked
        looks = {agent: self._look(agent, self._seat(agent) in asked) for agent in self.agents}
        for look in looks.values():
            if not look["action_mask"].any():
                look["action_mask"][0] = 1
        return looks

    def _infos(self) -> dict[Agent, dict[str, Any]]:
        asked = self._position.asked
        return {agent: {"asked": self._seat(agent) in asked} for agent in self.agents}

    def step(self, actions: Mapping[Agent, int]) -> tuple[dict[Agent, Any], ...]:
        """Carry out the actions of the agents that are asked, in the order of the seats.

        Raises `IllegalAction` if told so by `illegal`, and `OptionError` where an agent that is asked gives none, or there
        is no such agent; then nothing has changed.
        """
        agents, asked = self.agents[:], self._position.asked
        if not agents:
            raise MatchOver("the episode has ended: reset")
        self._check_given(actions, asked)
        told: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        offender = self._answer(asked, actions, told)
        self._steps += 1
        ended = self._position.over or offender is not None
        spent = self.max_cycles is not None and self._steps >= self.max_cycles
        cut = not ended and (spent or self._position.too_long)
        looks, paid = self._looks(), self._paid(offender)
        infos = {agent: {**info, **told[agent]} for agent, info in self._infos().items()}
        if ended or cut:
            self.agents = []
        rewards = {agent: paid[agent] for agent in agents}
        return looks, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def _check_given(self, actions: Mapping[Agent, int], asked: tuple[int, ...]) -> None:
        """Raise `OptionError` where an agent that is asked gives no action, or there is no such agent."""
        if not isinstance(actions, Mapping):
            raise OptionError(
                f"actions are given by their agents, such as {{{self.agents[0]!r}: 0}}, not as {repr(actions)[:40]}"
            )
        for agent in actions:
            self._seat(agent)
        if missing := [self.possible_agents[seat] for seat in asked if self.possible_agents[seat] not in actions]:
            raise OptionError(f"{missing[0]} is asked and gives no action")

    def _answer(self, asked: tuple[int, ...], actions: Mapping[Agent, int], told: dict[Agent, Any]) -> int | None:
        """Play what the seats asked have chosen; the seat whose illegal action ends the episode. `told` gets what became
        of actions that were not legal."""
        twin = self._position.copy()
        for seat in asked:
            agent = self.possible_agents[seat]
            played, why = obey(twin, actions[agent], self.illegal, self._chance)
            if why:
                told[agent] = {"replaced" if played is not None else "illegal": why}
            if played is None:
                return seat
            twin.carry_out(played)
        self._dealt = twin
        return None


def env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    illegal: str = RAISE,
    max_cycles: int | None = None,
    mode: str = "native",
    history: int = 0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> TurnEnv:
    """A game as an `AECEnv`: agents act in turn.

    `illegal` says what to do with an action that is not legal: ``"raise"`` an error, ``"end"`` the episode, which pays as if
    the seat had forfeited the game, or play another at ``"random"``. Observations end with the last `history` actions, as
    each agent was told of them (`tuckbox.adapters.vector.make`). After `max_cycles` decisions for each agent, or the game's
    own bound of all decisions, the episode is truncated. Games run compiled; mode ``"plain"`` runs them as Python, slowly,
    for the debugger. Raises `UnknownGame` or `OptionError`.
    """
    return TurnEnv(GameSetup(game, players, given_once(options, more), mode, history), render_mode, illegal, max_cycles)


def parallel_env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    illegal: str = RAISE,
    max_cycles: int | None = None,
    mode: str = "native",
    history: int = 0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> TogetherEnv:
    """A game as a `ParallelEnv`; see `env`. Agents that are not asked have a mask of action 0 alone.

    `max_cycles` counts steps.
    """
    return TogetherEnv(GameSetup(game, players, given_once(options, more), mode, history), render_mode, illegal, max_cycles)
