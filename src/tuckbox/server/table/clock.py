"""The time of a server: what it is, and being called when it has come.

Deadlines and pauses are counted by a clock that goes on steadily, whatever is done to that of the machine. Dates are those
of the machine: the steady clock may stand still while a laptop sleeps, and keeps the error with which it began.
"""

from __future__ import annotations

import asyncio
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
"""Time, in seconds since 1970, at which the monotonic clock of this process stood at 0."""


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
