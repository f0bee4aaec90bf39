"""Bringing a database to this version: matches that run go on if they can, and what is finished can still be looked at.

Servers do the same by themselves with each table that they read; here it is done with all at once, after a backup, while no
server has the database open. A dry run does it with a copy.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import create_async_engine

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.numbers import counted
from tuckbox.scene import data as scene_data
from tuckbox.server import children
from tuckbox.server.admin import former
from tuckbox.server.admin.backup import back_up, restore
from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.owners import peers
from tuckbox.server.storage.database import brief, file_of, read_url
from tuckbox.server.storage.schema import tables
from tuckbox.server.storage.store import PRACTICE, Store, Stored
from tuckbox.server.table import events as ev
from tuckbox.server.table.archive import FORM, Archive, Frame, is_whole, of_record, pack
from tuckbox.server.table.reading import change_of_rules, read_events, rules_of
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import event_row, summary_columns

log = logging.getLogger(__name__)

SOON, PATIENCE = 5.0, 60.0
"""Seconds of silence after which it is said that a former version is waited for, and after which it is asked no more."""

FATES = {
    "current": ("runs", "run", "by the rules of here"),
    "adopted": ("goes on", "go on", "by the rules of here"),
    "ended": ("ends", "end", "since the rules have changed; what was finished stays"),
    "kept": ("is", "are", "finished and can be replayed"),
    "drawn": ("is", "are", "finished, drawn by the rules of then"),
    "told": ("is", "are", "finished; seats, options and dates are kept, but not what lay on the table"),
    "unreadable": ("cannot", "cannot", "be read"),
}
"""Fates of tables, in the order in which they are reported: what one does, what several do, and the rest."""


@dataclass
class Outcome:
    """Result of an upgrade: the number of tables by fate, and those that should be looked at."""

    fates: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The outcome in sentences."""
        for fate, (one, several, told) in FATES.items():
            if self.fates[fate]:
                yield f"{counted(self.fates[fate], one, several)} {told}"
        yield from self.remarks


async def upgrade(address: str, find: Callable[[str], Game], former_python: str = "") -> Outcome:
    """Bring a database to this version. Raises `StorageError` while servers have it open.

    `former_python` is the Python of an installation of the rules before, which draws finished matches that cannot be
    replayed by those of here.
    """
    store = await Store.open(address)
    try:
        if store.owners is not None and len(await peers(store.database)) > 1:
            raise StorageError(
                "servers have this database open: stop them, or let the new ones take tables over by themselves"
            )
        async with _Former(former_python) as drawer:
            return await _Upgrade(store, find, drawer).all()
    finally:
        await store.close()


class _Upgrade:
    """One upgrade of one database."""

    def __init__(self, store: Store, find: Callable[[str], Game], drawer: _Former) -> None:
        self.store, self.find, self.drawer = store, find, drawer
        self.outcome = Outcome()

    async def all(self) -> Outcome:
        """Look at every table, the oldest first."""
        query = select(tables.c.id, tables.c.stage).order_by(tables.c.created)
        for key, stage in await self.store.database.rows(query):
            if stage == PRACTICE[1]:
                continue  # nothing of it counts, and it is found by nobody
            if self.store.owners is not None:
                await self.store.owners.claim(key)
            try:
                fate = await self._table(key, stage == "finished")
            except StorageError:
                raise
            except (TuckboxError, msgspec.DecodeError) as error:
                fate = self._unreadable(key, str(error))
            except Exception as error:  # a fault in one game's rules or scene is no fault of all other tables
                log.exception("table %s cannot be upgraded", key[:6])
                fate = self._unreadable(key, type(error).__name__)
            self.outcome.fates[fate] += 1
        return self.outcome

    def _unreadable(self, key: str, why: str) -> str:
        self.outcome.remarks.append(f"table {key[:6]}: {why}")
        return "unreadable"

    async def _table(self, key: str, finished: bool) -> str:
        """See to one table; tells its fate."""
        state = await read_events(self.store, key, self.find)
        if finished:
            return await self._finished(key, state)
        event = change_of_rules(state)
        if event is None:
            return "current"
        await self._append(state, event)
        return event.kind

    async def _append(self, state: TableState, event: ev.Event) -> None:
        now = time.time()
        row = event_row(state.id, state.count, now, event)
        state.apply(event, now)
        told = {"key": state.id, "changed": now, **summary_columns(state)}
        await self.store.journal.write(("events", row), ("stage", told))

    async def _finished(self, key: str, state: TableState) -> str:
        """Keep of a match that is over what can be looked at without its rules."""
        if state.barred or is_whole(await self.store.archive(key)):
            return "kept"
        if state.past:
            stored = await self.store.events(key)
            data = None if not rules_of(stored) else await self.drawer.draw(key, stored)
            if data is None:
                return "told"
            await self.store.keep_archive(key, data)
            return "drawn"
        if state.match is not None and state.match.done:
            data = await asyncio.to_thread(of_record, state.match.record(), state.game)
            await self.store.keep_archive(key, data)
        return "kept"


class _Drawn(msgspec.Struct, frozen=True):
    """An answer of the former version: the parts of an archive, or why there is none (`former.py`)."""

    frames: list[Frame] = []
    places: list[int] = []
    record: str = ""
    failed: str = ""


class _Former:
    """The Python of a former version, which draws what only its rules can; with none nothing is drawn."""

    def __init__(self, python: str) -> None:
        self.python = python
        self.child: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> _Former:
        if self.python:
            command = [self.python, "-P", str(former.__file__), str(scene_data.__file__)]
            pipe = asyncio.subprocess.PIPE
            try:
                self.child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=children.ANSWER)
            except OSError as error:
                raise OptionError(f"{self.python} cannot be run: {error}") from error
        return self

    async def __aexit__(self, *error: object) -> None:
        child, self.child = self.child, None
        if child is not None:
            await children.end(child)

    async def draw(self, key: str, stored: list[Stored]) -> bytes | None:
        """The archive of a match; None where it cannot be drawn."""
        if self.child is None:
            return None
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        asked = {"id": key, "events": [[each.at, each.data] for each in stored]}
        waits = f"waiting for {self.python} to draw table {key[:6]}; it is given {PATIENCE:g} seconds"
        saying = asyncio.get_running_loop().call_later(SOON, log.warning, waits)
        try:
            async with asyncio.timeout(PATIENCE):
                self.child.stdin.write(msgspec.json.encode(asked) + b"\n")
                await self.child.stdin.drain()
                told = msgspec.json.decode(await self.child.stdout.readline(), type=_Drawn)
            if not (told.frames or told.failed):
                raise ValueError
        except (OSError, TimeoutError, ValueError):  # it has ended, hangs, or is something else
            log.warning("the former version does not answer as it should, and is asked no more")
            await self.__aexit__()
            return None
        finally:
            saying.cancel()
        if told.failed:
            log.warning("table %s: the former version says: %s", key[:6], told.failed)
            return None
        return pack(Archive(FORM, 0, told.frames, told.places, told.record))


# -- on a copy ---------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def copied(address: str) -> AsyncIterator[str]:
    """The address of a copy of a database, which is gone afterwards. Raises `OptionError` or `StorageError`."""
    url = read_url(address)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        back_up(address, copy)
        if file_of(address) is not None:
            yield str(copy)
            return
        name = f"tuckbox_dry_run_{secrets.token_hex(4)}"
        await _run(address, f'CREATE DATABASE "{name}"')
        try:
            other = url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
            restore(other, copy)
            yield other
        finally:
            await _run(address, f'DROP DATABASE "{name}"')


async def _run(address: str, statement: str) -> None:
    """Run a statement that stands outside of transactions."""
    engine = create_async_engine(read_url(address), isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    except Exception as error:
        raise StorageError(f"PostgreSQL says: {brief(error)}") from error
    finally:
        await engine.dispose()


async def dry_run(address: str, find: Callable[[str], Game], former_python: str = "") -> Outcome:
    """The result of an upgrade tried on a copy. Raises as `upgrade`."""
    async with copied(address) as copy:
        return await upgrade(copy, find, former_python)
