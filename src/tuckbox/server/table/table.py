"""A table as it lives in the server: one owner does everything that changes it, one thing after the other.

What is to happen is checked, saved, carried out and shown, in this order. So whatever anybody has been shown is safe, and
what could not be saved has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Collection

from tuckbox.bots.bots import MOMENT
from tuckbox.engine.view import View
from tuckbox.errors import ActionError
from tuckbox.server.people import Person
from tuckbox.server.storage.errors import Conflict, StorageError
from tuckbox.server.storage.store import TableRow
from tuckbox.server.table import events as ev
from tuckbox.server.table.clock import Alarm, sleep
from tuckbox.server.table.commands import AnyCommand, Refused, Rematch
from tuckbox.server.table.course import Course
from tuckbox.server.table.face import Face
from tuckbox.server.table.faces import Faces
from tuckbox.server.table.hall import Hall
from tuckbox.server.table.orders import action_event, events_for
from tuckbox.server.table.paces import ANSWERING, THINKING
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.watch import Watch, Watchers

log = logging.getLogger(__name__)

MOST_ERRANDS = 200
"""So many things may wait to be done at one table."""

RETRY = 1.0
"""So many seconds after a failure of the storage a table tries again what it does by itself."""

Errand = Callable[[], Awaitable[None]]


class Table:
    """One table. Commands go in by `do`, what is to be seen comes out by `face`."""

    def __init__(self, course: Course, hall: Hall) -> None:
        self.course, self.id = course, course.id
        self.touched = hall.clock.now()
        self._hall = hall
        self._schedule = Schedule(course, hall.floor)
        self._faces = Faces(course, self._schedule)
        self._watchers = Watchers(course, self._faces)
        self._errands: deque[tuple[Errand, asyncio.Future[None]]] = deque()
        self._owner: asyncio.Task[None] | None = None
        self._alarm: Alarm | None = None
        self._bots: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._unsure = False  # whether something may be stored that is not in the course
        self._told = summary(course)
        self._retry_at = 0.0  # what happens by itself is not tried again sooner
        self._closed = False

    # -- what people do and see ----------------------------------------------------------------------------------------

    async def do(self, person: Person, command: AnyCommand) -> None:
        """Carry a command out. When this returns it is saved and shown.

        Raises `Refused` or an `ActionError`, and then nothing has changed.
        """
        try:
            if isinstance(command, Rematch):
                await self.errand(lambda: self._reopen(person))
            else:
                await self.errand(lambda: self._obey(person, command))
        except Refused as error:
            self._hall.figures.refusals[error.code] += 1
            raise
        except ActionError as error:
            self._hall.figures.refusals[type(error).__name__] += 1
            raise

    def face(self, person: Person | None, step: int | None = None) -> Face:
        """The table as somebody sees it: now, or as it was after a step. Raises `Refused` for a step there is not."""
        key = None if person is None else person.id
        return self._faces.face(key, self._watchers.present, self._watchers.onlookers, step)

    def replay_face(self, step: int | None = None) -> Face:
        """A finished match after a step (None: the last), with all hands open. Raises `Refused` before the end."""
        return self._faces.replay(step, self._watchers.present, self._watchers.onlookers)

    def record_text(self) -> str:
        """The record of a finished match. Raises `Refused` before the end."""
        match = self.course.match
        if match is None or not match.done:
            raise Refused("not over", "the record opens all hands; it can be had when the match is over")
        return str(match.record())

    def watch(self, person: Person | None) -> Watch:
        """Look at the table for as long as a ``with`` block lasts; the others see who is there."""
        return Watch(self._watchers, None if person is None else person.id)

    @property
    def present(self) -> Collection[str]:
        """The ids of the people who have the table open."""
        return frozenset(self._watchers.present)

    @property
    def watchers(self) -> int:
        """How many look at the table."""
        return len(self._watchers)

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not self.watchers and not self.busy

    @property
    def busy(self) -> bool:
        """Whether something is being done, or a bot thinks."""
        return self._owner is not None or bool(self._bots)

    # -- the owner -----------------------------------------------------------------------------------------------------

    async def errand(self, errand: Errand) -> None:
        """Have something done when all that came before it is done; returns, or raises, when it is."""
        if self._closed:
            raise Refused("busy", "the server is shutting down")
        if len(self._errands) >= MOST_ERRANDS:
            raise Refused("busy", "too much happens at this table at once")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._errands.append((errand, done))
        if self._owner is None:
            self._owner = asyncio.create_task(self._run(), name=f"table {brief(self.id)}")
            self._owner.add_done_callback(_log_failure)
        await done

    async def _run(self) -> None:
        """Be the owner until there is nothing left to do."""
        while self._errands:
            errand, done = self._errands.popleft()
            self.touched = self._hall.clock.now()
            try:
                if self._unsure:
                    await self._catch_up()
                await errand()
            except Exception as error:
                if getattr(error, "code", "storage") == "storage" and not isinstance(error, ActionError):
                    self._retry_at = self._hall.clock.now() + RETRY
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)
        self._owner = None
        self.go_on()

    async def commit(self, *events: ev.Event, also: tuple[tuple[str, dict[str, object]], ...] = ()) -> None:
        """Save events (and rows that belong to them), let them happen, show them. Only the owner calls this."""
        course, now = self.course, self._hall.clock.now()
        rows: list[tuple[str, dict[str, object]]] = list(also)
        for number, event in enumerate(events, course.count):
            if isinstance(event, ev.Sat) and event.person not in course.sat:
                rows.append(("sitter", {"person": event.person, "table": self.id}))
            rows.append(("events", event_row(self.id, number, now, event)))
        try:
            await self._hall.store.journal.write(*rows)
        except Conflict as error:
            self._unsure = True
            raise Refused("storage", "the table was not up to date; try again") from error
        except StorageError as error:
            self._unsure = True
            raise Refused("storage", str(error)) from error
        for event in events:
            self._happen(event, now)
        await self._summarise()

    def _happen(self, event: ev.Event, at: float) -> None:
        self._hall.figures.events[event.kind] += 1
        course = self.course
        faulty = course.fault
        try:
            shown = course.apply(event, at)
        except Exception:  # it is stored, and cannot be followed: the table halts, all others go on
            log.exception("table %s halts at event %d, %s", brief(self.id), course.count, event.kind)
            shown = course.halt()
        self._watchers.show(shown)
        self._hall.figures.faults += course.fault != faulty

    async def _catch_up(self) -> None:
        """After a failure: what has been stored all the same happens now."""
        try:
            for stored in await self._hall.store.events(self.id, self.course.count):
                self._happen(ev.read_event(stored.data), stored.at)
        except StorageError as error:
            raise Refused("storage", str(error)) from error
        self._unsure = False

    async def _summarise(self) -> None:
        """Keep the row of the table up to date. It is only searched; if this fails, a later one makes it good."""
        told = summary(self.course)
        if told == self._told:
            return
        try:
            await self._hall.store.journal.write(("stage", {"key": self.id, "changed": self._hall.clock.now(), **told}))
            self._told = told
        except StorageError:
            log.warning("the summary of table %s could not be saved", brief(self.id))

    async def repair(self, row: TableRow | None) -> None:
        """Put the row of the table right if the server ended before it could."""
        if row is not None and {"stage": row.stage, "seats": row.seats} != self._told:
            self._told = {}
            await self._summarise()

    # -- what the owner does -------------------------------------------------------------------------------------------

    async def _obey(self, person: Person, command: AnyCommand) -> None:
        events = events_for(self.course, person, command, self._hall.clock.now())
        if events:
            await self.commit(*events)

    async def _reopen(self, person: Person) -> None:
        if self.course.stage != "finished":
            raise Refused("not over", "the match is not over")
        if self.course.seat_of(person.id) is None and person.id != self.course.opened.host:
            raise Refused("not seated", "you have no seat at this table")
        if self.course.rematch is None:
            await self._hall.reopen(self, person)

    async def _tick(self) -> None:
        """Do what the time has come for."""
        while (due := self._schedule.upcoming()) and due[0] <= self._hall.clock.now():
            await self.commit(due[1])

    async def _let_bot_play(self, seat: int, position: int, action: int) -> None:
        """Play what a bot has chosen, if things still are as they were when it began to think."""
        course = self.course
        due = seat in course.undecided and course.places[seat].by_bot
        if due and course.match is not None and course.position == position:
            await self.commit(action_event(course, course.match, seat, action))

    # -- what happens by itself ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Wait for what comes next by itself, and let bots think."""
        if self._closed:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self._schedule.upcoming()
        if due is not None:
            self._alarm = self._hall.clock.call_at(max(due[0], self._retry_at), self._ring)
        course = self.course
        for seat in course.undecided:
            position, task = self._bots.get(seat, (-1, None))
            if course.places[seat].by_bot and (task is None or position != course.position):
                thinking = asyncio.create_task(self._think(seat, course.position), name=f"bot at table {brief(self.id)}")
                thinking.add_done_callback(_log_failure)
                self._bots[seat] = (course.position, thinking)

    def _ring(self) -> None:
        """The time has come for something."""
        self._alarm = None
        if not self._closed:
            task = asyncio.create_task(self._on_time(), name=f"time at table {brief(self.id)}")
            task.add_done_callback(_log_failure)

    async def _on_time(self) -> None:
        with contextlib.suppress(Refused):  # the owner sees to it that it is tried again
            await self.errand(self._tick)

    async def _think(self, seat: int, position: int) -> None:
        """Let the bot at a seat decide, and play it."""
        course, hall = self.course, self._hall
        assert course.match is not None
        try:
            view, level = course.match.view(seat, log=False), course.places[seat].level
            patience = asyncio.ensure_future(sleep(hall.clock, 0.0 if course.window else hall.bot_delay))
            try:
                action = await self._choice(level, view, course.match.nothing)
                await patience
            finally:
                patience.cancel()
            while not await self._played(seat, position, action):
                await sleep(hall.clock, RETRY)
        finally:
            if self._bots.get(seat, (-1,))[0] == position:
                del self._bots[seat]
        self.go_on()

    async def _choice(self, level: str, view: View, nothing: str | None) -> int:
        """What a bot does. One that fails must not hold the table up: it does something legal, and the fault is logged.

        An answer to a window comes within the time the window is open whatever anybody holds, or the bot lets it pass.
        """
        least, seconds = self.course.pace.window_least, MOMENT
        if nothing is not None:
            answering = sum(self.course.places[seat].by_bot for seat in view.asked)
            seconds = THINKING * least / max(1, answering)
        try:
            async with asyncio.timeout(None if nothing is None else ANSWERING * least):
                action = await self._hall.thinkers.choose(level, view, seconds)
            if action not in view.legal:
                raise ValueError(f"the bot wants to do {action!r}, which is not legal")
            return action
        except Exception as error:
            if nothing is not None and isinstance(error, TimeoutError):
                log.warning("a bot at table %s was too slow to answer", brief(self.id))
                return view.game.actions.code(nothing)
            log.exception("a bot at table %s has failed", brief(self.id))
            self._hall.figures.faults += 1
            return secrets.choice(view.legal)

    async def _played(self, seat: int, position: int, action: int) -> bool:
        try:
            await self.errand(lambda: self._let_bot_play(seat, position, action))
        except Refused as error:
            return error.code not in ("storage", "busy") or self._closed
        return True

    def rest(self) -> float | None:
        """Let go of everything that keeps the table in memory; tells when it has to be woken, if ever."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self._schedule.upcoming()
        return None if due is None else due[0]

    async def close(self) -> None:
        """Finish what has been begun, and do nothing any more."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for _, task in tuple(self._bots.values()):
            task.cancel()
        while self._owner is not None:
            await asyncio.wait([self._owner])


def _log_failure(task: asyncio.Task[None]) -> None:
    """Let no failure of a task pass unseen."""
    if not task.cancelled() and task.exception() is not None:
        log.error("%s has failed", task.get_name(), exc_info=task.exception())


def brief(table: str) -> str:
    """The beginning of a table's id, for the log: the whole of it is the key of a private table."""
    return table[:6]


def event_row(table: str, number: int, at: float, event: ev.Event) -> dict[str, object]:
    """An event as a row of the database."""
    return {"table": table, "number": number, "at": at, "kind": event.kind, "data": ev.write_event(event)}


def summary(course: Course) -> dict[str, str]:
    """What the row of a table says of its course."""
    seats = [{"kind": place.kind, "name": place.name, "level": place.level, "free": place.free} for place in course.places]
    return {"stage": course.stage, "seats": json.dumps(seats)}


__all__ = ["Table", "Watch", "brief", "event_row", "summary"]
