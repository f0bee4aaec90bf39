"""What a table does by itself, and when: windows close, decisions run out, the next game is dealt, the time is up.

All times follow from the course and so outlive a restart; after one nobody runs out of time before `floor`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.match.match import TIME_UP
from tuckbox.server.table import events as ev
from tuckbox.server.table.course import Course
from tuckbox.server.table.paces import BETWEEN


class Schedule:
    """The times of one table."""

    def __init__(self, course: Course, floor: float = 0.0) -> None:
        self._course, self._floor = course, floor

    def deadline(self, seat: int) -> float | None:
        """When a seat that is to decide runs out of time."""
        course = self._course
        if course.window:
            return self.window_ends
        place, limit = course.places[seat], course.pace.decision
        if limit is None or place.by_bot or course.fault:
            return None
        return max(max(course.since, place.back) + limit, self._floor)

    @property
    def window_ends(self) -> float | None:
        """When the open response window closes at the latest, whoever has answered."""
        course = self._course
        if not course.window or course.pace.window_most is None or course.fault:
            return None
        return max(course.since + course.pace.window_most, self._floor)

    @property
    def _window_closes(self) -> float | None:
        """When the open response window closes: its end must not tell whether a bot had anything to think about."""
        course, most = self._course, self.window_ends
        if not course.all_answered:
            return most
        least = max(course.since, course.taken) + course.pace.window_least
        return least if most is None else min(least, most)

    @property
    def next_at(self) -> float | None:
        """When the next game of the series is dealt by itself."""
        course = self._course
        if course.match is None or not course.match.between or course.fault:
            return None
        if course.alone:
            return course.since
        return course.since + BETWEEN if course.pace.decision is not None else None

    @property
    def ends_at(self) -> float | None:
        """When the time of a timed match is up."""
        course, match = self._course, self._course.match
        if match is None or match.done or match.minutes is None or course.timed_out or course.fault:
            return None
        return course.started + 60 * match.minutes

    def upcoming(self) -> tuple[float, ev.Event] | None:
        """What comes next by itself, and when."""
        return min(self._all(), key=lambda each: each[0], default=None)

    def _all(self) -> Iterator[tuple[float, ev.Event]]:
        course, match = self._course, self._course.match
        if match is None or match.done or course.fault:
            return
        if self.ends_at is not None:
            yield self.ends_at, ev.Happened(TIME_UP)
        if course.window:
            closes = self._window_closes
            if closes is not None:
                yield closes, ev.Closed()
        elif match.between:
            if self.next_at is not None:
                yield self.next_at, ev.Dealt()
        else:
            seat = match.asked[0]
            deadline = self.deadline(seat)
            if deadline is not None:
                yield deadline, ev.Left(seat, late=True)
