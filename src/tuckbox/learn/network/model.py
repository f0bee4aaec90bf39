"""The network as PyTorch trains it; `tuckbox.engine.think.network` says what it comes to in compiled rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tuckbox.engine.memory import MOST_READ, WIDTH
from tuckbox.learn.belief.adam import Array
from tuckbox.learn.network.games import Decisions
from tuckbox.learn.network.lessons import Lessons

TRUST = 2.0
"""Exponent of `prefer` in an untrained network: the probability of an action is proportional to this power of its weight."""


@dataclass(frozen=True)
class Shape:
    """Shape of a network: which numbers of an observation it reads, with the largest absolute value of each, and how
    many numbers, actions and seats there are."""

    reads: tuple[int, ...]
    most: tuple[float, ...]
    inputs: int
    actions: int
    seats: int

    @classmethod
    def of(cls, decisions: Decisions, inputs: int, actions: int, seats: int) -> Shape:
        """Inputs worth reading: the numbers that are not always the same, those that vary most first."""
        rows = len(decisions)
        often = np.bincount(decisions.inputs, minlength=inputs)
        total = np.bincount(decisions.inputs, decisions.numbers, minlength=inputs)
        squares = np.bincount(decisions.inputs, decisions.numbers.astype(float) ** 2, minlength=inputs)
        spread = squares / rows - (total / rows) ** 2
        order = np.argsort(-spread, kind="stable")[:MOST_READ]
        reads = sorted(int(i) for i in order if spread[i] > 1e-9 and often[i] >= 3)
        most = np.zeros(inputs)
        np.maximum.at(most, decisions.inputs, np.abs(decisions.numbers))
        return cls(tuple(reads), tuple(most[reads].tolist()), inputs, actions, seats)

    def read(self, inputs: Array, numbers: Array, ends: Array) -> Array:
        """Inputs of some observations, given the numbers that are not zero one behind the other."""
        place = np.full(self.inputs, len(self.reads))
        place[list(self.reads)] = np.arange(len(self.reads))
        part = np.array([*(1 / most for most in self.most), 0.0], np.float32)
        seen = np.zeros((len(ends), len(self.reads) + 1), np.float32)
        seen[np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0)), place[inputs]] = numbers * part[place[inputs]]
        return seen[:, :-1]


class Network(nn.Module):
    """Two layers of units, a policy and what each seat may hope for; all numbers are single precision."""

    def __init__(self, shape: Shape, seed: int) -> None:
        super().__init__()
        self.shape = shape
        random = torch.Generator().manual_seed(seed)

        def normal(*size: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size, generator=random) * spread)

        self.units = normal(len(shape.reads), WIDTH, spread=0.2)
        self.felts = normal(WIDTH, WIDTH, spread=(2 / WIDTH) ** 0.5)
        self.actions = nn.Parameter(torch.zeros(shape.actions, WIDTH))
        self.hopes = nn.Parameter(torch.zeros(shape.seats, WIDTH))
        self.unit_shift = nn.Parameter(torch.zeros(WIDTH))
        self.felt_shift = nn.Parameter(torch.zeros(WIDTH))
        self.action_shift = nn.Parameter(torch.zeros(shape.actions))
        self.hope_shift = nn.Parameter(torch.zeros(shape.seats))
        self.trust = nn.Parameter(torch.full((1,), TRUST))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Of each decision the logarithms of the shares of its legal actions, and the logarithms of the odds of what each
        seat, counted from the own, may hope for."""
        units = functional.relu(batch.seen @ self.units + self.unit_shift)
        felt = functional.relu(units @ self.felts + self.felt_shift)
        liking = (felt @ self.actions.T + self.action_shift).gather(1, batch.actions) + self.trust * batch.leans
        shares = functional.log_softmax(liking.masked_fill(~batch.legal, -1e9), 1)
        return shares, felt @ self.hopes.T + self.hope_shift

    def net(self) -> dict[str, Array]:
        """The numbers as weights have them, a row of units for each number of an observation."""
        mind = self.mind()
        units = np.zeros((self.shape.inputs, WIDTH), np.float32)
        units[list(self.shape.reads)] = mind["units"]
        return {**{name: values for name, values in mind.items() if name != "reads"}, "units": units}

    def mind(self) -> dict[str, Array]:
        """The numbers as a mind has them, at once: weights are rounded, and are looked through for rows of zeroes."""
        found = {name: value.detach().cpu().numpy().copy() for name, value in self.named_parameters()}
        shape, reads = self.shape, np.zeros(self.shape.inputs, np.int16)
        reads[list(shape.reads)] = 1 + np.arange(len(shape.reads))
        return {**found, "units": (found["units"].T / np.array(shape.most)).T.astype(np.float32), "reads": reads}


@dataclass(frozen=True)
class Batch:
    """Some decisions as tensors. What was `seen` are the numbers that are read, as parts of the greatest each has been, for
    small ones would be learnt slowly. As many actions as the most that any has stand beside each, the rest is filled up."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    leans: Tensor
    chosen: Tensor
    odds: Tensor
    gain: Tensor
    due: Tensor

    @classmethod
    def of(cls, network: Network, decisions: Decisions, lessons: Lessons, first: int, last: int) -> Batch:
        """Those from one row to another, for a network, and where that is."""
        shape, device = network.shape, network.trust.device
        ends = decisions.ends
        seen, may = ends[first - 1] if first else (0, 0)
        seen_end, may_end = ends[last - 1]
        numbers = shape.read(decisions.inputs[seen:seen_end], decisions.numbers[seen:seen_end], ends[first:last, 0] - seen)
        counts = np.diff(np.concatenate(([may], ends[first:last, 1])))
        legal = np.arange(counts.max()) < counts[:, None]
        named, leans = np.zeros(legal.shape, np.int64), np.zeros(legal.shape, np.float32)
        named[legal], leans[legal] = decisions.actions[may:may_end], decisions.leans[may:may_end]
        arrays = (
            numbers, legal, named, leans,
            decisions.told[first:last, 2].astype(np.int64), np.log(decisions.odds[first:last]).astype(np.float32),
            lessons.gain[first:last], lessons.due[first:last],
        )  # fmt: skip
        return cls(*(torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays))
