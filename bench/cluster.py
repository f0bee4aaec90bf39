"""Overhead of a cluster: the same blocks on the cores of this machine, and on a Dask cluster of as many workers beside it.

    python bench/cluster.py --seconds 1 --blocks 16 --rounds 5

Both play by turns; blocks are as large as it takes for one to last some seconds. CPU is that of all processes that
have to do with it: the scheduler, the workers and the one that asks; the ratio of the clock is that of the medians.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import psutil

from tuckbox import game
from tuckbox.run.blocks import Block, Setting, packed
from tuckbox.run.cluster import Cluster
from tuckbox.run.run import Executor, Run, Threads


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """The address of a cluster on this machine, and its processes."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "scheduler.json"
        host = ["--host", "127.0.0.1", "--no-dashboard"]
        running = [_dask("dask_scheduler", *host, "--port", "0", "--scheduler-file", str(said))]
        try:
            while not said.exists() or not said.read_text("utf-8"):
                time.sleep(0.1)
            address = json.loads(said.read_text("utf-8"))["address"]
            running += [_dask("dask_worker", address, *host, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
            yield address, [psutil.Process(process.pid) for process in running]
        finally:
            for process in running:
                process.kill()
                process.wait()


def _dask(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def spent(executor: Executor, blocks: list[Block], others: list[psutil.Process]) -> tuple[float, float]:
    """Seconds by the clock and of CPU that the blocks take."""

    def cpu() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in (psutil.Process(), *others))

    start, before = time.perf_counter(), cpu()
    Run(executor).play(blocks)
    return time.perf_counter() - start, cpu() - before


def main() -> None:
    """Read the command line and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--blocks", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    setting, bots = Setting.of(game("whiplash"), 2, {}), ("greedy", "greedy")
    work = "tuckbox.lab.simulate:tally_games"
    trial = Block(work, setting, bots, 1, 0, 20_000)
    trial.run()  # compiled
    start = time.process_time()
    table = trial.run()
    size = int(20_000 * asked.seconds / (time.process_time() - start))
    blocks = [Block(work, setting, bots, 1, size * i, size) for i in range(asked.blocks)]
    print(f"blocks of {size:,} games, each {len(packed(table)):,} bytes on its way back")
    here, there = [], []
    with cluster(asked.workers) as (address, processes):
        executors = Threads(asked.workers), Cluster(address)
        spent(executors[1], blocks, [])  # the workers load compiled code
        for _ in range(asked.rounds):
            here.append(spent(executors[0], blocks, []))
            there.append(spent(executors[1], blocks, processes))
        for executor in executors:
            executor.close()
    for name, column in ("clock", 0), ("CPU", 1):
        one, other = (median(times[column] for times in each) for each in (here, there))
        print(f"{name}: here {one:.2f} s, on the cluster {other:.2f} s, {other / one - 1:+.1%}")


if __name__ == "__main__":
    main()
