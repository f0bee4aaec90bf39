"""Several servers on one database, each a process with a port of its own, and people who play at whichever answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.server.fleet.processes", "tests.server.rooms", "tuckbox.server.app", "asyncpg"])

PAUSE, PATIENCE = 0.02, 4.0
"""Seconds between two moves at a table, and those after which a client gives a server up."""

GIVEN_UP = 0.05
"""Share of the commands whose sender does not wait for what comes of them, and comes again."""

BUSY = 120.0
"""Seconds in which anything is done that no accident is to break off, however busy the machine is."""

PLAIN: dict[str, Any] = {"trust_env": False, "verify": False}
"""Options of clients for servers without TLS: reading the certificates of the machine takes 45 ms for each client."""

_LISTENING = "0A"
"""The state of a socket at which connections are waited for, in the table of Linux."""

FAILED = (httpx2.HTTPError, OSError, ConnectionClosed, InvalidHandshake, TimeoutError)
"""What a client meets when a server dies."""


def serve(address: str, lease: float, slow: float, told: Connection) -> None:
    """Be a server; tell the port."""
    from tests.server.rooms import Guessers, find
    from tests.server.web.site import FREE
    from tuckbox.server import house
    from tuckbox.server.cli import listen, run
    from tuckbox.server.settings import Settings, local_name
    from tuckbox.server.table import reading

    threading.Thread(target=_end_with_parent, daemon=True).start()
    setattr(house, "read_table", slowly(reading.read_table, slow))  # noqa: B010
    listener, peers = listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    settings = Settings(address, bot_delay=0, limits=FREE, peer=local_name(peers.getsockname()))
    ready = lambda: told.send(listener.getsockname()[1])  # noqa: E731
    run(settings, listener, ready, json_logs=False, peers=peers, bots=Guessers(), find=find, lease=lease)


def slowly(read: Callable[..., Awaitable[Any]], most: float) -> Callable[..., Awaitable[Any]]:
    """Have it take up to so many seconds until what was read is there, as on a busy machine."""

    async def reading(*given: Any) -> Any:
        found = await read(*given)
        for _ in range(random.randrange(20)):  # in small steps, of which some are left after a freeze
            await asyncio.sleep(most / 20)
        return found

    return reading


def _end_with_parent() -> None:
    """Leave nothing behind, however the tests end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Fleet:
    """The servers. `addresses` are those of all that run; a proxy in front leads to those that are `answering`."""

    def __init__(self, database: str, lease: float, slow: float) -> None:
        self.database = database
        self._given = database, lease, slow
        self._processes: list[Any] = []
        self.addresses: list[str] = []
        self.answering: list[str] = []

    def start(self) -> None:
        """One more."""
        hears, tells = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=serve, args=(*self._given, tells), daemon=True)
        process.start()
        tells.close()
        self._processes.append(process)
        self.addresses.append(f"127.0.0.1:{hears.recv()}")
        self.answering.append(self.addresses[-1])

    async def measure(self, place: int, name: str) -> float:
        """One of the numbers that a process tells to those who run it; 0 where there has been nothing to count."""
        async with httpx2.AsyncClient(**PLAIN) as client:
            told = (await client.get(f"http://{self.addresses[place]}/metrics")).text
        return next((float(line.split()[1]) for line in told.splitlines() if line.startswith(f"{name} ")), 0.0)

    def leads_on(self, place: int, other: int) -> bool:
        """Whether a process has a connection to another one (Linux only)."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
        ports = {row[1].rpartition(":")[2] for row in rows if row[3] == _LISTENING and row[9] in self._sockets(other)}
        return any(row[2].rpartition(":")[2] in ports for row in rows if row[9] in self._sockets(place))

    def _sockets(self, place: int) -> set[str]:
        """The numbers of the sockets of a process."""
        found = set[str]()
        for file in Path(f"/proc/{self._processes[place].pid}/fd").iterdir():
            with contextlib.suppress(OSError):  # it has been closed meanwhile
                found |= set(re.findall(r"^socket:\[(\d+)\]$", os.readlink(file)))
        return found

    def send(self, place: int, word: signal.Signals) -> None:
        """Give a process a signal."""
        os.kill(self._processes[place].pid, word)

    def end(self, place: int, word: signal.Signals = signal.SIGKILL) -> None:
        """Let a process end, and be gone."""
        self.send(place, word)
        self._processes[place].join()
        self.answering.remove(self.addresses[place])
        del self._processes[place], self.addresses[place]

    def close(self) -> None:
        """End all."""
        for process in self._processes:
            process.kill()
            process.join()


@contextlib.contextmanager
def fleet(database: str, servers: int, lease: float, slow: float = 0.0) -> Iterator[Fleet]:
    """Some servers, while the block lasts. To read a table takes up to `slow` seconds."""
    opened = Fleet(database, lease, slow)
    try:
        for _ in range(servers):
            opened.start()
        yield opened
    finally:
        opened.close()


@dataclass
class Played:
    """What was done at a table: each action, and whether it was acknowledged (None: nobody could say)."""

    table: str
    actions: list[tuple[str, bool | None]] = field(default_factory=list)
    moved: float = 0.0
    over: bool = False

    def difference(self, stored: list[str]) -> str:
        """Where what is stored is not what was done: each that was acknowledged once, each other once or not at all."""
        places = {0}  # how many of what is stored may have been done until then
        for number, (action, acknowledged) in enumerate(self.actions, 1):
            further = {place + 1 for place in places if stored[place : place + 1] == [action]}
            before, places = places, {True: further, None: places | further, False: places}[acknowledged]
            if not places:
                return self._around(number, stored, max(before))
        return "" if len(stored) in places else self._around(len(self.actions), stored, len(stored))

    def _around(self, number: int, stored: list[str], place: int) -> str:
        done = self.actions[max(0, number - 8) : number + 8]
        return f"done: {done}; stored: {stored[max(0, place - 8) : place + 8]}"


class Client:
    """Two people at a table, who play by whichever server answers, by calls or by sockets."""

    def __init__(self, fleet: Fleet, seed: int, by_socket: bool) -> None:
        self._fleet, self._chance, self._by_socket = fleet, random.Random(seed), by_socket
        self._tokens: list[str] = []
        self._unsure = False  # whether the last command may have been saved, or may be saved yet
        self._only = ""  # the server to be asked; any, where none is named
        self.played = Played("")

    def _address(self) -> str:
        return self._only or self._chance.choice(self._fleet.answering)

    async def _call(
        self, method: str, path: str, data: Any = None, token: str = "", patience: float = PATIENCE
    ) -> tuple[int, Any]:
        async with httpx2.AsyncClient(timeout=patience, **PLAIN) as client:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = await client.request(method, f"http://{self._address()}{path}", json=data, headers=headers)
            return answer.status_code, answer.json()

    async def begin(self) -> None:
        """Open a table, sit down, start; anew, where a server was taken to be gone meanwhile, as on a busy machine."""
        async with asyncio.timeout(BUSY):
            while not await self._begun():
                await asyncio.sleep(0.1)

    async def _begun(self) -> bool:
        self._tokens = [(await self._made("/api/people", {"name": name})).get("token", "") for name in ("Ann", "Bo")]
        wish = {"game": "whiplash", "players": 2, "options": {"turn_cap": 400}}
        self.played.table = (await self._made("/api/tables", wish, self._tokens[0])).get("table", "")
        path, (ann, bo) = f"/api/tables/{self.played.table}", self._tokens
        return bool(
            self.played.table
            and await self._made(path, {"do": "sit", "seat": 1}, bo)
            and await self._made(path, {"do": "start"}, ann)
        )

    async def _made(self, path: str, data: Any, token: str = "") -> dict[str, Any]:
        """What a server answers; nothing where it cannot do it just now."""
        status, answer = await self._call("POST", path, data, token, patience=BUSY)
        assert status in (200, 201, 401, 503), answer
        return answer if status < 300 else {}

    async def shown(self, address: str) -> list[Any]:
        """What a server shows of the table to each of those who sit there, and to an onlooker."""
        self._only = address
        found: list[Any] = []
        async with asyncio.timeout(BUSY):
            while len(found) < len(self._tokens) + 1:
                with contextlib.suppress(*FAILED):
                    token = ["", *self._tokens][len(found)]
                    status, seen = await self._call("GET", f"/api/tables/{self.played.table}", token=token)
                    found += [seen] * (status == 200)
        return found

    async def play(self) -> None:
        """Play until cancelled."""
        while not self.played.over:
            try:
                await (self._by_a_socket() if self._by_socket else self._by_calls())
            except FAILED:
                await asyncio.sleep(0.1)

    async def _by_calls(self) -> None:
        path = f"/api/tables/{self.played.table}"
        for token in self._tokens:
            status, seen = await self._call("GET", path, token=token)
            if status == 200 and (command := self._command(seen)):
                self._begin(command)
                status, _ = await self._call("POST", path, command, token)
                self._end(command, {200: True, 503: None}.get(status, False))
                await asyncio.sleep(PAUSE)

    async def _by_a_socket(self) -> None:
        token = self._chance.choice(self._tokens)
        url = f"ws://{self._address()}/api/tables/{self.played.table}/socket"
        headers = {"authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=headers, proxy=None, open_timeout=PATIENCE, close_timeout=1) as socket:
            seen = await self._next(socket)
            while command := self._command(seen):
                unsure = self._unsure
                self._begin(command)
                await socket.send(json.dumps(command))
                if self._chance.random() < GIVEN_UP:
                    return
                version = seen["version"]
                while seen.get("version", version) == version:
                    seen = await self._next(socket)
                    if "error" in seen:
                        self._end(command, None if seen["error"] in ("storage", "busy") else False)
                        return
                self._end(command, None if unsure else True)
                if unsure:  # perhaps it was that command which has turned out to be saved, and this one is refused
                    self._unsure, self.played.moved = False, time.monotonic()
                    return
                await asyncio.sleep(PAUSE)

    @staticmethod
    async def _next(socket: ClientConnection) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            seen: dict[str, Any] = json.loads(await socket.recv())
        return seen

    def _command(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        self.played.over = self.played.over or seen["stage"] == "finished"
        if seen["legal"]:
            calls = [each["action"] for each in seen["legal"]]
            quiet = [each for each in calls if not each.startswith("call")]
            return {"do": "act", "version": seen["version"], "action": self._chance.choice(quiet or calls)}
        return {"do": "next", "version": seen["version"]} if seen["between"] else None

    def _begin(self, command: dict[str, Any]) -> None:
        if command["do"] == "act":
            self.played.actions.append((command["action"], None))
        self._unsure = True

    def _end(self, command: dict[str, Any], acknowledged: bool | None) -> None:
        if command["do"] == "act":
            self.played.actions[-1] = command["action"], acknowledged
        self._unsure = acknowledged is None
        if acknowledged:
            self.played.moved = time.monotonic()
