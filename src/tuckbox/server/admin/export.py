"""All that is kept of a person as one ZIP file, for them to take along."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.admin.keeping import words_of
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import (
    archives,
    aversions,
    competitions,
    dailies,
    desertions,
    entrants,
    events,
    exercises,
    mailboxes,
    pairings,
    passkeys,
    people,
    ratings,
    reports,
    results,
    reviews,
    sessions,
    sitters,
    tables,
)
from tuckbox.server.table.archive import named_record, read

_README = """What Tuckbox keeps of you.

person.json    name, address for mail, when you came, passkeys (by device), sessions
results.json   places, match by match, and ratings by game
matches/       matches that are over, as records: tuckbox verify FILE checks one, and plays it again
reviews/       what the coach said of them
practice.json  exercises made of your mistakes and when each is due; your tries at deals of the day
competitions.json   those that you joined, and your points in each round
words.json     what you said at tables
manners.json   whom you have muted or blocked, what you have reported, matches that count and that you left
settings.json  what this browser keeps: how pages look, where lessons stand

Matches that are still being played are not here: their records open all hands. A match that ended less than a minute ago
may be missing, too. What others said at tables is theirs.
"""


async def export(database: Database, person: str, settings: Mapping[str, str] | None = None) -> bytes:
    """The file; `settings` are those that the browser keeps. Raises `StorageError`."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", _README)
        file.writestr("settings.json", _json(dict(settings or {})))
        async with database.reading() as connection:
            file.writestr("person.json", _json(await _person(connection, person)))
            told = {"results": await _rows(connection, results, results.c.person == person)}
            told["ratings"] = await _rows(connection, ratings, ratings.c.person == person)
            file.writestr("results.json", _json(told))
            kept = {each.name: await _rows(connection, each, each.c.person == person) for each in (exercises, dailies)}
            file.writestr("practice.json", _json(kept))
            file.writestr("competitions.json", _json(await _competitions(connection, person)))
            file.writestr("words.json", _json(await words_of(connection, person)))
            file.writestr("manners.json", _json(await _manners(connection, person)))
            for row in await _rows(connection, reviews, reviews.c.person == person):
                file.writestr(f"reviews/{row['game']}-{row['table']}-{row['seat']}.json", row["data"])
            for key, game, seats in await _sat_at(connection, person):
                record = await _record(connection, key, seats)
                if record:
                    file.writestr(f"matches/{game}-{key}.tuckbox", record)
    return made.getvalue()


async def _person(connection: AsyncConnection, person: str) -> dict[str, Any]:
    found = await _rows(connection, people, people.c.id == person, "name", "created", "since", "muted", "banned")
    told: dict[str, Any] = found[0] if found else {}
    told["mail"] = await _rows(connection, mailboxes, mailboxes.c.person == person, "address", "hours", "created")
    told["passkeys"] = await _rows(connection, passkeys, passkeys.c.person == person, "device", "created", "used")
    told["sessions"] = await _rows(connection, sessions, sessions.c.person == person, "device", "created", "seen")
    return told


async def _competitions(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """The competitions that a person has joined, each with their points by round."""
    joined = select(entrants.c.competition).where(entrants.c.person == person)
    told = ("id", "title", "game", "stage", "rounds", "created")
    found = await _rows(connection, competitions, competitions.c.id.in_(joined), *told)
    for each in found:
        mine = pairings.c.person == person, pairings.c.competition == each["id"]
        each["played"] = await _rows(connection, pairings, and_(*mine), "round", "at", "seat", "points", "gone")
    return found


async def _manners(connection: AsyncConnection, person: str) -> dict[str, Any]:
    """The people whom a person does not hear, by the names that they bore; their reports, and the matches that they left."""
    reported = ("table", "at", "name", "reason", "text", "outcome")
    return {
        "unheard": await _rows(connection, aversions, aversions.c.person == person, "name", "blocked", "at"),
        "reports": await _rows(connection, reports, reports.c.reporter == person, *reported),
        "left": await _rows(connection, desertions, desertions.c.person == person, "table", "at"),
    }


async def _rows(connection: AsyncConnection, table: Table, where: ColumnElement[bool], *names: str) -> list[dict[str, Any]]:
    """Rows without the id of the person, which is nobody's business, not even in their own files."""
    columns = [column for column in table.c if column.name in names or (not names and column.name != "person")]
    return [dict(row) for row in (await connection.execute(select(*columns).where(where))).mappings()]


async def _sat_at(connection: AsyncConnection, person: str) -> list[tuple[str, str, str]]:
    """The tables at which somebody sat and a match is over: id, game and seats; no deal of them is played a second time."""
    mine = tables.c.id.in_(select(sitters.c.table).where(sitters.c.person == person))
    query = select(tables.c.id, tables.c.game, tables.c.seats).where(mine, tables.c.stage == "finished")
    opened = select(events.c.data).where(events.c.table == tables.c.id, events.c.number == 0).where(mine)
    running = await connection.execute(opened.where(tables.c.stage != "finished"))
    closed = {msgspec.json.decode(data).get("first") for data in running.scalars()}
    return [(row[0], row[1], row[2]) for row in await connection.execute(query) if row[0] not in closed]


async def _record(connection: AsyncConnection, table: str, seats: str) -> str:
    """The record of a match that is over, "" where there is none."""
    data = await connection.scalar(select(archives.c.data).where(archives.c.table == table))
    archive = None if data is None else await asyncio.to_thread(read, bytes(data))
    names = [seat["name"] for seat in msgspec.json.decode(seats)]
    return "" if archive is None else named_record(archive, names)


def _json(data: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1)
