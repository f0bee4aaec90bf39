"""Watching the front page: while somebody looks at it, a process looks once a second what there is, for all of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.signals import Bell
from tuckbox.server.lobby import Lobby

EVERY = 1.0
"""Seconds between two looks at the database, however many watch."""


class LobbyWatch:
    """The public tables as they are now, for all who watch at this process."""

    def __init__(self, read: Callable[[], Awaitable[Lobby]]) -> None:
        self._read, self._watchers = read, 0
        self._looking: asyncio.Task[None] | None = None
        self.bell = Bell()
        """Rings whenever the lobby has changed."""
        self.lobby = Lobby((), ())

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Have the lobby looked at for as long as the block lasts."""
        self._watchers += 1
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="watching the lobby")
        try:
            yield
        finally:
            self._watchers -= 1
            if not self._watchers and self._looking is not None:
                self._looking.cancel()
                self._looking = None

    async def _look(self) -> None:
        while True:
            with contextlib.suppress(StorageError):  # the next time
                lobby = await self._read()
                if lobby != self.lobby:
                    self.lobby = lobby
                    self.bell.ring()
            await asyncio.sleep(EVERY)


__all__ = ["LobbyWatch"]
