"""Tables at a human pace: python bench/people.py [--against COMMIT] [--tables 250] [--pause 2] [--seconds 10] [--rounds 3]

Tables of all games stand side by side on one server, four people at each with the sockets of their browsers, and somebody
moves every two seconds a table. Told are the CPU of the server a move, and how long it takes from the click until whoever
clicked sees it. With ``--against`` a server of another commit runs beside this one, with as many tables of its own, and they
play by turns, each while the other rests. On a machine that has other work nothing is judged.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from machine import judged, told_load
from server import ROOT, Server, quantile, ready, server, tree_of
from table_load import FORMS, Tally, lags, playing

GOALS = {0.95: 60.0, 0.99: 120.0}
"""Milliseconds within which these shares of the moves are to be shown."""


@dataclass
class Side:
    """A server and its tables; a move's CPU (ms) round by round, the cores it took, the seconds of all moves, and by how
    many seconds this process itself was late while they were measured."""

    running: Server
    tallies: dict[str, Tally]
    costs: list[float] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    async def play(self, seconds: float) -> None:
        """Play for a while, then rest."""
        for tally in self.tallies.values():
            tally.going.set()
        await asyncio.sleep(seconds / 4)
        for tally in self.tallies.values():
            tally.moves.clear()
        began, busy = time.perf_counter(), self.running.busy
        async with lags(self.late):
            await asyncio.gather(*(tally.gather(seconds) for tally in self.tallies.values()))
        used, took = self.running.busy - busy, time.perf_counter() - began
        moves = [move for tally in self.tallies.values() for move in tally.moves]
        for tally in self.tallies.values():
            tally.going.clear()
        self.moves += moves
        self.costs.append(1000 * used / max(1, len(moves)))
        self.cores.append(used / took)
        await asyncio.sleep(1.0)

    def within(self, share: float) -> float:
        """Milliseconds within which a share of the moves was shown."""
        return 1000 * quantile(self.moves, share)


@asynccontextmanager
async def seated(running: Server, tables: int, pause: float) -> AsyncIterator[Side]:
    """A server with people at its tables, who rest."""
    tallies = {game: Tally(pause=pause) for game in FORMS}
    async with AsyncExitStack() as stack:
        for tally in tallies.values():
            tally.going.clear()
        await ready(running)
        for game, tally in tallies.items():
            await stack.enter_async_context(playing(running.address, game, max(1, tables // len(FORMS)), tally))
            tally.clear()  # pushes of those who have come
        yield Side(running, tallies)


async def measure(servers: dict[str, Server], asked: argparse.Namespace) -> dict[str, Side]:
    """Let the people of all servers play by turns."""
    async with AsyncExitStack() as stack:
        coming = [stack.enter_async_context(seated(each, asked.tables, asked.pause)) for each in servers.values()]
        sides = dict(zip(servers, await asyncio.gather(*coming), strict=True))
        gc.collect()
        gc.freeze()  # a thousand pages that stay, which nobody need search for garbage while moves are timed
        for _ in range(asked.rounds):
            for side in sides.values():
                await side.play(asked.seconds)
    return sides


def row(name: str, side: Side) -> list[str]:
    """The measurements of a server, as a row of the table."""
    pushes = [f"{statistics.median(tally.pushes) / 1000:.1f}" for tally in side.tallies.values()]
    times = [f"{side.within(share):.0f} ms" for share in (0.5, *GOALS)]
    cost, cores = statistics.median(side.costs), statistics.median(side.cores)
    return [
        name,
        f"{cost:.2f} ms",
        f"{1000 * cores / cost:.0f}/s on {cores:.2f} of a core",
        *times,
        " / ".join(pushes) + " kB",
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT", help="a commit to be measured beside this tree")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two moves of a table, in the mean")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with ExitStack() as stack:
        trees = {"before": stack.enter_context(tree_of(asked.against))} if asked.against else {}
        servers = {}
        for name, tree in {**trees, "here": ROOT}.items():
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            servers[name] = stack.enter_context(server(tree, str(Path(folder) / "tables.db")))
        sides = asyncio.run(measure(servers, asked))
    print(f"{told_load()}; {asked.tables} tables, {' / '.join(FORMS)}")
    head = ["server", "CPU a move", "moves", "half of the moves", "95 of 100", "99 of 100", "median push"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *[row(name, side) for name, side in sides.items()]]
    print("\n".join(f"| {' | '.join(line)} |" for line in lines))
    here = sides["here"]
    print(
        "; ".join(
            f"{100 * share:.0f} of 100 within {goal:.0f} ms: {judged(here.within(share), goal)}"
            for share, goal in GOALS.items()
        )
    )
    late = [1000 * quantile(here.late, share) for share in GOALS]
    print(f"of these, this process itself was late by {late[0]:.0f} ms (95 of 100) and {late[1]:.0f} ms (99 of 100)")
    if asked.against:
        ratios = sorted(then / now for then, now in zip(sides["before"].costs, here.costs, strict=True))
        print(f"CPU a move before : now {statistics.median(ratios):.2f}x ({ratios[0]:.2f}x to {ratios[-1]:.2f}x)")


if __name__ == "__main__":
    main()
