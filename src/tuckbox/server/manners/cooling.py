"""The price of leaving: who leaves matches that count is paired with nobody for a while, the longer the more often.

A row for each is written together with the event of leaving, and goes when the person comes back, so all processes know of
it at once, also while the match is still played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from sqlalchemy import select

from tuckbox.server.errors import Refused
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import desertions
from tuckbox.server.table import events as ev
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.state import TableState

REMEMBERED = 30 * 86400.0
"""Seconds for which a match that was left is remembered."""

PAUSES = (0.0, 15 * 60.0, 3600.0, 4 * 3600.0, 86400.0)
"""Seconds without pairing after the first match that was left, the second, and so on; after more the last."""

Rows = tuple[tuple[str, dict[str, object]], ...]


@dataclass(frozen=True)
class Cooling:
    """The standing of a person: number of remembered matches `left`, and `until` when they are paired with nobody."""

    left: int = 0
    until: float = 0.0

    def seconds(self, now: float) -> float:
        """Seconds that are left of the pause; 0 if there is none."""
        return max(0.0, self.until - now)


NEVER_LEFT = Cooling()


def cooling(times: Sequence[float], now: float) -> Cooling:
    """The standing of somebody who has left matches at these times.

    A time that is still to come was noted by a clock that was ahead: it counts, but nobody waits for it.

    >>> day = 86400.0
    >>> cooling([], day), cooling([day], day).seconds(day), cooling([0.0, day], day + 60).seconds(day + 60)
    (Cooling(left=0, until=0.0), 0.0, 840.0)
    >>> cooling([0.0] * 9, day).until, cooling([0.0, 0.0], 40 * day).left
    (86400.0, 0)
    >>> cooling([0.0, 400 * day], 60.0).until, cooling([400 * day], 60.0).seconds(60.0)
    (900.0, 0.0)
    """
    lately = [each for each in times if each > now - REMEMBERED]
    if not lately:
        return Cooling()
    last = max((each for each in lately if each <= now), default=-inf)
    return Cooling(len(lately), max(0.0, last + PAUSES[min(len(lately), len(PAUSES)) - 1]))


def said(seconds: float) -> str:
    """A time to wait, as one says it.

    >>> said(1.0), said(840.0), said(3600.0), said(7300.0)
    ('a minute', '14 minutes', '60 minutes', '3 hours')
    """
    minutes = -(-int(seconds) // 60)
    if minutes <= 1:
        return "a minute"
    return f"{minutes} minutes" if minutes <= 90 else f"{-(-minutes // 60)} hours"


def leaving_rows(state: TableState, event: ev.Event, at: float) -> Rows:
    """The rows that an event of leaving a match that counts, or of coming back to it, brings with it."""
    if not state.opened.counts or not isinstance(event, (ev.Left, ev.Resigned, ev.Returned)):
        return ()
    person = state.seats[event.seat].person
    if isinstance(event, ev.Returned):
        return (("no desertion", {"person": person, "table": state.id}),)
    return (("desertion", {"person": person, "table": state.id, "at": at}),)


class Coolings:
    """The standing of all people of a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def of(self, person: str) -> Cooling:
        """The standing of a person."""
        found = await self._database.scalars(select(desertions.c.at).where(desertions.c.person == person))
        return cooling(found, self._clock.now())

    async def check(self, person: str) -> None:
        """Refuse who has left too many matches that count."""
        found = await self.of(person)
        if found.seconds(self._clock.now()) > 0:
            told = f"you have left {found.left} matches that count in 30 days: look for a game again in"
            raise Refused("cooling", f"{told} {said(found.seconds(self._clock.now()))}")
