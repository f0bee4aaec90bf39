"""Cost of many onlookers: python bench/onlookers.py [--onlookers 480] [--joins 8] [--seconds 15] [--tree FOLDER]

A server on a file, without limits. Pages look on at one table, and some more come and go each second; meanwhile four people
play at another, at their pace. It prints how many frames a second all onlookers get, and how long moves take at the other
table.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from server import quantile, server
from table_load import Tally, cookies, open_table, playing
from websockets.asyncio.client import ClientConnection, connect


async def measure(address: str, asked: argparse.Namespace) -> None:
    """Look on, come and go, and print."""
    people = await cookies(address)
    watched = await open_table(address, people, "whiplash", Tally(), 1)
    url, frames, moves = str(watched.pages[0].socket.request.path), 0, Tally(pause=0.2)  # type: ignore[union-attr]
    url = address.replace("http", "ws", 1) + url

    async def look(socket: ClientConnection) -> None:
        nonlocal frames
        async for _ in socket:
            frames += 1

    async def come_and_go() -> None:
        while True:
            await asyncio.sleep(1 / asked.joins)
            async with connect(url, origin=address, compression=None) as socket:  # type: ignore[arg-type]
                await socket.recv()

    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        looking = []
        for _ in range(asked.onlookers):
            socket = await stack.enter_async_context(connect(url, origin=address, compression=None))  # type: ignore[arg-type]
            looking.append(tasks.create_task(look(socket)))
        async with playing(address, "whiplash", 1, moves):
            for busy in (False, True):
                coming = tasks.create_task(come_and_go()) if busy else None
                await asyncio.sleep(3)
                moves.clear()
                before, began = frames, time.perf_counter()
                await asyncio.sleep(asked.seconds)
                rate = (frames - before) / (time.perf_counter() - began)
                half, most = 1000 * statistics.median(moves.moves), 1000 * quantile(moves.moves, 0.95)
                told = f"{asked.joins} come and go a second" if busy else "nobody comes or goes"
                print(
                    f"{told}: {rate:.0f} frames a second; a move elsewhere {half:.0f} ms, 95 of 100 {most:.0f}", flush=True
                )
        for task in [*looking, coming]:
            task.cancel()  # type: ignore[union-attr]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--onlookers", type=int, default=480)
    parser.add_argument("--joins", type=float, default=8)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parent.parent)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(asked.tree, f"{folder}/t.db") as running:
        asyncio.run(measure(running.address, asked))


if __name__ == "__main__":
    main()
