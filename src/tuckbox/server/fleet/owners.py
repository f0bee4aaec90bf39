"""Several processes on one PostgreSQL: each table has one owner, and nobody else can write what happens at it.

A process that lives says so every second; one that has not for some seconds counts as gone, and whoever wants its tables may
claim them. The others look who lives when they are told that one has come or gone, and when the first of them could be gone
without a word; one that takes no connections, and has missed a beat, they give up at once. A claim raises the epoch of the
table. Whoever writes events shows, in the same transaction, that the table is still theirs at the epoch at which they
claimed it, and holds the row until they have committed; so a claim waits for what is being written, and what a former owner
writes afterwards is refused, whatever it and its clock believe.

A process cannot be taken to be gone while it renews itself, nor the other way round: an advisory lock of its name keeps the
two apart. So a renewal in time knows that no table has been taken, and one that is late looks which are left. Nobody
believes for longer than a beat to own what they do not, even where nothing is ever written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.numbers import counted
from tuckbox.server.errors import NotOurs, StorageError
from tuckbox.server.fleet.signals import OFTEN, PROCESSES, EventCount, Signals, notify
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.statements import Row

log = logging.getLogger(__name__)

LEASE, BEAT = 4.0, 1.0
"""Seconds without a renewal after which a process counts as gone, and seconds between its renewals."""

LEAVING = 1.0
"""Seconds in which a process that ends gives its tables back; where it cannot, they are free when its lease is over."""

_LATE = 0.02
"""Seconds after a process may have gone until it is checked whether it has."""

_NOW = "EXTRACT(EPOCH FROM clock_timestamp())"
_LIVES = f"EXISTS (SELECT 1 FROM processes p WHERE p.id = o.process AND p.until > {_NOW})"

_ENTER = text(
    f"INSERT INTO processes (id, address, until) VALUES (:me, :address, {_NOW} + :lease) "
    f"ON CONFLICT (id) DO UPDATE SET until = {_NOW} + :lease"
)
_RENEW = text(f"UPDATE processes SET until = {_NOW} + :lease WHERE id = :me AND until > {_NOW} RETURNING id")
_LEAVE = text("DELETE FROM processes WHERE id = :me")
_BURY = text(f"DELETE FROM processes WHERE until < {_NOW} - 3600")
_HOLDER = text(
    f"SELECT p.id, p.address FROM owners o JOIN processes p ON p.id = o.process "
    f'WHERE o."table" = :table AND p.until > {_NOW}'
)
_OWNER = text('SELECT process FROM owners WHERE "table" = :table')
_CLAIM = text(
    'INSERT INTO owners AS o ("table", process, epoch) SELECT id, :me, 1 FROM tables WHERE id = :table '
    'ON CONFLICT ("table") DO UPDATE SET process = :me, epoch = o.epoch + 1 '
    "WHERE o.process IN (:me, :before) RETURNING epoch"
)
_RENEWING = text("SELECT pg_advisory_xact_lock(hashtextextended(:process, 0))")
_TAKING = text("SELECT pg_advisory_xact_lock_shared(hashtextextended(:process, 0))")
_CHECK = text(
    'SELECT o."table" FROM owners o '
    "JOIN unnest(CAST(:tables AS text[]), CAST(:epochs AS integer[])) AS held(key, at) "
    'ON o."table" = held.key AND o.epoch = held.at WHERE o.process = :me FOR SHARE OF o'
)
_MINE = text('SELECT "table", epoch FROM owners WHERE process = :me')
_RELEASE = text("UPDATE owners SET process = '' WHERE process = :me")
_GIVE_UP = text(
    f"UPDATE processes SET until = {_NOW} "
    f"WHERE address = :address AND until BETWEEN {_NOW} AND {_NOW} + :silent RETURNING id"
)
_ORPHANS = text(
    "SELECT t.id FROM tables t WHERE t.stage = 'playing' AND NOT EXISTS "
    f'(SELECT 1 FROM owners o WHERE o."table" = t.id AND {_LIVES}) ORDER BY random() LIMIT :most'
)
_PEERS = text(f"SELECT id, address, until - {_NOW} FROM processes WHERE until > {_NOW} ORDER BY id")


class Peer(NamedTuple):
    """A process that lives, where the others reach it, and for how many seconds it is taken to live if it says no more."""

    id: str
    address: str
    left: float


async def peers(database: Database) -> list[Peer]:
    """The processes that have a database open, and live."""
    return [*map(Peer._make, await database.rows(_PEERS))]


class Owners:
    """Tables this process owns, as far as it knows, and the owners of the rest.

    `lost` is called with tables that turn out to belong to somebody else. `looks` advances with each look at who is
    `living`, and so whether somebody has left tables behind.
    """

    def __init__(self, database: Database, signals: Signals, address: str, lease: float) -> None:
        self.me, self.address = signals.name, address
        self.held: dict[str, int] = {}
        self.living: tuple[Peer, ...] = ()
        self.looks = EventCount()
        self._life = 0  # the number of times that we were taken to be gone
        self._uncertain = False  # whether tables may have been taken of which we do not know yet
        self.lost: Callable[[Collection[str]], None] = lambda tables: None
        self._database, self._signals = database, signals
        self._lease, self._beat = lease, min(BEAT, lease / 4)
        self._changes = signals.counter(PROCESSES)
        self._tasks: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        """Be one of those who live."""
        async with self._database.writing() as connection:
            await connection.execute(_BURY)
            await connection.execute(_ENTER, {"me": self.me, "address": self.address, "lease": self._lease})
            await notify(connection, PROCESSES)
        self._tasks = [
            asyncio.create_task(self._keep_beating(), name="signs of life"),
            asyncio.create_task(self._keep_looking(), name="who lives"),
        ]

    async def leave(self) -> None:
        """Give all tables back, and be gone. Nothing of ours may be writing any more."""
        self.stand_still()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.held.clear()
        with suppress(StorageError, TimeoutError):
            async with asyncio.timeout(LEAVING), self._database.writing() as connection:
                await connection.execute(_RELEASE, {"me": self.me})
                await connection.execute(_LEAVE, {"me": self.me})
                await notify(connection, PROCESSES)

    async def give_up(self, address: str) -> None:
        """Take a process to be gone that takes no connections, if it has let a beat pass as well."""
        silent = self._lease - 1.5 * self._beat
        async with self._database.writing() as connection:
            found = await connection.execute(_GIVE_UP, {"address": address, "silent": silent})
            if found.first() is not None:
                log.warning("a process has died")
                await notify(connection, PROCESSES)

    def stand_still(self) -> None:
        """Give no sign of life any more, and look for none."""
        for task in self._tasks:
            task.cancel()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._beat)
            with suppress(StorageError):
                await self._renew()

    async def _keep_looking(self) -> None:
        """Look who lives when one has come or gone, and when the first could be gone without a word."""
        while True:
            heard, patience = self._changes.value, OFTEN
            with suppress(StorageError):
                await self.look()
                others = [peer.left for peer in self.living if peer.id != self.me]
                patience = min([self._signals.patience, *others]) + _LATE
            await self._changes.wait(heard, patience)

    async def look(self) -> None:
        """See who lives."""
        self.living = tuple(await peers(self._database))
        self.looks.advance()

    async def _renew(self) -> None:
        """Say that we live. Whoever was taken to be gone looks which tables are still theirs."""
        async with self._database.writing() as connection:
            await connection.execute(_RENEWING, {"process": self.me})
            found = (await connection.execute(_RENEW, {"me": self.me, "lease": self._lease})).first()
            if found is not None and not self._uncertain:
                return
            log.warning("this process was taken to be gone")
            self._uncertain = True  # until we have seen what is left, even if this fails in the moment of committing
            self._life += 1
            await connection.execute(_ENTER, {"me": self.me, "address": self.address, "lease": self._lease})
            still = {row[0]: row[1] for row in await connection.execute(_MINE, {"me": self.me})}
        self._uncertain = False
        self._lose([key for key, epoch in self.held.items() if still.get(key) != epoch])

    def _lose(self, tables: Collection[str]) -> None:
        for key in tables:
            self.held.pop(key, None)
        if tables:
            log.warning("%s to another process now", counted(len(tables), "table belongs", "tables belong"))
            self.lost(tables)

    # -- whose is it ---------------------------------------------------------------------------------------------------

    async def claim(self, table: str) -> str | None:
        """Have a table, if there is such a one, unless a process that lives has it: the address of that one is returned."""
        while True:
            life, epoch = self._life, None
            async with self._database.writing() as connection:
                holder = await self._holder(connection, table)
                if holder is None:
                    epoch = await self._take(connection, table)
                if epoch is None:  # another was faster, or came to life again
                    holder = await self._holder(connection, table)
            if epoch is None:
                return holder
            if life == self._life:  # otherwise it may have been taken before we have heard that it was ours
                self.held[table] = epoch
                return None

    async def _holder(self, connection: AsyncConnection, table: str) -> str | None:
        """The address of the other process that has a table, and lives."""
        found = (await connection.execute(_HOLDER, {"table": table})).first()
        return None if found is None or found[0] == self.me else str(found[1])

    async def _take(self, connection: AsyncConnection, table: str) -> int | None:
        """Take a table from a process that is gone; the new epoch, or none where that has just renewed itself."""
        before = await connection.scalar(_OWNER, {"table": table}) or ""
        if before not in ("", self.me):
            await connection.execute(_TAKING, {"process": before})
            if await self._holder(connection, table) is not None:
                return None
        epoch: int | None = await connection.scalar(_CLAIM, {"table": table, "me": self.me, "before": before})
        return epoch

    async def orphans(self, most: int) -> list[str]:
        """Tables at which a match is played, and which no process has that lives."""
        return await self._database.scalars(_ORPHANS, {"most": most})

    # -- what is written -----------------------------------------------------------------------------------------------

    def complete(self, rows: dict[str, list[Row]]) -> int:
        """Add to new tables that they are ours; returns what `saved` has to be given."""
        if "table" in rows:
            rows["owner"] = [{"table": row["id"], "process": self.me, "epoch": 1} for row in rows["table"]]
        return self._life

    async def check(self, connection: AsyncConnection, rows: Mapping[str, Sequence[Row]]) -> None:
        """See, within a transaction, that all tables of these rows are ours, and stay so to its end. Raises `NotOurs`."""
        new = {row["id"] for row in rows.get("table", ())}
        touched = {row["table"] for name in ("events", "snapshot") for row in rows.get(name, ())}
        touched |= {row["key"] for row in rows.get("stage", ())}
        wanted = sorted(touched - new)
        if not wanted:
            return
        given = {"me": self.me, "tables": wanted, "epochs": [self.held.get(key, 0) for key in wanted]}
        ours = set(await connection.scalars(_CHECK, given))
        if len(ours) < len(wanted):
            self._lose([key for key in wanted if key not in ours])
            raise NotOurs("this table is in the hands of another process now; look again")

    def saved(self, rows: Mapping[str, Sequence[Row]], life: int) -> None:
        """These rows have been committed. If we were taken to be gone meanwhile, new tables among them may not be ours."""
        if life == self._life:
            self.held.update((row["table"], row["epoch"]) for row in rows.get("owner", ()))
