"""Signals between processes by PostgreSQL (LISTEN and NOTIFY), so that they need not poll often.

A signal only says that there is something new of some kind; what it is stands in the database. So one that is lost with its
connection costs time and nothing else: whoever waits also polls, seldom while signals arrive, and every second while they
cannot. On SQLite, where there is one process beside its operator's commands, none are sent.

No moves are announced in this way: PostgreSQL commits transactions that send signals one at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import StorageError
from tuckbox.server.storage.database import Database

ORDERS, PROCESSES = "orders", "processes"
"""Kinds of signals: orders of an administrator; processes that come, or go and leave their tables behind."""

SELDOM, OFTEN = 15.0, 1.0
"""Seconds between polls while signals arrive, and while they do not."""

_CHANNEL = "tuckbox"
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")

Callback = Callable[[str], None]
"""Is called with the message of a signal; with an empty one where signals may have been missed."""


class EventCount:
    """A counter that advances when there may be something new: a reader that remembers its value misses nothing."""

    def __init__(self) -> None:
        self.value = 0
        self._advanced = asyncio.Event()

    def advance(self, message: str = "") -> None:
        """Add one and wake all who wait; a `Callback`, for which the message makes no difference."""
        self.value += 1
        self._advanced.set()
        self._advanced = asyncio.Event()

    async def wait(self, seen: int, seconds: float) -> int:
        """Wait until the value is another than `seen`, at most for some seconds; return it."""
        if self.value == seen:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._advanced.wait()
        return self.value


class Signals:
    """The signals that one process receives: those to all processes, and those to its `name` alone."""

    def __init__(self, database: Database, name: str = "") -> None:
        self.name = name
        self.listening = False
        """Whether signals arrive at present."""
        self._database = database
        self._callbacks: dict[str, Callback] = {}
        self._listener = asyncio.create_task(self._keep_listening(), name="signals") if database.shared else None

    @property
    def patience(self) -> float:
        """Seconds to wait for a signal before polling."""
        return SELDOM if self.listening else OFTEN

    def subscribe(self, kind: str, callback: Callback) -> None:
        """Have a function called at each signal of a kind; there is one for each kind."""
        self._callbacks[kind] = callback

    def counter(self, kind: str) -> EventCount:
        """A new counter that advances with each signal of a kind."""
        counter = EventCount()
        self.subscribe(kind, counter.advance)
        return counter

    async def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)

    async def _keep_listening(self) -> None:
        while True:
            with suppress(StorageError):
                await self._listen()
            await asyncio.sleep(OFTEN)

    async def _listen(self) -> None:
        """Receive signals until the connection is lost."""
        lost = asyncio.Event()
        async with self._database.reading() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            try:
                driver.add_termination_listener(lambda _: lost.set())
                for channel in (_CHANNEL, _own(self.name)):
                    await driver.add_listener(channel, self._receive)
                self.listening = True
                for callback in tuple(self._callbacks.values()):
                    callback("")  # signals sent before have been missed
                while not lost.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(SELDOM):
                            await lost.wait()
                    await driver.execute("SELECT 1")  # a server that is gone without a word is found out
            finally:
                self.listening = False
                await connection.invalidate()  # nobody else is to have a connection that listens

    def _receive(self, connection: Any, process: int, channel: str, payload: str) -> None:
        kind, _, message = payload.partition(" ")
        callback = self._callbacks.get(kind)
        if callback is not None:
            callback(message)


async def notify(connection: AsyncConnection, kind: str, message: str = "", to: str | None = None) -> None:
    """Send a signal, to all processes or to the one of a name, when the transaction commits. On SQLite none is sent."""
    if connection.dialect.name == "postgresql":
        channel = _CHANNEL if to is None else _own(to)
        await connection.execute(_NOTIFY, {"channel": channel, "payload": f"{kind} {message}"})


def _own(name: str) -> str:
    """The channel of one process."""
    return f"{_CHANNEL}_{name}"
