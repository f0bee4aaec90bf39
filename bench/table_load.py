"""People at tables, each with the socket of a browser, for `bench/server.py`.

They know as much of the protocol as a page must: a frame brings the whole table or the parts of it that have changed, and
what can be done stands in it as buttons. So they play on the server of any commit.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

NAMES = ("Ann", "Bo", "Cy", "Dee")
FORMS = {
    "whiplash": {"players": "4", "option.turn_cap": "400", "option.void_limit": "10"},
    "keywhiz": {"players": "4"},
    "whipsaw": {"players": "4"},
    "jalopies": {"players": "4"},
}
"""Form of a new table of each game. At Whiplash nobody calls, so that hands are long."""

DOCK = ("status", "hints", "result", "window", "bar", "all")
"""Parts of a table's dock, where tables come in parts."""

_MOVE = re.compile(r'data-n="\d+" data-act="([^"]+)"')
_NEXT, _START = "&#34;do&#34;: &#34;next&#34;", "&#34;start&#34;}"


def _set() -> asyncio.Event:
    """An event that has happened."""
    event = asyncio.Event()
    event.set()
    return event


@dataclass
class Tally:
    """Measurements: seconds of moves, and sizes of pushes. `pause` is waited before each move, once `going` is set."""

    moves: list[float] = field(default_factory=list)
    pushes: list[int] = field(default_factory=list)
    pause: float = 0.0
    going: asyncio.Event = field(default_factory=_set)

    def clear(self) -> None:
        """Begin anew."""
        self.moves.clear()
        self.pushes.clear()

    async def gather(self, seconds: float) -> None:
        """Wait for these seconds, and on a busy machine until a move was measured."""
        await asyncio.sleep(seconds)
        while not self.moves:
            await asyncio.sleep(0.1)


def cut(dock: str) -> list[tuple[str, str]]:
    """Parts of a dock, by names."""
    found = sorted((place, name) for name in DOCK if (place := dock.find(f' id="{name}"')) >= 0)
    ends = [*(place for place, _ in found), len(dock)]
    return [(name, dock[place:end]) for (place, name), end in zip(found, ends[1:], strict=True)]


def _quoted(html: str) -> str:
    """Markup with double quotes, as a whole page has them."""
    return html.replace("'", '"')


class Over(Exception):
    """The match is over."""


class Page:
    """A person at a table, and what their page shows."""

    def __init__(self, socket: ClientConnection, tally: Tally, changed: asyncio.Event) -> None:
        self.socket, self._tally, self._changed = socket, tally, changed
        self.version, self.buttons, self.refused, self.over, self.can_start = -1, "", -1, False, False
        self._dock: list[tuple[str, str]] = []
        self.reader = asyncio.create_task(self._read())
        self.reader.add_done_callback(lambda _: changed.set())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                self._tally.pushes.append(len(text))
                frame: dict[str, Any] = json.loads(text)
                if "error" in frame:  # such as an answer to a window that has just closed
                    self.refused = self.version
                elif "version" in frame:
                    self.version = frame["version"]
                    self._show(frame)
                    self.over = self.over or "stage-finished" in text
                    self.can_start = self.can_start or _START in text
                self._changed.set()

    def _show(self, frame: dict[str, Any]) -> None:
        """Know the buttons of a page, or of what has changed in it."""
        parts = {name: _quoted(part) for name, part in frame.get("parts", {}).items()}
        whole = frame.get("html") or parts.get("dock")
        if whole is not None:
            dock = whole[whole.find('<section class="dock"') :]
            self._dock = cut(dock) if ' id="dock"' in dock else [("", dock)]  # earlier pages come whole each time
        for at, gone, come in reversed(frame.get("rows", {}).get("dock", ())):
            self._dock[at : at + gone] = cut(_quoted(come))
        self._dock = [(name, parts.get(name, part)) for name, part in self._dock]
        self.buttons = "".join(part for _, part in self._dock)

    @property
    def wish(self) -> dict[str, Any] | None:
        """A possible move, but for calling; None on a page that is too old, as the server has said."""
        if self.refused == self.version:
            return None
        found = [text for text in _MOVE.findall(self.buttons) if not text.startswith("call")]
        if found:
            return {"do": "act", "actions": found}
        return {"do": "next"} if _NEXT in self.buttons else None


class Table:
    """Four people and their pages."""

    def __init__(self, pages: list[Page], changed: asyncio.Event, tally: Tally, seed: int) -> None:
        self.pages, self.tally = pages, tally
        self._changed, self._chance = changed, random.Random(seed)

    async def play(self) -> None:
        """Move until cancelled. Raises `Over` at the end of the match."""
        wishes = await self._wishes()
        while True:
            await self.tally.going.wait()
            await asyncio.sleep(self.tally.pause * (0.5 + self._chance.random()))
            mover, command = self._chance.choice(wishes)
            version = mover.version
            if "actions" in command:
                command = {"do": "act", "action": self._chance.choice(command["actions"])}
            began = time.perf_counter()
            await mover.socket.send(json.dumps({**command, "version": version}))
            while mover.version == version and mover.refused != version:
                await self._change()
            if mover.version != version:
                self.tally.moves.append(time.perf_counter() - began)
            wishes = await self._wishes()

    def _ready(self) -> list[tuple[Page, dict[str, Any]]]:
        return [(page, page.wish) for page in self.pages if page.wish]

    async def _wishes(self) -> list[tuple[Page, dict[str, Any]]]:
        while not (found := self._ready()):
            await self._change()
        return found

    async def _change(self) -> None:
        self._changed.clear()
        if all(page.over for page in self.pages):
            raise Over
        async with asyncio.timeout(60):
            await self._changed.wait()
        for page in self.pages:
            if page.reader.done():
                page.reader.result()  # what went wrong there
                raise ConnectionError(f"the server has closed the socket of a page: {page.socket.close_reason}")

    def leave(self) -> None:
        """Close all pages."""
        for page in self.pages:
            page.reader.cancel()
            page.socket.transport.abort()


async def cookies(address: str) -> list[str]:
    """Four people."""
    found = []
    for name in NAMES:
        async with httpx2.AsyncClient(base_url=address, headers={"origin": address}, timeout=60) as client:
            answer = await client.post("/name", data={"name": name})
            found.append(f"tuckbox={answer.cookies['tuckbox']}")
    return found


async def open_table(
    address: str, people: list[str], game: str, tally: Tally, seed: int, more: dict[str, str] | None = None
) -> Table:
    """A table at which these people sit, the match begun; the form may say `more`, such as who else sits there."""
    form = {"game": game, "private": "1", **FORMS[game], **(more or {})}
    async with httpx2.AsyncClient(base_url=address, headers={"origin": address, "cookie": people[0]}, timeout=60) as client:
        path = (await client.post("/tables", data=form)).headers["location"]
    url, changed = f"{address.replace('http', 'ws', 1)}{path}/socket", asyncio.Event()
    pages = []
    for who in people:
        socket = await connect(url, additional_headers={"cookie": who}, origin=address, compression=None, max_queue=None)  # type: ignore[arg-type]
        pages.append(Page(socket, tally, changed))
    table = Table(pages, changed, tally, seed)
    for seat, page in enumerate(pages[1:], 1):
        await page.socket.send(json.dumps({"do": "sit", "seat": seat}))
    while not pages[0].can_start:
        await table._change()
    await pages[0].socket.send(json.dumps({"do": "start"}))
    return table


@asynccontextmanager
async def lags(found: list[float], every: float = 0.01) -> AsyncIterator[None]:
    """Note by how many seconds this process wakes up late, again and again: what it measures is too long by as much."""

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(every)
            found.append(time.perf_counter() - began - every)

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()


@asynccontextmanager
async def playing(address: str, game: str, number: int, tally: Tally, bots: str | None = None) -> AsyncIterator[None]:
    """Tables with play going on; where a match ends another begins. With `bots` one person plays three."""
    people, more = await cookies(address), {}
    if bots is not None:
        people, more = people[:1], {f"bot{seat}": bots for seat in range(1, len(NAMES))}
    first = [await open_table(address, people, game, tally, seed, more) for seed in range(number)]

    async def keep(table: Table) -> None:
        while True:
            try:
                await table.play()
            except Over:
                table.leave()
                table = await open_table(address, people, game, tally, len(tally.moves), more)

    tasks = [asyncio.create_task(keep(table)) for table in first]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for told in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(told, Exception):  # somebody could not play on
                raise told
