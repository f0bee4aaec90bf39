"""Parts: each gets its own tables, in order, whoever is done first; an interrupted run says so and goes on."""

from __future__ import annotations

import signal
from concurrent.futures import Future
from pathlib import Path

import numpy as np

from tuckbox.definition.game import game
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.parts import Part, cut, play_parts
from tuckbox.run.run import Threads

SETTING = Setting.of(game("whiplash"), 2, {})


def echo(block: Block) -> Arrays:
    """The work: the numbers of the games."""
    return {"games": np.arange(block.first, block.first + block.games), "many": np.array([block.games])}


def made() -> list[Part]:
    work = f"{__name__}:{echo.__name__}"
    return [cut(work, SETTING, [name], 1, games, 3) for name, games in (("random", 7), ("greedy", 4))]


class CutOff(Threads):
    """An executor that is interrupted at its third block, as by Ctrl-C."""

    begun = 0

    def submit(self, block: Block) -> Future[Arrays]:
        self.begun += 1
        if self.begun == 3:
            signal.raise_signal(signal.SIGINT)
        return super().submit(block)


def test_each_part_gets_its_own_tables() -> None:
    parts, done = made(), list[tuple[int, int]]()
    assert play_parts(parts, Threads(3), progress=lambda number, of: done.append((number, of)))
    assert [part.joined("games").tolist() for part in parts] == [[*range(7)], [*range(4)]]
    assert [part.summed("many").tolist() for part in parts] == [[7], [4]]
    assert [(part.setting, part.bots) for part in parts] == [(SETTING, ("random",)), (SETTING, ("greedy",))]
    assert done == [(number, 5) for number in range(1, 6)]


def test_an_interrupted_run_says_so_and_is_resumed(tmp_path: Path) -> None:
    assert not play_parts(made(), CutOff(1), tmp_path)
    parts, executor = made(), CutOff(1)
    executor.begun = 10
    assert play_parts(parts, executor, tmp_path, resume=True)
    assert executor.begun < 15
    assert [part.joined("games").tolist() for part in parts] == [[*range(7)], [*range(4)]]
