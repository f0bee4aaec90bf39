"""Days as people write them."""

from __future__ import annotations

from datetime import UTC, date, datetime


def day_of(then: float) -> date:
    """The day of a time in seconds since 1970, in UTC."""
    return datetime.fromtimestamp(then, UTC).date()


def in_full(day: date) -> str:
    """A day with its year.

    >>> in_full(date(2026, 3, 5))
    '5 March 2026'
    """
    return f"{day.day} {day:%B %Y}"


__all__ = ["day_of", "in_full"]
