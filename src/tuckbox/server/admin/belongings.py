"""The belongings of people: all that is kept of them, for them to take along or to have deleted."""

from __future__ import annotations

from collections.abc import Mapping

from tuckbox.server.admin.export import export
from tuckbox.server.admin.keeping import forget_person
from tuckbox.server.errors import Refused
from tuckbox.server.lobby import TableSummary, summary
from tuckbox.server.people import Person
from tuckbox.server.storage.store import Store


class Belongings:
    """All that is kept of people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def export(self, person: Person, settings: Mapping[str, str]) -> bytes:
        """All that is kept of a person, as a ZIP file."""
        return await export(self._store.database, person.id, settings)

    async def shared_by(self, person: Person) -> list[TableSummary]:
        """The tables at which a person sits with others who would wait for them: open ones, and those that are played."""
        rows = [row for row in await self._store.rows_of(person.id) if row.stage in ("open", "playing")]
        names = await self._store.names_of(person.id, [row.id for row in rows])
        found = []
        for table in map(summary, rows):
            sitting = {seat.name for seat in table.seats if seat.kind == "person"}
            if len(sitting) > 1 and sitting & names.get(table.id, set()):
                found.append(table)
        return found

    async def forget(self, person: Person) -> None:
        """Remove all that tells that a person was here. Raises `Refused` while others would wait for them."""
        if await self.shared_by(person):
            raise Refused("waited for", "others would wait for you: stand up or resign at these tables first")
        await forget_person(self._store.database, person.id)
