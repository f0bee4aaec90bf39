"""Words to people whose turn it is and who are not there: one for each turn, a while after it has come."""

from __future__ import annotations

import logging
from collections.abc import Collection

from sqlalchemy import text

from tuckbox.server.errors import StorageError
from tuckbox.server.notices.push import Push
from tuckbox.server.notices.quiet import QuietHours
from tuckbox.server.storage.store import Store
from tuckbox.server.table.table import Table

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds that somebody is given to come by themselves."""

_ONCE = text(
    'INSERT INTO notices (person, "table", position) VALUES (:person, :table, :position) '
    'ON CONFLICT (person, "table") DO UPDATE SET position = :position WHERE notices.position <> :position'
)


class Turns:
    """Looks whose turn it is at the tables of a process, and tells those who asked for it and are not there."""

    def __init__(self, store: Store, push: Push) -> None:
        self._store, self._push, self._quiet = store, push, QuietHours(store.database)

    async def tell(self, tables: Collection[Table], now: float) -> int:
        """Tell of all turns that have waited long enough; the number of people who were told."""
        waiting, told = [(table, person) for table in tables for person in waited_for(table, now)], 0
        try:
            asleep = await self._quiet.among({person for _, person in waiting}, now)
            for table, person in waiting:
                if person not in asleep:
                    told += await self._tell(table, person)
        except StorageError:
            log.debug("not all have been told of their turn: they are the next time")
        return told

    async def _tell(self, table: Table, person: str) -> bool:
        """Tell a person, unless that was done for this turn, by whichever process."""
        row = {"person": person, "table": table.id, "position": table.state.position}
        async with self._store.database.writing() as connection:
            if (await connection.execute(_ONCE, row)).rowcount != 1:
                return False
        title = table.state.opened.title or table.state.game.title
        message = {"title": f"Your turn at {title}", "path": f"/tables/{table.id}", "tag": table.id[:8]}
        return bool(await self._push.send(person, message))


def waited_for(table: Table, now: float) -> list[str]:
    """The people that a table waits for, and who are not there."""
    state = table.state
    if state.stage != "playing" or state.practice or state.fault or now - state.since < PATIENCE:
        return []
    if sum(place.kind == "person" for place in state.seats) < 2:
        return []  # bots wait as long as one likes
    places = [state.seats[seat] for seat in state.undecided]
    return [place.person for place in places if not place.by_bot and place.person not in table.present]


__all__ = ["Turns", "waited_for"]
