"""The house: its people, its tables, and the store that outlives them.

A table is in memory while somebody looks at it or something is under way, and comes back from its events when it is asked
for. After a restart all matches that run go on by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakSet, WeakValueDictionary

import msgspec

from tuckbox.definition.game import Game, installed
from tuckbox.definition.game import game as installed_game
from tuckbox.errors import TuckboxError
from tuckbox.server.accounts.accounts import Accounts
from tuckbox.server.accounts.mailboxes import Mailboxes
from tuckbox.server.admin.belongings import Belongings
from tuckbox.server.competitions.competitions import Competitions
from tuckbox.server.errors import BrokenTable, Busy, Elsewhere, Moved, NotSaved, Refused, StorageError
from tuckbox.server.fleet.owners import LEASE, Owners
from tuckbox.server.fleet.signals import ORDERS, SELDOM
from tuckbox.server.fleet.thinking.queued_bots import QueuedBots
from tuckbox.server.lobby import Lobby, TableLists, TableSummary
from tuckbox.server.manners.manners import Manners
from tuckbox.server.meeting.matchmaker import Matchmaker
from tuckbox.server.meeting.seekers import Seekers
from tuckbox.server.meeting.watch import Watch
from tuckbox.server.meeting.wishes import Wish
from tuckbox.server.notices.digests import Digests
from tuckbox.server.notices.looks import Looks
from tuckbox.server.notices.mailer import Mailer, MailSettings
from tuckbox.server.notices.push import Push
from tuckbox.server.notices.quiet import QuietHours
from tuckbox.server.notices.turns import Turns
from tuckbox.server.people import People, Person
from tuckbox.server.practice.daily import LEVEL, Dailies
from tuckbox.server.practice.exercises import Exercises
from tuckbox.server.ratings.ratings import Ratings
from tuckbox.server.reload import follow
from tuckbox.server.reviews.reviewer import ChildReviewer, Reviewer
from tuckbox.server.reviews.reviews import Reviews
from tuckbox.server.storage.journal import CLOSING
from tuckbox.server.storage.parties import person_mark
from tuckbox.server.storage.store import Store, TableRow
from tuckbox.server.table import events as ev
from tuckbox.server.table.bot_runner import BotRunner, ThreadedBots
from tuckbox.server.table.clock import Alarm, Clock, RealClock, sleep
from tuckbox.server.table.new_table import NewTable, TableRequest, find_game
from tuckbox.server.table.reading import change_of_rules, read_events, read_past, read_table
from tuckbox.server.table.services import Services
from tuckbox.server.table.table import RETRY, Table, brief
from tuckbox.server.table.time_controls import GRACE

log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds without anybody after which a table leaves memory."""

SWEEP = 30.0
"""Seconds between searches for tables that may leave memory."""

MOST_TABLES = 20_000
_ADOPTED = 20
"""Maximum number of ownerless matches claimed in a row: other processes take some too."""


def born() -> float:
    """When the server was started that this process belongs to, in seconds since 1970; its other processes inherit it."""
    return float(os.environ.setdefault("TUCKBOX_BORN", str(time.time())))


AskElsewhere = Callable[[str, list[str], str], Awaitable[Collection[str]]]
"""Asks the house at an address at which of its tables a person is to decide."""


class House:
    """All tables of a server. Open one with ``async with House.open(address) as house``."""

    def __init__(
        self,
        store: Store,
        services: Services,
        find: Callable[[str], Game],
        reviewer: Reviewer,
        mail: MailSettings | None = None,
    ) -> None:
        self.people, self.accounts = People(store), Accounts(store.database)
        self.ratings, self.belongings = Ratings(store.database), Belongings(store)
        self.push = Push(store)
        mailer = Mailer(mail)
        self.mailboxes = Mailboxes(store.database, self.accounts.tickets, self.accounts.sessions, mailer)
        self.looks, self.quiet = Looks(store, services.clock), QuietHours(store.database)
        self._turns = Turns(store, self.push)
        self.lists = TableLists(store, services.clock, self._asked_anywhere)
        self.lobby_watch = Watch(self.lists.lobby, Lobby((), ()))
        self._digests = Digests(store.database, mailer, self.lists.tables_of)
        self.manners = Manners(store.database, services.clock)
        self.matchmaker = Matchmaker(find, services.clock, self.manners.coolings, self._open_together)
        self.seekers = Seekers(store.database, self.matchmaker.bring_together, self.matchmaker.playable)
        own = (find, services.clock, self._open_together, self._wake)
        self.competitions = Competitions(store.database, self.manners.aversions, *own)
        self.exercises, self.dailies = Exercises(store, services.clock), Dailies(store, services.clock)
        self.reviews = Reviews(store, services.clock, services.bots, reviewer)
        self._store, self._services, self._find = store, replace(services, counted=self._rate, competed=self._lead), find
        self._tables: dict[str, Table] = {}  # those that must not be forgotten
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()  # those that somebody still holds, too
        self._reading = asyncio.Semaphore(1)
        self._chores: set[str] = set()  # which are being done
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sleeping: dict[str, Alarm] = {}
        self._archived: WeakSet[Table] = WeakSet()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper: Alarm | None = None
        self._hearing: list[asyncio.Task[None]] = []
        self.owners = store.owners
        self.ask_elsewhere: AskElsewhere | None = None
        self.draining = False
        """Whether no new tables may be opened, since this server is to be upgraded."""
        if self.owners is not None:
            self.owners.lost = self._lose

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
        peer: str = "",
        bots_elsewhere: bool = False,
        warm_up: bool = True,
        edited: Collection[str] = (),
        lease: float = LEASE,
        mail: MailSettings | None = None,
    ) -> AsyncIterator[House]:
        """Open the house on a database (a file, or a URL of SQLite or PostgreSQL). Raises `StorageError`.

        PostgreSQL may be shared by several houses: `peer` is where the others reach this one, and after `lease` seconds
        without a sign of life it counts as gone; with `bots_elsewhere` bots think in other processes (`tuckbox think`),
        else with `warm_up` those of all games are got ready before anybody asks. Of games that are being `edited` the files
        are followed. With `mail` the house can send mails.
        `bot_delay` is how long a bot's move takes at least. `clock`, `bots` (who decide for bots), `reviewer` (who makes
        reviews) and `find` (which finds games by their names) can be replaced for tests.
        """
        store = await Store.open(address, peer, lease)
        clock = clock or RealClock()
        bots = bots or (QueuedBots(store) if bots_elsewhere else ThreadedBots(ahead=tuple(installed()) if warm_up else ()))

        services = Services(store, clock, bots, bot_delay=bot_delay, floor=clock.now() + GRACE)
        house = cls(store, services, find, reviewer or ChildReviewer(), mail)
        try:
            await house._announce()
            house._begin()
            house._sweep()
            if edited:
                house._hearing.append(asyncio.create_task(follow(house, edited), name="following files"))
            yield house
        finally:
            await house._close()

    async def _announce(self) -> None:
        """Say which rules this server has, where others may stand beside it; see whether it may open tables."""

        def hashes() -> dict[str, str]:
            return {name: self._find(name).hash for name in installed()}

        with contextlib.suppress(StorageError):
            if self.owners is not None:  # a file is open in one version only
                await self._store.announce_rules(await asyncio.to_thread(hashes), born())
            self.draining = await self._store.drained() > born()

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
        """A private table with bots on all the other seats; it can be started at once. Raises `Refused`.

        Where no option says which match it is, it is the one that the game offers first.
        """
        known = find_game(game, self._find)
        seats = known.players[0] if players is None else players
        bots = (None, *[level] * min(seats - 1, 7))
        request = TableRequest(game, seats, known.with_offer(options), private=True, bots=bots)
        return await self.new_table(person, request, network)

    async def daily(self, person: Person, game: str, network: str = "") -> str:
        """The table of a person's one try at today's deal of a game, which begins now unless it has. Raises `Refused`."""
        known = find_game(game, self._find)
        there = await self.dailies.of(person, known.name)
        if there is not None:
            return there.table
        seats = known.players[0]
        bots = (None, *[LEVEL] * (seats - 1))
        request = TableRequest(known.name, seats, known.with_offer(), private=True, bots=bots)
        secret, day = await self.dailies.secret(known.name), str(self.dailies.today)
        new = NewTable.daily(request, person, self._find, self._services.clock.now(), day, secret)
        try:
            return (await self._open(new, network, self.dailies.row(person, known.name, new.state.id))).id
        except NotSaved:
            there = await self.dailies.of(person, known.name)
            if there is None:
                raise
            return there.table  # begun in this moment in another window

    async def steps_of(self, table: str) -> tuple[str, ...]:
        """The steps of a finished match, of whichever process it is. Raises `Refused`."""
        try:
            state = await read_events(self._store, table, self._find)
        except (StorageError, BrokenTable, msgspec.DecodeError) as error:
            raise Refused("broken", "this match cannot be read any more") from error
        if state.match is None or not state.match.done:
            raise Refused("not over", "what was played is told when the match is over")
        return state.match.record().steps

    async def practise(
        self, person: Person, table: Table, seat: int, step: int, action: str = "", network: str = ""
    ) -> Table:
        """A private table that goes on from a step of a finished match, the person at a seat of it against bots; perhaps
        with an action that is played at once. Raises `Refused`, or an `ActionError`.
        """
        table.record_text()  # that it is over, and its past is known
        asked = (table.state, seat, step, action, person, self._services.clock.now())
        new = await asyncio.to_thread(NewTable.practice, *asked)  # it is played up to there
        return await self._open(new, network)

    async def _open_together(self, new: Sequence[NewTable], *also: tuple[str, dict[str, object]]) -> None:
        """Open tables for people who were brought together, all at once, with the rows that lead them there."""
        self._check_drained()
        await self._store.journal.write(*(row for each in new for row in each.rows()), *also)
        for each in new:
            self._keep(Table(each.state, self._services, self._rematch))

    async def seek(self, person: Person, wish: Wish) -> None:
        """Let a person look for a game. Raises `Refused` for what is no wish that can be fulfilled."""
        self._check_drained()
        await self.matchmaker.check(person, wish)
        await self.seekers.seek(person, wish)

    async def _open(self, new: NewTable, network: str, *also: tuple[str, dict[str, Any]]) -> Table:
        self._check_drained()
        try:
            await self._store.journal.write(*new.rows(), *also)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        return self._keep(Table(new.state, self._services, self._rematch, network))

    async def table(self, key: str) -> Table:
        """The table of an id, read from the store if need be. Raises `Refused`, `Elsewhere` if another process has it."""
        while (found := self._known.get(key)) is None:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = self._spawn(self._load(key))
            await asyncio.shield(loading)  # what it has found may be lost again by now
        if key not in self._tables:
            self._keep(found)
        found.touched = self._services.clock.now()
        if found.sealed:
            await self._release(found)
        return found

    async def _release(self, table: Table) -> None:
        """Let the cards of a match be seen if the second on the same deal is over, wherever it was played."""
        with contextlib.suppress(StorageError):
            row = None if table.state.rematch is None else await self._store.row(table.state.rematch)
            table.released = table.state.rematch is not None and (row is None or row.stage == "finished")

    def _keep(self, table: Table) -> Table:
        """Have a table in memory, and let it go on. Raises `Moved` if it is not ours any more."""
        if self._epoch(table.id) is None:
            raise Moved
        self._tables[table.id] = self._known[table.id] = table
        alarm = self._sleeping.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        table.go_on()
        return table

    async def _load(self, key: str) -> Table:
        """A table from the store, read again if it was lost meanwhile."""
        try:
            while (table := await self._read(key)) is None:
                pass
            return table
        finally:
            self._loading.pop(key, None)

    async def _read(self, key: str) -> Table | None:
        """A table from the store; none if its claim was lost while it was read, so that what was read may be old."""
        try:
            services = self._services
            if await self._claim(key):  # people may have been cut off from it for a while
                services = replace(services, floor=services.clock.now() + GRACE)
            epoch = self._epoch(key)
            state, in_haste = await read_table(self._store, key, self._find)
            row = await self._store.row(key)
            if state.rules != state.game.hash and row is not None and row.stage != "finished":
                await self._check_version(state.game)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        except (BrokenTable, msgspec.DecodeError) as error:
            log.error("table %s cannot be read: %s", brief(key), error)
            raise Refused("broken", f"this table cannot be read any more: {error}") from None
        if epoch is None or self._epoch(key) != epoch:
            return None
        table = self._known[key] = Table(state, services, self._rematch)  # from now on whoever asks gets this one
        await self._change_rules(table, row)
        await table.repair(row)
        if in_haste:
            self._spawn(self._read_past(table))
        return table

    def _epoch(self, key: str) -> int | None:
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

    def _check_drained(self) -> None:
        if self.draining:
            raise Refused("draining", "this server is about to be upgraded: no new tables are opened, those there go on")

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

    async def _read_past(self, table: Table) -> None:
        """Read all that has happened at a table that goes on from a snapshot.

        That is done for one table at a time, so that nobody's moves wait where many tables have come at once.
        """
        while True:
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

    async def _rematch(self, table: Table, person: Person | None) -> None:
        """Open a table again; called by the owner of the old one."""
        if person is None:
            new = NewTable.second(table.state, self._services.clock.now())
        else:
            self._check_drained()
            new = await self._for_who_is_there(table, person)
        await table.commit(ev.Reopened(new.state.id), also=new.rows())
        self._keep(Table(new.state, self._services, self._rematch, table.network))

    async def _for_who_is_there(self, table: Table, person: Person) -> NewTable:
        """A rematch for the people who are still there."""
        old = table.state
        names = {place.person: place.name for place in old.seats if place.kind == "person"}
        coming = {key: name for key, name in names.items() if key in table.present}
        if person.id in names:
            coming[person.id] = names[person.id]
        for apart in await self.manners.aversions.kept_apart(person.id, coming):
            del coming[apart]
        return NewTable.rematch(old, person, coming, self._services.clock.now())

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def _asked_anywhere(self, tables: Collection[str], person: str) -> set[str]:
        return await self.asked_at(tables, person, further=True)

    async def asked_at(self, tables: Collection[str], person: str, further: bool = False) -> set[str]:
        """At which of these tables a person is to decide; with `further` other houses are asked for theirs."""
        found: set[str] = set()
        others: dict[str, list[str]] = {}
        for key in tables:
            try:
                state = (await self.table(key)).state
            except Elsewhere as error:
                others.setdefault(error.address, []).append(key)
                continue
            except TuckboxError:
                continue
            seat = state.seat_of(person)
            if seat is not None and seat in state.undecided and not state.seats[seat].driven:
                found.add(key)
        if further and self.ask_elsewhere is not None:
            for address, keys in others.items():
                found.update(await self.ask_elsewhere(address, keys, person))
        return found

    async def where(self, key: str) -> str:
        """The address of the house that has a table, be it this one. Raises `Refused`."""
        assert self.owners is not None
        try:
            await self.table(key)
        except Elsewhere as error:
            return error.address
        return self.owners.address

    def statistics(self) -> dict[str, float | dict[str, int]]:
        """Plain numbers of what the house has done since it was opened, and how it stands."""
        counters, journal = self._services.counters, self._store.journal
        return {
            "tables_in_memory": len(self._known),
            "tables_not_owned": sum(self._epoch(key) is None for key in tuple(self._known)),
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

    def _begin(self) -> None:
        """Let the matches go on that were running, and hear what others tell us."""
        self._hearing = [asyncio.create_task(self._hear_orders(), name="orders")]
        if self.owners is None:
            self._spawn(self._wake_all())
        else:
            self._hearing.append(asyncio.create_task(self._keep_adopting(self.owners), name="adopting"))

    async def _wake_all(self) -> None:
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
            asked_for = key in self._known
            await self._wake(key)
            if not asked_for and key in self._tables:
                self._tables[key].touched -= IDLE

    async def _keep_adopting(self, owners: Owners) -> None:
        """Whenever it has been seen who lives, look whether matches have lost their owner."""
        heard = 0
        while True:
            heard = await owners.looked.wait(heard, SELDOM)
            await asyncio.wait([self._spawn(self._adopt(owners))])

    async def _adopt(self, owners: Owners) -> None:
        """Take matches that no process has, and let them go on."""
        with contextlib.suppress(StorageError):
            while running := await owners.orphans(_ADOPTED):
                await self._let_go_on(running)

    def _lose(self, tables: Collection[str]) -> None:
        """Other processes have these tables now: nothing of them may stay here."""
        for gone in self._forget(tables):
            self._spawn(gone.close())

    def _forget(self, tables: Collection[str]) -> list[Table]:
        """Have tables in memory no longer, and send away who looks at them; they have still to be closed."""
        gone = []
        for key in tables:
            self._tables.pop(key, None)
            alarm, table = self._sleeping.pop(key, None), self._known.pop(key, None)
            if alarm is not None:
                alarm.cancel()
            if table is not None:
                table.dismiss()
                gone.append(table)
        return gone

    # -- orders --------------------------------------------------------------------------------------------------------

    async def _hear_orders(self) -> None:
        """Look anew at what whoever keeps the server has changed in the database."""
        signals, done, heard = self._store.signals, None, 0
        bell = signals.bell(ORDERS)
        while True:
            with contextlib.suppress(StorageError):
                orders = await self._store.orders(done)
                if done is not None:
                    for order in orders:
                        self._spawn(self._look_anew(order.kind, order.subject))
                done = orders[-1].number if orders else done or 0
            heard = await bell.wait(heard, signals.patience)

    async def _look_anew(self, kind: str, subject: str) -> None:
        if kind == "server":
            self.draining = await self._store.drained() > born()
            return
        if kind == "person":
            for table in tuple(self._known.values()):
                table.send_away(lambda person: person_mark(person) == subject)
            return
        await self.reviews.forget(subject)
        await self.read_again(subject)

    def playing(self, game: str) -> list[Table]:
        """Tables of a game that are in memory."""
        return [table for table in self._known.values() if table.state.game.name == game]

    async def read_again(self, key: str) -> None:
        """Read a table anew, if it is in memory; whoever looks at it is sent away, and comes again."""
        found = self._known.get(key)
        if found is not None:
            self._forget([key])
            await found.close()
            await self._store.drop_snapshot(key)  # one may just have been made of what was known before
            await self._wake(key)

    async def _wake(self, key: str) -> None:
        self._sleeping.pop(key, None)
        try:
            await self.table(key)
        except Elsewhere:
            pass  # another was faster
        except TuckboxError as error:
            log.warning("table %s does not go on: %s", brief(key), error)

    def _sweep(self) -> None:
        """Let tables leave memory at which nobody is; those that will have something to do are woken for it."""
        clock, many = self._services.clock, len(self._tables) > MOST_TABLES
        self._sweeper = clock.call_at(clock.now() + SWEEP, self._sweep)
        known = tuple(self._known.values())  # of which some are let go of below
        chores: dict[str, Callable[[], Awaitable[Any]]] = {
            "archive": self._archive,
            "ratings": self._settle,
            "competitions": self._lead_on,
            "turns": lambda: self._turns.tell(known, clock.now()),
            "digests": lambda: self._digests.tell(known, clock.now()),
        }
        for name in chores.keys() - self._chores:  # a slow disk would have them pile up
            self._chores.add(name)
            self._spawn(self._do(name, chores[name]))
        for key, table in tuple(self._tables.items()):
            if table.unsaved:
                self._spawn(table.save_summary())
            elif table.idle and (many or clock.now() - table.touched >= IDLE):
                due = table.rest()
                if due is not None and due < clock.now() + IDLE:
                    table.go_on()
                    continue
                del self._tables[key]
                if due is not None:
                    self._sleeping[key] = clock.call_at(due, lambda key=key: self._spawn(self._wake(key)))  # type: ignore[misc]

    async def _do(self, name: str, chore: Callable[[], Awaitable[Any]]) -> None:
        """Do a chore, which is not begun again meanwhile."""
        try:
            await chore()
        finally:
            self._chores.discard(name)

    def _rate(self) -> None:
        """Work out the ratings that wait for it."""
        self._spawn(self._settle())

    async def _settle(self) -> None:
        with contextlib.suppress(StorageError):  # the next time
            await self.ratings.settle()

    def _lead(self, competition: str) -> None:
        """Let a competition go on."""
        self._spawn(self._lead_on(competition))

    async def _lead_on(self, competition: str = "") -> None:
        """Let competitions go on, all of them or one."""
        with contextlib.suppress(StorageError):  # the next time
            await (self.competitions.lead(competition) if competition else self.competitions.lead_all())

    async def _archive(self) -> None:
        """Keep of matches that are over what can be looked at without their rules."""
        for table in tuple(self._known.values()):
            state = table.state
            if table.sealed:
                await self._release(table)
            if state.stage == "finished" and not (state.past or state.practice or table in self._archived or table.sealed):
                self._archived.add(table)
                if state.opened.first:
                    await self._wake(state.opened.first)  # whose cards may be seen now, too
                try:
                    await self.reviews.archive(table)
                except Busy:  # its past is being read
                    self._archived.discard(table)

    async def _close(self) -> None:
        """End: what has been begun is saved, nothing new begins."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for alarm in self._sleeping.values():
            alarm.cancel()
        running = [*self._tasks, *self._hearing]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        closing = [asyncio.create_task(table.close()) for table in tuple(self._known.values())]
        if closing:
            await asyncio.wait(closing, timeout=CLOSING)  # a database that hangs must not keep us
        await self.reviews.close()
        await self._services.bots.close()
        await self._store.close()


__all__ = ["House", "TableSummary", "Lobby", "Person", "TableRequest"]
