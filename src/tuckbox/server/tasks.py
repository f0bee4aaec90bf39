"""Work that goes on beside whoever has begun it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from tuckbox.errors import TuckboxError

log = logging.getLogger(__name__)


class Tasks:
    """Tasks that nobody waits for; what they fail by is logged."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()

    def begin(self, work: Any) -> asyncio.Task[Any]:
        """Begin some work."""
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self._end)
        return task

    async def finish(self) -> None:
        """Wait until all work is done, however it ends."""
        await asyncio.gather(*self.running, return_exceptions=True)

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Something is done; what went wrong has been told to those who wait, unless it is a fault of ours."""
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TuckboxError):
            log.error("something in the house has failed", exc_info=error)


def spawn(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Begin a task that its caller holds; a failure of it is logged with its name."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_log_failure)
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("%s has failed", task.get_name(), exc_info=task.exception())
