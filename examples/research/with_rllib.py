"""RLlib: one network plays all seats of a game against itself, masked.

Needs ``pip install 'ray[rllib]' torch 'tuckbox[pettingzoo]'``.
"""

from __future__ import annotations

from typing import Any

import ray
from gymnasium import spaces
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from tuckbox.adapters import pettingzoo


class Renamed(BaseWrapper):
    """A wrapper that renames PettingZoo's `observation` to the `observations` of RLlib's masked module."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space, renamed."""
        space = super().observation_space(agent)
        return spaces.Dict({"observations": space["observation"], "action_mask": space["action_mask"]})

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation, renamed."""
        look = super().observe(agent)
        return {"observations": look["observation"], "action_mask": look["action_mask"]}


def learn(iterations: int = 2, batch: int = 1000) -> list[float]:
    """Some iterations of PPO; after each, how long the games were on average."""
    register_env("tuckbox", lambda settings: PettingZooEnv(Renamed(pettingzoo.env(**settings))))
    config = (
        PPOConfig()
        # its check of environments chooses without looking at masks
        .environment("tuckbox", env_config={"game": "whiplash", "players": 2}, disable_env_checking=True)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=batch, minibatch_size=250, num_epochs=2)
    )
    algorithm, lengths = config.build_algo(), []
    for _ in range(iterations):
        result: dict[str, Any] = algorithm.train()
        lengths.append(float(result["env_runners"]["episode_len_mean"]))
    algorithm.stop()
    return lengths


if __name__ == "__main__":
    print(learn())
    ray.shutdown()
