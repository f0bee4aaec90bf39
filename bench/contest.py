"""Times runners turn by turn in one run and tells how they compare, so that a busy machine slows all alike."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

ROUNDS = 9
SECONDS = 0.15
"""How long a runner runs in each round, at least."""

TEXTS = 2
"""Number of columns of words in the table, before those of numbers."""


@dataclass
class Runner:
    """Something timed; `run` does some of it and returns how much it has done."""

    run: Callable[[], int]
    repeat: int = 1
    paces: list[float] = field(default_factory=list)

    def prepare(self) -> None:
        """Warm up, and find out how often to run in a round."""
        self.run()
        start = time.perf_counter()
        self.run()
        self.repeat = max(1, math.ceil(SECONDS / (time.perf_counter() - start)))

    def time(self) -> None:
        """Run for a round and note the pace, in a second."""
        start = time.perf_counter()
        done = sum(self.run() for _ in range(self.repeat))
        self.paces.append(done / (time.perf_counter() - start))

    @property
    def pace(self) -> float:
        """The usual pace."""
        return statistics.median(self.paces)


@dataclass
class Row:
    """A comparison: `ours` against a peer's, as fast as `target` says; or why there is none."""

    title: str
    peer: str
    ours: Runner | None = None
    theirs: Runner | None = None
    target: float | None = None
    missing: str = ""

    @property
    def ratios(self) -> list[float]:
        """Ours through theirs, round by round."""
        assert self.ours is not None
        assert self.theirs is not None
        return [a / b for a, b in zip(self.ours.paces, self.theirs.paces, strict=True)]

    def cells(self) -> list[str]:
        """Cells of its row in the table."""
        if not (self.ours and self.theirs):
            return [self.title, self.peer, "", "", "missing", "", ""]
        ratio = statistics.median(self.ratios)
        spread = f"{_factor(min(self.ratios))} to {_factor(max(self.ratios))}"
        target = "" if self.target is None else f"{self.target:g}x: {'held' if ratio >= self.target else 'MISSED'}"
        return [
            self.title,
            self.peer,
            f"{self.ours.pace:,.0f}",
            f"{self.theirs.pace:,.0f}",
            f"**{_factor(ratio)}**",
            spread,
            target,
        ]


def _factor(ratio: float) -> str:
    return f"{ratio:.2f}x" if ratio < 2 else f"{ratio:.1f}x" if ratio < 20 else f"{ratio:.0f}x"


def hold(rows: Iterable[Row], rounds: int, say: Callable[[str], None]) -> None:
    """Time all runners of the rows, in turn, for some rounds."""
    runners: list[Runner] = []
    for row in rows:
        for runner in (row.ours, row.theirs):
            if runner and not any(runner is known for known in runners):
                runners.append(runner)
    say(f"warming up {len(runners)} runners")
    for runner in runners:
        runner.prepare()
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for runner in runners:
            runner.time()


def table(rows: Sequence[Row]) -> str:
    """The comparisons as a table in Markdown."""
    head = ["a second on one core", "against", "Tuckbox", "the other", "ratio", "lowest to highest round", "target"]
    lines = [head, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    ruled = ["-" * (width - (i >= TEXTS)) + ":" * (i >= TEXTS) for i, width in enumerate(widths)]
    texts = [
        [
            cell.rjust(width) if i >= TEXTS else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in [head, ruled, *lines[1:]]
    ]
    reasons = dict.fromkeys(f"missing: {row.missing}" for row in rows if row.missing)
    return "\n".join([*(f"| {' | '.join(text)} |" for text in texts), *(f"\n{reason}" for reason in reasons)])
