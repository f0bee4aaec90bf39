"""The network as PyTorch trains it; `tuckbox.engine.think.network` says what it comes to in compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tuckbox.engine.memory import MOST_READ, WIDTH
from tuckbox.engine.weights import Net
from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.targets import Targets
from tuckbox.run.blocks import Array

PRIOR_EXPONENT = 2.0
"""Exponent of `prefer` in an untrained network: the probability of an action is proportional to this power of its weight."""


Settings = tuple[tuple[int, ...], ...]
"""The rows of ``option_weights`` that are added for each setting."""


@dataclass(frozen=True)
class Shape:
    """Shape of a network: which numbers of an observation it reads, with the largest absolute value of each, how many
    numbers, actions and seats there are, and what it is told of the options of each setting."""

    reads: tuple[int, ...]
    most: tuple[float, ...]
    inputs: int
    actions: int
    seats: int
    settings: Settings = ((),)

    @classmethod
    def of(
        cls,
        decisions: Decisions,
        inputs: int,
        actions: int,
        seats: int,
        settings: Settings = ((),),
        known: Sequence[int] = (),
    ) -> Shape:
        """Inputs worth reading: those that are `known`, then the numbers that are not always the same, those that vary most
        first."""
        rows = max(len(decisions), 1)
        often = np.bincount(decisions.inputs, minlength=inputs)
        total = np.bincount(decisions.inputs, decisions.numbers, minlength=inputs)
        squares = np.bincount(decisions.inputs, decisions.numbers.astype(float) ** 2, minlength=inputs)
        spread = squares / rows - (total / rows) ** 2
        spread[list(known)] += np.inf
        order = np.argsort(-spread, kind="stable")[:MOST_READ]
        reads = sorted(int(i) for i in order if spread[i] == np.inf or (spread[i] > 1e-9 and often[i] >= 3))
        most = np.zeros(inputs)
        most[list(known)] = 1e-9
        np.maximum.at(most, decisions.inputs, np.abs(decisions.numbers))
        most[most == 1e-9] = 1.0
        return cls(tuple(reads), tuple(most[reads].tolist()), inputs, actions, seats, settings)

    def read(self, inputs: Array, numbers: Array, ends: Array) -> Array:
        """Inputs of some observations, given the numbers that are not zero one behind the other."""
        place = np.full(self.inputs, len(self.reads))
        place[list(self.reads)] = np.arange(len(self.reads))
        part = np.array([*(1 / most for most in self.most), 0.0], np.float32)
        seen = np.zeros((len(ends), len(self.reads) + 1), np.float32)
        seen[np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0)), place[inputs]] = numbers * part[place[inputs]]
        return seen[:, :-1]


class Network(nn.Module):
    """Two hidden layers, a policy and the value of each seat; all numbers are single precision."""

    def __init__(self, shape: Shape, seed: int) -> None:
        super().__init__()
        self.shape = shape
        random = torch.Generator().manual_seed(seed)

        def normal(*size: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size, generator=random) * spread)

        self.weights1 = normal(len(shape.reads), WIDTH, spread=0.2)
        self.weights2 = normal(WIDTH, WIDTH, spread=(2 / WIDTH) ** 0.5)
        self.option_weights = nn.Parameter(torch.zeros(1 + max(map(max, filter(None, shape.settings)), default=-1), WIDTH))
        told = torch.zeros(len(shape.settings), len(self.option_weights))
        for place, rows in enumerate(shape.settings):
            told[place, list(rows)] = 1.0
        self.told: Tensor
        self.register_buffer("told", told, persistent=False)
        self.policy_weights = nn.Parameter(torch.zeros(shape.actions, WIDTH))
        self.value_weights = nn.Parameter(torch.zeros(shape.seats, WIDTH))
        self.bias1 = nn.Parameter(torch.zeros(WIDTH))
        self.bias2 = nn.Parameter(torch.zeros(WIDTH))
        self.policy_bias = nn.Parameter(torch.zeros(shape.actions))
        self.value_bias = nn.Parameter(torch.zeros(shape.seats))
        self.prior_exponent = nn.Parameter(torch.full((1,), PRIOR_EXPONENT))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The log probabilities of the legal actions of each decision, and the logits of the values of all seats, counted
        from the one that decides."""
        hidden = self.hidden(batch.seen, batch.settings)
        liking = self.likings(hidden, batch.actions) + self.prior_exponent * batch.log_priors
        shares = functional.log_softmax(liking.masked_fill(~batch.legal, -1e9), 1)
        return shares, self.values(hidden)

    def hidden(self, seen: Tensor, settings: Tensor) -> Tensor:
        """The second hidden layer, of observations in these settings."""
        first = functional.relu(seen @ self.weights1 + self.bias1 + (self.told @ self.option_weights)[settings])
        return functional.relu(first @ self.weights2 + self.bias2)

    def likings(self, hidden: Tensor, actions: Tensor) -> Tensor:
        """A number for each of the legal actions of each decision, from the second hidden layer."""
        return (hidden @ self.policy_weights.T + self.policy_bias).gather(1, actions)

    def values(self, hidden: Tensor) -> Tensor:
        """The logits of the values of all seats, counted from the one that decides, from the second hidden layer."""
        return hidden @ self.value_weights.T + self.value_bias

    def seen(self, decisions: Decisions, first: int, last: int) -> tuple[Tensor, Tensor]:
        """Observations of some decisions, from one row to another, as `hidden` takes them, and their settings."""
        start, end = decisions.ends[first - 1, 0] if first else 0, decisions.ends[last - 1, 0]
        ends = decisions.ends[first:last, 0] - start
        numbers = self.shape.read(decisions.inputs[start:end], decisions.numbers[start:end], ends)
        settings = decisions.settings[decisions.told[first:last, 0]].astype(np.int64)
        device = self.prior_exponent.device
        return torch.from_numpy(numbers).to(device), torch.from_numpy(settings).to(device)

    def begin_with(self, net: Net) -> None:
        """Go on from what another network has learnt, one told of the same options."""
        most = torch.tensor(self.shape.most, dtype=torch.float32)[:, None]
        with torch.no_grad():
            for name, value in self.named_parameters():
                if name in net:
                    row = torch.from_numpy(np.asarray(net[name], np.float32))
                    value.copy_(row[list(self.shape.reads)] * most if name == "weights1" else row)

    def net(self) -> dict[str, Array]:
        """The parameters as weights have them, with a row for each number of an observation."""
        packed = self.packed()
        weights1 = np.zeros((self.shape.inputs, WIDTH), np.float32)
        weights1[list(self.shape.reads)] = packed["weights1"]
        return {**{name: values for name, values in packed.items() if name != "input_rows"}, "weights1": weights1}

    def packed(self) -> dict[str, Array]:
        """The parameters as compiled rules read them, at once: weights would be rounded, and searched for rows of zeros."""
        found = {name: value.detach().cpu().numpy().copy() for name, value in self.named_parameters()}
        if not len(found["option_weights"]):
            del found["option_weights"]
        shape, reads = self.shape, np.zeros(self.shape.inputs, np.int16)
        reads[list(shape.reads)] = 1 + np.arange(len(shape.reads))
        first = (found["weights1"].T / np.array(shape.most)).T.astype(np.float32)
        return {**found, "weights1": first, "input_rows": reads}


@dataclass(frozen=True)
class Batch:
    """A batch of decisions as tensors. `seen` holds the inputs that are read, divided by the largest each has been, since
    small ones would be learnt slowly. Rows of actions are padded to the longest."""

    seen: Tensor
    settings: Tensor
    legal: Tensor
    actions: Tensor
    log_priors: Tensor
    chosen: Tensor
    log_probabilities: Tensor
    advantages: Tensor
    returns: Tensor
    equals: Tensor

    @classmethod
    def of(cls, network: Network, decisions: Decisions, targets: Targets, rows: slice) -> Batch:
        """Those of some rows, for a network, and where that is."""
        first, last = rows.start, rows.stop
        seen, settings = network.seen(decisions, first, last)
        ends = decisions.ends[:, 1]
        start, end = ends[first - 1] if first else 0, ends[last - 1]
        counts = np.diff(ends[first:last], prepend=start)
        legal = np.arange(counts.max()) < counts[:, None]
        named, log_priors = np.zeros(legal.shape, np.int64), np.zeros(legal.shape, np.float32)
        named[legal], log_priors[legal] = decisions.actions[start:end], decisions.log_priors[start:end]
        chosen = decisions.told[first:last, 2].astype(np.int64)
        log_probabilities = np.log(decisions.probabilities[first:last]).astype(np.float32)
        known = (array[first:last] for array in (targets.advantages, targets.returns, targets.equals))
        arrays = (legal, named, log_priors, chosen, log_probabilities, *known)
        tensors = [torch.from_numpy(np.ascontiguousarray(array)).to(seen.device) for array in arrays]
        return cls(seen, settings, *tensors)
