"""Words to people whose turn it is and who are not there: one for each turn, a while after it has come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

from sqlalchemy import text

from tuckbox.server.errors import StorageError
from tuckbox.server.notices.push import NotNow, Push
from tuckbox.server.notices.quiet import QuietHours
from tuckbox.server.notices.waits import Wait
from tuckbox.server.storage.database import Database

log = logging.getLogger(__name__)

_ONCE = text(
    'INSERT INTO notices (person, "table", position) '
    "SELECT CAST(:person AS varchar), id, CAST(:position AS integer) FROM tables "
    "WHERE id = :table AND stage = 'playing' "  # it may have been closed beside this process
    'ON CONFLICT (person, "table") DO UPDATE SET position = :position WHERE notices.position <> :position'
)
_NOT_TOLD = text('DELETE FROM notices WHERE person = :person AND "table" = :table AND position = :position')

DELAYS = (60.0, 300.0, 1800.0)
"""Seconds after each failed attempt until the next one to tell somebody whose service takes no message."""


class Turns:
    """Tells of turns to those who asked for it and are not there."""

    def __init__(self, database: Database, push: Push, quiet: QuietHours) -> None:
        self._database, self._push, self._quiet = database, push, quiet
        self._told: set[Wait] = set()
        self._failed: dict[Wait, tuple[int, float]] = {}  # number of attempts, and the time of the next
        self._telling: set[Wait] = set()
        self._noting = asyncio.Lock()

    async def tell(self, waits: Collection[Wait], date: float) -> int:
        """Tell of all turns that have waited long enough, at a time by the calendar; the number of people who were told.

        It may be called again before that is done: nobody is told twice, nor waits for those who are hard to reach.
        """
        self._told.intersection_update(waits)
        self._failed = {wait: failed for wait, failed in self._failed.items() if wait in waits}
        left = [wait for wait in waits if self._is_due(wait, date)]
        self._telling.update(left)
        try:
            asleep = await self._quiet.among({wait.person for wait in left}, date)
            return sum(await asyncio.gather(*(self._attempt(wait, date) for wait in left if wait.person not in asleep)))
        except StorageError:
            log.debug("nobody has been told of their turn: they are the next time")
            return 0
        finally:
            self._telling.difference_update(left)

    def _is_due(self, wait: Wait, date: float) -> bool:
        begun = wait in self._told or wait in self._telling
        return not begun and self._failed.get(wait, (0, date))[1] <= date

    async def _attempt(self, wait: Wait, date: float) -> bool:
        """Tell a person, or note when to do so again."""
        try:
            told = await self._tell(wait)
        except StorageError:
            log.debug("somebody has not been told of their turn: they are the next time")
            return False
        except NotNow:
            attempts = self._failed.get(wait, (0, date))[0]
            if attempts < len(DELAYS):
                self._failed[wait] = attempts + 1, date + DELAYS[attempts]
                return False
            told = False
        self._told.add(wait)
        return told

    async def _tell(self, wait: Wait) -> bool:
        """Tell a person, unless that was done for this turn, by whichever process. Raises `NotNow`."""
        row = {"person": wait.person, "table": wait.table, "position": wait.position}
        async with self._noting:
            if await self._database.execute(_ONCE, row) != 1:
                return False
        message = {"title": f"Your turn at {wait.title}", "path": f"/tables/{wait.table}", "tag": wait.table[:8]}
        try:
            return bool(await self._push.send(wait.person, message))
        except NotNow:
            await self._database.execute(_NOT_TOLD, row)
            raise
