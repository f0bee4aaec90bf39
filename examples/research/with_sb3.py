"""Stable-Baselines3: its PPO with masks learns Whiplash against a rival that plays at random.

Needs ``pip install sb3-contrib 'tuckbox[gymnasium]'``. In 100,000 steps, some minutes, the mean payoff went from about .3 to
between .7 and .9 (1 is a win), depending on the seed and on the versions of the libraries.
"""

from __future__ import annotations

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy


def learn(steps: int = 100_000, games: int = 1_000) -> tuple[float, float]:
    """Learn for some steps; the mean payoff over some games before and after."""
    env = gymnasium.make("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", players=2, bots="random", illegal="raise")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=min(1024, steps), batch_size=min(256, steps), learning_rate=1e-3, gamma=1.0, seed=1,
        device="cpu",
    )  # fmt: skip
    before, _ = evaluate_policy(model, env, n_eval_episodes=games, warn=False)
    model.learn(steps)
    after, _ = evaluate_policy(model, env, n_eval_episodes=games, warn=False)
    return float(before), float(after)


if __name__ == "__main__":
    print("mean payoff against random: {:.2f} before, {:.2f} after".format(*learn()))
