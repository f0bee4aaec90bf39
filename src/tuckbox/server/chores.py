"""Chores of the house: all that is done twice a minute for all tables."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from tuckbox.server.competitions.competitions import Competitions
from tuckbox.server.errors import Busy, StorageError
from tuckbox.server.notices.digests import Digests
from tuckbox.server.notices.turns import Turns
from tuckbox.server.notices.waits import Waits
from tuckbox.server.ratings.ratings import Ratings
from tuckbox.server.reviews.reviewer import ReviewFailed
from tuckbox.server.reviews.reviews import Reviews
from tuckbox.server.table.clock import Alarm, Clock
from tuckbox.server.table.state import brief
from tuckbox.server.table.table import Table
from tuckbox.server.tables import Tables
from tuckbox.server.tasks import Tasks

log = logging.getLogger(__name__)

SWEEP = 30.0
"""Seconds from one time to the next."""

ATTEMPTS = 3
"""Maximum number of attempts to make the archive of a table while it is in memory: some matches may never have one."""


class Chores:
    """Archive, ratings, competitions, messages and mails, again and again; messages go out beside each other, and what else
    is slow is not begun twice."""

    def __init__(
        self,
        tables: Tables,
        tasks: Tasks,
        clock: Clock,
        ratings: Ratings,
        competitions: Competitions,
        reviews: Reviews,
        turns: Turns,
        digests: Digests,
    ) -> None:
        self._tables, self._tasks, self._clock = tables, tasks, clock
        self._ratings, self._competitions, self._reviews = ratings, competitions, reviews
        self.turns, self.digests = turns, digests
        self.waits = Waits(lambda table: tables.epoch(table) is not None)
        self._attempts: WeakKeyDictionary[Table, int] = WeakKeyDictionary()  # attempts that are left, by finished table
        self._under_way: set[str] = set()
        self._next: Alarm | None = None

    def sweep(self) -> None:
        """Do all of it now, and from now on."""
        now, date = self._clock.now(), self._clock.date()
        self._next = self._clock.call_at(now + SWEEP, self.sweep)
        self.waits.look(tuple(self._tables.known.values()))  # before some of them are let go of, below
        waits = self.waits.due(now)
        chores: dict[str, Callable[[], Awaitable[Any]]] = {
            "archive": self.archive,
            "ratings": self._settle,
            "competitions": self._lead_on,
            "digests": lambda: self.digests.tell(waits, date),
        }
        for name in chores.keys() - self._under_way:  # a slow disk would have them pile up
            self._under_way.add(name)
            self._tasks.begin(self._do(name, chores[name]))
        self._tasks.begin(self.turns.tell(waits, date))  # also while somebody's service is slow
        self._tables.let_rest()

    async def _do(self, name: str, chore: Callable[[], Awaitable[Any]]) -> None:
        """Do a chore, which is not begun again meanwhile."""
        try:
            await chore()
        finally:
            self._under_way.discard(name)

    def stop(self) -> None:
        """Begin none any more."""
        if self._next is not None:
            self._next.cancel()

    def rate(self) -> None:
        """Work out the ratings that wait for it."""
        self._tasks.begin(self._settle())

    async def _settle(self) -> None:
        with contextlib.suppress(StorageError):  # tried again the next time
            await self._ratings.settle()

    def lead(self, competition: str) -> None:
        """Let a competition go on."""
        self._tasks.begin(self._lead_on(competition))

    async def _lead_on(self, competition: str = "") -> None:
        """Let competitions go on, all of them or one."""
        with contextlib.suppress(StorageError):  # tried again the next time
            await (self._competitions.lead(competition) if competition else self._competitions.lead_all())

    async def archive(self) -> None:
        """Keep of matches that are over what can be looked at without their rules."""
        for table in tuple(self._tables.known.values()):
            state = table.state
            if table.sealed:
                await self._tables.release(table)
            over = state.stage == "finished" and not (state.past or state.practice or table.sealed)
            if over and self._attempts.setdefault(table, ATTEMPTS):
                await self._archive(table)

    async def _archive(self, table: Table) -> None:
        """Keep the archive of one match, unless that is done; what fails is tried again the next time."""
        if table.state.opened.first:
            await self._tables.wake(table.state.opened.first)  # the cards of the first match may be seen now, too
        try:
            await self._reviews.archive(table)
        except (Busy, StorageError):  # its past is being read, or the database is away
            return
        except ReviewFailed as error:
            log.warning("the archive of table %s could not be made: %s", brief(table.id), error)
            self._attempts[table] -= 1
        else:
            self._attempts[table] = 0
