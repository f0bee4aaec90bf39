"""TorchRL: masked rollouts of one seat through Gymnasium, and of all seats at once through PettingZoo.

Needs ``pip install torchrl 'tuckbox[gymnasium,pettingzoo]'``.
"""

from __future__ import annotations

from tensordict import TensorDictBase
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv

from tuckbox.adapters import gymnasium, pettingzoo


def one_seat(steps: int = 100) -> TensorDictBase:
    """Random legal actions of a seat at a table with a greedy bot; `ActionMask` draws from the mask of each step."""
    env = GymWrapper(gymnasium.env("whiplash", players=2, bots="greedy", masked=True, illegal="raise"))
    return TransformedEnv(env, ActionMask()).rollout(steps, break_when_any_done=False)


def all_seats(steps: int = 100) -> TensorDictBase:
    """Random legal actions of three seats at once; who is not asked has a mask of one action, which nobody looks at."""
    env = PettingZooWrapper(pettingzoo.parallel_env("whiplash", players=3), use_mask=True, group_map=None)
    return env.rollout(steps, break_when_any_done=False)


if __name__ == "__main__":
    print(one_seat())
    print(all_seats())
