"""Blocks: cut the same everywhere, added up in their order, resumed after anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import pytest

from tests.toys.kuhn import GAME as KUHN
from tuckbox import OptionError
from tuckbox.errors import RulesError
from tuckbox.lab.simulate import BlockList, simulate
from tuckbox.run.blocks import Arrays, Block, Setting, key_of, packed, unpacked
from tuckbox.run.journal import Journal
from tuckbox.run.options import Count, read_count
from tuckbox.run.run import Run, Threads

SETTING = Setting.of(KUHN, 2, {})


def plan(games: int, size: int, rotate: bool = True) -> BlockList:
    return BlockList("tuckbox.lab.simulate:tally_games", SETTING, ("random", "greedy"), 3, games, rotate, size)


@pytest.mark.parametrize(("games", "size"), [(1, 1), (2, 5), (7, 2), (9, 2), (100, 7), (101, 1)])
def test_a_plan_plays_every_game_once_and_every_seating_as_often(games: int, size: int) -> None:
    blocks = list(plan(games, size))
    assert sorted(n for block in blocks for n in range(block.first, block.first + block.games)) == list(range(games))
    by_seating = [sum(block.games for block in blocks if block.bots[0] == bot) for bot in ("random", "greedy")]
    assert by_seating == [games - games // 2, games // 2]
    assert max(block.games for block in blocks) <= size
    assert all(block.games > 0 for block in blocks)


class Flaky:
    """An executor that finishes blocks at once, and stops being asked after some."""

    capacity = 3

    def __init__(self, after: int) -> None:
        self.left = after
        self.run: Run | None = None

    def submit(self, block: Block) -> Future[Arrays]:
        future: Future[Arrays] = Future()
        future.set_result(block.run())
        self.left -= 1
        if self.left == 0 and self.run is not None:
            self.run.interrupted = True
        return future

    def close(self) -> None:
        pass


def wins(run: Run, blocks: Sequence[Block]) -> list[list[int]]:
    """What the tables of a whole run say."""
    with run:
        return [table["wins"].tolist() for _, table in run.each(blocks)]


def test_what_is_finished_is_kept_and_the_rest_is_played_when_it_goes_on(tmp_path: Path) -> None:
    blocks = plan(60, 5)
    whole = wins(Run(Threads(2)), blocks)
    journal = Journal(key_of(blocks), tmp_path)
    journal.open(resume=False)
    executor = Flaky(after=4)
    executor.run = first = Run(executor, journal)
    part = wins(first, blocks)
    assert first.interrupted
    assert part == whole[: len(part)]
    assert 0 < len(part) < len(whole)
    journal.path.write_bytes(journal.path.read_bytes() + b"\x05half a record")
    again = Journal(key_of(blocks), tmp_path)
    again.open(resume=True)
    assert wins(Run(Flaky(after=-1), again), blocks) == whole
    assert not again.path.exists()


def test_a_round_of_which_all_is_needed_is_whole_or_nothing() -> None:
    blocks, executor = plan(60, 5), Flaky(after=4)
    assert [table["wins"].tolist() for table in Run(Threads(2)).whole(blocks)] == wins(Run(Threads(2)), blocks)
    executor.run = run = Run(executor)
    with pytest.raises(KeyboardInterrupt):
        run.whole(blocks)


def test_another_bot_anywhere_is_another_question() -> None:
    first, middle, *rest = plan(60, 5)
    assert key_of([first, middle, *rest]) == key_of(plan(60, 5))
    for other in (replace(middle, bots=("greedy", "greedy")), replace(middle, more={"memory": "notes"})):
        assert key_of([first, other, *rest]) != key_of(plan(60, 5))


def test_only_the_same_question_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no interrupted run"):
        Journal(key_of(plan(60, 5)), tmp_path).open(resume=True)
    assert key_of(plan(60, 5)) != key_of(plan(61, 5))
    one, two = Journal("same", tmp_path), Journal("same", tmp_path)
    one.open(resume=False)
    with pytest.raises(OptionError, match="another process"):
        two.open(resume=True)


def test_the_same_question_at_the_same_time_runs_without_a_journal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = Journal.opened("same", tmp_path, resume=False)
    assert first is not None
    first.add(0, {"wins": np.array([1.0])})
    assert Journal.opened("same", tmp_path, resume=False) is None
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "this run keeps no journal, so it cannot be resumed"
    ]
    assert list(first.tables()) == [0]
    with pytest.raises(OptionError, match="another process"):
        Journal.opened("same", tmp_path, resume=True)
    first.close()
    third = Journal.opened("same", tmp_path, resume=True)
    assert third is not None
    assert list(third.tables()) == [0]
    third.close()


def test_where_there_is_nothing_to_resume_the_executor_is_closed(tmp_path: Path) -> None:
    executor = Threads(1)
    with pytest.raises(OptionError, match="no interrupted run"):
        Run.kept(executor, "none", tmp_path, resume=True)
    with pytest.raises(RuntimeError):
        executor.submit(plan(60, 5)[0])


def test_a_journal_that_cannot_be_read_is_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal("same", tmp_path).open(resume=False)

    def fail(journal: Journal) -> int:
        raise OSError(5, "Input/output error")

    first, second = Journal("same", tmp_path), Journal("same", tmp_path)
    with monkeypatch.context() as failing:
        failing.setattr(Journal, "_whole", fail)
        with pytest.raises(OSError, match="Input/output"):
            first.open(resume=True)
    second.open(resume=True)
    second.close()


def test_a_worker_with_other_rules_refuses() -> None:
    with pytest.raises(RulesError, match="other rules"):
        Setting("whiplash", "0123456789abcdef", 2).loaded  # noqa: B018 - it is the asking that fails


def test_any_cut_into_blocks_gives_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(size: int) -> dict[str, object]:
        monkeypatch.setattr("tuckbox.lab.simulate.block_size", lambda *_: size)
        return simulate(KUHN, ["random", "greedy"], games=500, seed=9, rotate=True, threads=2).data()

    assert found(3) == found(500)


@pytest.mark.parametrize(("text", "number"), [("1e6", 1_000_000), ("2.5E3", 2_500), ("1_000", 1_000), ("7", 7)])
def test_large_numbers_are_understood(text: str, number: int) -> None:
    assert read_count(text) == number


@pytest.mark.parametrize("text", ["", "1.5", "1e-1", "x", "1e30", "nan", "1e"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_count(text)
    with pytest.raises(click.BadParameter, match=r"is not a whole number below 10\^18, such as 1000 or 1e6"):
        Count().convert(text, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_was_stopped_ends_as_if_it_had_not_been(how: signal.Signals, tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "tuckbox.cli", "simulate", "whiplash", "--bots", "greedy", "--games", "1e5", "--json"]
    environment = {**os.environ, "TUCKBOX_LAB": str(tmp_path)}
    whole = subprocess.run(asked, env=environment, capture_output=True, check=True).stdout
    assert not [*tmp_path.iterdir()]
    with subprocess.Popen(asked, env=environment, stdout=subprocess.PIPE) as run:
        while not any(path.stat().st_size for path in tmp_path.iterdir()):
            time.sleep(0.02)
        run.send_signal(how)
        said = run.communicate()[0]
    if how != signal.SIGKILL:
        assert run.returncode == 130
        assert 0 < json.loads(said)["games"] < 100_000
    assert subprocess.run([*asked, "--resume"], env=environment, capture_output=True, check=True).stdout == whole


def test_tables_come_back_from_bytes_as_they_were() -> None:
    table = plan(10, 5)[0].run()
    again = unpacked(packed(table))
    assert all(np.array_equal(table[name], again[name]) and table[name].dtype == again[name].dtype for name in table)
