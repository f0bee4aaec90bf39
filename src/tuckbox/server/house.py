"""The house: its people, its tables, and the store that outlives them.

A table is in memory while somebody looks at it or something is under way, and comes back from its events when it is asked
for. After a restart all matches that run go on by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from tuckbox.engine.game import Game, installed
from tuckbox.engine.game import game as installed_game
from tuckbox.errors import TuckboxError
from tuckbox.server.errors import BrokenTable, NotSaved, Refused, StorageError
from tuckbox.server.lobby import Lobby, TableSummary, summary
from tuckbox.server.people import People, Person
from tuckbox.server.reviews.reviewer import ChildReviewer, Reviewer
from tuckbox.server.reviews.reviews import Reviews
from tuckbox.server.storage.journal import CLOSING
from tuckbox.server.storage.store import Store
from tuckbox.server.table import events as ev
from tuckbox.server.table.bot_runner import BotRunner, ThreadedBots
from tuckbox.server.table.clock import Alarm, Clock, RealClock, sleep
from tuckbox.server.table.new_table import NewTable, TableRequest, find_game
from tuckbox.server.table.reading import read_past, read_table
from tuckbox.server.table.services import Services
from tuckbox.server.table.table import RETRY, Table, brief
from tuckbox.server.table.time_controls import GRACE

log = logging.getLogger(__name__)

IDLE = 300.0
"""After so many seconds without anybody a table leaves memory."""

SWEEP = 30.0
MOST_TABLES = 20_000
WAITING_AGE, RUNNING_AGE = 2 * 3600.0, 86400.0
"""So old may tables be that are shown to everybody as waiting for players, or as running."""

_LOOKED_UP = 12
"""Of so many of a person's running matches the list says whether it is his turn."""


class House:
    """All tables of a server. Open one with ``async with House.open(address) as house``."""

    def __init__(self, store: Store, services: Services, find: Callable[[str], Game], reviewer: Reviewer) -> None:
        self.people = People(store)
        self.reviews = Reviews(store, services.clock, services.bots, reviewer)
        self._store, self._services, self._find = store, services, find
        self._tables: dict[str, Table] = {}  # those that must not be forgotten
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()  # those that somebody still holds, too
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sleeping: dict[str, Alarm] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: Alarm | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls,
        address: str,
        *,
        bot_delay: float = 0.7,
        clock: Clock | None = None,
        bots: BotRunner | None = None,
        reviewer: Reviewer | None = None,
        find: Callable[[str], Game] = installed_game,
    ) -> AsyncIterator[House]:
        """Open the house on a database (a file, or a URL of SQLite or PostgreSQL). Raises `StorageError`.

        `bot_delay` is how long a bot's move takes at least. `clock`, `bots` (who decide for bots), `reviewer` (who makes
        reviews) and `find` (which finds games by their names) can be replaced for tests.
        """
        store = await Store.open(address)
        clock = clock or RealClock()
        bots = bots or ThreadedBots(ahead=tuple(installed()))

        services = Services(store, clock, bots, bot_delay=bot_delay, floor=clock.now() + GRACE)
        house = cls(store, services, find, reviewer or ChildReviewer())
        try:
            house._spawn(house._wake_all())
            house._sweep()
            yield house
        finally:
            await house._close()

    async def well(self) -> bool:
        """Whether the database can be read and takes what is written."""
        return await self._store.well()

    async def secret(self, name: str) -> bytes:
        """Secret bytes of the server, for signing; made once and kept in the database."""
        return await self._store.secret(name)

    # -- tables --------------------------------------------------------------------------------------------------------

    async def new_table(self, person: Person, request: TableRequest, network: str = "") -> Table:
        """Open a table; the host takes the first seat that no bot has. Raises `Refused`.

        `network` is whence the host comes: bots think in turn for the networks.
        """
        return await self._open(NewTable.requested(request, person, self._find, self._services.clock.now()), network)

    async def against_bots(
        self,
        person: Person,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        level: str = "normal",
        network: str = "",
    ) -> Table:
        """A private table with bots on all the other seats; it can be started at once. Raises `Refused`."""
        known = find_game(game, self._find)
        seats = known.players[0] if players is None else players
        request = TableRequest(game, seats, options or {}, private=True, bots=(None, *[level] * min(seats - 1, 7)))
        return await self.new_table(person, request, network)

    async def practise(
        self, person: Person, table: Table, seat: int, step: int, action: str = "", network: str = ""
    ) -> Table:
        """A private table that goes on from a step of a finished match, the person at a seat of it against bots; perhaps
        with an action that is played at once. Raises `Refused`, or an `ActionError`.
        """
        asked = (table.state, seat, step, action, person, self._services.clock.now())
        new = await asyncio.to_thread(NewTable.practice, *asked)  # it is played up to there
        return await self._open(new, network)

    async def _open(self, new: NewTable, network: str) -> Table:
        try:
            await self._store.journal.write(*new.rows())
        except StorageError as error:
            raise NotSaved(str(error)) from error
        return self._keep(Table(new.state, self._services, self._rematch, network))

    async def table(self, key: str) -> Table:
        """The table of an id, read from the store if need be. Raises `Refused`."""
        found = self._known.get(key)
        if found is None:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = self._spawn(self._load(key))
                loading.add_done_callback(lambda task: self._loading.pop(key, None))
            found = await asyncio.shield(loading)
        if key not in self._tables:
            self._keep(found)
        found.touched = self._services.clock.now()
        return found

    def _keep(self, table: Table) -> Table:
        """Have a table in memory, and let it go on."""
        self._tables[table.id] = self._known[table.id] = table
        alarm = self._sleeping.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        table.go_on()
        return table

    async def _load(self, key: str) -> Table:
        """A table from the store."""
        try:
            state, in_haste = await read_table(self._store, key, self._find)
            row = await self._store.row(key)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        except (BrokenTable, msgspec.DecodeError) as error:
            log.error("table %s cannot be read: %s", brief(key), error)
            raise Refused("broken", f"this table cannot be read any more: {error}") from None
        table = self._known[key] = Table(state, self._services, self._rematch)  # from now on whoever asks gets this one
        await table.repair(row)
        if in_haste:
            self._spawn(self._read_past(table))
        return table

    async def _read_past(self, table: Table) -> None:
        """Read all that has happened at a table that goes on from a snapshot."""
        while True:
            try:
                await read_past(self._store, table, self._find)
                return
            except StorageError:
                await sleep(self._services.clock, RETRY)
            except (BrokenTable, Refused, msgspec.DecodeError) as error:
                log.error("the past of table %s cannot be read: %s", brief(table.id), error)
                table.halt("what has happened at this table cannot be read any more, so the match cannot go on")
                return

    async def _rematch(self, table: Table, person: Person) -> None:
        """Open a table again for the people who are still there; called by the owner of the old one."""
        old = table.state
        names = {place.person: place.name for place in old.seats if place.kind == "person"}
        coming = {key: name for key, name in names.items() if key in table.present}
        if person.id in names:
            coming[person.id] = names[person.id]
        new = NewTable.rematch(old, person, coming, self._services.clock.now())
        await table.commit(ev.Reopened(new.state.id), also=new.rows())
        self._keep(Table(new.state, self._services, self._rematch, table.network))

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def lobby(self) -> Lobby:
        """The public tables that wait for players, and those that can be watched."""
        now = self._services.clock.now()
        waiting = await self._store.rows("open", since=now - WAITING_AGE)
        running = await self._store.rows("playing", since=now - RUNNING_AGE)
        return Lobby(tuple(map(summary, waiting)), tuple(map(summary, running)))

    async def tables_of(self, person: Person) -> tuple[TableSummary, ...]:
        """The tables at which a person has a seat or had one, the latest first."""
        rows = await self._store.rows_of(person.id)
        running = [row.id for row in rows if row.stage == "playing"][:_LOOKED_UP]
        asked = {key for key in running if await self._asks(key, person)}
        return tuple(summary(row, person.id, row.id in asked) for row in rows)

    async def bots_of(self, person: Person) -> tuple[int, int]:
        """How many unfinished tables a person hosts, and how many bots sit at them."""
        hosted = [summary(row) for row in await self._store.rows_hosted(person.id)]
        return len(hosted), sum(seat.kind == "bot" for table in hosted for seat in table.seats)

    async def _asks(self, key: str, person: Person) -> bool:
        try:
            state = (await self.table(key)).state
        except TuckboxError:
            return False
        seat = state.seat_of(person.id)
        return seat in state.undecided and not state.seats[seat].driven if seat is not None else False

    def statistics(self) -> dict[str, float | dict[str, int]]:
        """Plain numbers of what the house has done since it was opened, and how it stands."""
        counters, journal = self._services.counters, self._store.journal
        return {
            "tables_in_memory": len(self._known),
            "watchers": sum(table.watchers for table in self._tables.values()),
            "moves": counters.events["acted"] + counters.events["answered"],
            "events": dict(counters.events),
            "refusals": dict(counters.refusals),
            "faults": counters.faults,
            "commits": journal.statistics.commits,
            "commit_units": journal.statistics.units,
            "commit_failures": journal.statistics.failures,
            "commit_seconds": journal.statistics.seconds,
            "commit_largest": journal.statistics.largest,
            "commit_waiting": journal.waiting,
        }

    # -- coming and going ----------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Something is done; what went wrong has been told to those who wait, unless it is a fault of ours."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TuckboxError):
            log.error("something in the house has failed", exc_info=error)

    async def _wake_all(self) -> None:
        """Let the matches that were running go on, the latest first. Who only waits for people leaves memory again soon."""
        while True:
            try:
                running = await self._store.running()
                break
            except StorageError:
                await sleep(self._services.clock, RETRY)
        for key in running:
            asked_for = key in self._known
            await self._wake(key)
            if not asked_for and key in self._tables:
                self._tables[key].touched -= IDLE

    async def _wake(self, key: str) -> None:
        self._sleeping.pop(key, None)
        try:
            await self.table(key)
        except TuckboxError as error:
            log.warning("table %s does not go on: %s", brief(key), error)

    def _sweep(self) -> None:
        """Let tables leave memory at which nobody is; those that will have something to do are woken for it."""
        clock, many = self._services.clock, len(self._tables) > MOST_TABLES
        self._sweeper = clock.call_at(clock.now() + SWEEP, self._sweep)
        for key, table in tuple(self._tables.items()):
            if table.idle and (many or clock.now() - table.touched >= IDLE):
                due = table.rest()
                if due is not None and due < clock.now() + IDLE:
                    table.go_on()
                    continue
                del self._tables[key]
                if due is not None:
                    self._sleeping[key] = clock.call_at(due, lambda key=key: self._spawn(self._wake(key)))  # type: ignore[misc]

    async def _close(self) -> None:
        """End: what has been begun is saved, nothing new begins."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for alarm in self._sleeping.values():
            alarm.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        closing = [asyncio.create_task(table.close()) for table in tuple(self._known.values())]
        if closing:
            await asyncio.wait(closing, timeout=CLOSING)  # a database that hangs must not keep us
        await self.reviews.close()
        await self._services.bots.close()
        await self._store.close()


__all__ = ["House", "TableSummary", "Lobby", "Person", "TableRequest"]
