"""A full lobby: python bench/lobby.py [--people 1000] [--tables 40] [--opened 0.5] [--seconds 20] [--tree FOLDER]

A server without limits. So many people have the front page open, each with a cookie and the socket of the page; so many
public tables wait for players. First nothing happens, then tables are opened, so many a second. It prints what that
costs the server's process, and how long a new table takes from its form to the pages: to each of them, and to the last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import ssl
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
from server import ROOT, Server, postgres, quantile, ready, server
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE = 20
"""People who come at the same time."""

FORM = {"game": "whiplash", "players": "2", "pace": "quick", "private": "0", "offer": "quick"}

_TRUST = ssl.create_default_context()  # slow to make, and the same for all


@dataclass
class Lobby:
    """All front pages: how many frames they got, and when each first showed the table that is waited for."""

    table: str = ""
    frames: int = 0
    size: int = 0
    shown: list[float] = field(default_factory=list)

    async def look(self, socket: ClientConnection) -> None:
        """Be a front page."""
        known = ""
        async for frame in socket:
            self.frames, self.size = self.frames + 1, self.size + len(frame)
            if known != self.table and self.table in json.loads(frame)["open"]:
                known = self.table
                self.shown.append(time.perf_counter())


def client(address: str, cookie: str = "") -> httpx2.AsyncClient:
    """A browser that sends forms."""
    return httpx2.AsyncClient(
        base_url=address, headers={"origin": address, "cookie": cookie}, timeout=60, trust_env=False, verify=_TRUST
    )


async def person(address: str, number: int) -> str:
    """The cookie of somebody new."""
    async with client(address) as browser:
        return f"tuckbox={(await browser.post('/name', data={'name': f'P{number}'})).cookies['tuckbox']}"


async def opened(address: str, cookie: str) -> str:
    """A public table that waits for players."""
    async with client(address, cookie) as browser:
        answer = await browser.post("/tables", data=FORM)
        return answer.headers["location"].removeprefix("/tables/")


async def fill(address: str, asked: argparse.Namespace, stack: AsyncExitStack) -> tuple[Lobby, list[str]]:
    """People before their front pages, and tables of some of them."""
    lobby, cookies = Lobby("none"), list[str]()
    tasks = await stack.enter_async_context(asyncio.TaskGroup())
    for first in range(0, asked.people, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, asked.people))
        came = await asyncio.gather(*[person(address, number) for number in numbers])
        cookies += came
        for cookie in came:
            head = {"cookie": cookie}
            wire = connect(address.replace("http", "ws", 1) + "/lobby/socket", additional_headers=head, origin=address)  # type: ignore[arg-type]
            looking = tasks.create_task(lobby.look(await stack.enter_async_context(wire)))
            stack.callback(looking.cancel)
    for cookie in cookies[: asked.tables]:
        await opened(address, cookie)
    return lobby, cookies


def told(times: list[float]) -> str:
    """The middle of some times and what 95 of 100 do not pass, in seconds."""
    return f"{quantile(times, 0.5):.2f} s, 95 of 100 {quantile(times, 0.95):.2f}" if times else "none"


async def measure(running: Server, asked: argparse.Namespace) -> None:
    """Fill the lobby, wait, open tables, and print."""
    await ready(running)
    empty = running.memory
    async with AsyncExitStack() as stack:
        lobby, cookies = await fill(running.address, asked, stack)
        await asyncio.sleep(3)
        print(f"memory of a page: {(running.memory - empty) / asked.people:.0f} KiB (of {running.memory / 1024:.0f} MiB)")
        began, busy = time.perf_counter(), running.busy
        await asyncio.sleep(asked.seconds)
        quiet = (running.busy - busy) / (time.perf_counter() - began)
        print(f"nothing happens: {quiet:.0%} of a core", flush=True)
        began, busy, lobby.frames, lobby.size = time.perf_counter(), running.busy, 0, 0
        each, last = list[float](), list[float]()
        for number in range(max(1, int(asked.seconds * asked.opened))):
            lobby.shown, at = [], time.perf_counter()
            lobby.table = await opened(running.address, cookies[-1 - number % len(cookies)])
            while len(lobby.shown) < asked.people - 1 and time.perf_counter() - at < 30:  # the host sees it as their own
                await asyncio.sleep(0.01)
            each += [shown - at for shown in lobby.shown]
            last.append(time.perf_counter() - at)
            await asyncio.sleep(max(0.0, at + 1 / asked.opened - time.perf_counter()))
        took, used = time.perf_counter() - began, running.busy - busy
        size = lobby.size / max(1, lobby.frames) / 1024
        cost = f"{used / took:.0%} of a core, {used / len(last):.2f} s of it each"
        sent = f"{lobby.frames / took:.0f} frames a second of {size:.1f} KiB"
        print(f"a table is opened {len(last) / took:.2f} times a second: {cost}; {sent}")
        print(f"it is seen after {told(each)}; by the last of {asked.people} after {told(last)}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--opened", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--tree", type=Path, default=ROOT)
    asked = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {asked.people} people, {asked.tables} tables")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = stack.enter_context(postgres()) if asked.postgres else f"{folder}/t.db"
        asyncio.run(measure(stack.enter_context(server(asked.tree, database)), asked))
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
