"""Several processes on one PostgreSQL: each table has one owner, and nobody else can write what happens at it.

A process that lives says so every second; one that has not for some seconds counts as gone, and whoever wants its tables may
claim them. The others look who lives when they are told that one has come or gone, and when the first of them could be gone
without a word. A claim raises the epoch of the table. Whoever writes events shows, in the same transaction, that the table
is still his at the epoch at which he claimed it, and holds the row until he has committed; so a claim waits for what is
being written, and what a former owner writes afterwards is refused, whatever he and his clock believe.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.errors import NotOurs, StorageError
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.signals import OFTEN, PROCESSES, Bell, Signals, tell
from tuckbox.server.storage.statements import Row

log = logging.getLogger(__name__)

LEASE, BEAT = 4.0, 1.0
"""A process that has not been heard of for so many seconds is taken to be gone; it lets itself be heard so often."""

_LATE = 0.02
"""So many seconds after somebody could be gone it is seen whether he is."""

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
_CLAIM = text(
    'INSERT INTO owners AS o ("table", process, epoch) SELECT id, :me, 1 FROM tables WHERE id = :table '
    'ON CONFLICT ("table") DO UPDATE SET process = :me, epoch = o.epoch + 1 '
    f"WHERE o.process = :me OR NOT {_LIVES} RETURNING epoch"
)
_CHECK = text(
    'SELECT o."table" FROM owners o '
    "JOIN unnest(CAST(:tables AS text[]), CAST(:epochs AS integer[])) AS held(key, at) "
    'ON o."table" = held.key AND o.epoch = held.at WHERE o.process = :me FOR SHARE OF o'
)
_MINE = text('SELECT "table", epoch FROM owners WHERE process = :me')
_RELEASE = text("UPDATE owners SET process = '' WHERE process = :me")
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
    async with database.reading() as connection:
        return [Peer(*row) for row in await connection.execute(_PEERS)]


class Owners:
    """What this process owns, as far as it knows, and who owns the rest.

    `lost` is called with tables that turn out to belong to somebody else. `looked` rings whenever it has been seen anew
    who is `living`, and so whether somebody has left tables behind.
    """

    def __init__(self, database: Database, signals: Signals, address: str, lease: float = LEASE) -> None:
        self.me, self.address = signals.name, address
        self.held: dict[str, int] = {}
        self.living: tuple[Peer, ...] = ()
        self.looked = Bell()
        self.lost: Callable[[Collection[str]], None] = lambda tables: None
        self._database, self._signals, self._lease = database, signals, lease
        self._news = signals.bell(PROCESSES)
        self._tasks: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        """Be one of those who live."""
        async with self._database.writing() as connection:
            await connection.execute(_BURY)
            await connection.execute(_ENTER, {"me": self.me, "address": self.address, "lease": self._lease})
            await tell(connection, PROCESSES)
        self._tasks = [
            asyncio.create_task(self._keep_beating(), name="signs of life"),
            asyncio.create_task(self._keep_looking(), name="who lives"),
        ]

    async def leave(self) -> None:
        """Give all tables back, and be gone. Nothing of ours may be writing any more."""
        self.stand_still()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.held.clear()
        with suppress(StorageError):
            async with self._database.writing() as connection:
                await connection.execute(_RELEASE, {"me": self.me})
                await connection.execute(_LEAVE, {"me": self.me})
                await tell(connection, PROCESSES)

    def stand_still(self) -> None:
        """Give no sign of life any more, and look for none."""
        for task in self._tasks:
            task.cancel()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(min(BEAT, self._lease / 4))
            with suppress(StorageError):
                await self._renew()

    async def _keep_looking(self) -> None:
        """Look who lives when one has come or gone, and when the first could be gone without a word."""
        while True:
            heard, patience = self._news.rung, OFTEN
            with suppress(StorageError):
                await self.look()
                others = [peer.left for peer in self.living if peer.id != self.me]
                patience = min([self._signals.patience, *others]) + _LATE
            await self._news.wait(heard, patience)

    async def look(self) -> None:
        """See who lives."""
        self.living = tuple(await peers(self._database))
        self.looked.ring()

    async def _renew(self) -> None:
        """Say that we live. Who was taken to be gone looks which tables are still his."""
        async with self._database.writing() as connection:
            if (await connection.execute(_RENEW, {"me": self.me, "lease": self._lease})).first() is not None:
                return
            log.warning("this process was taken to be gone")
            await connection.execute(_ENTER, {"me": self.me, "address": self.address, "lease": self._lease})
            still = {row[0]: row[1] for row in await connection.execute(_MINE, {"me": self.me})}
        self._lose([key for key, epoch in self.held.items() if still.get(key, epoch + 1) != epoch])

    def _lose(self, tables: Collection[str]) -> None:
        for key in tables:
            self.held.pop(key, None)
        if tables:
            log.warning("%d tables belong to another process now", len(tables))
            self.lost(tables)

    # -- whose is it ---------------------------------------------------------------------------------------------------

    async def claim(self, table: str) -> str | None:
        """Have a table, if there is such a one, unless a process that lives has it: the address of that one is returned."""
        epoch = None
        async with self._database.writing() as connection:
            holder = (await connection.execute(_HOLDER, {"table": table})).first()
            if holder is None or holder[0] == self.me:
                epoch = (await connection.execute(_CLAIM, {"table": table, "me": self.me})).scalar()
            if epoch is None and (holder is None or holder[0] == self.me):  # another was faster
                holder = (await connection.execute(_HOLDER, {"table": table})).first()
        if epoch is not None:
            self.held[table] = epoch
            return None
        return None if holder is None else str(holder[1])

    async def orphans(self, most: int) -> list[str]:
        """Tables at which a match is played, and which no process has that lives."""
        async with self._database.reading() as connection:
            return list((await connection.execute(_ORPHANS, {"most": most})).scalars())

    # -- what is written -----------------------------------------------------------------------------------------------

    def complete(self, rows: dict[str, list[Row]]) -> None:
        """Add to new tables that they are ours."""
        if "table" in rows:
            rows["owner"] = [{"table": row["id"], "process": self.me, "epoch": 1} for row in rows["table"]]

    async def check(self, connection: AsyncConnection, rows: Mapping[str, Sequence[Row]]) -> None:
        """See, within a transaction, that all tables of these rows are ours, and stay so to its end. Raises `NotOurs`."""
        new = {row["id"] for row in rows.get("table", ())}
        touched = {row["table"] for name in ("events", "snapshot") for row in rows.get(name, ())}
        touched |= {row["key"] for row in rows.get("stage", ())}
        wanted = sorted(touched - new)
        if not wanted:
            return
        given = {"me": self.me, "tables": wanted, "epochs": [self.held.get(key, 0) for key in wanted]}
        ours = set((await connection.execute(_CHECK, given)).scalars())
        if len(ours) < len(wanted):
            self._lose([key for key in wanted if key not in ours and key in self.held])
            raise NotOurs("this table is in the hands of another process now; look again")

    def saved(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """These rows have been committed."""
        self.held.update((row["table"], row["epoch"]) for row in rows.get("owner", ()))


__all__ = ["BEAT", "LEASE", "Owners", "Peer", "peers"]
