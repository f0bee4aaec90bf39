"""Tries at the deal of the day as the database has them, of each kind."""

from __future__ import annotations

import pytest

from tests.server.rooms import open_room

pytestmark = pytest.mark.anyio

GAME = "whiplash"


@pytest.mark.parametrize("most", [1, 3, 6])
async def test_the_database_puts_tries_in_order_and_counts_them(address: str, most: int) -> None:
    given = [("a", 0.5, 2, False), ("b", 0.9, 2, False), ("c", 0.1, 1, False), ("d", 0.9, 1, True), ("e", None, None, False)]
    async with open_room(address) as room:
        dailies, journal = room.house.dailies, room.house.store.journal
        people = {name: await room.house.people.new(name) for name, *_ in given}
        for name, score, place, gone in given:
            table = (await room.house.against_bots(people[name], GAME)).id
            key, row = dailies.row(people[name], GAME, table, dailies.today)
            result = {"table": table, "seat": 0, "person": people[name].id, "level": "", "game": GAME, "place": place}
            result |= {"gone": gone, "at": 1.0, "counted": False}
            await journal.write((key, {**row, "score": score}), *([("result", result)] if place else []))
        assert [each.name for each in await dailies.tries(GAME, most=most)] == ["c", "b", "a", "d", "e"][:most]
        assert await dailies.counts(dailies.today) == {GAME: 5}
        mine = await dailies.of(people["a"], GAME)
        assert mine is not None
        assert (mine.score, mine.place) == (0.5, 2)
