"""Proximal policy optimization with a clipped objective (Schulman et al., 2017, arXiv:1707.06347).

The policy may be pulled to a reference that is refreshed now and then (magnetic mirror descent, Sokota et al., 2023,
arXiv:2206.05825): what goes round in circles without comes nearer to an equilibrium with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.model import Batch, Network
from tuckbox.learn.network.targets import Targets

Made = TypeVar("Made")


@dataclass(frozen=True)
class Hyperparameters:
    """Hyperparameters of one round: the learning rate, the weight of the entropy, the clipping of the ratio, the weight of
    the divergence from the reference, and the step of mirror descent."""

    rate: float
    entropy: float
    epochs: int = 2
    batch: int = 2048
    clip: float = 0.2
    pull: float = 0.0
    mirror: float = 0.0


@dataclass(frozen=True)
class RoundStats:
    """Means over a round: the loss of the values, the entropy of the policy, and the share of ratios that were clipped."""

    value_loss: float
    entropy: float
    clipped: float


def learn(
    network: Network, reference: Network, adam: torch.optim.Adam, decisions: Decisions, targets: Targets,
    hyper: Hyperparameters, seed: int,
) -> RoundStats:  # fmt: skip
    """Take gradient steps on one round of games, pulled to the policy of `reference` if at all."""
    stats = []
    mean, deviation = float(targets.advantages.mean()), float(targets.advantages.std()) + 1e-6
    for batch in batches(lambda rows: Batch.of(network, decisions, targets, rows), len(decisions), hyper, seed):
        log_policy, values = network(batch)
        ratio = torch.exp(log_policy.gather(1, batch.chosen[:, None])[:, 0] - batch.log_probabilities)
        advantage = (batch.advantages - mean) / deviation
        clipped = ratio.clamp(1 - hyper.clip, 1 + hyper.clip) * advantage
        objective = torch.minimum(ratio * advantage, clipped).mean()
        entropy = entropy_of(log_policy, batch)
        value_loss = values_loss(values, batch)
        loss = value_loss - objective - hyper.entropy * entropy
        if hyper.pull:
            loss = loss + hyper.pull * divergence(log_policy, reference, batch)
        step(network, adam, loss, hyper.rate)
        outside = ((ratio - 1).abs() > hyper.clip).float().mean()
        stats.append(torch.stack([value_loss, entropy, outside]).detach())
    return RoundStats(*torch.stack(stats).mean(0).tolist())


def batches(made: Callable[[slice], Made], rows: int, hyper: Hyperparameters, seed: int) -> Iterator[Made]:
    """Batches of the rows of a round, each `made` once, in each epoch in an order drawn by a seed."""
    rng, kept = np.random.default_rng(seed), dict[int, Made]()
    for _ in range(hyper.epochs):
        for first in rng.permutation(np.arange(0, rows, hyper.batch)).tolist():
            if first not in kept:
                kept[first] = made(slice(first, min(first + hyper.batch, rows)))
            yield kept[first]


def step(network: Network, adam: torch.optim.Adam, loss: Tensor, rate: float) -> None:
    """Take a gradient step."""
    for group in adam.param_groups:
        group["lr"] = rate
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    adam.step()


def entropy_of(log_policy: Tensor, batch: Batch) -> Tensor:
    """Mean entropy of a policy."""
    return -(log_policy.exp() * log_policy.masked_fill(~batch.legal, 0.0)).sum(1).mean()


def values_loss(values: Tensor, batch: Batch) -> Tensor:
    """Mean cross-entropy of the values, where their returns are to be learnt."""
    losses = functional.binary_cross_entropy_with_logits(values, batch.returns, reduction="none").mean(1)
    return (losses * batch.equals).sum() / batch.equals.sum().clamp(min=1)


def divergence(log_policy: Tensor, reference: Network, batch: Batch) -> Tensor:
    """Mean Kullback-Leibler divergence of a policy from that of the reference."""
    with torch.no_grad():
        log_reference, _ = reference(batch)
    ratio = (log_policy - log_reference).masked_fill(~batch.legal, 0.0)
    return (log_policy.exp() * ratio).sum(1).mean()
