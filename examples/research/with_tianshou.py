"""Tianshou: all seats of a game through PettingZoo, each with a policy of its own.

Needs ``pip install 'tianshou>=2' 'tuckbox[pettingzoo]'``.
"""

from __future__ import annotations

from tianshou.algorithm import MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.data import Collector
from tianshou.env import DummyVectorEnv, PettingZooEnv

from tuckbox.adapters import pettingzoo


def play(episodes: int = 20) -> list[float]:
    """Three seats that act at random among what is legal; the mean payoff of each."""
    env = PettingZooEnv(pettingzoo.env("whiplash", players=3))
    seats = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=seats, env=env)
    tables = DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.env("whiplash", players=3)) for _ in range(2)])
    collected = Collector(algorithm, tables).collect(n_episode=episodes, reset_before_collect=True)
    return [float(mean) for mean in collected.returns.mean(axis=0)]


if __name__ == "__main__":
    print(play())
