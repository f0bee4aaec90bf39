"""Stable-Baselines3: its PPO with masks learns Whiplash against the greedy bot.

Needs ``pip install sb3-contrib 'tuckbox[gymnasium]'``.
"""

from __future__ import annotations

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy


def learn(steps: int = 5_000) -> float:
    """Learn for some steps; the mean payoff over 200 games then."""
    env = gymnasium.make("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", players=2, bots="greedy", illegal="raise")
    model = MaskablePPO("MlpPolicy", env, n_steps=min(1024, steps), batch_size=64, seed=1, device="cpu")
    model.learn(steps)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=200, warn=False)
    return float(mean)


if __name__ == "__main__":
    print(f"mean payoff against greedy: {learn():.2f}")
