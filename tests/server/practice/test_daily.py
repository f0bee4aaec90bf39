"""The deal of the day: the same for three people, one try each, a table of results, and nothing of it told before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from tests.server.rooms import Room, find
from tuckbox.definition.game import Game
from tuckbox.definition.offers import Offer
from tuckbox.server.errors import Refused, StorageError
from tuckbox.server.html.surroundings import result
from tuckbox.server.people import Person
from tuckbox.server.storage.store import Store
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.reading import read_events
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

GAME = "whiplash"
DAY = 86400.0
SHORT = Offer("short", "A short one", {"match": "single", "turn_cap": 40}, {2: 1, 3: 1, 4: 1})


@pytest.fixture(autouse=True)
def _short(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match that is offered first is soon over."""

    def found(name: str) -> Game:
        return replace(find(name), offers=(SHORT,)) if name == GAME else find(name)

    monkeypatch.setattr(room.house, "_find", found)


async def plays(room: Room, person: Person, seed: int) -> Table:
    """Somebody's try, played at random to its end."""
    table = await room.house.tables.get(await room.house.daily(person, GAME))
    await room.to_the_end(table, person, seed=seed)
    return table


async def test_bots_do_the_same_where_people_have_done_the_same(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    one, same, other = [(await plays(room, person, seed)).state for person, seed in zip(people, (5, 5, 6), strict=True)]
    assert one.match is not None
    assert same.match is not None
    assert other.match is not None
    assert one.match.record().steps == same.match.record().steps != other.match.record().steps
    assert one.opened.chance(1, 3) != one.opened.chance(1, 4) != one.opened.chance(0, 4)
    assert structs.replace(one.opened, day="").chance(1, 3) is None


async def test_three_people_have_the_same_deal_and_read_a_table_of_results(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    tables = [await plays(room, person, seed) for seed, person in enumerate(people)]
    secrets = {table.state.opened.secret for table in tables}
    assert len(secrets) == 1
    first = [table.state.match.open_view(1).state.astuple() for table in tables if table.state.match]
    assert len(first) == 3
    assert first[0] == first[1] == first[2]
    ends = f'href="/daily/{GAME}?day={room.house.dailies.today}"'
    assert all(ends in str(result(table.view_model(person))) for table, person in zip(tables, people, strict=True))
    for table in tables:
        assert [place.level for place in table.state.seats] == ["", "normal"]
    tries = await room.house.dailies.tries(GAME)
    assert {each.person for each in tries} == {person.id for person in people}
    assert all(each.over and each.place for each in tries)
    ranks = [(each.place, -(each.score or 0)) for each in tries]
    assert ranks == sorted(ranks)
    for each, table in ((each, table) for each in tries for table in tables if table.id == each.table):
        match = table.state.match
        assert match is not None
        assert match.places is not None
        low, high = match.game.utility
        assert each.place == match.places[0]
        shares = [(payoff[0] - low) / (high - low) for payoff in match.payoffs()]
        assert each.score == pytest.approx(sum(shares) / len(shares), abs=1e-4)


async def test_matches_are_played_again_once_to_see_where_they_part(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = [(await plays(room, person, seed)).id for seed, person in enumerate(await room.people("Ann", "Bo"))]
    again = list[str]()

    async def read(store: Store, key: str, found: Callable[[str], Game]) -> TableState:
        again.append(key)
        return await read_events(store, key, found)

    monkeypatch.setattr("tuckbox.server.house.read_events", read)
    asker = Asker("192.0.2.1", "Ann")
    partings = await asyncio.gather(*(room.house.parting(one, other, asker) for _ in range(5)))
    assert partings[0] is not None
    assert len(set(partings)) == 1
    assert len(again) == 4, "by the two who had their turns at once"
    monkeypatch.setattr("tuckbox.server.house._MOST_PARTINGS", 1)
    assert await room.house.parting(other, one, asker) == replace(
        partings[0], mine=partings[0].theirs, theirs=partings[0].mine
    )
    assert len(room.house._partings) == 1
    assert await room.house.parting(one, other, asker) == partings[0]
    assert len(again) == 8
    for _ in range(2):
        assert await room.house.parting(one, "no such table", asker) is None
    assert len(again) == 10, "that there is nothing to tell is remembered too"


async def test_where_matches_part_is_asked_again_after_the_storage_has_failed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = [(await plays(room, person, seed)).id for seed, person in enumerate(await room.people("Ann", "Bo"))]

    async def fail(*_: object) -> TableState:
        raise StorageError("not now")

    asker = Asker("192.0.2.1", "Ann")
    with monkeypatch.context() as failing:
        failing.setattr("tuckbox.server.house.read_events", fail)
        with pytest.raises(StorageError):
            await room.house.parting(one, other, asker)
    assert await room.house.parting(one, other, asker) is not None


async def test_there_is_one_try_a_day_and_another_deal_tomorrow(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.daily(ann, GAME)
    assert await room.house.daily(ann, GAME) == table
    dailies = room.house.dailies
    day = dailies.today
    today = await dailies.secret(GAME, day)
    assert today != await dailies.secret("keywhiz", day)
    assert today == await dailies.secret(GAME, day)
    dailies._clock = type(room.clock)(room.clock.now() + DAY)
    assert await dailies.secret(GAME, dailies.today) != today
    assert await dailies.of(ann, GAME) is None
    with pytest.raises(Refused, match="not come yet"):
        dailies.day("2999-01-01")
    for text in ("soon", "", "19700101", "1970-W01-4"):
        with pytest.raises(Refused, match="a day is written"):
            dailies.day(text)
    assert str(dailies.day("1970-01-01")) == "1970-01-01"


async def test_another_house_has_another_deal(room: Room) -> None:
    dailies = room.house.dailies
    one = await dailies.secret(GAME, dailies.today)
    await room.house.store.journal.write(("no value", {"key": "deal of the day"}))
    assert await dailies.secret(GAME, dailies.today) != one


async def test_there_are_no_hints_and_a_rematch_has_a_deal_of_its_own(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.tables.get(await room.house.daily(ann, GAME))
    with pytest.raises(Refused, match="the deal of the day: there are no hints"):
        await table.advise(ann)
    await room.to_the_end(table, ann)
    await room.house.tables.rematch(table, ann)
    assert table.state.rematch is not None
    again = (await room.house.tables.get(table.state.rematch)).state.opened
    assert again.day == ""
    assert again.secret != table.state.opened.secret
