"""A critic: a network that judges every legal action of a decision with all cards open, and is thrown away after training.

Where hands are hidden, much of what comes of a decision was settled by them; a critic that has seen them leaves that out. It
is learnt from payoffs, of the actions that were chosen (expected SARSA has such values; here nothing is bootstrapped). The
policy learns from what the critic expects of all its actions, by magnetic mirror descent (Sokota et al., 2023,
arXiv:2206.05825): the probability of an action is multiplied by the exponential of its value, and the result is drawn
towards equal probabilities. This has a closed form, which is what the policy is fitted to: policy gradients, which weigh an
action by its own probability, hardly ever raise one that has become small.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import torch
from torch import Tensor
from torch.nn import functional

from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.learner import Hyperparameters, RoundStats, batches, entropy_of, step, values_loss
from tuckbox.learn.network.model import Batch, Network
from tuckbox.learn.network.targets import Targets

JUDGED, FITTED = 4, 1
"""Number of times a round is gone through by the critic, and by the policy."""


class Critic:
    """A network that judges actions, and how it learns to."""

    def __init__(self, network: Network, adam: torch.optim.Adam) -> None:
        self.network, self.adam = network, adam

    def learn(self, decisions: Decisions, targets: Targets, hyper: Hyperparameters, seed: int) -> None:
        """Take gradient steps towards what was paid to who decided."""
        hyper, opened = replace(hyper, epochs=JUDGED), decisions.opened()
        for batch in batches(lambda rows: Batch.of(self.network, opened, targets, rows), len(opened), hyper, seed):
            chosen = self._logits(batch).gather(1, batch.chosen[:, None])[:, 0]
            loss = functional.binary_cross_entropy_with_logits(chosen, batch.returns[:, 0])
            step(self.network, self.adam, loss, hyper.rate)

    def shares(self, batch: Batch) -> Tensor:
        """Expected share of the payoff, for each legal action."""
        with torch.no_grad():
            return torch.sigmoid(self._logits(batch))

    def judged(self, decisions: Decisions, targets: Targets, rows: slice) -> Tensor:
        """The same for some decisions, in standard deviations from the mean of a decision's actions: a step is as large
        whatever a game pays."""
        batch = Batch.of(self.network, decisions.opened(), targets, rows)
        shares = self.shares(batch)
        mean = (shares * batch.legal).sum(1) / batch.legal.sum(1)
        gains = (shares - mean[:, None]) * batch.legal
        return gains / ((gains**2).sum() / batch.legal.sum()).sqrt().clamp(min=1e-6)

    def _logits(self, batch: Batch) -> Tensor:
        return self.network.likings(self.network.hidden(batch.seen, batch.settings), batch.actions)


def mirrored(
    network: Network, critic: Critic, adam: torch.optim.Adam, decisions: Decisions, targets: Targets,
    hyper: Hyperparameters, seed: int,
) -> RoundStats:  # fmt: skip
    """Take gradient steps towards the policy to which mirror descent leads from the present one."""
    hyper, former, stats = replace(hyper, epochs=FITTED), deepcopy(network), []

    def made(rows: slice) -> tuple[Batch, Tensor]:
        batch = Batch.of(network, decisions, targets, rows)
        with torch.no_grad():
            log_policy, _ = former(batch)
        return batch, descended(log_policy, critic.judged(decisions, targets, rows), batch.legal, hyper)

    for batch, wanted in batches(made, len(decisions), hyper, seed):
        log_policy, values = network(batch)
        fitted = -(wanted * log_policy.masked_fill(~batch.legal, 0.0)).sum(1).mean()
        value_loss = values_loss(values, batch)
        step(network, adam, fitted + value_loss, hyper.rate)
        stats.append(torch.stack([value_loss, entropy_of(log_policy, batch), value_loss.new_zeros(())]).detach())
    return RoundStats(*torch.stack(stats).mean(0).tolist())


def descended(log_policy: Tensor, judged: Tensor, legal: Tensor, hyper: Hyperparameters) -> Tensor:
    """Probabilities of the legal actions after one step of mirror descent, by how each is judged; the more entropy is worth,
    the nearer they are to each other."""
    liking = (log_policy + hyper.mirror * judged) / (1 + hyper.mirror * hyper.entropy)
    return torch.softmax(liking.masked_fill(~legal, -1e9), 1)
