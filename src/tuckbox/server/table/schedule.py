"""Things a table does by itself, and when: windows close, decisions run out, the next game is dealt, the time is up.

All times follow from the state and so outlive a restart; after one nobody runs out of time before `floor`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf

from tuckbox.match.match import TIME_UP
from tuckbox.server.table import events as ev
from tuckbox.server.table.decide import start
from tuckbox.server.table.state import TableState
from tuckbox.server.table.time_controls import ARRIVING, BETWEEN, MEETING

SECOND = ev.Reopened("")
"""The event with which the second match on the same deal begins; whoever opens it names its table."""


class Schedule:
    """The times of one table, which is read `now`."""

    def __init__(self, state: TableState, floor: float = 0.0, now: Callable[[], float] = lambda: inf) -> None:
        self._state, self._floor, self._now, self._read = state, floor, now, now()

    def _past(self, at: float) -> float:
        """Time at which something happened at the table.

        What is still to come was kept by a clock that was ahead of ours, such as that of the machine before it was set back.
        Until ours is there it counts from when the table was read: else all would wait for it."""
        return at if at <= self._now() else self._read

    def deadline(self, seat: int) -> float | None:
        """Time at which a seat that is to decide runs out of time."""
        state = self._state
        if state.window and not state.together:
            return self.window_ends
        place, limit = state.seats[seat], state.time_control.decision
        if limit is None or place.by_bot or state.fault:
            return None
        by_itself = state.opened.competition or state.opened.first
        arriving = self._past(state.started) + ARRIVING if by_itself else 0.0
        return max(max(self._past(state.since), self._past(place.back)) + limit, arriving, self._floor)

    @property
    def window_ends(self) -> float | None:
        """Time at which the open response window closes at the latest, whoever has answered."""
        state = self._state
        if not state.window or state.together or state.time_control.window_most is None or state.fault:
            return None
        return max(self._past(state.since) + state.time_control.window_most, self._floor)

    @property
    def _window_closes(self) -> float | None:
        """Time at which the open response window closes: its end must not tell whether a bot had anything to think about."""
        state, most = self._state, self.window_ends
        if not state.all_answered:
            return most
        least = max(self._past(state.since), self._past(state.taken)) + state.time_control.window_least
        return least if most is None else min(least, most)

    @property
    def next_at(self) -> float | None:
        """Time at which the next game of the series is dealt by itself."""
        state = self._state
        if state.match is None or not state.match.between or state.fault:
            return None
        if state.alone:
            return self._past(state.since)
        return self._past(state.since) + BETWEEN if state.time_control.decision is not None else None

    @property
    def begins_at(self) -> float | None:
        """Time at which a match of people who were brought together begins: as soon as all have added to the deal, or in a
        while."""
        state = self._state
        taken = all(seat.kind != "open" for seat in state.seats)
        if not (state.opened.meet and taken and state.stage == "open") or state.fault:
            return None
        met = self._past(state.at)
        return met if all(seat.salt for seat in state.seats if seat.kind == "person") else met + MEETING

    @property
    def ends_at(self) -> float | None:
        """Time at which a timed match ends."""
        state, match = self._state, self._state.match
        if match is None or match.done or match.minutes is None or state.timed_out or state.fault:
            return None
        return self._past(state.started) + 60 * match.minutes

    def upcoming(self) -> tuple[float, ev.Event] | None:
        """The next thing to happen by itself, and when."""
        return min(self._all(), key=lambda each: each[0], default=None)

    def _all(self) -> Iterator[tuple[float, ev.Event]]:
        state, match = self._state, self._state.match
        if match is None and self.begins_at is not None:
            yield self.begins_at, start(state)
        if state.second_due:
            yield self._past(state.since), SECOND
        if match is None or match.done or state.fault:
            return
        if self.ends_at is not None:
            yield self.ends_at, ev.Happened(TIME_UP)
        if state.window:
            closes = self._window_closes
            if closes is not None:
                yield closes, ev.Closed()
            elif state.together:
                yield from self._late(state.undecided)
        elif match.between:
            if self.next_at is not None:
                yield self.next_at, ev.Dealt()
        else:
            yield from self._late(match.asked)

    def _late(self, seats: Iterable[int]) -> Iterator[tuple[float, ev.Event]]:
        """Seats that run out of time."""
        for seat in seats:
            deadline = self.deadline(seat)
            if deadline is not None:
                yield deadline, ev.Left(seat, late=True)
