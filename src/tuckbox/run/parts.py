"""Work of several parts that is played as one run: the blocks of each part, and the tables that come of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tuckbox.run.blocks import Arrays, Block, Setting, key_of
from tuckbox.run.run import Executor, Run


@dataclass
class Part:
    """Blocks of one kind, of the same setting and bots, and the tables that come of them."""

    blocks: list[Block]
    tables: list[Arrays] = field(default_factory=list)

    @property
    def setting(self) -> Setting:
        """The setting of all blocks."""
        return self.blocks[0].setting

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots of all blocks."""
        return self.blocks[0].bots

    def joined(self, name: str, axis: int = 0) -> Any:
        """The arrays of a name, one after the other."""
        return np.concatenate([table[name] for table in self.tables], axis)

    def summed(self, name: str) -> Any:
        """The arrays of a name, added up."""
        return sum(table[name] for table in self.tables)


def cut(
    work: str, setting: Setting, bots: Sequence[str], seed: int, games: int, size: int, more: Mapping[str, Any] | None = None
) -> Part:
    """The part of the first games of a seed, in blocks of a size.

    >>> part = cut("module:name", Setting("kuhn", "", 2), ["greedy"], seed=1, games=5, size=2)
    >>> [(block.first, block.games) for block in part.blocks]
    [(0, 2), (2, 2), (4, 1)]
    """
    firsts, told = range(0, games, size), dict(more or {})
    return Part([Block(work, setting, tuple(bots), seed, at, min(size, games - at), told) for at in firsts])


def play_parts(
    parts: Sequence[Part],
    executor: Executor,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> bool:
    """Play all parts and give them their tables; False where it was interrupted. `progress` hears how many blocks are done,
    and of how many; with `journal`, a folder, finished ones are kept there, and `resume` goes on with them. The executor is
    closed at the end. Raises `OptionError` where there is nothing to go on with."""
    blocks = [block for part in parts for block in part.blocks]
    owners = [part for part in parts for _ in part.blocks]
    with Run.kept(executor, key_of(blocks), journal, resume) as run:
        for number, table in run.each(blocks):
            owners[number].tables.append(table)
            progress(number + 1, len(blocks))
    return not run.interrupted
