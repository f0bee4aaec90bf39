"""What has happened since somebody looked last, on both databases; and quiet hours."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select

from tests.server.rooms import Room, open_room, step
from tuckbox.server.admin.keeping import forget_person
from tuckbox.server.errors import Refused
from tuckbox.server.notices.looks import AWHILE, MOST, since_step
from tuckbox.server.notices.quiet import Quiet
from tuckbox.server.storage.schema import looks
from tuckbox.server.table.commands import Act

pytestmark = pytest.mark.anyio


@pytest.fixture(name="house")
async def _house(address: str, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        yield opened


async def test_who_comes_back_after_a_while_is_told_what_their_seat_may_know(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table, looks = await house.table(ann, bo, options={"dealer": "0"}), house.house.looks
    assert await looks.since(ann, table) is None, "never here before"
    await looks.keep(ann, table)
    await table.do(bo, Act(table.view_model(bo).version, "draw stock"))
    drawn = table.view_model(bo).log[-1].text
    assert await looks.since(ann, table) is None, "a moment ago"
    await house.turn(AWHILE + 1)
    found = await looks.since(ann, table)
    assert found is not None
    assert (found.step, found.more) == (1, False)
    assert found.lines == tuple(line.text for line in table.view_model(ann).log if line.step > 1)
    assert drawn.startswith("You draw")
    assert drawn.removeprefix("You draw ") not in " ".join(found.lines), "what Bo drew is not for Ann"
    assert await looks.since(bo, table) is None
    await looks.keep(ann, table)
    await house.turn(AWHILE + 1)
    assert await looks.since(ann, table) is None, "nothing new"


async def test_onlookers_and_strangers_are_told_nothing(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table, looks = await room.table(ann, bo), room.house.looks
    for person in (cy, None):
        await looks.keep(person, table)
        await room.turn(AWHILE + 1)
        assert await looks.since(person, table) is None
        assert since_step(person, table, 0) is None


async def test_a_page_that_closes_late_leaves_nothing_of_who_has_been_forgotten(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table = await house.table(ann, bo)
    await forget_person(house.house.store.database, ann.id)
    for person in (ann, bo):
        await house.house.looks.keep(person, table)
    async with house.house.store.database.reading() as connection:
        assert (await connection.execute(select(looks.c.person))).scalars().all() == [bo.id]


async def test_of_a_long_absence_the_last_sentences_are_told(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table, chance = await room.table(ann, bo), random.Random(1)
    await room.house.looks.keep(ann, table)
    while table.view_model(ann).steps < MOST + 20:
        await step(table, [ann, bo], chance)
    await room.turn(AWHILE + 1)
    found = await room.house.looks.since(ann, table)
    assert found is not None
    assert found.more
    assert MOST <= len(found.lines) < MOST + 8


async def test_steps_of_which_nothing_is_said_are_no_more_that_happened(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table, chance = await room.table(ann, bo, game="keywhiz"), random.Random(1)
    while table.view_model(ann).steps < 30:
        await step(table, [ann, bo], chance)
    match = table.state.match
    assert match is not None
    said = {number for number, _ in match.lines(0, 1000)}
    silent = [number for number in range(2, 25) if number not in said]
    assert silent
    for number in silent:
        found = since_step(ann, table, number - 1)
        assert found is not None
        assert not found.more


@pytest.mark.parametrize(
    ("start", "end", "zone"),
    [("22", "24", "UTC"), ("", "7", "UTC"), ("\u00b2", "7", "UTC"), ("22", "7", "../etc"), ("1", "2", "")],
)
def test_what_are_no_quiet_hours_is_refused(start: str, end: str, zone: str) -> None:
    with pytest.raises(Refused):
        Quiet.chosen(start, end, zone)
    assert Quiet.chosen("7", "7", "UTC") is None


async def test_quiet_hours_are_kept_and_taken_back(house: Room) -> None:
    [ann] = await house.people("Ann")
    hours = house.house.quiet
    night = Quiet.chosen("22", "7", "America/New_York")
    await hours.keep(ann, night)
    assert await hours.of(ann.id) == night
    await hours.keep(ann, None)
    assert await hours.of(ann.id) is None
