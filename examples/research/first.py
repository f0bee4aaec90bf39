"""The games in the interfaces of the field: a game each, played at random. Needs the extra `research`."""

from __future__ import annotations

import random

import numpy as np


def with_pettingzoo() -> dict[str, float]:
    """A game of Royal Whiplash, agent by agent; what each got."""
    from tuckbox.adapters import pettingzoo

    env = pettingzoo.env("whiplash", players=3, edition="royal")
    env.reset(seed=7)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        look, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(env.action_space(agent).sample(look["action_mask"])))
    return total


def with_gymnasium() -> float:
    """A game against two greedy bots; what our seat got."""
    from tuckbox.adapters import gymnasium

    env = gymnasium.env("whiplash", players=3, bots="greedy")
    _, info = env.reset(seed=7)
    over, reward = False, 0.0
    while not over:
        action = np.random.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(int(action))
        over = terminated or truncated
    return reward


def with_many_tables() -> float:
    """A step at 256 tables against a greedy bot each; what our seat got at all of them."""
    import gymnasium as gym

    envs = gym.make_vec("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", num_envs=256, bots="greedy")
    _, infos = envs.reset(seed=7)
    looks, rewards, over, cut, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert looks.shape[0] == len(over) == len(cut) == 256
    return float(rewards.sum())


def with_openspiel() -> list[float]:
    """A game with its chance explicit; what each seat got."""
    from tuckbox.adapters import openspiel

    state = openspiel.load("whiplash", players=3, edition="royal").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(numbers, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return list(state.returns())


if __name__ == "__main__":
    print(with_pettingzoo(), with_gymnasium(), with_many_tables(), with_openspiel())
