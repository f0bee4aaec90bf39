"""A critic: a network that judges the decisions of a training with all cards open, and is thrown away after it.

Where hands are hidden, much of what comes of a decision was settled by them, and a critic that has seen them leaves that out
of the advantages. It may see more than the seat that decides, since what it says does not depend on the action.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.learner import Hyperparameters, batches, step, values_loss
from tuckbox.learn.network.model import Network
from tuckbox.learn.network.targets import Targets


class Critic:
    """A network that judges, and how it learns to."""

    def __init__(self, network: Network, adam: torch.optim.Adam) -> None:
        self.network, self.adam = network, adam

    def judged(self, decisions: Decisions, batch: int = 8192) -> Decisions:
        """The same decisions with the values that the critic expects."""
        opened, values = decisions.opened(), np.zeros_like(decisions.values)
        with torch.no_grad():
            for first in range(0, len(opened), batch):
                last = min(first + batch, len(opened))
                logits = self._values(*self.network.seen(opened, first, last))
                values[first:last] = torch.sigmoid(logits).cpu().numpy()
        return replace(decisions, values=values)

    def learn(self, decisions: Decisions, targets: Targets, hyper: Hyperparameters, seed: int) -> None:
        """Take gradient steps towards what was paid."""
        for batch in batches(self.network, decisions.opened(), targets, hyper, seed):
            loss = values_loss(self._values(batch.seen, batch.settings), batch)
            step(self.network, self.adam, loss, hyper.rate)

    def _values(self, seen: Tensor, settings: Tensor) -> Tensor:
        return self.network.values(self.network.hidden(seen, settings))
