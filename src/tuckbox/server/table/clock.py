"""The time of a server: what it is, and being called when it has come. Tests have one that they turn by hand.

Deadlines and pauses are counted by a clock that goes on steadily, whatever is done to that of the machine. Dates are those
of the machine: the steady clock may stand still while a laptop sleeps, and keeps the error with which it began.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will call."""

    def cancel(self) -> None:
        """Do not call."""


class Clock(Protocol):
    """A clock in seconds since 1970."""

    def now(self) -> float:
        """The time, going on steadily: for deadlines and pauses."""

    def date(self) -> float:
        """The time by the calendar, as the machine has it: for days, hours of the day, and dates that are kept."""

    def call_at(self, when: float, call: Callable[[], object]) -> Alarm:
        """Have something called at a time (or soon, if that has passed), from the event loop."""


_STARTED = time.time() - time.monotonic()
"""When the monotonic clock of this process stood at 0."""


def steady_now() -> float:
    """The time, counted on from the start of the process: when the clock of the machine is set, this goes on."""
    return _STARTED + time.monotonic()


class RealClock:
    """The clock of the machine as it was when the process began, going on steadily."""

    def now(self) -> float:
        """The time."""
        return steady_now()

    def date(self) -> float:
        """The time by the calendar."""
        return time.time()

    def call_at(self, when: float, call: Callable[[], object]) -> Alarm:
        """Have something called."""
        return asyncio.get_running_loop().call_later(max(0.0, when - steady_now()), call)


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


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait by a clock."""
    if seconds <= 0:
        return
    woken = asyncio.Event()
    alarm = clock.call_at(clock.now() + seconds, woken.set)
    try:
        await woken.wait()
    finally:
        alarm.cancel()
