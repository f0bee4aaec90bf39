"""Quiet hours: in them nobody is told of their turn; it is told when they are over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select, update

from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import people


@dataclass(frozen=True)
class Quiet:
    """Hours of every day in which a person wants no notices: from an hour to another (which may be of the next day), as
    clocks show them in a time zone.

    >>> night = Quiet(22, 7, "Europe/Berlin")
    >>> [night.at(datetime(2026, 1, 1, hour, tzinfo=UTC).timestamp()) for hour in (20, 21, 5, 6)]
    [False, True, True, False]
    >>> Quiet.read(str(night)) == night
    True
    >>> Quiet(22, 7, "Atlantis/Poseidonis").at(0)  # not known here: as in UTC
    True
    """

    start: int
    end: int
    zone: str

    def __str__(self) -> str:
        return f"{self.start} {self.end} {self.zone}"

    @classmethod
    def read(cls, told: str | None) -> Quiet | None:
        """Quiet hours as they are stored."""
        if not told:
            return None
        start, end, zone = told.split(" ", 2)
        return cls(int(start), int(end), zone)

    @classmethod
    def chosen(cls, start: str, end: str, zone: str) -> Quiet | None:
        """Quiet hours of a form; None where both hours are the same. Raises `Refused` for what are none."""
        hours = {str(hour): hour for hour in range(24)}
        if start not in hours or end not in hours:
            raise Refused("options", "an hour is a number from 0 to 23")
        if _known_zone(zone[:60]) is None:
            raise Refused("options", "this time zone is not known here: write one like Europe/Berlin, or UTC")
        return cls(hours[start], hours[end], zone) if start != end else None

    def at(self, date: float) -> bool:
        """Whether it is quiet at a time by the calendar, in seconds since 1970."""
        hour = datetime.fromtimestamp(date, UTC).astimezone(_known_zone(self.zone) or UTC).hour
        return self.start <= hour < self.end if self.start < self.end else not self.end <= hour < self.start


def _known_zone(name: str) -> ZoneInfo | None:
    """A time zone; None where this machine does not know it, though another may have kept it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


class QuietHours:
    """The quiet hours of all people of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> Quiet | None:
        """The quiet hours of a person."""
        return Quiet.read(await self._database.scalar(select(people.c.quiet).where(people.c.id == person)))

    async def among(self, persons: Collection[str], date: float) -> set[str]:
        """Those of some people who want no notices at a time."""
        if not persons:
            return set()
        query = select(people.c.id, people.c.quiet).where(people.c.id.in_(persons), people.c.quiet.is_not(None))
        found = await self._database.rows(query)
        return {person for person, told in found if (quiet := Quiet.read(told)) and quiet.at(date)}

    async def keep(self, person: Person, quiet: Quiet | None) -> None:
        """Let a person have these quiet hours, or none."""
        told = str(quiet) if quiet else None
        await self._database.execute(update(people).where(people.c.id == person.id).values(quiet=told))
