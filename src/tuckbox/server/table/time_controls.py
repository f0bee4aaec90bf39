"""Time controls: the pace of a table, and all else that takes time there."""

from __future__ import annotations

from dataclasses import dataclass

_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0


@dataclass(frozen=True)
class TimeControl:
    """The seconds that a seat has for a decision before a bot takes over (None: as many as it likes), and the names of this
    pace.

    A response window stays open at least `window_least` and at most `window_most` seconds, whatever anyone holds.
    """

    name: str
    title: str
    decision: float | None
    window_least: float
    window_most: float | None

    @property
    def at_one_sitting(self) -> bool:
        """Whether a match is played at one sitting, so that it has a length in minutes."""
        return self.decision is None or self.decision < _HOUR


TIME_CONTROLS = {
    control.name: control
    for control in (
        TimeControl("none", "no time limit", None, 1.5, None),
        TimeControl("quick", "45 seconds a decision", 45.0, 2.5, 20.0),
        TimeControl("relaxed", "5 minutes a decision", 5 * _MINUTE, 2.5, _MINUTE),
        TimeControl("days", "3 days a decision", 3 * _DAY, _MINUTE, 12 * _HOUR),
    )
}
"""All of them, by the names that tables bear as their `pace`."""

ANSWERING, THINKING = 0.9, 0.6
"""The shares of a window's least time in which a bot has answered, and in which all bots together have thought.

So the end of a window tells nothing.
"""

BETWEEN = 12.0
"""Seconds after a game of a series until the next is dealt by itself, where decisions have a limit."""

MEETING = 10.0
"""Seconds after which a match of people who were brought together begins, whether all have come or not."""

ARRIVING = 120.0
"""Seconds from the beginning of a match of a competition in which nobody runs out of time: they have to come first."""

GRACE = 60.0
"""After a restart of the server nobody runs out of time sooner than this (in seconds)."""
