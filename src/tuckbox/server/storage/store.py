"""The store: what the server asks of its database, in its own terms."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import ColumnElement, false, func, select

from tuckbox.server.errors import Conflict, StorageError
from tuckbox.server.fleet.owners import LEASE, Owners
from tuckbox.server.fleet.signals import Signals
from tuckbox.server.storage.database import Database, brief
from tuckbox.server.storage.journal import Journal
from tuckbox.server.storage.parties import PERSONAL, together
from tuckbox.server.storage.schema import (
    archives,
    aversions,
    events,
    orders,
    parties,
    people,
    reviews,
    sayings,
    sitters,
    snapshots,
    tables,
    values,
)  # fmt: skip

LEAST_ROOM = 32 << 20
"""Bytes that must be left on the disk of a SQLite file for the server to be well: with fewer, soon nothing could be
saved."""

PRACTICE = "practice", "practised"
"""The stages of practice, before its end and after: it is in no list of matches, and no restart wakes it."""

LATELY = 5.0
"""A commit not longer ago, in seconds, shows that the database takes what is written."""


class Stored(NamedTuple):
    """An event as it is stored; `data` is its JSON."""

    number: int
    at: float
    kind: str
    data: str


class TableRow(NamedTuple):
    """Summary of a table without its events; `options` and `seats` are JSON."""

    id: str
    created: float
    stage: str
    changed: float
    game: str
    players: int
    options: str
    pace: str
    private: bool
    title: str
    host: str
    seats: str
    counts: bool = False


class ReviewRow(NamedTuple):
    """A review of somebody's seat at a table; `data` is its JSON."""

    table: str
    game: str
    at: float
    data: str


class PersonRow(NamedTuple):
    """A person as stored; one who is `muted` may not chat, one who is `banned` may do nothing; `since` is when they became
    somebody, None for a guest; `unheard` are the ids, with commas, of those whom they have muted or blocked."""

    name: str
    muted: bool
    banned: bool
    since: float | None = None
    unheard: str | None = None


class OrderRow(NamedTuple):
    """Something (`kind`: a "table" or a "person") is to be looked at anew."""

    number: int
    kind: str
    subject: str


DRAINED = "drained"
"""The name of the value that tells when servers were told to open no new tables."""


def _announcement(game: str) -> str:
    """The name of the value that tells the newest rules of a game."""
    return f"rules {game}"[:40]


class Store:
    """People, tables and their events."""

    def __init__(self, database: Database, signals: Signals, owners: Owners | None = None) -> None:
        self.database, self.signals, self.owners = database, signals, owners
        self.journal = Journal(database, owners)

    @classmethod
    async def open(cls, address: str, peer: str = "", lease: float = LEASE) -> Store:
        """Open a database. Raises `StorageError`.

        PostgreSQL is shared: `peer` is where other processes reach this one, `lease` after how many seconds without a sign
        of life it counts as gone.
        """
        database = await Database.open(address)
        signals = Signals(database, secrets.token_hex(8))
        if not database.shared:
            return cls(database, signals)
        owners = Owners(database, signals, peer, lease)
        try:
            await owners.enter()
        except BaseException as error:
            await signals.close()
            await database.close()
            if isinstance(error, StorageError) and error.__cause__ is not None:  # such as a role that may only read
                raise StorageError(f"the database cannot be used: {brief(error.__cause__)}") from error
            raise
        return cls(database, signals, owners)

    async def close(self) -> None:
        """Wait for all that is being written, give all tables back, then close."""
        await self.journal.close()
        if self.owners is not None:
            await self.owners.leave()
        await self.signals.close()
        await self.database.close()

    async def well(self) -> bool:
        """Whether the database can be read, takes what is written, and has room: what was not tried just now is tried."""
        try:
            self.database.check()
            if self.database.room is not None and self.database.room < LEAST_ROOM:
                self.database.spells.fail("go on for long", f"less than {LEAST_ROOM >> 20} MiB are left on its disk")
                return False
            self.database.spells.succeed("go on for long")
            await self.person("")
            if self.journal.failing or time.monotonic() - self.journal.saved_at > LATELY:
                await self.journal.write(("touch", {}))
        except (StorageError, OSError):
            return False
        return True

    # -- people and values ---------------------------------------------------------------------------------------------

    async def person(self, key: str) -> PersonRow | None:
        """A person as stored."""
        others = func.aggregate_strings(aversions.c.other, ",")
        unheard = select(others).where(aversions.c.person == people.c.id).scalar_subquery()
        plain = (people.c[name] for name in ("name", "muted", "banned", "since"))
        query = select(*plain, unheard).where(people.c.id == key)
        found = await self.database.row(query)
        return None if found is None else PersonRow._make(found)

    async def orders(self, after: int | None) -> list[OrderRow]:
        """Orders of the administrator after a number; with None just the last of all."""
        query = select(orders.c.number, orders.c.kind, orders.c.subject)
        if after is None:
            query = query.order_by(orders.c.number.desc()).limit(1)
        else:
            query = query.where(orders.c.number > after).order_by(orders.c.number)
        return [*map(OrderRow._make, await self.database.rows(query))]

    async def secret(self, name: str) -> bytes:
        """Secret bytes that are made once and then stay what they are."""
        query = select(values.c.value).where(values.c.name == name)
        while True:
            found = await self.database.scalar(query)
            if found is not None:
                return bytes(found)
            with suppress(Conflict):  # made by somebody else in this moment
                await self.journal.write(("value", {"name": name, "value": secrets.token_bytes(32)}))

    async def announce_rules(self, rules: Mapping[str, str], born: float) -> None:
        """Say which rules of each game the server has that was started at a time, unless a later one has said so.

        While two versions stand beside each other, only the later one takes over matches of other rules, or ends them.
        """
        for game, rules_hash in rules.items():
            known = await self._announced(game)
            if known is None or known[0] < born:
                row = {"name": _announcement(game), "value": f"{born} {rules_hash}".encode()}
                with suppress(Conflict):  # said by another process in this moment
                    await self.journal.write(("no value", {"key": row["name"]}), ("value", row))

    async def drained(self) -> float:
        """Time at which servers were told to open no new tables; 0 if they may."""
        found = await self.database.scalar(select(values.c.value).where(values.c.name == DRAINED))
        return 0.0 if found is None else float(bytes(found))

    async def newest_rules(self, game: str) -> str | None:
        """The hash of the rules of the version that was started last; None where none has said so."""
        known = await self._announced(game)
        return None if known is None else known[1]

    async def _announced(self, game: str) -> tuple[float, str] | None:
        found = await self.database.scalar(select(values.c.value).where(values.c.name == _announcement(game)))
        if found is None:
            return None
        born, rules_hash = bytes(found).decode().split(" ")
        return float(born), rules_hash

    # -- tables --------------------------------------------------------------------------------------------------------

    async def events(self, table: str, start: int = 0, most: int | None = None) -> list[Stored]:
        """The events of a table from a number on, all or at most a number."""
        query = select(events.c.number, events.c.at, events.c.kind, events.c.data)
        query = query.where(events.c.table == table, events.c.number >= start).order_by(events.c.number).limit(most)
        async with self.database.reading() as connection:
            found = [Stored(*row) for row in await connection.execute(query)]
            if not any(each.kind in PERSONAL for each in found):
                return found
            known = select(parties.c.mark, parties.c.person, parties.c.name).where(parties.c.table == table)
            named = {row[0]: (row[1], row[2]) for row in await connection.execute(known)}
            words = select(sayings.c.number, sayings.c.text).where(sayings.c.table == table)
            said = {row[0]: row[1] for row in await connection.execute(words)}
        return [each._replace(data=together(each.data, each.kind, each.number, named, said)) for each in found]

    async def snapshot(self, table: str) -> bytes | None:
        """The snapshot of a table, to wake it quickly."""
        found = await self.database.scalar(select(snapshots.c.data).where(snapshots.c.table == table))
        return None if found is None else bytes(found)

    async def keep_snapshot(self, table: str, data: bytes) -> None:
        """Keep a snapshot instead of the one before."""
        await self.journal.write(("no snapshot", {"key": table}), ("snapshot", {"table": table, "data": data}))

    async def drop_snapshot(self, table: str) -> None:
        """Keep no snapshot of a table."""
        with suppress(StorageError):
            await self.journal.write(("no snapshot", {"key": table}))

    async def archive(self, table: str) -> bytes | None:
        """The archive of a match, to be looked at without its rules."""
        found = await self.database.scalar(select(archives.c.data).where(archives.c.table == table))
        return None if found is None else bytes(found)

    async def keep_archive(self, table: str, data: bytes) -> None:
        """Keep an archive instead of the one before."""
        await self.journal.write(("no archive", {"key": table}), ("archive", {"table": table, "data": data}))

    async def row(self, table: str) -> TableRow | None:
        """Summary of a table."""
        found = await self._rows(tables.c.id == table)
        return found[0] if found else None

    async def rows(self, stage: str, since: float = 0.0, most: int = 100) -> list[TableRow]:
        """Tables at a stage that are not private, the latest first."""
        wanted = (tables.c.stage == stage, tables.c.private == false(), tables.c.changed >= since)
        return await self._rows(*wanted, most=most)

    async def rows_of(self, person: str, most: int = 100) -> list[TableRow]:
        """The tables at which a person has sat, the latest first, but those that are over last; none for practice."""
        sat = tables.c.id.in_(select(sitters.c.table).where(sitters.c.person == person))
        return await self._rows(sat, tables.c.stage.not_in(PRACTICE), first=tables.c.stage != "finished", most=most)

    async def names_of(self, person: str, at: Sequence[str]) -> dict[str, set[str]]:
        """The names under which a person has been at tables; nobody else there has them."""
        query = select(parties.c.table, parties.c.name).where(parties.c.person == person, parties.c.table.in_(at))
        found: dict[str, set[str]] = {}
        for table, name in await self.database.rows(query):
            found.setdefault(table, set()).add(name)
        return found

    async def rows_practised(self, person: str, since: float) -> list[TableRow]:
        """The tables at which a person practises and has not come to the end, the latest first."""
        return await self._rows(tables.c.host == person, tables.c.stage == PRACTICE[0], tables.c.changed >= since)

    async def rows_hosted(self, person: str) -> list[TableRow]:
        """The unfinished tables that a person has opened, the latest first."""
        return await self._rows(tables.c.host == person, tables.c.stage.not_in(("finished", *PRACTICE)), most=1000)

    async def running(self) -> list[str]:
        """The tables at which a match is played, the latest first."""
        query = select(tables.c.id).where(tables.c.stage == "playing").order_by(tables.c.changed.desc())
        return await self.database.scalars(query)

    # -- reviews -------------------------------------------------------------------------------------------------------

    async def review(self, table: str, seat: int) -> str | None:
        """The review of a seat, if it has been made."""
        return await self.database.scalar(select(reviews.c.data).where(reviews.c.table == table, reviews.c.seat == seat))

    async def drop_reviews(self, table: str) -> None:
        """Keep no review of a table."""
        with suppress(StorageError):
            await self.journal.write(("no reviews", {"key": table}))

    async def reviews_of(self, person: str) -> list[ReviewRow]:
        """The reviews of what a person has played, the latest first."""
        query = select(*(reviews.c[name] for name in ReviewRow._fields)).where(reviews.c.person == person)
        return [*map(ReviewRow._make, await self.database.rows(query.order_by(reviews.c.at.desc()).limit(200)))]

    async def _rows(
        self, *where: ColumnElement[bool], first: ColumnElement[bool] | None = None, most: int = 100
    ) -> list[TableRow]:
        """Tables of which all these are true, the latest first; before all others those of which `first` is true."""
        query = select(*(tables.c[name] for name in TableRow._fields)).where(*where)
        order = tables.c.changed.desc()
        query = query.order_by(order) if first is None else query.order_by(first.desc(), order)
        return [*map(TableRow._make, await self.database.rows(query.limit(most)))]
