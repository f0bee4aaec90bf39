"""Games written down decision by decision in compiled code, and looked at again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Policy
from tuckbox.engine.scratch import Deals, Notes
from tuckbox.engine.tables.games import CHOICES, THOUGHTS
from tuckbox.engine.think.policies import SEARCH
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.run.blocks import Block, Setting
from tuckbox.run.workspace import Simulator, parsed, simulator_for

_FIRST_ROOM, _THOUGHTS = 1 << 12, 16
"""Number of decisions there is room for at first, and of thoughts for each; where either is used up there will be more."""


@dataclass(frozen=True)
class Games:
    """Games as they were played: `lengths` (negative: cut off), `payoffs` and `places` a row a game; `rows` one a
    decision, those of game g being ``rows[starts[g] : starts[g + 1]]``; and what searches thought, one after the other, as
    actions with visits, and what these brought."""

    chances: NDArray[np.int64]
    lengths: NDArray[np.int64]
    payoffs: NDArray[np.float64]
    places: NDArray[np.int8]
    rows: NDArray[np.int32]
    thoughts: NDArray[np.int32]
    worths: NDArray[np.float64]

    @property
    def starts(self) -> NDArray[np.int64]:
        """The number of the first decision of each game, and the end of all."""
        return np.concatenate([[0], np.cumsum(np.abs(self.lengths))]).astype(np.int64)

    def each(self) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """Every game: which one of these, and its decisions."""
        starts = self.starts.tolist()
        for g in range(len(self.lengths)):
            yield g, self.rows[starts[g] : starts[g + 1]]


def write(
    simulator: Simulator, seed: int, chances: Sequence[int] | NDArray[Any], policies: Sequence[Policy],
    decisions: Sequence[int] | NDArray[Any] | None = None,
) -> Games:  # fmt: skip
    """Play the games of these numbers and write them down. `decisions` are the numbers that decisions draw from, where they
    are not those of the deals."""
    numbers = np.asarray(chances, np.int64)
    drawn = numbers if decisions is None else np.asarray(decisions, np.int64)
    searching = any(policy.kind == SEARCH for policy in policies)
    size, parts, at = _FIRST_ROOM, list[Games](), 0
    while at < len(numbers):
        part = _written(simulator, seed, numbers[at:], drawn[at:], policies, size, searching)
        at += len(part.lengths)
        parts.append(part)
        if len(part.lengths) == 0 or at < len(numbers):
            size = min(size * 4, 1 << 24)
    return (
        parts[0]
        if len(parts) == 1
        else Games(*(np.concatenate(arrays) for arrays in zip(*map(_arrays, parts), strict=True)))
    )


def played(block: Block) -> tuple[Simulator, Games]:
    """The games of a block, played by its bots and written down, and the simulator that played them."""
    policies = parsed(block.bots)
    simulator = simulator_for(block.setting, policies)
    return simulator, write(simulator, block.seed, range(block.first, block.first + block.games), policies)


def _arrays(games: Games) -> tuple[NDArray[Any], ...]:
    return (games.chances, games.lengths, games.payoffs, games.places, games.rows, games.thoughts, games.worths)


def _written(
    simulator: Simulator, seed: int, chances: Any, decisions: Any, policies: Sequence[Policy], size: int, searching: bool
) -> Games:
    """The first of the games, as many as there is room for."""
    thoughts = size * _THOUGHTS if searching else 0
    used, rows = np.zeros(2, np.int64), np.zeros((size, 4), np.int32)
    notes = Notes(used, rows, np.zeros((max(1, thoughts), 2), np.int32), np.zeros(thoughts))
    lengths, payoffs, places = simulator.play(Deals(seed, chances, decisions), policies, notes)
    decisions = int(np.abs(lengths).sum())
    thought = int(rows[:decisions, THOUGHTS].sum())
    kept = (rows[:decisions].copy(), notes.thoughts[:thought].copy(), notes.worths[:thought].copy())
    return Games(chances[: len(lengths)].copy(), lengths, payoffs, places, *kept)


def match_of(setting: Setting, seed: int, number: int) -> Match:
    """The match of a game of a seed, as it is dealt."""
    return Match(setting.loaded, setting.players, deal=Deal(seed=seed, number=number), options=dict(setting.options))


def restart(simulator: Simulator, seed: int, chance: int) -> None:
    """Deal a game of a seed at the simulator's table."""
    simulator.native.call(simulator.native.trace.restart, simulator.work.states, simulator.work.rngs, seed, chance)


def states_of(simulator: Simulator, seed: int, chance: int, rows: NDArray[np.int32]) -> Iterator[Any]:
    """The states before each decision of a game and at its end, all hands open; one record, changed from step to step."""
    native, work = simulator.native, simulator.work
    restart(simulator, seed, chance)
    yield work.states[native.playout.TABLE]
    for i in range(len(rows)):
        native.call(native.trace.go_on, work.states, work.rngs, rows, i, i + 1)
        yield work.states[native.playout.TABLE]


def observed(simulator: Simulator, seed: int, chance: int, rows: NDArray[np.int32], size: int) -> NDArray[np.float64]:
    """Observations of the seats to decide: a row a decision."""
    out = np.zeros((len(rows), size))
    restart(simulator, seed, chance)
    simulator.native.call(simulator.native.trace.look_on, simulator.work.states, simulator.work.rngs, rows, out)
    return out


def legal_in(simulator: Simulator, seed: int, chance: int, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """The legal actions of the decisions of a game, one after the other: of each as many as its `CHOICES`."""
    out, work = np.zeros(int(rows[:, CHOICES].sum()), np.int32), simulator.work
    restart(simulator, seed, chance)
    simulator.native.call(simulator.native.trace.list_legal, work.states, work.rngs, work.scratches, rows, out)
    return out
