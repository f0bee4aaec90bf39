"""Signals between processes by PostgreSQL (LISTEN and NOTIFY), so that nobody has to poll.

A signal says only that there is something new; what it is stands in the database. So one that is lost, with a connection
that breaks, costs time and nothing else: whoever waits polls by itself, seldom while signals come, and every second
while they cannot. On SQLite, where there is one process and its operator's commands, they never come.

Nothing that is played is told in this way: PostgreSQL lets one transaction at a time commit signals, so moves bear none.
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
_NOTIFY = text("SELECT pg_notify(:channel, :told)")

Hear = Callable[[str], None]
"""Is told the words that came with a signal; none where some may have been missed."""


class Bell:
    """A counter that rises when there may be something new: a reader that remembers its value misses nothing."""

    def __init__(self) -> None:
        self.rung = 0
        self._next = asyncio.Event()

    def ring(self, words: str = "") -> None:
        """There may be something new."""
        self.rung += 1
        self._next.set()
        self._next = asyncio.Event()

    async def wait(self, heard: int, seconds: float) -> int:
        """Wait until it has rung more than `heard` times, at most `seconds`; return the count."""
        if self.rung == heard:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._next.wait()
        return self.rung


class Signals:
    """Signals of one process. Others reach it alone by its `name`."""

    def __init__(self, database: Database, name: str = "") -> None:
        self.name = name
        self.listening = False
        """Whether signals come."""
        self._database = database
        self._hears: dict[str, Hear] = {}
        self._listener = asyncio.create_task(self._keep_listening(), name="signals") if database.shared else None

    @property
    def patience(self) -> float:
        """Seconds to wait for a signal before polling."""
        return SELDOM if self.listening else OFTEN

    def hear(self, word: str, then: Hear) -> None:
        """Let something be done at each signal of a word."""
        self._hears[word] = then

    def bell(self, word: str) -> Bell:
        """A bell that rings at each signal of a word."""
        bell = Bell()
        self.hear(word, bell.ring)
        return bell

    async def close(self) -> None:
        """Hear nothing any more."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)

    async def _keep_listening(self) -> None:
        while True:
            with suppress(StorageError):
                await self._listen()
            await asyncio.sleep(OFTEN)

    async def _listen(self) -> None:
        """Hear signals until the connection is lost."""
        lost = asyncio.Event()
        async with self._database.reading() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            try:
                driver.add_termination_listener(lambda _: lost.set())
                for channel in (_CHANNEL, _own(self.name)):
                    await driver.add_listener(channel, self._heard)
                self.listening = True
                for then in tuple(self._hears.values()):
                    then("")  # what there was before has been missed
                while not lost.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(SELDOM):
                            await lost.wait()
                    await driver.execute("SELECT 1")  # a server that is gone without a word is found out
            finally:
                self.listening = False
                await connection.invalidate()  # nobody else is to have a connection that listens

    def _heard(self, connection: Any, process: int, channel: str, told: str) -> None:
        word, _, words = told.partition(" ")
        then = self._hears.get(word)
        if then is not None:
            then(words)


async def tell(connection: AsyncConnection, word: str, words: str = "", to: str | None = None) -> None:
    """Give a signal, to all or to the process of a name, as soon as the transaction commits. On SQLite nobody hears."""
    if connection.dialect.name == "postgresql":
        channel = _CHANNEL if to is None else _own(to)
        await connection.execute(_NOTIFY, {"channel": channel, "told": f"{word} {words}"})


def _own(name: str) -> str:
    return f"{_CHANNEL}_{name}"


__all__ = ["ORDERS", "PROCESSES", "Bell", "Signals", "tell"]
