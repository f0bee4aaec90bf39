"""Watching what changes by itself, such as the front page: while somebody looks at it, a process looks once a second what
there is, for all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeVar

from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.signals import EventCount

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks at the database, however many watch."""

T = TypeVar("T")


class Watch(Generic[T]):
    """Results of `read` as they are now, for all who watch at this process."""

    def __init__(self, read: Callable[[], Awaitable[T]], first: T) -> None:
        self._read, self._watchers = read, 0
        self._looking: asyncio.Task[None] | None = None
        self.changes = EventCount()
        """Advances whenever the result has changed."""
        self.seen = first

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Have it looked at for as long as the block lasts."""
        self._watchers += 1
        try:
            if self._looking is None:  # what was last seen may be as old as the last watcher
                await self._look()
            if self._looking is None:
                self._looking = asyncio.create_task(self._keep_looking(), name="watching")
            yield
        finally:
            self._watchers -= 1
            if not self._watchers and self._looking is not None:
                self._looking.cancel()
                self._looking = None

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._look()

    async def _look(self) -> None:
        try:
            seen = await self._read()
            if seen != self.seen:
                self.seen = seen
                self.changes.advance()
        except StorageError:
            log.debug("what is watched cannot be read: it is the next time")
        except Exception:  # a fault ends no look for those who watch on
            log.exception("what is watched cannot be read")
