"""Many strangers at once on two processes: they look, change their minds, play, give up and look again.

Whatever comes between: nobody is led to two tables, and each match that counts is rated once, in one order.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import pytest
from sqlalchemy import select

from tests.server.rooms import Room, open_room, step
from tuckbox.server.errors import Elsewhere, Refused
from tuckbox.server.meeting.wishes import Wish
from tuckbox.server.people import Person
from tuckbox.server.ratings.ratings import Result
from tuckbox.server.ratings.scale import Rating
from tuckbox.server.storage.schema import results
from tuckbox.server.table.commands import Resign, Sit
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

PEOPLE, MATCHES, LOOKS = 10, 2, 100
WISH = Wish(("bluff",), (2, 3), ("quick",), counts=True)


@contextlib.asynccontextmanager
async def houses(address: str) -> AsyncIterator[list[Room]]:
    """Two houses where a database can be shared, else one."""
    async with contextlib.AsyncExitStack() as opened:
        yield [
            await opened.enter_async_context(open_room(address, seed=number))
            for number in range(2 if address.startswith("postgresql") else 1)
        ]


async def table_of(rooms: Sequence[Room], key: str) -> Table:
    """A table, in whichever house it is."""
    for room in rooms:
        with contextlib.suppress(Elsewhere):
            return await room.house.tables.get(key)
    raise AssertionError("a table is in no house")


async def led(room: Room, person: Person, chance: random.Random) -> str | None:
    """The table to which somebody is led who looks, and may stop and begin anew; None where nobody else is left."""
    seekers = room.house.seekers
    await room.house.seek(person, WISH)
    if chance.random() < 0.3:
        if (table := await seekers.stop(person)) is not None:
            return table
        await room.house.seek(person, WISH)
    for _ in range(LOOKS):
        if (table := await seekers.look(person)) is not None:
            return table
        await asyncio.sleep(0.01)
    return await seekers.stop(person)


async def live(rooms: Sequence[Room], person: Person, chance: random.Random, tables: dict[str, Table]) -> None:
    """Look for a match and play it, again and again; give up now and then."""
    for _ in range(MATCHES):
        try:
            key = await led(chance.choice(rooms), person, chance)
        except Refused:  # they have given up too often
            return
        if key is None:
            return
        table = tables[key] = await table_of(rooms, key)
        seat = table.state.seat_of(person.id)
        assert seat is not None
        assert [each for each in tables.values() if playing(each, person)] in ([], [table])
        if table.state.stage == "open":
            with contextlib.suppress(Refused):  # it has begun meanwhile
                await table.do(person, Sit(seat, salt=f"{chance.getrandbits(128):032x}"))
        while playing(table, person):
            with contextlib.suppress(Refused):  # somebody else has moved meanwhile
                if table.state.match is not None and chance.random() < 0.02:
                    await table.do(person, Resign())
                else:
                    await step(table, [person], chance)
            await asyncio.sleep(0.001)


def playing(table: Table, person: Person) -> bool:
    """Whether somebody plays at a table still, or is about to."""
    return table.state.stage != "finished" and table.state.seat_of(person.id) is not None


async def test_nobody_is_at_two_tables_and_each_match_is_rated_once(address: str) -> None:
    async with houses(address) as rooms:
        people = await rooms[0].somebodies(*[f"P{number}" for number in range(PEOPLE)])
        tables: dict[str, Table] = {}
        await asyncio.gather(*[live(rooms, one, random.Random(one.name), tables) for one in people])
        for room in rooms:
            await room.quiet()
        await asyncio.gather(*[room.house.ratings.settle() for room in rooms for _ in range(2)])
        assert len(tables) >= PEOPLE // 2
        for table in tables.values():
            sitting = [place.person or place.gave_up for place in table.state.seats]
            assert len(set(sitting)) == len(sitting)
        await check_ratings(rooms[0], people, [table for table in tables.values() if table.state.stage == "finished"])


async def check_ratings(room: Room, people: Sequence[Person], finished: Sequence[Table]) -> None:
    """Hold all ratings against those that come of the results, one match after the other."""
    async with room.house.store.database.reading() as connection:
        query = select(*(results.c[name] for name in Result._fields)).order_by(results.c.table, results.c.seat)
        rows = [Result(*tuple(row)) for row in await connection.execute(query)]
    matches: dict[str, list[Result]] = {}
    for row in rows:
        matches.setdefault(row.table, []).append(row)
    assert matches.keys() == {table.id for table in finished}
    assert all(len(matches[table.id]) == len(table.state.seats) for table in finished)
    assert all(len({row.counted for row in each}) == len({row.mu is None for row in each}) == 1 for each in matches.values())
    counted = [each for each in matches.values() if each[0].counted]
    assert len(counted) >= len(finished) // 2
    assert all(row.mu is not None for each in counted for row in each)
    told = {person.id: (await room.house.ratings.of(person.id)).get("bluff") for person in people}
    times = Counter(row.person for each in counted for row in each)
    assert {key: rating.matches for key, rating in told.items() if rating} == dict(times)
    assert all(row.sigma is not None and row.sigma < Rating().sigma for each in counted for row in each)
    last = {row.person: {other.mu for match in counted for other in match if other.person == row.person} for row in rows}
    assert all(rating is None or rating.mu in last[key] for key, rating in told.items())
    assert await room.house.ratings.settle() == 0
