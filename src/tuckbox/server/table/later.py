"""Calls that may wait a moment, until the event loop has looked after whatever else has come."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MANY = 8
"""Number of waiting calls for each of which one more is made in a turn, so that none waits for long however busy it is."""


class Later:
    """Calls that wait, in their order: one in each turn of the loop, so that they hold nobody up together."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def call(self, what: Callable[[], object]) -> None:
        """Have something called, from the event loop."""
        self._waiting.append(what)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        loop = asyncio.get_running_loop()
        due = [self._waiting.popleft() for _ in range(1 + len(self._waiting) // (MANY + 1))]
        if self._waiting:
            loop.call_soon(self._turn)
        for what in due:
            try:
                what()
            except Exception as error:  # one fault stops no other call
                loop.call_exception_handler({"message": "a call that had waited failed", "exception": error})
