"""Work that goes on beside whoever has begun it."""

from __future__ import annotations

import asyncio
import logging
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

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Something is done; what went wrong has been told to those who wait, unless it is a fault of ours."""
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TuckboxError):
            log.error("something in the house has failed", exc_info=error)


__all__ = ["Tasks"]
