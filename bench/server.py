"""The play server under load: python bench/server.py [--against COMMIT] [--tables 20] [--seconds 6] [--rounds 3]

The server runs as its own process, as `tuckbox serve` runs it but for the limits. This process plays: at each table four
people sit, each with the socket of a browser, and whoever is asked does something. A move counts from the click to the
moment when the page of who clicked shows it; by then it is checked, played, committed, drawn for four seats and pushed.
What it costs is the time of the server's process, whatever else the machine does. Tables move as fast as they can, then,
to see how long a move takes, at half of that rate, as many people would.

With ``--against`` the server of another commit is measured in the same run, by turns with this one. On a machine that has
other work nothing is judged.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from limits import unlimited
from machine import judged, told_load
from table_load import FORMS, Tally, playing

POSTGRES = "postgresql://postgres@127.0.0.1:5432/{name}"
ROOT = Path(__file__).resolve().parent.parent


# -- the server --------------------------------------------------------------------------------------------------------


def serve(database: str) -> None:
    """Be the server, without limits; tell the port."""
    from tuckbox.server.cli import listen, run
    from tuckbox.server.settings import Settings

    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    run(Settings(database, port=port, limits=unlimited()), listener, lambda: print(port, flush=True), json_logs=False)


@dataclass
class Server:
    """The process of the server."""

    pid: int
    address: str

    @property
    def memory(self) -> float:
        """Its resident memory in KiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    @property
    def busy(self) -> float:
        """The seconds of a core it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(tree: Path, database: str) -> Iterator[Server]:
    """A server of a working tree on a database."""
    command = [sys.executable, str(tree / "bench" / "server.py"), "--serve", database]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        try:
            yield Server(process.pid, f"http://127.0.0.1:{int(process.stdout.readline())}")
        finally:
            process.terminate()


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        yield Path(folder)


# -- what is measured --------------------------------------------------------------------------------------------------


def quantile(values: Iterable[float], share: float) -> float:
    """The value that a share of them does not exceed."""
    found = sorted(values)
    return found[int(share * len(found))]


@dataclass
class Run:
    """Measurements of one run of a server; times in seconds, sizes in bytes, memory in KiB a seat.

    The last two are of tables at half of the highest rate, and empty where that was not asked for.
    """

    rate: float
    per_core: float
    push: float
    largest: int
    seat: float
    paced: float = 0.0
    times: tuple[float, ...] = ()

    @property
    def half(self) -> float:
        """Half of the moves have taken no longer."""
        return statistics.median(self.times)

    @property
    def most(self) -> float:
        """99 of 100 moves have taken no longer."""
        return quantile(self.times, 0.99)


QUIET = 6
"""Seconds for which a server with its bots ready is left idle."""


async def ready(running: Server) -> None:
    """Wait until a server that has just begun has its bots ready: between two games it waits for its helpers a while."""
    quiet = 0
    for _ in range(90):
        busy = running.busy
        await asyncio.sleep(1.0)
        quiet = quiet + 1 if running.busy - busy < 0.05 else 0
        if quiet == QUIET:
            return


async def measure(running: Server, game: str, tables: int, seconds: float, paced: bool) -> Run:
    """A run at tables of a game."""
    await ready(running)
    tally, empty = Tally(), running.memory
    async with playing(running.address, game, tables, tally):
        seat = (running.memory - empty) / (4 * tables)
        await asyncio.sleep(2.0)
        tally.clear()
        began, busy = time.perf_counter(), running.busy
        await tally.gather(seconds)
        moves, took, used = len(tally.moves), time.perf_counter() - began, running.busy - busy
        pushes = sorted(tally.pushes)
        found = Run(moves / took, moves / used, pushes[len(pushes) // 2], pushes[-1], seat)
        if paced:
            tally.pause = tables / (found.rate / 2)
            await asyncio.sleep(1.0 + tally.pause)
            tally.clear()
            began = time.perf_counter()
            await tally.gather(seconds)
            found.paced, found.times = len(tally.moves) / (time.perf_counter() - began), tuple(tally.moves)
    return found


def rounds(trees: dict[str, Path], game: str, asked: argparse.Namespace) -> dict[str, list[Run]]:
    """Runs of several servers, by turns."""
    found: dict[str, list[Run]] = {name: [] for name in trees}
    for number in range(asked.rounds):
        for name, tree in trees.items():
            with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                database = stack.enter_context(postgres()) if asked.postgres else f"{folder}/tables.db"
                running = stack.enter_context(server(tree, database))
                found[name].append(asyncio.run(measure(running, game, asked.tables, asked.seconds, name == "here")))
            print(f"{game}, round {number + 1}, {name}: {found[name][-1].per_core:.0f}", file=sys.stderr)
    return found


@contextmanager
def postgres() -> Iterator[str]:
    """A new PostgreSQL database."""
    name = f"tuckbox_bench_{os.getpid()}"

    async def run(statement: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(POSTGRES.format(name="postgres"), timeout=3)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run(f"CREATE DATABASE {name}"))
    try:
        yield POSTGRES.format(name=name)
    finally:
        asyncio.run(run(f"DROP DATABASE {name} WITH (FORCE)"))


# -- what is told ------------------------------------------------------------------------------------------------------

PUSH = 2_500
"""Bytes of a push, in the median, that are aimed at."""

HEAD = ["game", "moves/s", "moves per second of its core", "median push", "half of the moves", "99 of 100", "a seat"]
AGAINST = ["before", "now : before", "lowest to highest round", "push before"]


def row(game: str, here: list[Run], there: list[Run]) -> list[str]:
    """A row of the table; of several rounds the median."""
    median = {
        name: statistics.median(getattr(run, name) for run in here) for name in Run.__dataclass_fields__ if name != "times"
    }
    half, most = (statistics.median(getattr(run, name) for run in here) for name in ("half", "most"))
    told = [
        game,
        f"{median['rate']:,.0f}",
        f"{median['per_core']:,.0f}",
        f"{median['push'] / 1000:.1f} kB: {judged(median['push'], PUSH)}",
    ]
    told += [f"{1000 * half:.1f} ms", f"{1000 * most:.1f} ms at {median['paced']:.0f}/s", f"{median['seat']:.0f} KiB"]
    if there:
        ratios = sorted(now.per_core / before.per_core for now, before in zip(here, there, strict=True))
        told += [f"{statistics.median(run.per_core for run in there):,.0f}", f"**{statistics.median(ratios):.1f}x**"]
        told += [f"{ratios[0]:.1f}x to {ratios[-1]:.1f}x", f"{statistics.median(run.push for run in there) / 1000:.1f} kB"]
    return told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT", help="a commit to be measured beside this tree")
    parser.add_argument("--games", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL at 127.0.0.1:5432 instead of SQLite")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
        return
    with ExitStack() as stack:
        trees = {"there": stack.enter_context(tree_of(asked.against))} if asked.against else {}
        trees["here"] = ROOT
        rows = []
        for game in asked.games:
            found = rounds(trees, game, asked)
            rows.append(row(game, found["here"], found.get("there", [])))
    head = HEAD + (AGAINST if asked.against else [])
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    print(told_load())
    print("\n".join(f"| {' | '.join(line)} |" for line in lines))


if __name__ == "__main__":
    main()
