"""Proximal policy optimisation (Schulman and others, 2017): small steps from what was played to what paid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.lessons import Lessons
from tuckbox.learn.network.model import Batch, Network


@dataclass(frozen=True)
class Pace:
    """How one learns from a round of games: the rate, how far a policy may move, how much it is to stay open."""

    rate: float
    openness: float
    epochs: int = 2
    batch: int = 2048
    clip: float = 0.2


@dataclass(frozen=True)
class Learnt:
    """How a round went: the loss of the hopes, how open the policy was (its entropy), and how often it had moved as far as
    it may."""

    missed: float
    openness: float
    moved: float


def learn(network: Network, adam: torch.optim.Adam, decisions: Decisions, lessons: Lessons, pace: Pace, seed: int) -> Learnt:
    """Learn from one round of games."""
    for group in adam.param_groups:
        group["lr"] = pace.rate
    rng, sums = np.random.default_rng(seed), np.zeros(4)
    middle, spread = float(lessons.gain.mean()), float(lessons.gain.std()) + 1e-6
    cuts = np.arange(0, len(decisions), pace.batch)
    for _ in range(pace.epochs):
        for first in rng.permutation(cuts):
            last = min(int(first) + pace.batch, len(decisions))
            batch = Batch.of(network, decisions, lessons, int(first), last)
            shares, hopes = network(batch)
            ratio = torch.exp(shares.gather(1, batch.chosen[:, None])[:, 0] - batch.odds)
            gain = (batch.gain - middle) / spread
            won = torch.minimum(ratio * gain, ratio.clamp(1 - pace.clip, 1 + pace.clip) * gain).mean()
            openness = -(shares.exp() * shares.masked_fill(~batch.legal, 0.0)).sum(1).mean()
            missed = functional.binary_cross_entropy_with_logits(hopes, batch.due)
            adam.zero_grad()
            (missed - won - pace.openness * openness).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            adam.step()
            moved = ((ratio - 1).abs() > pace.clip).float().mean()
            sums += [1, missed.item(), openness.item(), moved.item()]
    return Learnt(*(sums[1:] / sums[0]).tolist())
