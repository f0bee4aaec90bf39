"""Manners at tables: people who are muted or blocked, reports to the host of the server, the price of leaving."""

from __future__ import annotations

from tuckbox.server.errors import Refused
from tuckbox.server.manners.aversions import Aversions
from tuckbox.server.manners.cooling import Coolings
from tuckbox.server.manners.reports import Reports
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.state import TableState


class Manners:
    """The aversions, the reports and the price of leaving."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.aversions, self.reports, self.coolings = Aversions(database), Reports(database), Coolings(database, clock)

    async def check_seat(self, person: Person, state: TableState) -> None:
        """Refuse a seat at a private table whose host has blocked a person; they are not told why."""
        if state.opened.private and await self.aversions.blocks(state.opened.host, person.id):
            raise Refused("not here", "there is no seat for you at this table")

    async def quieten(self, person: Person, state: TableState, name: str, blocked: bool) -> None:
        """Let a person not hear, or (`blocked`) not meet either, whoever bears a name at a table. Raises `Refused`."""
        await self.aversions.add(person, named(state, name), name, blocked)

    async def report(self, person: Person, state: TableState, name: str, reason: str, text: str) -> None:
        """Report whoever bears a name at a table to the host of the server. Raises `Refused`."""
        await self.reports.make(person, state, named(state, name), name, reason, text)


def people_at(state: TableState, but: str) -> dict[str, str]:
    """The people who sit at a table, sat there or have spoken, but one: their ids by the names that they bear there."""
    found = {name: person for person, name in state.voices.items()}
    found |= {said.name: said.by for said in state.chat}
    found |= {place.name: place.gave_up for place in state.seats if place.gave_up}
    found |= {place.name: place.person for place in state.seats if place.kind == "person"}
    return {name: person for name, person in found.items() if person not in ("", but)}


def named(state: TableState, name: str) -> str:
    """The person who bears a name at a table, which nobody else there has. Raises `Refused`."""
    found = people_at(state, "").get(name)
    if found is None:
        raise Refused("not here", "nobody at this table has this name")
    return found
