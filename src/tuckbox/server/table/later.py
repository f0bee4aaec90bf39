"""Calls that may wait a moment, until the event loop has looked after whatever else has come."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Later:
    """Calls that wait, in their order: one in each turn of the loop, so that they hold nobody up together."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def call(self, what: Callable[[], object]) -> None:
        """Have something called, from the event loop."""
        self._waiting.append(what)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        what = self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        what()
