"""Days and times as people write them."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

from tuckbox.numbers import counted

_UNITS = ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute"))
"""Seconds of the units of time in words, the longest first."""


def day_of(then: float) -> date:
    """The day of a time in seconds since 1970, in UTC."""
    return datetime.fromtimestamp(then, UTC).date()


def in_full(day: date) -> str:
    """A day with its year.

    >>> in_full(date(2026, 3, 5))
    '5 March 2026'
    """
    return f"{day.day} {day:%B %Y}"


def ago(then: float, now: float | None = None) -> str:
    """A time as one says it.

    >>> [ago(0, now) for now in (30, 7200, 3 * 86400)], ago(0, 1e9)
    (['just now', '2 hours ago', '3 days ago'], 'on 1 January 1970')
    """
    past = (time.time() if now is None else now) - then
    number, word = next(((int(past / size), word) for size, word in _UNITS if past >= size), (0, ""))
    if word == "day" and number > 30:
        return f"on {in_full(day_of(then))}"
    return f"{counted(number, word)} ago" if number else "just now"


def comes(due: float, now: float) -> str:
    """The time at which something comes again, as one says it.

    >>> comes(660, 60), comes(7200, 0), comes(86400 * 3 + 5, 0), comes(86400 * 90, 0), comes(0, 5)
    ('in 10 minutes', 'in 2 hours', 'in 3 days', 'on 1 April 1970', 'now')
    """
    left = due - now
    if left <= 0:
        return "now"
    size, word = next((each for each in _UNITS if left >= each[0]), _UNITS[-1])
    number = max(1, round(left / size))
    if word == "day" and number > 60:
        return f"on {in_full(day_of(due))}"
    return f"in {counted(number, word)}"
