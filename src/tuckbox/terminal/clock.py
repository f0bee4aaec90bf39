"""The clock of matches against time: rules have none, so the table tells them when the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable

from tuckbox.errors import IllegalAction
from tuckbox.match.match import TIME_UP, Match


class Clock:
    """Counts the minutes of a match that has any; it starts when the table is opened."""

    def __init__(self, match: Match, now: Callable[[], float] = time.monotonic) -> None:
        self.match, self.now = match, now
        self.end = None if match.minutes is None else now() + 60 * match.minutes

    @property
    def left(self) -> str:
        """The time that is left, in words; empty where none is counted."""
        if self.end is None:
            return ""
        minutes = int(max(0.0, self.end - self.now()) // 60)
        return f"{minutes} min left" if minutes else "the last minute"

    def look(self) -> bool:
        """Tell the match if the time is up; true if it has changed anything."""
        if self.end is None or self.now() < self.end:
            return False
        self.end = None
        try:
            self.match.event(TIME_UP)
        except IllegalAction:
            return False
        return True
