"""Reports: what somebody tells the host of the server about another, with what was said at the table.

A report does nothing by itself and is shown to the host alone, so it hurts nobody who was reported for nothing. Who reports
for nothing again and again is not listened to for a while.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.errors import OptionError
from tuckbox.server.errors import Refused
from tuckbox.server.names import one_line
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.parties import FORGOTTEN
from tuckbox.server.storage.schema import people, reports
from tuckbox.server.table.state import TableState

REASONS = {
    "words": "Insults or threats", "pestering": "Words to somebody who does not want them", "name": "A name that insults",
    "cheating": "Cheating", "leaving": "Leaving on purpose, or not playing", "other": "Something else",
}  # fmt: skip
"""The reasons that a report may give."""

OUTCOMES = ("settled", "unfounded")
"""Words with which the host closes a report."""

LONGEST = 400
MOST_OPEN = 10
"""Maximum number of reports of a person that the host has not closed."""

MOST_UNFOUNDED, REMEMBERED = 3, 30 * 86400.0
"""Number of unfounded reports within these seconds after which no more are taken."""


class Said(msgspec.Struct, frozen=True, array_like=True):
    """A line of the attached log; of one that was said by the person who is reported, `theirs` is true."""

    by: str
    name: str
    text: str
    at: float
    theirs: bool = False


class Report(NamedTuple):
    """A report as the host sees it. `reporter_told` and `reporter_wrong` are how many reports its author has made, and how
    many of them were closed as unfounded; `told` is how many there are about the one who is `reported`."""

    number: int
    at: float
    table: str
    reporter: str
    reported: str
    name: str
    reason: str
    text: str
    log: list[Said]
    outcome: str
    reporter_name: str | None
    reporter_told: int
    reporter_wrong: int
    told: int


class Reports:
    """All reports of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, person: Person, state: TableState, other: str, name: str, reason: str, text: str) -> None:
        """Report somebody at a table, with what was said there. Raises `Refused`."""
        if other == person.id:
            raise Refused("yourself", "you cannot report yourself")
        if reason not in REASONS:
            raise Refused("options", "choose a reason")
        if person.id not in state.sat and person.id not in state.voices:
            raise Refused("not seated", "only people who have played or spoken at a table can report somebody there")
        said = [Said(each.by, each.name, each.text, each.at, each.by == other) for each in state.chat]
        row = {"table": state.id, "reporter": person.id, "reported": other, "name": name, "reason": reason}
        row |= {"text": one_line(text)[:LONGEST], "log": msgspec.json.encode(said).decode()}
        async with self._database.writing(person.id) as connection:
            mine = reports.c.reporter == person.id
            told = select(reports.c.table, reports.c.reported, reports.c.outcome).where(mine)
            before = (await connection.execute(told)).all()
            waiting = [(table, whom) for table, whom, outcome in before if outcome == ""]
            if (state.id, other) in waiting:
                raise Refused("reported", "you have reported them, and the host will look at it")
            wrong = mine, reports.c.outcome == "unfounded", reports.c.at > time.time() - REMEMBERED
            unfounded = await connection.scalar(select(func.count()).select_from(reports).where(*wrong)) or 0
            if len(waiting) >= MOST_OPEN or unfounded >= MOST_UNFOUNDED:
                raise Refused("too many", "no more reports of yours are taken for now; mute or block whoever disturbs you")
            await connection.execute(insert(reports).values(**row, at=time.time(), outcome=""))


async def list_reports(database: Database, closed: bool = False, most: int = 50) -> list[Report]:
    """The reports that wait for the host, the oldest first, or (`closed`) those that do not, the latest first."""
    if closed:
        return await _read(database, reports.c.outcome != "", reports.c.number.desc(), most)
    return await _read(database, reports.c.outcome == "", reports.c.number, most)


async def find_report(database: Database, number: int) -> Report:
    """A report by its number. Raises `OptionError`."""
    found = await _read(database, reports.c.number == number, reports.c.number, 1)
    if not found:
        raise OptionError(f"there is no report {number}")
    return found[0]


async def close_report(database: Database, number: int, outcome: str) -> None:
    """Close a report with an outcome. Raises `OptionError`."""
    await find_report(database, number)
    await database.execute(update(reports).where(reports.c.number == number).values(outcome=outcome))


async def forget_in_reports(connection: AsyncConnection, person: str) -> None:
    """Remove a person from all reports: theirs stay as those of somebody unknown, those about them go, and what they said
    at the tables of others'."""
    await connection.execute(delete(reports).where(reports.c.reported == person))
    await connection.execute(update(reports).where(reports.c.reporter == person).values(reporter="", text=""))
    found = (await connection.execute(select(reports.c.number, reports.c.log).where(reports.c.log.contains(person)))).all()
    for number, log in found:
        said = msgspec.json.decode(log, type=list[Said])
        kept = [Said("", *FORGOTTEN, each.at) if each.by == person else each for each in said]
        told = msgspec.json.encode(kept).decode()
        await connection.execute(update(reports).where(reports.c.number == number).values(log=told))


async def _read(database: Database, where: Any, in_order: Any, most: int) -> list[Report]:
    others = reports.alias()
    count = select(func.count()).select_from(others)
    made = count.where(others.c.reporter == reports.c.reporter).scalar_subquery()
    wrong = count.where(others.c.reporter == reports.c.reporter, others.c.outcome == "unfounded").scalar_subquery()
    told = count.where(others.c.reported == reports.c.reported, others.c.reported != "").scalar_subquery()
    name = select(people.c.name).where(people.c.id == reports.c.reporter).scalar_subquery()
    plain = [reports.c[each] for each in Report._fields[:10]]
    query = select(*plain, name, made, wrong, told).where(where).order_by(in_order).limit(most)
    found = map(Report._make, await database.rows(query))
    return [each._replace(log=msgspec.json.decode(str(each.log), type=list[Said])) for each in found]
