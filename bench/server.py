"""The play server under load: python bench/server.py [--tables 250] [--seconds 10]

The server runs as its own process, as `tuckbox serve` runs it but for the limits. This process plays: at each table
four people sit at Whiplash, each with the socket of a browser, and whoever is asked draws and puts a card down. A move
counts from the click to the moment when the last of the four has got the new page; by then it is checked, played,
committed, drawn for four seats and pushed. First tables move as fast as they can, then at a steady pace well below that,
as people would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

PLAYERS = 4
NAMES = ("Ann", "Bo", "Cy", "Dee")
FORM = {"game": "whiplash", "players": str(PLAYERS), "private": "1", "option.turn_cap": "400", "option.void_limit": "10"}
POSTGRES = "postgresql://postgres@127.0.0.1:5432/{name}"
_ACTION = re.compile(r'data-act="([^"]+)"')
_UNTIL = 'data-do="{&#34;do&#34;: &#34;next&#34;'


# -- the server --------------------------------------------------------------------------------------------------------


def serve(database: str) -> None:
    """Be the server, without limits; tell the port."""
    from tuckbox.server.cli import listen, run
    from tuckbox.server.settings import Limits, Rate, Settings

    free = Rate(1e9, 1_000_000_000)
    limits = Limits(requests=free, newcomers=free, tables=free, commands=free, unfinished=10**9, sockets_of_address=10**9)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    run(Settings(database, port=port, limits=limits), listener, lambda: print(port, flush=True), json_logs=False)


@dataclass
class Server:
    """The process of the server."""

    pid: int
    address: str

    @property
    def memory(self) -> float:
        """What it holds in memory, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    @property
    def busy(self) -> float:
        """The seconds of a core it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(database: str) -> Iterator[Server]:
    """A server on a database."""
    command = [sys.executable, __file__, "--serve", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield Server(process.pid, f"http://127.0.0.1:{int(process.stdout.readline())}")
        finally:
            process.terminate()


# -- the load ----------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was measured: how long moves took, and the size of what was pushed."""

    moves: list[float] = field(default_factory=list)
    pushes: int = 0
    pushed: int = 0
    pause: float = 0.0
    running: bool = True


class Table:
    """Four people and their sockets."""

    def __init__(self, sockets: list[ClientConnection], tally: Tally) -> None:
        self.sockets, self.tally = sockets, tally

    async def play(self) -> None:
        """Move until told to stop."""
        frames = [await self._until(socket, 1) for socket in self.sockets]
        while self.tally.running:
            version = frames[0]["version"]
            mover, command = next(found for found in map(_wish, range(PLAYERS), frames) if found)
            await asyncio.sleep(self.tally.pause)
            began = time.perf_counter()
            await self.sockets[mover].send(json.dumps({**command, "version": frames[mover]["version"]}))
            frames = await asyncio.gather(*(self._until(socket, version + 1) for socket in self.sockets))
            self.tally.moves.append(time.perf_counter() - began)

    async def _until(self, socket: ClientConnection, version: int) -> dict[str, Any]:
        """The page of this version."""
        while True:
            text = await socket.recv()
            frame: dict[str, Any] = json.loads(text)
            self.tally.pushes += 1
            self.tally.pushed += len(text)
            if "error" in frame:
                raise RuntimeError(frame["message"])
            if frame["version"] >= version:
                return frame


def _wish(seat: int, frame: dict[str, Any]) -> tuple[int, dict[str, str]] | None:
    """What a seat does, if it can do anything: never call, so that hands are long."""
    actions = _ACTION.findall(frame["html"]) if frame["turn"] else []
    action = next((action for action in actions if not action.startswith("call")), None)
    if action:
        return seat, {"do": "act", "action": action}
    return (seat, {"do": "next"}) if _UNTIL in frame["html"] else None


async def cookies(address: str) -> list[str]:
    """Four people."""
    found = []
    for name in NAMES:
        async with httpx2.AsyncClient(base_url=address, headers={"origin": address}) as client:
            answer = await client.post("/name", data={"name": name})
            found.append(f"tuckbox={answer.cookies['tuckbox']}")
    return found


@asynccontextmanager
async def seated(address: str, people: list[str], number: int, tally: Tally) -> AsyncIterator[list[Table]]:
    """Tables at which the four sit, the matches begun."""
    tables = []
    async with httpx2.AsyncClient(base_url=address, headers={"origin": address, "cookie": people[0]}) as client:
        for _ in range(number):
            path = (await client.post("/tables", data=FORM)).headers["location"]
            url = f"{address.replace('http', 'ws', 1)}{path}/socket"
            sockets = [
                await connect(url, additional_headers={"cookie": who}, origin=address, compression=None, max_queue=None)  # type: ignore[arg-type]
                for who in people
            ]
            for seat, socket in enumerate(sockets[1:], 1):
                await socket.send(json.dumps({"do": "sit", "seat": seat}))
            while "data-do" not in json.loads(await sockets[0].recv())["html"] or not await _full(sockets[0]):
                pass
            tables.append(Table(sockets, tally))
    try:
        yield tables
    finally:
        for table in tables:
            for socket in table.sockets:
                socket.transport.abort()


async def _full(host: ClientConnection) -> bool:
    """Start the match as soon as everybody sits."""
    while "&#34;start&#34;" not in json.loads(await host.recv())["html"]:
        pass
    await host.send(json.dumps({"do": "start"}))
    return True


# -- what is told ------------------------------------------------------------------------------------------------------


async def measure(name: str, running: Server, number: int, seconds: float, say: Callable[[str], None]) -> list[list[str]]:
    """Rows of the table: as fast as can be, and paced."""
    people, empty = await cookies(running.address), running.memory
    tally, rows = Tally(), []
    async with seated(running.address, people, number, tally) as tables:
        say(f"{name}: {number} tables, {PLAYERS * number} sockets")
        playing = asyncio.gather(*(table.play() for table in tables))
        held = (running.memory - empty) * 1024 / (PLAYERS * number)
        fastest = 0.0
        for how in ("as fast as can be", "at a steady pace"):
            if fastest:
                tally.pause = number / (fastest / 3)
            await asyncio.sleep(1.0 + tally.pause)
            tally.moves.clear()
            tally.pushes = tally.pushed = 0
            began, busy = time.perf_counter(), running.busy
            await asyncio.sleep(seconds)
            took = time.perf_counter() - began
            fastest = fastest or len(tally.moves) / took
            rows.append([name, how, *figures(tally, took, running.busy - busy), f"{held:.0f} KiB"])
        tally.running, tally.pause = False, 0.0
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return rows


def figures(tally: Tally, took: float, busy: float) -> list[str]:
    """The numbers of a row."""
    moves = sorted(tally.moves)
    p50, p99 = statistics.median(moves), moves[int(len(moves) * 0.99)]
    rate = len(moves) / took
    return [
        f"{rate:,.0f}",
        f"{len(moves) / busy:,.0f}",
        f"{1000 * p50:.1f} ms",
        f"{1000 * p99:.1f} ms",
        f"{tally.pushed / tally.pushes / 1000:.1f} kB",
    ]


@contextmanager
def postgres() -> Iterator[str | None]:
    """A new PostgreSQL database; None where there is no server."""
    name = f"tuckbox_bench_{os.getpid()}"

    async def run(statement: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(POSTGRES.format(name="postgres"), timeout=3)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    try:
        asyncio.run(run(f"CREATE DATABASE {name}"))
    except (OSError, ImportError, TimeoutError):
        yield None
        return
    try:
        yield POSTGRES.format(name=name)
    finally:
        asyncio.run(run(f"DROP DATABASE {name} WITH (FORCE)"))


HEAD = [
    "database",
    "moves",
    "moves/s",
    "moves per second of its core",
    "half of the moves",
    "99 of 100",
    "a push",
    "a seat in memory",
]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    rows: list[list[str]] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        databases = {"SQLite": f"{folder}/tables.db", "PostgreSQL": stack.enter_context(postgres())}
        for name, database in databases.items():
            if database is None:
                print(f"{name}: no server at 127.0.0.1:5432", file=sys.stderr)
                continue
            with server(database) as running:
                rows += asyncio.run(
                    measure(name, running, options.tables, options.seconds, lambda text: print(text, file=sys.stderr))
                )
    lines = [HEAD, ["---", "---", *["---:"] * (len(HEAD) - 2)], *rows]
    print("\n".join(f"| {' | '.join(line)} |" for line in lines))


if __name__ == "__main__":
    main()
