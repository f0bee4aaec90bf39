"""Tables in memory: which of them are ours, and how they come and go.

A table is in memory while somebody looks at it or something is under way, and comes back from its events when it is asked
for. After a restart all matches that run go on by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from tuckbox.definition.game import Game
from tuckbox.errors import TuckboxError
from tuckbox.server.errors import BrokenTable, Elsewhere, Moved, NotSaved, Refused, StorageError
from tuckbox.server.fleet.owners import Owners
from tuckbox.server.fleet.signals import SELDOM
from tuckbox.server.manners.aversions import Aversions
from tuckbox.server.people import Person
from tuckbox.server.storage.store import PRACTICE, Store, TableRow
from tuckbox.server.table import events as ev
from tuckbox.server.table.clock import Alarm, sleep
from tuckbox.server.table.fair_queue import Asker, FairQueue, Wanted
from tuckbox.server.table.new_table import NewTable
from tuckbox.server.table.reading import change_of_rules, read_past, read_table
from tuckbox.server.table.services import RETRY, Services
from tuckbox.server.table.state import brief
from tuckbox.server.table.table import Table
from tuckbox.server.table.time_controls import GRACE
from tuckbox.server.tasks import Tasks

log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds without anybody after which a table leaves memory."""

MOST_TABLES = 20_000
_LOOKED_BACK = 2
"""Maximum number of matches played again at a time for those who look back at them: each takes a second, by slices."""
_ADOPTED = 20
"""Maximum number of ownerless matches claimed in a row: other processes take some too."""


class Tables:
    """The tables of a server that are in memory."""

    def __init__(
        self, store: Store, services: Services, find: Callable[[str], Game], aversions: Aversions, tasks: Tasks
    ) -> None:
        self._store, self._services, self._find = store, services, find
        self._aversions, self._tasks = aversions, tasks
        self.kept: dict[str, Table] = {}
        """Those that must not be forgotten, by their ids."""
        self.known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """These, and those that somebody still holds."""
        self._reading = asyncio.Semaphore(1)
        self.looking_back = FairQueue(_LOOKED_BACK)
        """The turns of those who look back at matches that are over and not in memory."""
        self._loading: dict[str, tuple[asyncio.Task[Table], Wanted]] = {}
        self._sleeping: dict[str, Alarm] = {}
        self.owners = store.owners
        self.draining = False
        """Whether no new tables may be opened, since this server is to be upgraded."""
        if self.owners is not None:
            self.owners.lost = self._lose

    # -- opening -------------------------------------------------------------------------------------------------------

    async def open(self, new: NewTable, network: str = "", *also: tuple[str, dict[str, Any]]) -> Table:
        """Open a table, and write some rows with it. Raises `Refused`, or `NotSaved`."""
        self.check_drained()
        try:
            await self._store.journal.write(*new.rows(), *also)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        return await self._begin(Table(new.state, self._services, self.rematch, network))

    async def open_together(self, new: Sequence[NewTable], *also: tuple[str, dict[str, object]]) -> None:
        """Open tables for people who were brought together, all at once, with the rows that lead them there."""
        self.check_drained()
        await self._store.journal.write(*(row for each in new for row in each.rows()), *also)
        for each in new:
            with contextlib.suppress(Moved):  # it goes on where it has moved to
                await self._begin(Table(each.state, self._services, self.rematch))

    async def _begin(self, table: Table) -> Table:
        """Have a table in memory that has just been written, and let it go on. Raises `Moved` if it is not ours.

        Where this process was taken to be gone meanwhile, another may have had the table: it is claimed, and read.
        """
        if self.epoch(table.id) is not None:
            return self.keep(table)
        try:
            return await self.get(table.id)
        except (Elsewhere, NotSaved):
            raise Moved from None

    def check_drained(self) -> None:
        """Raise `Refused` where no new tables may be opened."""
        if self.draining:
            raise Refused("draining", "this server is about to be upgraded: no new tables are opened, those there go on")

    async def rematch(self, table: Table, person: Person | None) -> None:
        """Open a table again; called by the owner of the old one."""
        if person is None:
            new = NewTable.second(table.state, self._services.clock.now())
        else:
            self.check_drained()
            new = await self._for_who_is_there(table, person)
        await table.commit(ev.Reopened(new.state.id), also=new.rows())
        await self._begin(Table(new.state, self._services, self.rematch, table.network))

    async def _for_who_is_there(self, table: Table, person: Person) -> NewTable:
        """A rematch for the people who are still there."""
        old = table.state
        names = {place.person: place.name for place in old.seats if place.kind == "person"}
        coming = {key: name for key, name in names.items() if key in table.looking}
        if person.id in names:
            coming[person.id] = names[person.id]
        for apart in await self._aversions.kept_apart(person.id, coming):
            del coming[apart]
        return NewTable.rematch(old, person, coming, self._services.clock.now())

    # -- finding -------------------------------------------------------------------------------------------------------

    async def get(self, key: str, asker: Asker | None = None) -> Table:
        """The table of an id, read from the store if need be: where nothing is played any more that is done in turn, if
        it is known who asks; of several who want it the first whose turn it is. Raises `Refused`, `Elsewhere` if another
        process has it."""
        while (found := self.known.get(key)) is None:
            if key not in self._loading:
                wanted = Wanted()
                self._loading[key] = self._tasks.begin(self.load(key, wanted)), wanted
            loading, wanted = self._loading[key]
            if asker is not None:
                self.looking_back.join(asker, wanted)
            await asyncio.shield(loading)  # what it has found may be lost again by now
        if key not in self.kept:
            self.keep(found)
        found.touched = self._services.clock.now()
        if found.sealed:
            await self.release(found)
        return found

    async def release(self, table: Table) -> None:
        """Let the cards of a match be seen if the second on the same deal is over, wherever it was played."""
        with contextlib.suppress(StorageError):
            row = None if table.state.rematch is None else await self._store.row(table.state.rematch)
            table.released = table.state.rematch is not None and (row is None or row.stage == "finished")

    def keep(self, table: Table) -> Table:
        """Have a table in memory, and let it go on. Raises `Moved` if it is not ours any more."""
        if self.epoch(table.id) is None:
            raise Moved
        self.kept[table.id] = self.known[table.id] = table
        alarm = self._sleeping.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        table.go_on()
        return table

    async def load(self, key: str, wanted: Wanted) -> Table:
        """A table from the store, for those who want it; read again if it was lost meanwhile."""
        try:
            while (table := await self._read(key, wanted)) is None:
                pass
            return table
        finally:
            self._loading.pop(key, None)

    async def _read(self, key: str, wanted: Wanted) -> Table | None:
        """A table from the store; none if its claim was lost while it was read, so that what was read may be old."""
        try:
            services = self._services
            if await self._claim(key):  # people may have been cut off from it for a while
                services = replace(services, floor=services.clock.now() + GRACE)
            epoch = self.epoch(key)
            row = await self._store.row(key)
            over = row is not None and row.stage in ("finished", PRACTICE[1])
            async with self.looking_back.turn(wanted) if over and wanted.askers else contextlib.nullcontext():
                state, in_haste = await read_table(self._store, key, self._find)
            if state.rules != state.game.hash and row is not None and row.stage != "finished":
                await self._check_version(state.game)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        except (BrokenTable, msgspec.DecodeError) as error:
            log.error("table %s cannot be read: %s", brief(key), error)
            raise Refused("broken", f"this table cannot be read any more: {error}") from None
        if epoch is None or self.epoch(key) != epoch:
            return None
        table = self.known[key] = Table(state, services, self.rematch)  # from now on whoever asks gets this one
        await self._change_rules(table, row)
        await table.repair(row)
        if in_haste:
            self._tasks.begin(self.read_past(table))
        return table

    def epoch(self, key: str) -> int | None:
        """The epoch at which a table is ours; none if it is not, as far as we know."""
        return 0 if self.owners is None else self.owners.held.get(key)

    async def _claim(self, key: str) -> bool:
        """Be the owner of a table; tells whether we were not until now. Raises `Elsewhere` if another process is."""
        if self.owners is None or key in self.owners.held:
            return False
        address = await self.owners.claim(key)
        if address is not None:
            raise Elsewhere(address)
        return True

    async def _check_version(self, game: Game) -> None:
        """Raise `Refused` where a later version of the server stands beside this one: it takes matches of other rules."""
        newest = await self._store.newest_rules(game.name)
        if newest not in (None, game.hash):
            raise Refused("version", "a new version of the server is about to take this table over; try again in a moment")

    async def _change_rules(self, table: Table, row: TableRow | None) -> None:
        """Let a match that was played by other rules go on by those of here, or end it where they lead elsewhere."""
        state = table.state
        event = change_of_rules(state)
        if event is None or row is None or row.stage == "finished" or state.fault:
            return
        log.info("table %s: %s by the rules of here", brief(table.id), event.kind)
        await table.run(lambda: table.commit(event))

    async def read_past(self, table: Table) -> None:
        """Read all that has happened at a table that goes on from a snapshot.

        That is done for one table at a time, so that nobody's moves wait where many tables have come at once.
        """
        while not table.closed:
            try:
                async with self._reading:
                    await read_past(self._store, table, self._find)
                return
            except StorageError:
                await sleep(self._services.clock, RETRY)
            except (BrokenTable, Refused, msgspec.DecodeError) as error:
                log.error("the past of table %s cannot be read: %s", brief(table.id), error)
                table.halt("what has happened at this table cannot be read any more, so the match cannot go on")
                return

    def playing(self, game: str) -> list[Table]:
        """Tables of a game that are in memory."""
        return [table for table in self.known.values() if table.state.game.name == game]

    async def read_again(self, key: str) -> None:
        """Read a table anew, if it is in memory; whoever looks at it is sent away, and comes again."""
        found = self.known.get(key)
        if found is not None:
            self._forget([key])
            await found.close()
            await self._store.drop_snapshot(key)  # one may just have been made of what was known before
            await self.wake(key)

    async def wake(self, key: str) -> None:
        self._sleeping.pop(key, None)
        try:
            await self.get(key)
        except Elsewhere:
            pass  # another was faster
        except TuckboxError as error:
            log.warning("table %s does not go on: %s", brief(key), error)

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def wake_all(self) -> None:
        """Let the matches that were running go on, the latest first. Who only waits for people leaves memory again soon."""
        while True:
            try:
                running = await self._store.running()
                break
            except StorageError:
                await sleep(self._services.clock, RETRY)
        await self._let_go_on(running)

    async def _let_go_on(self, running: Collection[str]) -> None:
        for key in running:
            asked_for = key in self.known
            await self.wake(key)
            if not asked_for and key in self.kept:
                self.kept[key].touched -= IDLE

    async def keep_adopting(self, owners: Owners) -> None:
        """Whenever it has been seen who lives, look whether matches have lost their owner."""
        heard = 0
        while True:
            heard = await owners.looks.wait(heard, SELDOM)
            await asyncio.wait([self._tasks.begin(self._adopt(owners))])

    async def _adopt(self, owners: Owners) -> None:
        """Take matches that no process has, and let them go on."""
        with contextlib.suppress(StorageError):
            while running := await owners.orphans(_ADOPTED):
                await self._let_go_on(running)

    def _lose(self, tables: Collection[str]) -> None:
        """Other processes have these tables now: nothing of them may stay here."""
        for gone in self._forget(tables):
            self._tasks.begin(gone.close())

    def _forget(self, tables: Collection[str]) -> list[Table]:
        """Have tables in memory no longer, and send away who looks at them; they have still to be closed."""
        gone = []
        for key in tables:
            self.kept.pop(key, None)
            alarm, table = self._sleeping.pop(key, None), self.known.pop(key, None)
            if alarm is not None:
                alarm.cancel()
            if table is not None:
                table.dismiss()
                gone.append(table)
        return gone

    def let_rest(self) -> None:
        """Let tables leave memory at which nobody is; those that will have something to do are woken for it."""
        clock, many = self._services.clock, len(self.kept) > MOST_TABLES
        for key, table in tuple(self.kept.items()):
            if table.unsaved:
                self._tasks.begin(table.save_summary())
            elif table.idle and (many or clock.now() - table.touched >= IDLE):
                due = table.rest()
                if due is not None and due < clock.now() + IDLE:
                    table.go_on()
                    continue
                del self.kept[key]
                if due is not None:
                    self._sleeping[key] = clock.call_at(due, lambda key=key: self._tasks.begin(self.wake(key)))  # type: ignore[misc]

    async def close(self, timeout: float) -> None:
        """End all, so that what has been begun is saved; a database that hangs is waited for until the `timeout`, in
        seconds."""
        for alarm in self._sleeping.values():
            alarm.cancel()
        closing = [asyncio.create_task(table.close()) for table in tuple(self.known.values())]
        if closing:
            await asyncio.wait(closing, timeout=timeout)
