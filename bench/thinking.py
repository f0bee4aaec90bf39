"""Bots in the process that serves, or in others: python bench/thinking.py [--tables 10] [--seconds 10] [--rounds 3]

At each table one person plays against three bots who think as long as they may, and never wait before they play. On a
PostgreSQL database, by turns: bots in threads of the server, and in processes of their own (`tuckbox think`) on the same
machine. Told is how long a click takes until its page shows it, how many moves all make, and what the server's own process
needs for a move, in time and memory.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import httpx2
from limits import unlimited
from server import Server, postgres, quantile, ready
from table_load import Tally, playing


def serve(database: str, elsewhere: bool) -> None:
    """Be the server, without limits; tell the port."""
    from tuckbox.server.cli import listen, run
    from tuckbox.server.settings import Settings

    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    settings = Settings(database, port=port, limits=unlimited(), bot_delay=0.0, bots_elsewhere=elsewhere)
    run(settings, listener, lambda: print(port, flush=True), json_logs=False)


@contextmanager
def server(database: str, thinkers: int) -> Iterator[Server]:
    """A server, and processes in which its bots think; with none they think in the server."""
    serving = [sys.executable, __file__, "--serve", database, "elsewhere" if thinkers else "here"]
    thinking = [sys.executable, "-m", "tuckbox.cli", "think", "--database", database]
    started: list[subprocess.Popen[str]] = []
    try:
        started.append(subprocess.Popen(serving, stdout=subprocess.PIPE, text=True))
        assert started[0].stdout
        port = int(started[0].stdout.readline())
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        for _ in range(thinkers):
            started.append(subprocess.Popen(thinking, **quiet))  # type: ignore[call-overload]
            assert started[-1].stdout
            assert started[-1].stdout.readline() == "Bots think\n"
        yield Server(started[0].pid, f"http://127.0.0.1:{port}")
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


@dataclass
class Run:
    """Measurements of a run: seconds of clicks, moves of all a second, seconds of the server a move, and its memory in
    MB."""

    times: list[float]
    rate: float
    cost: float
    memory: float

    def within(self, share: float) -> float:
        """Seconds within which this share of clicks was shown."""
        return quantile(self.times, share)


def moves(address: str) -> float:
    """Number of moves so far."""
    told = httpx2.get(f"{address}/metrics").text
    return float(re.findall(r"^tuckbox_house_moves (\S+)", told, re.MULTILINE)[0])


async def measure(running: Server, tables: int, seconds: float, bots: str) -> Run:
    """A run at tables of Whiplash."""
    await ready(running)
    tally = Tally(pause=0.2)
    async with playing(running.address, "whiplash", tables, tally, bots):
        await asyncio.sleep(5.0)
        tally.clear()
        before, busy, began = moves(running.address), running.busy, time.perf_counter()
        await tally.gather(seconds)
        while moves(running.address) == before:  # in a second nothing may have come of a click on a busy machine
            await asyncio.sleep(0.1)
        made, used, took = moves(running.address) - before, running.busy - busy, time.perf_counter() - began
        return Run(list(tally.moves), made / took, used / made, running.memory / 1024)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--bots", default="normal")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve[0], asked.serve[1] == "elsewhere")
        return
    found: dict[int, list[Run]] = {0: [], asked.thinkers: []}
    for _ in range(asked.rounds):
        for thinkers, runs in found.items():
            with ExitStack() as stack:
                running = stack.enter_context(server(stack.enter_context(postgres()), thinkers))
                runs.append(asyncio.run(measure(running, asked.tables, asked.seconds, asked.bots)))
    print("| bots think | half of the clicks | 95 of 100 | 99 of 100 | moves/s | CPU of the server a move | its memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for thinkers, runs in found.items():
        middle = [statistics.median(1000 * run.within(share) for run in runs) for share in (0.5, 0.95, 0.99)]
        costs = sorted(1000 * run.cost for run in runs)
        row = [f"in {thinkers} others" if thinkers else "in the server", *(f"{each:.0f} ms" for each in middle)]
        row += [f"{statistics.median(run.rate for run in runs):.0f}"]
        row += [f"{statistics.median(costs):.1f} ms ({costs[0]:.1f} to {costs[-1]:.1f})"]
        row += [f"{statistics.median(run.memory for run in runs):.0f} MB"]
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
