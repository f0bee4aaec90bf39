"""Cost of several processes: python bench/workers.py [--tables 20] [--seconds 6] [--rounds 3] [--game whiplash]

One process, then two, on one PostgreSQL database and one port, by turns; people play as in `bench/server.py`. A visitor
comes to any of the processes and is passed on to the one that has the table, so with two every other socket goes through
both. Told is how many moves a second of a core there are, of all processes together, the database left out.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from limits import unlimited
from server import Server, postgres
from table_load import FORMS, Tally, playing

from tuckbox.server.table.fair_queue import Asker
from tuckbox.view.view import View

ROUND = "round {number}: one process {one:.0f} moves a second of a core, two {two:.0f}, ratio {ratio:.2f}"


class Nobody:
    """No bots: their compiled code would be read in while others are measured."""

    async def choose(self, level: str, view: View, seconds: float, asker: Asker) -> int:
        """Nobody asks."""
        raise NotImplementedError

    async def close(self) -> None:
        """There is nothing to end."""


def serve(database: str, port: int) -> None:
    """Be one of the processes, without limits."""
    from tuckbox.server.cli import listen, run
    from tuckbox.server.settings import Settings, local_name

    listener, peers = listen("127.0.0.1", port, shared=True), listen("127.0.0.1", 0)
    settings = Settings(database, limits=unlimited(), peer=local_name(peers.getsockname()))
    run(settings, listener, lambda: print("ready", flush=True), json_logs=False, peers=peers, bots=Nobody())


@contextmanager
def servers(database: str, number: int) -> Iterator[list[Server]]:
    """Several processes at one port."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    command = [sys.executable, __file__, "--serve", database, str(port)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(number)]
    try:
        for process in started:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        yield [Server(process.pid, f"http://127.0.0.1:{port}") for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


async def measure(running: list[Server], game: str, tables: int, seconds: float) -> float:
    """Moves per second of a core."""
    tally = Tally()
    async with playing(running[0].address, game, tables, tally):
        await asyncio.sleep(3.0)
        tally.clear()
        busy = sum(each.busy for each in running)
        began = time.perf_counter()
        await tally.gather(seconds)
        used = sum(each.busy for each in running) - busy
        print(f"  {len(running)}: {len(tally.moves) / (time.perf_counter() - began):.0f} moves/s", file=sys.stderr)
        return len(tally.moves) / used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=FORMS, default="whiplash")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve[0], int(asked.serve[1]))
        return
    ratios = []
    for number in range(asked.rounds):
        rates = []
        for workers in (1, 2):
            with ExitStack() as stack:
                database = stack.enter_context(postgres())
                running = stack.enter_context(servers(database, workers))
                rates.append(asyncio.run(measure(running, asked.game, asked.tables, asked.seconds)))
        ratios.append(rates[1] / rates[0])
        print(ROUND.format(number=number + 1, one=rates[0], two=rates[1], ratio=ratios[-1]), flush=True)
    print(f"two processes do {statistics.median(ratios):.2f} of what one does with the same time of a core")


if __name__ == "__main__":
    main()
