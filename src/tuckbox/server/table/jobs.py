"""Jobs of a table: one owner does them, one after the other, and ends when there is none left."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tuckbox.server.errors import Busy
from tuckbox.server.tasks import spawn

MOST_JOBS = 200
"""Maximum number of jobs waiting at one table."""

Job = Callable[[], Awaitable[None]]


class Jobs:
    """A queue of jobs. It knows its table only while there are any, so that an idle table is freed at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: deque[tuple[Job, asyncio.Future[None]]] = deque()
        self.owner: asyncio.Task[None] | None = None
        """The task that does them, while there are any."""
        self.closed = False
        """Whether no more are taken."""

    async def run(self, job: Job, rested: Callable[[], None]) -> None:
        """Have a job done when all that came before it are done; returns, or raises, when it is. Raises `Busy`.

        When none is left, what the owner was begun with is called: `rested`.
        """
        if self.closed:
            raise Busy("the server is shutting down, or the table has moved; try again")
        if len(self._waiting) >= MOST_JOBS:
            raise Busy("too much happens at this table at once")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self.owner is None:
            self.owner = spawn(self._own(rested), self._name)
        await done

    async def _own(self, rested: Callable[[], None]) -> None:
        while self._waiting:
            job, done = self._waiting.popleft()
            try:
                await job()
            except asyncio.CancelledError:  # what it waited for has been given up, as happens when the house closes
                done.cancel()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)
        self.owner = None
        rested()
