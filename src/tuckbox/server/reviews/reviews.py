"""The reviews of a house: asked for, made in turn in the background, kept in the database.

A review is made once for a seat of a finished match. Who asks again, or asks for what somebody else has asked for, gets the
same. They are made one at a time, in turn by networks and people, so that nobody waits for all that somebody else has asked
for; and a server that is busy makes them slowly, since whoever makes them gives way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any

import msgspec

from tuckbox.coach.exercises import Exercise
from tuckbox.server.errors import Busy, Conflict, Refused, StorageError
from tuckbox.server.people import Person
from tuckbox.server.practice.exercises import exercise_row
from tuckbox.server.reviews.reviewer import Reviewer, ReviewFailed
from tuckbox.server.storage.store import Store
from tuckbox.server.table.archive import is_whole
from tuckbox.server.table.bot_runner import BotRunner
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.fair_queue import Asker, FairQueue
from tuckbox.server.table.state import PAST
from tuckbox.server.table.table import Table

log = logging.getLogger(__name__)

MOST_WAITING, MOST_OF_NETWORK = 200, 20
"""Maximum number of waiting reviews, of everybody together and of one network."""

_REMEMBERED = 64


@dataclass
class ReviewProgress:
    """A review that is being made: how much is `done`, `of` how much; `failed` says why there is none."""

    done: int = 0
    of: int = 0
    failed: str = ""

    def tell(self, done: int, of: int) -> None:
        """Report progress."""
        self.done, self.of = done, of or self.of


Data = dict[str, Any]
"""A review for programs, as `tuckbox.coach.review.Review.data` has it."""


class Reviews:
    """All reviews of a house."""

    def __init__(self, store: Store, clock: Clock, bots: BotRunner, reviewer: Reviewer) -> None:
        self._store, self._clock, self._bots, self._reviewer = store, clock, bots, reviewer
        self._queue = FairQueue(1)
        self._making: dict[tuple[str, int], ReviewProgress] = {}
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._asked: Counter[str] = Counter()  # numbers of reviews asked for and not there yet, by network
        self._known: OrderedDict[tuple[str, int], Data] = OrderedDict()

    async def ask(self, table: Table, seat: int, asker: Asker) -> Data | ReviewProgress:
        """The review of a seat of a finished match, or how far it has come; whoever asks first begins it. A failure is told
        once, and whoever asks after that begins anew.

        Raises `Refused` while the match is played, for a seat that is not there, and when too many wait.
        """
        if table.state.stage != "finished":
            raise Refused("not over", "the coach says nothing of a match before it is over")
        if table.state.past:
            raise Refused("past", f"{PAST}: it can be looked at, not reviewed")
        record, key = table.record_text(), (table.id, seat)
        if table.state.practice is not None:
            raise Refused("practice", "practice is not reviewed")
        if not 0 <= seat < len(table.state.seats):
            raise Refused("no seat", f"there is no seat {seat}")
        found = await self._find(key)
        if found is not None:
            return found
        making = self._making.get(key)
        if making is not None and making.failed:  # who waits asks again and again: begun anew it would fail without end
            return self._making.pop(key)
        if making is None:
            if len(self._tasks) >= MOST_WAITING:
                raise Busy("the coach has too much to do just now; ask again in a while")
            if self._asked[asker.network] >= MOST_OF_NETWORK:
                raise Refused("too many", "the coach still has many matches of yours to go through: ask again in a while")
            making = self._making[key] = ReviewProgress()
            self._asked[asker.network] += 1
            task = asyncio.create_task(self._make(table, seat, record, making, asker), name="a review")
            self._tasks[key] = task
            task.add_done_callback(lambda done: self._tasks.pop(key) if self._tasks.get(key) is done else None)
        return making

    async def kept(self, table: str, seat: int) -> Data | None:
        """The review of a seat, if there is one, whichever process has the table."""
        return await self._find((table, seat))

    async def archive(self, table: Table) -> None:
        """Keep of a finished match what can be looked at without its rules, unless that has been done.

        Raises `Busy` while its past is read, `ReviewFailed` or `StorageError`.
        """
        if is_whole(await self._store.archive(table.id)):
            return
        record = table.record_text()
        async with self._queue.turn(Asker("", "")):
            data = await self._reviewer.archive(record)
        await self._store.keep_archive(table.id, data)

    async def of_person(self, person: Person) -> list[tuple[str, str, Data]]:
        """The reviews of what a person has played, the latest first: the table, the game, and the review."""
        rows = await self._store.reviews_of(person.id)
        return [(row.table, row.game, msgspec.json.decode(row.data)) for row in rows]

    async def forget(self, table: str) -> None:
        """Let no review of a table be left, nor be made, with what was known before: its people may be called otherwise."""
        stopped = [task for key, task in self._tasks.items() if key[0] == table]
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)
        for known in (self._known, self._making):
            for key in [key for key in known if key[0] == table]:
                del known[key]
        await self._store.drop_reviews(table)

    async def _find(self, key: tuple[str, int]) -> Data | None:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key in self._making and not self._making[key].failed:
            return None
        text = await self._store.review(*key)
        return None if text is None else self._remember(key, text)

    def _remember(self, key: tuple[str, int], text: str) -> Data:
        data: Data = msgspec.json.decode(text)
        self._known[key] = data
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return data

    async def _make(self, table: Table, seat: int, record: str, progress: ReviewProgress, asker: Asker) -> None:
        """Make a review when its turn comes, and keep it."""
        key = (table.id, seat)
        try:
            await self._bots.ready(table.state.game)  # so that the code is built where somebody plays for it
            async with self._queue.turn(asker):
                made = await self._reviewer.review(record, seat, progress.tell, table.state.decided_by_others(seat))
            place, now, game = table.state.seats[seat], self._clock.date(), table.state.game.name
            person = place.person if place.kind == "person" else ""
            row = {"table": table.id, "seat": seat, "person": person, "game": game, "at": now, "data": made.review}
            mistakes = map(Exercise.read, made.exercises if person else ())
            try:
                await self._store.journal.write(
                    ("review", row), *(exercise_row(each, person, game, table.id, now) for each in mistakes)
                )
            except Conflict:
                pass  # somebody else has made the same
            except StorageError:
                log.warning("a review could not be kept")
            self._remember(key, made.review)
            self._making.pop(key, None)
        except ReviewFailed as error:
            progress.failed = str(error)
        except Exception:
            log.exception("a review has failed")
            progress.failed = "the coach has failed"
        finally:
            self._asked[asker.network] -= 1
            if not self._asked[asker.network]:
                del self._asked[asker.network]

    async def close(self) -> None:
        """Make no more."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reviewer.close()
