"""Work of which the next blocks depend on what came of those before: rounds of blocks, with one journal for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.journal import Journal
from tuckbox.run.run import Crew, Run


class Rounds:
    """Plays rounds of blocks; at Ctrl-C a round ends with what is finished, and `interrupted` is true.

    It is left as a context: the crew goes home then, and what is done needs its journal no more.
    """

    def __init__(self, crew: Crew, journal: Journal | None = None) -> None:
        self.crew, self.journal = crew, journal
        self.interrupted = False
        self._ready = journal.tables() if journal else {}
        self._base = 0

    def play(self, blocks: Sequence[Block], progress: Callable[[], None] = lambda: None) -> list[tuple[int, Arrays]]:
        """The tables of a round with their places in it, in order; those of an interrupted one that are there."""
        base, ready = self._base, self._ready
        todo = [i for i in range(len(blocks)) if base + i not in ready]

        def keep(index: int, table: Arrays) -> Arrays:
            if self.journal is not None:
                self.journal.add(base + todo[index], table)
            ready[base + todo[index]] = table
            return table

        run = Run([blocks[i] for i in todo], self.crew, None, keep, more_to_come=True)
        for _ in run:
            progress()
        self._base += len(blocks)
        self.interrupted = run.interrupted
        return [(i, ready.pop(base + i)) for i in range(len(blocks)) if base + i in ready]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.crew.close()
        if self.journal is not None:
            self.journal.close()
            if kind is None and not self.interrupted:
                self.journal.forget()
