"""Exercises of people: made with a review, failed, repeated and learnt by the clock; taken along, and forgotten."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import msgspec
import pytest

from tests.server.clock import HandClock
from tests.server.reviews.test_reviews import SHORT, made, reviews
from tests.server.rooms import Room, step
from tuckbox.server.admin import keeping
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.practice.exercises import Exercises, Kept
from tuckbox.server.practice.schedule import KNOWN, SOON
from tuckbox.server.table import new_table
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

DAY = 86400.0


async def reviewed(room: Room, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, list[Person]]:
    """A match played at random, and its review for the first seat."""
    monkeypatch.setattr(new_table, "_secret", lambda: "33" * 32)
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options=SHORT)
    chance = random.Random(2)
    while await step(table, people, chance) is not None:
        pass
    of, _ = reviews(room)
    await made(of, table)
    return table, people


def wrong(kept: Kept) -> str:
    """An action that does not solve an exercise."""
    exercise = kept.exercise
    legal = exercise.position().legal(exercise.seat)
    return next(action for action in legal if not exercise.solves(action))


async def test_a_mistake_is_asked_until_it_is_known(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, bo) = await reviewed(room, monkeypatch)
    clock = HandClock()  # of its own: days at once are many small steps to a house
    exercises = Exercises(room.house.store, clock)
    first, *others = await exercises.due(ann)
    assert await exercises.due(bo) == []
    assert first.table == table.id
    assert first.exercise.position().view(first.exercise.seat).seat == 0

    told = await exercises.answer(ann, first.key, wrong(first))
    assert (told.right, told.counted) == (False, True)
    assert [each.key for each in await exercises.due(ann)] == [each.key for each in others]
    clock.turn(SOON.total_seconds() + 1)
    assert first.key in {each.key for each in await exercises.due(ann)}

    distances = []
    for _ in range(20):
        now = exercises.now
        told = await exercises.answer(ann, first.key, first.exercise.best)
        assert (told.right, told.counted) == (True, True)
        if told.due is None:
            break
        distances.append(told.due - now)
        again = await exercises.answer(ann, first.key, wrong(first))
        assert (again.counted, again.due) == (False, told.due), "before it is due nothing counts"
        clock.turn(told.due - now + 1)
    assert told.due is None
    assert len(distances) >= 3
    assert distances == sorted(distances), "they grow"
    assert distances[-1] < KNOWN.total_seconds()
    clock.turn(1000 * DAY)
    assert first.key not in {each.key for each in await exercises.due(ann)}
    assert (await exercises.count(ann))[1] == 1


async def test_the_position_holds_nobodys_name(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (ann, _) = await reviewed(room, monkeypatch)
    for kept in await room.house.exercises.due(ann):
        exercise = kept.exercise
        match = exercise.position()
        assert match.names == ("You", "Ann"), "names of the house"
        assert "Bo" not in kept.data
        assert match.steps == exercise.steps


async def test_a_stranger_has_none_and_nobody_elses(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (ann, bo) = await reviewed(room, monkeypatch)
    (first, *_) = await room.house.exercises.due(ann)
    for person in (bo, None):
        with pytest.raises(Refused, match="no such exercise"):
            await room.house.exercises.find(person, first.key)
    with pytest.raises(Refused, match="no such exercise"):
        await room.house.exercises.answer(bo, first.key, first.exercise.best)
    await room.house.exercises.drop(bo, first.key)
    assert first in await room.house.exercises.due(ann)
    await room.house.exercises.drop(ann, first.key)
    assert first not in await room.house.exercises.due(ann)


async def test_they_are_taken_along_and_forgotten(room: Room, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, (ann, bo) = await reviewed(room, monkeypatch)
    kept = await room.house.exercises.due(ann)
    with zipfile.ZipFile(io.BytesIO(await room.house.belongings.export(ann, {}))) as file:
        told = msgspec.json.decode(file.read("practice.json"))
    assert {each["key"] for each in told["exercises"]} == {each.key for each in kept}
    assert ann.id not in str(told)
    async with keeping.opened(str(tmp_path / "house.db")) as database:
        await keeping.forget_person(database, ann.id)
        assert await room.house.exercises.due(ann) == []
        await room.house.exercises.add(ann, "whiplash", kept[0].exercise)
        assert await room.house.exercises.due(ann) == [], "nothing is kept of who has been forgotten"
    await room.house.exercises.add(bo, "whiplash", kept[0].exercise)
    assert len(await room.house.exercises.due(bo)) == 1
