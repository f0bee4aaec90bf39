"""The house: its people, its tables, and the store that outlives them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as installed_game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.match.match import Match
from tuckbox.server.accounts.accounts import Accounts
from tuckbox.server.accounts.mailboxes import Mailboxes
from tuckbox.server.admin.belongings import Belongings
from tuckbox.server.chores import Chores
from tuckbox.server.competitions.competitions import Competitions
from tuckbox.server.errors import BrokenTable, Elsewhere, NotSaved, Refused, StorageError
from tuckbox.server.fleet.owners import LEASE
from tuckbox.server.fleet.signals import ORDERS
from tuckbox.server.fleet.thinking.queued_bots import QueuedBots
from tuckbox.server.lobby import Lobby, TableLists
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
from tuckbox.server.practice.daily import LEVEL, Dailies, Parting, parting
from tuckbox.server.practice.exercises import Exercises
from tuckbox.server.ratings.ratings import Ratings
from tuckbox.server.reload import follow
from tuckbox.server.reviews.reviewer import ChildReviewer, Reviewer
from tuckbox.server.reviews.reviews import Reviews
from tuckbox.server.storage.journal import CLOSING
from tuckbox.server.storage.parties import person_mark
from tuckbox.server.storage.store import Store
from tuckbox.server.table.bot_runner import BotRunner, ThreadedBots
from tuckbox.server.table.clock import Clock, RealClock
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.new_table import NewTable, TableRequest, find_game
from tuckbox.server.table.reading import read_events
from tuckbox.server.table.services import Services
from tuckbox.server.table.table import Table
from tuckbox.server.table.time_controls import GRACE
from tuckbox.server.tables import Tables
from tuckbox.server.tasks import Tasks

log = logging.getLogger(__name__)


def born() -> float:
    """Time at which the server of this process was started, in seconds since 1970; its other processes inherit it."""
    told = os.environ.setdefault("TUCKBOX_BORN", str(time.time()))
    try:
        return float(told)
    except ValueError:
        raise OptionError(
            f"TUCKBOX_BORN is set by a server for its processes, to seconds since 1970, not {told[:40]!r}"
        ) from None


_MOST_PARTINGS = 1000
"""Maximum number of partings that are remembered."""

Aside = Callable[[Callable[[], NewTable]], Awaitable[NewTable]]
"""Has something done beside the event loop."""

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
        public_name: str = "localhost",
    ) -> None:
        self.store, self._find, clock = store, find, services.clock
        self._services = replace(services, counted=self._rate, competed=self._lead)
        self.people, self.accounts = People(store), Accounts(store.database)
        self.ratings, self.belongings = Ratings(store.database), Belongings(store)
        self.push = Push(store, public_name)
        mailer = Mailer(mail)
        self.mailboxes = Mailboxes(store.database, self.accounts.tickets, self.accounts.sessions, mailer)
        self.looks, self.quiet = Looks(store, clock), QuietHours(store.database)
        self.manners = Manners(store.database, clock)
        self.tasks = Tasks()
        self.tables = Tables(store, self._services, find, self.manners.aversions, self.tasks)
        self.lists = TableLists(store, clock, partial(self.asked_at, further=True))
        self.lobby_watch = Watch(self.lists.lobby, Lobby((), ()))
        self.matchmaker = Matchmaker(find, clock, self.manners.coolings, self.tables.open_together)
        found = self.matchmaker.bring_together, self.matchmaker.playable
        self.seekers = Seekers(store.database, self.manners.aversions, *found)
        own = (find, clock, self.tables.open_together, self.tables.wake)
        self.competitions = Competitions(store.database, self.manners.aversions, *own)
        self.exercises, self.dailies = Exercises(store, clock), Dailies(store, clock)
        self._partings: dict[tuple[str, str], Parting | None] = {}
        self.reviews = Reviews(store, clock, services.bots, reviewer)
        quiet = self.quiet
        told = Turns(store.database, self.push, quiet), Digests(store.database, mailer, self.lists.tables_of, quiet)
        self.chores = Chores(self.tables, self.tasks, clock, self.ratings, self.competitions, self.reviews, *told)
        self._hearing: list[asyncio.Task[None]] = []
        self.owners = store.owners
        self.ask_elsewhere: AskElsewhere | None = None

    def _rate(self) -> None:
        """A match is over that counts. Tables are made before the chores, which need them."""
        self.chores.rate()

    def _lead(self, competition: str) -> None:
        """A match of a competition is over."""
        self.chores.lead(competition)

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
        public_name: str = "localhost",
    ) -> AsyncIterator[House]:
        """Open the house on a database (a file, or a URL of SQLite or PostgreSQL). Raises `StorageError`.

        PostgreSQL may be shared by several houses: `peer` is where the others reach this one, and after `lease` seconds
        without a sign of life it counts as gone; with `bots_elsewhere` bots think in other processes (`tuckbox think`),
        else with `warm_up` those of all games are got ready before anybody asks. Of games that are being `edited` the files
        are followed. With `mail` the house can send mails; services of browsers know it by its `public_name`.
        `bot_delay` is how long a bot's move takes at least. `clock`, `bots` (who decide for bots), `reviewer` (who makes
        reviews) and `find` (which finds games by their names) can be replaced for tests.
        """
        store = await Store.open(address, peer, lease)
        clock = clock or RealClock()
        bots = bots or (QueuedBots(store) if bots_elsewhere else ThreadedBots(ahead=tuple(installed()) if warm_up else ()))

        services = Services(store, clock, bots, bot_delay=bot_delay, floor=clock.now() + GRACE)
        house = cls(store, services, find, reviewer or ChildReviewer(), mail, public_name)
        try:
            await house._announce()
            house._begin()
            house.chores.sweep()
            if edited:
                house._hearing.append(asyncio.create_task(follow(house.tables, edited), name="following files"))
            yield house
        finally:
            await house._close()

    async def _announce(self) -> None:
        """Say which rules this server has, where others may stand beside it; see whether it may open tables."""

        def hashes() -> dict[str, str]:
            return {name: self._find(name).hash for name in installed()}

        with contextlib.suppress(StorageError):
            if self.owners is not None:  # a file is open in one version only
                await self.store.announce_rules(await asyncio.to_thread(hashes), born())
            self.tables.draining = await self.store.drained() > born()

    # -- tables --------------------------------------------------------------------------------------------------------

    async def new_table(self, person: Person, request: TableRequest, network: str = "") -> Table:
        """Open a table; the host takes the first seat that no bot has. Raises `Refused`.

        `network` is that from which the host comes: bots think in turn for the networks.
        """
        return await self.tables.open(NewTable.requested(request, person, self._find, self._services.clock.now()), network)

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
        known, day = find_game(game, self._find), self.dailies.today
        there = await self.dailies.of(person, known.name, day)
        if there is not None:
            return there.table
        seats = known.players[0]
        bots = (None, *[LEVEL] * (seats - 1))
        request = TableRequest(known.name, seats, known.with_offer(), private=True, bots=bots)
        secret = await self.dailies.secret(known.name, day)
        new = NewTable.daily(request, person, self._find, self._services.clock.now(), str(day), secret)
        try:
            return (await self.tables.open(new, network, self.dailies.row(person, known.name, new.state.id, day))).id
        except NotSaved:
            there = await self.dailies.of(person, known.name, day)
            if there is None:
                raise
            return there.table  # begun in this moment in another window

    async def parting(self, mine: str, theirs: str, asker: Asker) -> Parting | None:
        """The step at which two finished matches of one deal part, whichever processes have them; None also if one is not
        kept any more, or cannot be followed by the rules of here.

        Both are played again for it, in turn for those who ask; what was found is remembered. Raises `StorageError`.
        """
        pair, known = (mine, theirs), self._partings
        if pair not in known:
            async with self.tables.looking_back.turn(asker):
                if pair not in known:  # from somebody who has waited for the same
                    known[pair] = await self._parting(mine, theirs)
        while len(known) > _MOST_PARTINGS:
            del known[next(iter(known))]
        return known[pair]

    async def _parting(self, mine: str, theirs: str) -> Parting | None:
        try:
            return parting(await self._steps_of(mine), await self._steps_of(theirs))
        except Refused:
            return None

    async def _steps_of(self, table: str) -> tuple[str, ...]:
        """The steps of a finished match. Raises `Refused`."""
        try:
            state = await read_events(self.store, table, self._find)
        except (BrokenTable, msgspec.DecodeError) as error:
            raise Refused("broken", "this match cannot be read any more") from error
        if state.match is None or not state.match.done:
            raise Refused("not over", "what was played is told when the match is over")
        return state.match.record().steps

    async def practise(
        self,
        person: Person,
        table: Table,
        seat: int,
        step: int,
        action: str = "",
        network: str = "",
        aside: Aside = asyncio.to_thread,
    ) -> Table:
        """A private table that goes on from a step of a finished match, the person at a seat of it against bots; perhaps
        with an action that is played at once. It is played up to there `aside`. Raises `Refused`, or an `ActionError`.
        """
        table.record_text()  # that it is over, and its past is known
        asked = (table.state, seat, step, action, person, self._services.clock.now())
        return await self.tables.open(await aside(partial(NewTable.practice, *asked)), network)

    async def go_on_from(
        self, person: Person, taught: Callable[[], Match], network: str = "", aside: Aside = asyncio.to_thread
    ) -> Table:
        """A private table that goes on where the match of a lesson has ended, against bots. Raises `Refused`."""
        now = self._services.clock.now()
        return await self.tables.open(await aside(lambda: NewTable.after_lesson(taught(), person, now)), network)

    async def seek(self, person: Person, wish: Wish) -> None:
        """Let a person look for a game. Raises `Refused` for what is no wish that can be fulfilled."""
        self.tables.check_drained()
        await self.matchmaker.check(person, wish)
        await self.seekers.seek(person, wish)

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def asked_at(self, tables: Collection[str], person: str, further: bool = False) -> set[str]:
        """Those of these tables at which a person is to decide; with `further` other houses are asked for theirs."""
        found: set[str] = set()
        others: dict[str, list[str]] = {}
        for key in tables:
            try:
                state = (await self.tables.get(key)).state
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
            await self.tables.get(key)
        except Elsewhere as error:
            return error.address
        return self.owners.address

    def statistics(self) -> dict[str, float | dict[str, int]]:
        """Plain numbers of what the house has done since it was opened, and how it stands."""
        counters, journal = self._services.counters, self.store.journal
        return {
            "tables_in_memory": len(self.tables.known),
            "tables_not_owned": sum(self.tables.epoch(key) is None for key in tuple(self.tables.known)),
            "watchers": sum(table.watchers for table in self.tables.kept.values()),
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

    def _begin(self) -> None:
        """Let the matches go on that were running, and hear what others tell us."""
        self._hearing = [asyncio.create_task(self._hear_orders(), name="orders")]
        if self.owners is None:
            self.tasks.begin(self.tables.wake_all())
        else:
            self._hearing.append(asyncio.create_task(self.tables.keep_adopting(self.owners), name="adopting"))

    # -- orders --------------------------------------------------------------------------------------------------------

    async def _hear_orders(self) -> None:
        """Look anew at what the operator of the server has changed in the database."""
        signals, done, heard = self.store.signals, None, 0
        orders_signalled = signals.counter(ORDERS)
        while True:
            with contextlib.suppress(StorageError):
                orders = await self.store.orders(done)
                if done is not None:
                    for order in orders:
                        self.tasks.begin(self._look_anew(order.kind, order.subject))
                done = orders[-1].number if orders else done or 0
            heard = await orders_signalled.wait(heard, signals.patience)

    async def _look_anew(self, kind: str, subject: str) -> None:
        if kind == "server":
            self.tables.draining = await self.store.drained() > born()
            return
        if kind == "person":
            for table in tuple(self.tables.known.values()):
                table.send_away(lambda person: person_mark(person) == subject)
            return
        await self.reviews.forget(subject)
        await self.tables.read_again(subject)

    async def _close(self) -> None:
        """End: what has been begun is saved, nothing new begins."""
        self.chores.stop()
        running = [*self.tasks.running, *self._hearing]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.tables.close(CLOSING)
        await self.reviews.close()
        await self._services.bots.close()
        await self.store.close()
