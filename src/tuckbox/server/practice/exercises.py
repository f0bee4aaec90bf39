"""The exercises of people: kept with each review that finds a mistake, answered when they are due, until they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, select, update

from tuckbox.coach.exercises import Exercise
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.practice.schedule import answered
from tuckbox.server.storage.schema import exercises, shared
from tuckbox.server.storage.store import Store
from tuckbox.server.table.clock import Clock

MOST = 500
"""Maximum number of exercises that are looked through for a person at once, those due first."""


class Kept(NamedTuple):
    """An exercise of a person as it is kept: `table` is where it was made ("" for one that the game ships), `due` None once
    it is known, `card` its memory, `answers` the number of answers so far, `data` its text."""

    key: str
    game: str
    table: str
    made: float
    due: float | None
    card: str
    answers: int
    data: str

    @property
    def exercise(self) -> Exercise:
        """The exercise itself."""
        return Exercise.read(self.data)


@dataclass(frozen=True)
class Answered:
    """An answer: whether it was `right`, whether it `counted` (it does when the exercise is due), and when it is due again,
    None if it is known now."""

    right: bool
    counted: bool
    due: float | None


def exercise_row(exercise: Exercise, person: str, game: str, table: str, at: float) -> tuple[str, dict[str, Any]]:
    """The row of a new exercise of a person, due at once."""
    row = {"person": person, "key": exercise.key, "game": game, "table": table, "made": at, "due": at, "card": ""}
    return "exercise", {**row, "answers": 0, "data": str(exercise)}


class Exercises:
    """The exercises of all people of a house."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    @property
    def now(self) -> float:
        """The time by which exercises are due."""
        return self._clock.date()

    async def due(self, person: Person) -> list[Kept]:
        """The exercises of a person that are due, the ones that have waited longest first."""
        return await self._rows(exercises.c.person == person.id, exercises.c.due <= self._clock.date())

    async def count(self, person: Person) -> tuple[int, int, float | None]:
        """The number of a person's exercises that are not known yet, of those that are, and when the next is due."""
        known, next_due = func.count().filter(exercises.c.due.is_(None)), func.min(exercises.c.due)
        query = select(func.count(exercises.c.due), known, next_due).where(exercises.c.person == person.id)
        [row] = await self._store.database.rows(query)
        return int(row[0]), int(row[1]), row[2]

    async def find(self, person: Person | None, key: str) -> Kept:
        """An exercise of a person. Raises `Refused` where there is none."""
        found = await self._rows(exercises.c.person == person.id, exercises.c.key == key) if person else []
        if not found:
            raise Refused("no exercise", "you have no such exercise: it may be another person's, or you have let go of it")
        return found[0]

    async def add(self, person: Person, game: str, exercise: Exercise) -> None:
        """Keep an exercise that the game ships, for a person who has not solved it."""
        await self._store.journal.write(exercise_row(exercise, person.id, game, "", self._clock.date()))

    async def share(self, kept: Kept) -> None:
        """Make a copy of an exercise for whoever has its link; it tells nothing of whose it is."""
        row = {"key": kept.key, "game": kept.game, "made": self._clock.date(), "data": kept.data}
        await self._store.journal.write(("shared", row))

    async def shared(self, key: str) -> tuple[str, Exercise]:
        """The game of an exercise that somebody shares, and the exercise. Raises `Refused` where there is none."""
        query = select(shared.c.game, shared.c.data).where(shared.c.key == key)
        row = await self._store.database.row(query)
        if row is None:
            raise Refused("no exercise", "nobody shares such an exercise: the link is old, or has lost a letter")
        return row[0], Exercise.read(row[1])

    async def answer(self, person: Person, key: str, action: str) -> Answered:
        """Answer an exercise; what is answered before it is due changes nothing. Raises `Refused`."""
        kept, now = await self.find(person, key), self._clock.date()
        right = kept.exercise.solves(action)
        if kept.due is None or kept.due > now:
            return Answered(right, False, kept.due)
        then = answered(kept.card, right, now)
        same = exercises.c.person == person.id, exercises.c.key == key, exercises.c.answers == kept.answers
        changes = {"card": then.card, "due": then.due, "answers": kept.answers + 1}
        done = await self._store.database.execute(update(exercises).where(*same).values(**changes))
        return Answered(right, done == 1, then.due)

    async def drop(self, person: Person, key: str) -> None:
        """Let go of an exercise."""
        mine = exercises.c.person == person.id, exercises.c.key == key
        await self._store.database.execute(delete(exercises).where(*mine))

    async def _rows(self, *where: ColumnElement[bool]) -> list[Kept]:
        query = select(*(exercises.c[name] for name in Kept._fields)).where(*where)
        query = query.order_by(exercises.c.due, exercises.c.key).limit(MOST)
        return [*map(Kept._make, await self._store.database.rows(query))]
