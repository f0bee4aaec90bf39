"""Learning a belief by contrast: networks that tell the true world from others that look the same.

Two losses are added. Of the true world and redeals the true one is to be picked (InfoNCE), which teaches what is common.
Of the true world and one in which some cards have changed places the true one is to be picked (pairwise, as logistic
regression), which teaches what differs by a card: the very ratios by which a chain of swaps goes on. For both the best
answer is the ratio of the chance to be true to that of a redeal, so that its logarithm is the weight a redeal needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tuckbox.engine.memory import UNITS
from tuckbox.errors import WeightsError
from tuckbox.learn.belief.adam import Adam
from tuckbox.learn.belief.positions import WORLDS, Positions
from tuckbox.run.blocks import Array

BATCH = 96
RATE = 4e-3
DECAY = 2e-3

GUESSED = float(np.log(WORLDS // 2 + 1))
"""Log loss of picking the true world among redeals at random."""

Net = dict[str, Array]


def blank_nets(positions: Positions, rng: np.random.Generator) -> list[Net]:
    """Networks that know nothing yet."""
    common, own = positions.common.shape[1], positions.own.shape[2]
    nets = []
    for _ in range(positions.nets):
        net = {"shift": rng.normal(0, 0.3, UNITS), "gain": rng.normal(0, 0.3, UNITS)}
        net |= {
            f"{row}_{to}": np.zeros((n, UNITS)) for row, n in (("common", common), ("own", own)) for to in ("shift", "gain")
        }
        net["cards"] = rng.normal(0, 0.3, (positions.kinds, UNITS))
        nets.append({name: value.astype(np.float32) for name, value in net.items()})
    return nets


@dataclass
class PositionBatch:
    """Some positions, secret by secret: for each secret its position, its kind, what goes with it, and in each world how
    many cards of each kind lie there."""

    size: int
    position: Array
    kind: Array
    common: Array
    own: Array
    cards: Array

    @classmethod
    def of(cls, positions: Positions, rows: Array) -> PositionBatch:
        """The batch of these rows."""
        some = positions.take(rows)
        secrets = some.secrets
        slots = np.arange(some.own.shape[1])[None, :] < secrets[:, None]
        position, slot = np.nonzero(slots)
        number = np.full(slots.shape, -1)
        number[slots] = np.arange(len(position))
        there = np.arange(some.of.shape[1])[None, :] < some.places[:, None]
        row, place = np.nonzero(there)
        secret = number[row, some.of[row, place]]
        worlds = some.worlds.shape[1]
        cards = some.worlds[row, :, place].astype(np.int64)
        flat = (secret[:, None] * worlds + np.arange(worlds)) * positions.kinds + cards
        counts = np.bincount(flat.ravel(), minlength=len(position) * worlds * positions.kinds)
        counts = counts.reshape(len(position), worlds, positions.kinds).astype(positions.common.dtype)
        own = some.own[position, slot]
        return cls(len(rows), position, some.kind[position, slot], some.common, own, counts)


def weigh(nets: list[Net], batch: PositionBatch) -> tuple[Array, list[tuple[Array, ...]]]:
    """The logarithm of the weight of each world of each position; and what the gradients need of the way there."""
    weights: Array = np.zeros((batch.size, batch.cards.shape[1]), batch.common.dtype)
    kept: list[tuple[Array, ...]] = []
    for number, net in enumerate(nets):
        mine = np.nonzero(batch.kind == number)[0]
        position, own, cards = batch.position[mine], batch.own[mine], batch.cards[mine]
        base = (batch.common @ net["common_shift"])[position] + own @ net["own_shift"] + net["shift"]
        gate = (batch.common @ net["common_gain"])[position] + own @ net["own_gain"] + net["gain"]
        units = np.maximum(base[:, None] + cards @ net["cards"], 0)
        np.add.at(weights, position, (units * gate[:, None]).sum(2))
        kept.append((mine, gate, units))
    return weights, kept


def losses(weights: Array, drawn_by: Array | None = None) -> tuple[float, float, Array]:
    """Two losses of worlds, the first of which are true, and their gradient: of telling the true ones from redeals, and
    from worlds near them or, where these were `drawn_by` weights, from those of a belief."""
    half = weights.shape[1] // 2 + 1
    gradient = np.zeros_like(weights)
    picked, gradient[:, :half] = _picking(weights[:, :half])
    if drawn_by is not None:
        others = [0, *range(half, weights.shape[1])]
        told, slope = _picking(weights[:, others] - drawn_by[:, others])
        gradient[:, others] += slope
    else:
        near = weights[:, half:] - weights[:, :1]
        told = float(np.logaddexp(0, near).mean())
        wrong = 1 / (1 + np.exp(-np.clip(near, -30, 30)))
        gradient[:, half:] = wrong
        gradient[:, 0] -= wrong.sum(1)
    return picked, told, gradient / len(weights)


def _picking(weights: Array) -> tuple[float, Array]:
    """The loss of picking the first of some worlds by their weights, and its gradient."""
    share = np.exp(weights - weights.max(1, keepdims=True))
    share /= share.sum(1, keepdims=True)
    loss = float(-np.log(np.maximum(share[:, 0], 1e-30)).mean())
    share[:, 0] -= 1
    return loss, share


def gradients(nets: list[Net], batch: PositionBatch, kept: list[tuple[Array, ...]], slope: Array) -> list[Net]:
    """Gradients of the losses for all networks."""
    found = []
    for net, (mine, gate, units) in zip(nets, kept, strict=True):
        position, own, cards = batch.position[mine], batch.own[mine], batch.cards[mine]
        each = slope[position][:, :, None]
        gates = (each * units).sum(1)
        inner = each * gate[:, None] * (units > 0)
        bases = inner.sum(1)
        mine_of = {"shift": bases, "gain": gates}
        grown: Net = {"shift": bases.sum(0), "gain": gates.sum(0)}
        for to, rows in mine_of.items():
            together = np.zeros((batch.size, UNITS), batch.common.dtype)
            np.add.at(together, position, rows)
            grown[f"common_{to}"] = batch.common.T @ together
            grown[f"own_{to}"] = own.T @ rows
        flat = cards.reshape(-1, cards.shape[2])
        grown["cards"] = flat.T @ inner.reshape(-1, UNITS) if len(mine) else np.zeros_like(net["cards"])
        found.append(grown)
    return found


def learn(
    nets: list[Net],
    positions: Positions,
    steps: int,
    rng: np.random.Generator,
    drawn_by: list[Net] | None,
    rate: float,
    progress: Callable[[float], None],
) -> None:
    """Train networks on positions for a number of steps; `drawn_by` is the belief that half the worlds were drawn by.
    `progress` is told which part is done, up to 1."""
    parameters = {f"{i} {name}": value for i, net in enumerate(nets) for name, value in net.items()}
    adam = Adam(parameters, steps, rate, DECAY)
    for step, rows in enumerate(_batches(len(positions), steps, rng)):
        batch = PositionBatch.of(positions, rows)
        weights, kept = weigh(nets, batch)
        before = weigh(drawn_by, batch)[0] if drawn_by else None
        grown = gradients(nets, batch, kept, losses(weights, before)[2])
        adam.descend({f"{i} {name}": value for i, net in enumerate(grown) for name, value in net.items()})
        progress((step + 1) / steps)


def _batches(many: int, steps: int, rng: np.random.Generator) -> Iterator[Array]:
    """Rows for each step: none comes again before all but a few, too few for a step, have come once."""
    left = rng.permutation(many)
    for _ in range(steps):
        if len(left) < BATCH:
            left = rng.permutation(many)
        yield left[:BATCH]
        left = left[BATCH:]


@dataclass(frozen=True)
class Quality:
    """Quality of a belief on positions it has not learnt from: the two losses (of one that knows nothing: `GUESSED` and the
    logarithm of 2), and how often it prefers the true world to a redeal."""

    picked: float
    told: float
    above: float

    @property
    def text(self) -> str:
        """The words in the header of a file of weights."""
        return f"picked {self.picked:.3f} of {GUESSED:.3f}, above {self.above:.3f}"


def read_picked(text: str) -> float:
    """The first loss, of the words in a header. Raises `WeightsError`.

    >>> read_picked("picked 1.204 of 2.197, above 0.861")
    1.204
    """
    found = re.match(r"picked ([0-9.]+) of", text)
    if found is None:
        raise WeightsError(f"the quality of a belief is not told as {text[:40]!r}")
    return float(found[1])


def measured(nets: list[Net], positions: Positions) -> Quality:
    """Measure networks."""
    weights = np.concatenate([weigh(nets, PositionBatch.of(positions, rows))[0] for rows in positions.slices(256)])
    picked, told, _ = losses(weights)
    far = weights[:, 1 : weights.shape[1] // 2 + 1]
    above = float((weights[:, :1] > far).mean() + (weights[:, :1] == far).mean() / 2)
    return Quality(picked, told, above)
