"""A table as it lives in the server: one owner does everything that changes it, one thing after the other.

What is to happen is checked, saved, carried out and shown, in this order. So whatever anybody has been shown is safe, and
what could not be saved has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial

import msgspec

from tuckbox.bots.bots import MOMENT
from tuckbox.errors import ActionError, OptionError
from tuckbox.match.digest import digest
from tuckbox.server.errors import Busy, Conflict, NotSaved, Refused, StorageError
from tuckbox.server.manners.cooling import leaving_rows
from tuckbox.server.people import Person
from tuckbox.server.ratings.results import result_rows
from tuckbox.server.storage.store import PRACTICE, TableRow
from tuckbox.server.table import events as ev
from tuckbox.server.table.archive import named_record, of_standing
from tuckbox.server.table.bot_seats import BotSeats
from tuckbox.server.table.clock import Alarm
from tuckbox.server.table.commands import AnyCommand, Rematch
from tuckbox.server.table.decide import action_event, decide, why_no_hints
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.jobs import Job, Jobs
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import SECOND, Schedule
from tuckbox.server.table.services import RETRY, Services
from tuckbox.server.table.snapshot import EVERY, confirm, write
from tuckbox.server.table.state import PAST, TableState, brief
from tuckbox.server.table.subscribers import Subscribers, Subscription
from tuckbox.server.table.takeback import bots_wait
from tuckbox.server.table.view_model import ViewModel
from tuckbox.server.tasks import spawn

log = logging.getLogger(__name__)

ADVISER = "normal"
"""The level of the bot that gives hints."""

DIGESTED = (ev.Acted, ev.Closed, ev.Dealt)
"""Events of a match that may tell a digest."""

DIGEST_EVERY = 20
"""Number of events after which the next tells a digest."""

REFUSALS = (Refused, ActionError)
"""Errors of a command; any other error of a job is a failure."""

Rematcher = Callable[["Table", Person | None], Awaitable[None]]
"""Opens a table again: for the people who are still there, since one wants it, or for the second match on the same deal."""


class Table:
    """One table. Commands go in by `do`, what is to be seen comes out by `view_model`."""

    def __init__(self, state: TableState, services: Services, rematch: Rematcher, network: str = "") -> None:
        self.state, self.id = state, state.id
        self.touched = services.clock.now()
        self.network = network  # of its host; not kept, since it says who somebody is
        self._services, self._open_again = services, rematch
        self._schedule = Schedule(state, services.floor, services.clock.now)
        self._presenter = Presenter(state, self._schedule)
        self._subscribers = Subscribers(state, self._presenter, services.clock, services.later)
        self._jobs = Jobs(f"table {brief(state.id)}")
        self._bots = BotSeats(state, services, Asker(network, state.opened.host))
        self._alarm: Alarm | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._unsure = False  # whether something may be stored that is not in the state
        self._saved = summary_columns(state)
        self.unsaved = False
        """Whether the row of the table could not be brought up to date."""
        self._retry_at = 0.0  # not before this time what happens by itself is tried again
        self._kept_at = state.count  # the number of the event at which a snapshot was made, or tried
        self._keeping: asyncio.Task[None] | None = None
        self._digested_at = -DIGEST_EVERY  # the number of the last event that tells a digest
        self._record = ""  # that of the finished match, once somebody has asked for it
        self.released = False
        """Whether the second match on the same deal is over, too."""

    # -- what people do and see ----------------------------------------------------------------------------------------

    async def do(self, person: Person, command: AnyCommand) -> None:
        """Carry a command out. When this returns it is saved and shown.

        Raises `Refused` or an `ActionError`, and then nothing has changed; of a `NotSaved` that is not always known.
        """
        try:
            if isinstance(command, Rematch):
                await self.run(lambda: self._reopen(person))
            else:
                await self.run(lambda: self._carry_out(person, command))
        except Refused as error:
            self._services.counters.refusals[error.code] += 1
            raise
        except ActionError as error:
            self._services.counters.refusals[type(error).__name__] += 1
            raise

    def view_model(self, person: Person | None, step: int | None = None) -> ViewModel:
        """The table as somebody sees it: now, or as it was after a step. Raises `Refused` for a step there is not."""
        key, unheard = (None, frozenset[str]()) if person is None else (person.id, person.unheard)
        return self._presenter.view_model(key, self._subscribers.present, self._subscribers.onlookers, step, unheard)

    @property
    def sealed(self) -> bool:
        """Whether the match is over and its deal is still to be played again: nobody may see the other hand before."""
        state = self.state
        return state.second_due or (state.first_of_two and state.rematch is not None and not self.released)

    def _check_seal(self) -> None:
        if self.sealed:
            raise Refused("not over", "the second match has the same deal: all hands are opened when it is over")

    def replay_model(self, step: int | None = None) -> ViewModel:
        """A finished match after a step (None: the last), with all hands open. Raises `Refused` before the end."""
        self._check_seal()
        if self.state.past:
            return self.view_model(None, step)
        return self._presenter.replay(self.view_model(None), step)

    def record_text(self) -> str:
        """The record of a finished match. Raises `Refused` before the end, and where none was kept."""
        self._check_seal()
        if self.state.past:
            return self._kept_record()
        match = self.state.match
        if match is None or not match.done:
            raise Refused("not over", "the record opens all hands; it can be had when the match is over")
        try:
            self._record = self._record or str(match.record())
        except OptionError as error:
            raise Busy(str(error)) from None
        return self._record

    def _kept_record(self) -> str:
        """The record of a match whose rules are gone."""
        kept, names = self.state.kept, [seat.name for seat in self.state.seats]
        if kept is None or not kept.record:
            raise Refused("past", f"{PAST}, and its record was not kept")
        return named_record(kept, names)

    def seen_model(self, seat: int, step: int) -> ViewModel:
        """A finished match after a step as a seat saw it then. Raises `Refused` before the end."""
        self.record_text()  # that its past is known
        return self._presenter.seen(self.view_model(None), seat, step)

    async def advise(self, person: Person | None) -> str:
        """A bot's action for somebody who is to decide, in notation. It sees what the person sees. Raises `Refused`."""
        state = self.state
        seat, match = state.seat_of(None if person is None else person.id), state.match
        reason = why_no_hints(state, seat)
        if reason or person is None or seat is None:
            raise Refused("not allowed", reason)
        if match is None:
            raise Refused("not allowed", "there are hints once the match has begun")
        view = match.view(seat)
        if not view.legal:
            raise Refused("not your turn", "there is nothing for you to decide just now")
        action = await self._services.bots.choose(ADVISER, view, MOMENT, Asker(self.network, person.id))
        return match.game.actions.text(action)

    def version(self, person: Person | None) -> int:
        """The version of what somebody has been shown of the match, as their view model has it."""
        return self.state.versions[self.state.seat_of(None if person is None else person.id)]

    def watch(self, person: Person | None, shown: bool = True) -> Subscription:
        """Look at the table for as long as a ``with`` block lasts; the others see who is there, if that is to be `shown`."""
        return Subscription(self._subscribers, None if person is None else person.id, self.go_on, shown)

    def stay(self, person: Person | None) -> None:
        """Let the others see for a while that somebody is here who asks now and then, without looking all the time."""
        if person is not None:
            self._subscribers.stay(person.id)

    @property
    def present(self) -> Collection[str]:
        """The ids of the people who have the table open, or have asked for it lately."""
        return frozenset(self._subscribers.present)

    @property
    def looking(self) -> Collection[str]:
        """The ids of the people who have the table open or wait for news of it at this moment."""
        return self._subscribers.looking

    @property
    def watchers(self) -> int:
        """Number of people looking at the table."""
        return len(self._subscribers)

    @property
    def open_seats(self) -> bool:
        """Whether somebody may sit down."""
        return any(map(self.state.vacant, range(len(self.state.seats))))

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not self.watchers and not self.busy

    @property
    def busy(self) -> bool:
        """Whether something is being done, or a bot thinks."""
        return self._jobs.owner is not None or self._keeping is not None or bool(self._bots)

    @property
    def closed(self) -> bool:
        """Whether nothing happens at it any more in this process."""
        return self._jobs.closed

    # -- the owner -----------------------------------------------------------------------------------------------------

    async def run(self, job: Job) -> None:
        """Have something done when all that came before it is done; returns, or raises, when it is."""
        await self._jobs.run(partial(self._work, job), self.go_on)

    async def _work(self, job: Job) -> None:
        """Do what has been asked for, in a state that is what has been stored."""
        self.touched = self._services.clock.now()
        try:
            if self._unsure:
                await self._catch_up()
            await job()
        except Exception as error:
            if not isinstance(error, REFUSALS) or isinstance(error, NotSaved):
                self._retry_at = self._services.clock.now() + RETRY
            raise

    async def commit(self, *events: ev.Event, also: tuple[tuple[str, dict[str, object]], ...] = ()) -> None:
        """Save events (and rows that belong to them), let them happen, show them. Only the owner calls this."""
        state, now = self.state, self._services.clock.now()
        rows: list[tuple[str, dict[str, object]]] = list(also)
        for number, event in enumerate(self._with_digest(events), state.count):
            if isinstance(event, ev.Sat) and event.person not in state.sat:
                rows.append(("sitter", {"person": event.person, "table": self.id}))
            if isinstance(event, ev.Stood) and state.opened.meet:  # who was led here may look for another table
                rows.append(("no meeting", {"person": state.seats[event.seat].person, "table": self.id}))
            rows.append(("events", event_row(self.id, number, now, event)))
            rows += leaving_rows(state, event, now)
        if any(isinstance(event, ev.Dealt) for event in events) and state.match is not None:
            data = of_standing(state.match)
            rows += [("no archive", {"key": self.id}), ("archive", {"table": self.id, "data": data})]
        try:
            await self._services.store.journal.write(*rows)
        except Conflict as error:
            log.error("table %s was not up to date: what happens there could not be saved", brief(self.id))
            self._unsure = True
            raise NotSaved("the table was not up to date, and nothing has changed; try again") from error
        except StorageError as error:
            self._unsure = True
            raise NotSaved(str(error)) from error
        for event in events:
            self._happen(event, now)
        if state.count - self._kept_at >= EVERY and self._keeping is None:
            self._keep()
        await self._summarise()

    def _with_digest(self, events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        """Events as they are stored: from time to time the first tells the digest of the match before it."""
        match, first = self.state.match, events[0] if events else None
        if match is None or not isinstance(first, DIGESTED) or self.state.count - self._digested_at < DIGEST_EVERY:
            return events
        self._digested_at = self.state.count
        return (msgspec.structs.replace(first, digest=digest(match)), *events[1:])

    def _keep(self) -> None:
        """Have a snapshot saved, so that the table wakes quickly. Nobody waits for it, and it may fail."""
        self._kept_at, data = self.state.count, write(self.state)
        if data is not None:
            self._keeping = spawn(self._save(data), f"snapshot of table {brief(self.id)}")

    async def _save(self, data: bytes) -> None:
        try:
            with contextlib.suppress(StorageError):
                await self._services.store.keep_snapshot(self.id, data)
        finally:
            self._keeping = None

    def halt(self, why: str) -> None:
        """Stop the table: nothing can happen there any more, and all see why."""
        self._subscribers.show(self.state.halt(why))

    def confirm(self, again: TableState) -> None:
        """The events have been played again since the table was read from a snapshot: its past is known now.

        If it was not true the table is, from now on, what its events say.
        """
        if confirm(self.state, again):
            return
        log.error("the snapshot of table %s was not true; its events are", brief(self.id))
        self._services.counters.faults += 1
        versions = {viewer: 1 + max(self.state.versions[viewer], again.versions[viewer]) for viewer in again.viewers}
        vars(self.state).update(vars(again), versions=versions)
        self._presenter = Presenter(self.state, self._schedule)
        self._subscribers.turn_to(self._presenter)
        self.go_on()

    def _happen(self, event: ev.Event, at: float) -> None:
        self._services.counters.events[event.kind] += 1
        state = self.state
        faulty = state.fault
        try:
            shown = state.apply(event, at)
        except Exception:  # it is stored, and cannot be followed: the table halts, all others go on
            log.exception("table %s halts at event %d, %s", brief(self.id), state.count, event.kind)
            shown = state.halt()
            state.count += 1
        self._subscribers.show(shown, first=getattr(event, "seat", None))
        self._services.counters.faults += state.fault != faulty

    async def _catch_up(self) -> None:
        """After a failure: what has been stored all the same happens now."""
        try:
            for stored in await self._services.store.events(self.id, self.state.count):
                self._happen(ev.read_event(stored.data), stored.at)
        except StorageError as error:
            raise NotSaved(str(error)) from error
        self._unsure = False
        await self._summarise()

    async def _summarise(self) -> None:
        """Keep the row of the table up to date. It is only searched; if this fails, a later one makes it good."""
        told = summary_columns(self.state)
        if told == self._saved:
            return
        try:
            now, over = self._services.clock.now(), told["stage"] == "finished" != self._saved.get("stage")
            found = result_rows(self.state, self._services.clock.date()) if over else ()
            await self._services.store.journal.write(("stage", {"key": self.id, "changed": now, **told}), *found)
            self._saved, self.unsaved = told, False
            if found and self.state.opened.counts:
                self._services.counted()
            if over and self.state.opened.competition:
                self._services.competed(self.state.opened.competition)
        except StorageError:
            self.unsaved = True
            log.warning("the summary of table %s could not be saved", brief(self.id))

    async def save_summary(self) -> None:
        """Try once more to keep the row of the table up to date, after what may have been saved all the same."""
        with contextlib.suppress(Refused):  # the next time
            await self.run(self._summarise)

    async def repair(self, row: TableRow | None) -> None:
        """Put the row of the table right if the server ended before it could."""
        if row is not None and {"stage": row.stage, "seats": row.seats} != self._saved:
            self._saved = {}
            await self._summarise()

    # -- what the owner does -------------------------------------------------------------------------------------------

    async def _carry_out(self, person: Person, command: AnyCommand) -> None:
        events = decide(self.state, person, command, self._services.clock.now())
        if events:
            await self.commit(*events)

    async def _reopen(self, person: Person) -> None:
        if self.state.stage != "finished":
            raise Refused("not over", "the match is not over")
        if self.state.practice:
            raise Refused("practice", "practice begins anew where it came from")
        if self.state.seat_of(person.id) is None and person.id != self.state.opened.host:
            raise Refused("not seated", "you have no seat at this table")
        if self.state.rematch is None:
            await self._open_again(self, None if self.state.second_due else person)

    async def _tick(self) -> None:
        """Do what the time has come for."""
        while (due := self._schedule.upcoming()) and due[0] <= self._services.clock.now():
            if due[1] is SECOND:
                await self._open_again(self, None)
            else:
                await self.commit(due[1])

    async def _let_bot_play(self, seat: int, position: int, action: int) -> None:
        """Play what a bot has chosen, if things still are as they were when it began to think."""
        state = self.state
        due = seat in state.undecided and state.seats[seat].by_bot
        if due and state.match is not None and state.position == position:
            await self.commit(action_event(state, state.match, seat, action))

    # -- what happens by itself ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Wait for what comes next by itself, and let bots think."""
        if self._jobs.closed:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self._schedule.upcoming()
        if due is not None:
            self._alarm = self._services.clock.call_at(max(due[0], self._retry_at), self._ring)
        state = self.state
        if state.alone and not self.watchers and not state.opened.competition:
            return  # bots among themselves play only while somebody looks, or others wait for the end
        self._bots.wake(self._played, self.go_on)

    def _ring(self) -> None:
        """The time has come for something."""
        self._alarm = None
        if not self._jobs.closed:
            self._ringing = spawn(self._on_time(), f"time at table {brief(self.id)}")

    async def _on_time(self) -> None:
        with contextlib.suppress(Refused):  # the owner sees to it that it is tried again
            await self.run(self._tick)

    async def _played(self, seat: int, position: int, action: int) -> bool:
        """Whether there is nothing more to be done about what a bot has chosen."""
        if self.state.position == position and bots_wait(self.state, self._services.clock.now()):
            return False
        try:
            await self.run(lambda: self._let_bot_play(seat, position, action))
        except (NotSaved, Busy):
            return self._jobs.closed
        except Refused:
            return True
        return True

    def rest(self) -> float | None:
        """Let go of everything that keeps the table in memory; tells when it has to be woken, if ever."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self._schedule.upcoming()
        return None if due is None else due[0]

    def send_away(self, whom: Callable[[str], bool]) -> None:
        """Let people connect again: what is known of them has changed."""
        self._subscribers.send_away(whom)

    def dismiss(self) -> None:
        """Send all who look away; they find the table where it is now."""
        self._jobs.closed = True
        self._subscribers.dismiss()

    async def close(self) -> None:
        """Finish what has been begun, and do nothing any more."""
        self._jobs.closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        self._bots.cancel()
        while work := self._jobs.owner or self._keeping:
            await asyncio.wait([work])


def event_row(table: str, number: int, at: float, event: ev.Event) -> dict[str, object]:
    """An event as a row of the database."""
    return {"table": table, "number": number, "at": at, "kind": event.kind, "data": ev.write_event(event)}


def summary_columns(state: TableState) -> dict[str, str]:
    """Summary of a table's state for its row. At one that was closed before its match nobody has a seat."""
    places = () if state.barred and state.stage == "open" else state.seats
    seats = [
        {"kind": place.kind, "name": place.name, "level": place.level, "free": state.vacant(seat)}
        for seat, place in enumerate(places)
    ]
    halted = state.barred or bool(state.fault and state.opened.competition)  # a round does not wait for it
    stage: str = "finished" if halted else "playing" if state.second_due else state.stage
    if state.practice:
        stage = PRACTICE[stage == "finished"]
    return {"stage": stage, "seats": json.dumps(seats)}
