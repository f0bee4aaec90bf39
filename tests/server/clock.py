"""A clock that tests turn by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

from tuckbox.server.table.clock import Alarm


class _Set:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None


class HandClock:
    """A clock that stands until it is turned. `slept` is by how many seconds the calendar is ahead of it."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now, self._numbers = start, itertools.count()
        self._set: list[tuple[float, int, _Set]] = []
        self.slept = 0.0

    def now(self) -> float:
        """The time."""
        return self._now

    def date(self) -> float:
        """The time by the calendar."""
        return self._now + self.slept

    def call_at(self, when: float, call: Callable[[], object]) -> Alarm:
        """Have something called when the clock is turned so far, or soon if it has been."""
        if when <= self._now:
            return asyncio.get_running_loop().call_soon(call)
        alarm = _Set(call)
        heapq.heappush(self._set, (when, next(self._numbers), alarm))
        return alarm

    def turn(self, seconds: float) -> None:
        """Let time pass, and call whom it is time for, in their order."""
        end = self._now + seconds
        while self._set and self._set[0][0] <= end:
            self._now, _, alarm = heapq.heappop(self._set)
            if alarm.call is not None:
                alarm.call()
        self._now = end
