"""Gradient descent by Adam, for networks small enough that their gradients are written by hand.

So training a belief needs nothing that playing does not. Heads that are deeper may want PyTorch, which is an extra.
"""

from __future__ import annotations

from math import cos, pi, sqrt

import numpy as np

from tuckbox.run.blocks import Array


class Adam:
    """Leads named arrays down their gradients; the rate falls to nothing over `steps` along half a cosine."""

    def __init__(self, parameters: dict[str, Array], steps: int, rate: float, decay: float) -> None:
        self.parameters, self.steps, self.rate, self.decay = parameters, steps, rate, decay
        self.first = {name: np.zeros_like(value) for name, value in parameters.items()}
        self.second = {name: np.zeros_like(value) for name, value in parameters.items()}
        self.step = 0

    def descend(self, gradients: dict[str, Array]) -> None:
        """One step; `decay` draws all weights towards zero, by this share times the rate."""
        self.step += 1
        rate = self.rate * (1 + cos(pi * min(1.0, self.step / self.steps))) / 2
        rate *= sqrt(1 - 0.999**self.step) / (1 - 0.9**self.step)
        for name, gradient in gradients.items():
            first, second, value = self.first[name], self.second[name], self.parameters[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            value -= rate * (first / (np.sqrt(second) + 1e-8) + self.decay * value)
