"""The deal of the day: of each game one deal a day, the same for everybody, against bots of the same level, and one try.

The deal follows from the day, the game and a secret of the server, so nobody knows it before. What others made of it is told
to those who have played it, or when the day is over.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import Any

from sqlalchemy import false, func, select

from tuckbox.server.days import day_of, in_full
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import dailies, people, results
from tuckbox.server.storage.store import Store
from tuckbox.server.table.clock import Clock

LEVEL = "normal"
"""The level of the bots."""

LISTED = 100
"""Maximum number of tries in a table of results."""

_SECRET, _LAST = "deal of the day", 99


@dataclass(frozen=True)
class Try:
    """Somebody's try: their name, the table, the place and the score (a mean share of what a game pays); while it is played
    there is no score."""

    person: str
    name: str
    table: str
    score: float | None = None
    place: int | None = None
    gone: bool = False

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.score is not None

    @property
    def merit(self) -> tuple[bool, int, float]:
        """Whether they left, the place at the table, then the score: that of a better try is less."""
        return self.gone, self.place or _LAST, -(self.score or 0.0)


class Dailies:
    """The deals of the day of a house."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    @property
    def today(self) -> date:
        """The day that it is, in UTC."""
        return day_of(self._clock.date())

    def day(self, text: str | None) -> date:
        """The day of a text, at the latest today (None: today). Raises `Refused`."""
        found = self.today if text is None else _read_day(text)
        if found > self.today:
            raise Refused("not here", "this day has not come yet")
        return found

    async def dealt(self, text: str | None) -> date:
        """The day of a text, if there was a deal here: since the first that anybody has tried. Raises `Refused`."""
        day = self.day(text)
        if day == self.today:
            return day
        found = await self._store.database.scalar(select(func.min(dailies.c.day)))
        first = self.today if found is None else date.fromisoformat(found)
        if day < first:
            raise Refused("not here", f"this server had no deal of the day yet; its first one was that of {in_full(first)}")
        return day

    async def secret(self, game: str, day: date) -> bytes:
        """The secret bytes of a day's deal of a game."""
        key = await self._store.secret(_SECRET)
        return hmac.new(key, f"{day} {game}".encode(), hashlib.sha256).digest()

    async def of(self, person: Person, game: str, day: date | None = None) -> Try | None:
        """A person's try at a day's deal (None: today's)."""
        found = await self._tries(day or self.today, game, person.id)
        return found[0] if found else None

    async def counts(self, day: date) -> dict[str, int]:
        """The number of tries at a day's deals, by their games."""
        query = select(dailies.c.game, func.count()).where(dailies.c.day == str(day)).group_by(dailies.c.game)
        return dict(await self._store.database.rows(query))

    async def tries(self, game: str, day: date | None = None, most: int = LISTED) -> list[Try]:
        """The first tries at a day's deal: the best, then who was not there at the end, then those who still play."""
        return await self._tries(day or self.today, game, most=most)

    async def _tries(self, day: date, game: str, person: str | None = None, most: int = 1) -> list[Try]:
        mine = results.c.table == dailies.c.table, results.c.person == dailies.c.person
        columns = dailies.c.person, people.c.name, dailies.c.table, dailies.c.score, results.c.place, results.c.gone
        joined = dailies.join(people, people.c.id == dailies.c.person).outerjoin(results, mine[0] & mine[1])
        query = select(*columns).select_from(joined).where(dailies.c.day == str(day), dailies.c.game == game)
        if person is not None:
            query = query.where(dailies.c.person == person)
        playing, gone = dailies.c.score.is_(None), func.coalesce(results.c.gone, false())
        query = query.order_by(playing, gone, func.coalesce(results.c.place, _LAST), dailies.c.score.desc(), dailies.c.table)
        rows = await self._store.database.rows(query.limit(most))
        return [Try(person, name, table, score, place, bool(left)) for person, name, table, score, place, left in rows]

    def row(self, person: Person, game: str, table: str, day: date) -> tuple[str, dict[str, Any]]:
        """The row of a new try at a day's deal."""
        return "daily", {"day": str(day), "game": game, "person": person.id, "table": table, "score": None}


def _read_day(text: str) -> date:
    """The day of a text in its one form: in another it would be another address of the same page. Raises `Refused`."""
    with suppress(ValueError):
        found = date.fromisoformat(text)
        if str(found) == text:
            return found
    raise Refused("malformed", "a day is written as 2026-11-24")


@dataclass(frozen=True)
class Parting:
    """The point at which two matches of one deal begin to differ: the number of steps before it, and the steps that follow,
    "" at the end."""

    step: int
    mine: str
    theirs: str


def parting(mine: Sequence[str], theirs: Sequence[str]) -> Parting | None:
    """The parting of two matches, by their steps; None where they are the same.

    >>> parting(["deal", "0 draw"], ["deal", "0 take", "0 put"])
    Parting(step=1, mine='0 draw', theirs='0 take')
    """
    pairs = enumerate(zip_longest(mine, theirs, fillvalue=""))
    return next((Parting(step, *pair) for step, pair in pairs if pair[0] != pair[1]), None)
