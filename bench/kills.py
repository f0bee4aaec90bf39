"""How soon tables move again when their process is killed: python bench/kills.py [--tables 24] [--kills 6] [--workers 3]

Workers on one PostgreSQL database and one port, looked after as `tuckbox serve --workers` does it, but without limits. At
each table two programs play, each with a socket of its own that connects again with the pauses of a page. Again and again
the process that owns the most tables is killed, and for each of them the time is taken until there is a move at it. At the
end, still under play, all are told to end, and the time is taken until they have. `--tree` measures another working tree.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import numpy as np
from limits import unlimited
from server import postgres
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

WISH = {"game": "whiplash", "players": 2, "options": {"turn_cap": 400}}
WITH_BOT = {**WISH, "players": 3, "bots": [None, None, "normal"]}
FIRST, LONGEST = 0.5, 5.0
"""Seconds a page waits before it connects again, at first and at most."""

_OWNERS = 'SELECT o."table", p.address FROM owners o JOIN processes p ON p.id = o.process'


def serve(asked: argparse.Namespace) -> None:
    """Be the workers, or one of them, without limits."""
    from tuckbox.server.address import pass_on
    from tuckbox.server.cli import listen, run
    from tuckbox.server.fleet.thinking import worker
    from tuckbox.server.fleet.workers import end_gently_with_parent, supervise_servers
    from tuckbox.server.settings import Settings, local_name

    if not asked.one_of_several:
        pass_on(asked.serve)
        supervise_servers(asked.workers, "127.0.0.1", asked.port, [worker.COMMAND] * asked.thinkers)
        return
    listener, peers = listen("127.0.0.1", asked.port, shared=True), listen("127.0.0.1", 0)
    end_gently_with_parent()
    own = {"peer": local_name(peers.getsockname()), "bots_elsewhere": asked.thinkers > 0, "warm_up": not asked.cold}
    settings = Settings(asked.serve, limits=unlimited(), **own)
    run(settings, listener, lambda: print(asked.port, flush=True), json_logs=True, peers=peers)


@dataclass
class Seats:
    """A table, and when there was a move at it."""

    table: str
    tokens: list[str]
    moves: list[float] = field(default_factory=list)
    longest: float = 0.0

    def after(self, moment: float) -> float | None:
        """How long after a moment there was a move."""
        return next((move - moment for move in self.moves if move > moment + 0.2), None)


async def seats(address: str, wish: dict[str, Any]) -> Seats:
    """A table at which a match has begun."""
    async with httpx2.AsyncClient(base_url=address, trust_env=False, timeout=30) as client:
        tokens = [(await client.post("/api/people", json={"name": name})).json()["token"] for name in ("Ann", "Bo")]
        known = [{"authorization": f"Bearer {token}"} for token in tokens]
        table = (await client.post("/api/tables", json=wish, headers=known[0])).json()["table"]
        for who, command in ((known[1], {"do": "sit", "seat": 1}), (known[0], {"do": "start"})):
            assert (await client.post(f"/api/tables/{table}", json=command, headers=who)).status_code == 200
    return Seats(table, tokens)


async def play(address: str, at: Seats, seat: int, pause: float) -> None:
    """Play at a seat until cancelled, with the pauses of a page where there is no connection."""
    url = f"{address.replace('http', 'ws')}/api/tables/{at.table}/socket"
    headers, wait, chance = {"authorization": f"Bearer {at.tokens[seat]}"}, FIRST, random.Random(at.table)
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(url, additional_headers=headers, proxy=None, open_timeout=30, close_timeout=1) as socket:
                wait = FIRST
                await _move(socket, at, chance, pause)
        await asyncio.sleep(wait * (0.7 + chance.random() * 0.6))
        wait = min(wait * 2, LONGEST)


async def _move(socket: ClientConnection, at: Seats, chance: random.Random, pause: float) -> None:
    asked = -1
    async for text in socket:
        seen: dict[str, Any] = json.loads(text)
        if "error" in seen or seen["version"] == asked:
            continue
        if asked >= 0:
            at.moves.append(time.monotonic())  # whatever was asked for has happened, or somebody was faster
            asked = -1
        calls = [each["action"] for each in seen["legal"]]
        quiet = [each for each in calls if not each.startswith("call")] or calls
        if quiet or seen["between"]:
            await asyncio.sleep(pause * (0.5 + chance.random()))
            what = {"do": "act", "action": chance.choice(quiet)} if quiet else {"do": "next"}
            await socket.send(json.dumps({**what, "version": seen["version"]}))
            asked = seen["version"]


def workers_by_peer(supervisor: int) -> dict[str, int]:
    """The processes by the addresses at which the others reach them: of its two ports that which nobody else has."""
    found: dict[str, int] = {}
    for each in Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split():
        with suppress(OSError):
            inodes = {os.readlink(path) for path in Path(f"/proc/{each}/fd").iterdir()}
            for line in Path(f"/proc/{each}/net/tcp").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                    found[f"127.0.0.1:{int(fields[1].partition(':')[2], 16)}"] = int(each)
    return found


async def owners(database: str) -> dict[str, str]:
    """The address of the owner of each table."""
    connection = await asyncpg.connect(database)
    try:
        return {row[0]: row[1] for row in await connection.fetch(_OWNERS)}
    finally:
        await connection.close()


async def measure(database: str, supervisor: subprocess.Popen[str], asked: argparse.Namespace) -> list[float]:
    """The times after each kill."""
    assert supervisor.stdout
    port = supervisor.stdout.readline().partition(",")[0]
    address, took = f"http://127.0.0.1:{port}", []
    at = [await seats(address, WITH_BOT if asked.bots else WISH) for _ in range(asked.tables)]
    players = [asyncio.create_task(play(address, each, seat, asked.pause)) for each in at for seat in (0, 1)]
    try:
        await asyncio.sleep(asked.between)
        for number in range(asked.kills):
            owned, pids = await owners(database), workers_by_peer(supervisor.pid)
            most = statistics.mode(owned.values())
            moved = [each for each in at if owned[each.table] == most]
            before = sum(len(each.moves) for each in at)
            killed = time.monotonic()
            os.kill(pids[most], signal.SIGKILL)
            await asyncio.sleep(asked.between)
            times = [each.after(killed) or asked.between for each in moved]
            took += times
            told = ", ".join(f"{each:.1f}" for each in sorted(times))
            rate = (sum(len(each.moves) for each in at) - before) / asked.between
            print(f"kill {number + 1}: {len(moved)} tables, {told} s; {rate:.0f} moves a second of all", flush=True)
        began = time.monotonic()
        supervisor.terminate()
        await asyncio.to_thread(supervisor.wait)
        print(f"told to end under play: {time.monotonic() - began:.1f} s")
    finally:
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--bots", action="store_true", help="a bot at each table")
    parser.add_argument("--thinkers", type=int, default=0, help="processes of their own in which bots think")
    parser.add_argument("--between", type=float, default=25.0, help="seconds between two kills")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds before each move")
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    for flag in ("--one-of-several", "--cold"):
        parser.add_argument(flag, action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked)
        return
    command = [
        sys.executable,
        str(asked.tree / "bench" / "kills.py"),
        "--workers",
        str(asked.workers),
        "--thinkers",
        str(asked.thinkers),
        "--serve",
    ]
    with postgres() as database:
        supervisor = subprocess.Popen(
            [*command, database],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(asked.tree / "src")},
        )
        try:
            took = sorted(asyncio.run(measure(database, supervisor, asked)))
        finally:
            supervisor.terminate()
            supervisor.wait()
    cuts = np.quantile(took, (0.5, 0.9))
    print(
        f"{len(took)} tables moved again: half within {cuts[0]:.1f} s, nine of ten within {cuts[1]:.1f}, all {took[-1]:.1f}"
    )


if __name__ == "__main__":
    main()
