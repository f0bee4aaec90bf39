"""People who look for a game find each other, on both databases and on two processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.rooms import Room, open_room
from tuckbox.server.errors import Refused
from tuckbox.server.lobby import Lobby
from tuckbox.server.meeting.watch import Watch
from tuckbox.server.meeting.wishes import Seeker, Wish, group
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import meetings, seekers, tables
from tuckbox.server.table.commands import Sit, Stand
from tuckbox.server.table.time_controls import MEETING

pytestmark = pytest.mark.anyio

ANY = Wish(("whiplash", "keywhiz"), (2, 3, 4), ("quick", "relaxed"))


@pytest.fixture(name="house")
async def _house(address: str, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        yield opened


async def seek(room: Room, person: Person, wish: Wish = ANY) -> None:
    """Begin to look."""
    await room.house.seek(person, wish)


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


async def test_two_who_want_the_same_are_at_a_table_at_once(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    await seek(house, ann)
    assert await house.house.seekers.look(ann) is None
    await seek(house, bo, Wish(("keywhiz",), (2,), ("relaxed",)))
    table = await house.house.seekers.look(ann)
    assert table is not None
    assert table == await house.house.seekers.look(bo)
    state = (await house.house.tables.get(table)).state
    assert (state.game.name, state.opened.pace, state.opened.private) == ("keywhiz", "relaxed", True)
    assert [place.person for place in state.seats] == [ann.id, bo.id]
    assert await house.house.seekers.waiting() == 0


async def test_the_match_begins_when_both_have_added_to_the_deal_or_in_a_while(house: Room) -> None:
    people = await house.people("Ann", "Bo", "Cy", "Di")
    for person in people:
        await seek(house, person, Wish(("whiplash",), (2,), ("quick",)))
    first, second = [await house.house.tables.get(str(await house.house.seekers.look(person))) for person in people[::2]]
    for seat, person in enumerate(people[:2]):
        assert first.state.match is None
        await first.do(person, Sit(seat, salt=f"{seat:032x}"))
    await house.turn(0)
    assert first.state.match is not None
    assert second.state.match is None
    await house.turn(MEETING + 1)
    assert second.state.match is not None


async def test_where_one_has_gone_before_the_match_it_waits_for_another(house: Room) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    for person in (ann, bo):
        await seek(house, person)
    table = await house.house.tables.get(str(await house.house.seekers.look(ann)))
    await table.do(bo, Stand())
    await house.turn(MEETING + 1)
    assert table.state.match is None
    await table.do(cy, Sit(1))
    await house.turn(1)
    assert table.state.match is not None


async def test_who_has_stopped_or_gone_away_is_not_led_anywhere(house: Room) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    await seek(house, ann)
    await house.house.seekers.stop(ann)
    await seek(house, bo)
    async with house.house.store.database.writing() as connection:
        await connection.execute(update(seekers).values(seen=1.0))
    await seek(house, cy)
    assert await house.house.seekers.look(cy) is None
    assert await house.house.seekers.wish_of(bo) is None
    assert await house.house.seekers.waiting() == 1


async def test_who_stops_or_looks_anew_when_a_table_was_just_found_is_led_there(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    for person in (ann, bo):
        await seek(house, person)
    key = await house.house.seekers.stop(ann)
    assert key is not None
    await seek(house, bo)
    assert [await house.house.seekers.look(person) for person in (ann, bo)] == [key, key]
    table = await house.house.tables.get(key)
    await table.do(bo, Stand())
    await seek(house, bo)
    assert await house.house.seekers.look(bo) is None
    assert await house.house.seekers.stop(bo) is None
    await table.do(bo, Sit(1))
    await house.turn(MEETING + 1)
    await seek(house, ann)  # another one, while the first is played
    assert await house.house.seekers.look(ann) is None


async def test_who_looks_anew_after_a_while_is_led_to_the_table_that_still_waits(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    for person in (ann, bo):
        await seek(house, person)
    key = str(await house.house.seekers.look(ann))
    await (await house.house.tables.get(key)).do(bo, Stand())
    async with house.house.store.database.writing() as connection:
        await connection.execute(update(seekers).values(seen=1.0))
    await seek(house, ann)
    assert await house.house.seekers.wish_of(ann) is not None, "what leads from the page of waiting to the table"
    assert await house.house.seekers.look(ann) == key


async def test_what_cannot_be_fulfilled_is_refused(house: Room) -> None:
    [ann] = await house.people("Ann")
    assert await refused(seek(house, ann, Wish(("whiplash",), (77,), ("quick",)))) == "options"
    assert await refused(seek(house, ann, Wish((), (2,), ("quick",)))) == "options"
    assert await refused(seek(house, ann, Wish(("nothing",), (2,), ("quick",)))) == "no game"
    for paces in ((), ("none",), ("never",)):
        assert await refused(seek(house, ann, Wish(("whiplash",), (2,), paces))) == "pace"
    assert await refused(seek(house, ann, Wish(("whiplash",), (2,), ("quick",), counts=True))) == "guest"
    assert await house.house.seekers.waiting() == 0


async def test_who_wants_it_to_count_plays_only_with_those_who_do(house: Room) -> None:
    [guest], [ann, bo] = await house.people("Guest"), await house.somebodies("Ann", "Bo")
    counting = Wish(("whiplash",), (2,), ("quick",), counts=True)
    await seek(house, ann, counting)
    await seek(house, guest)
    assert await house.house.seekers.look(guest) is None
    await seek(house, bo, counting)
    table = await house.house.tables.get(str(await house.house.seekers.look(bo)))
    assert table.state.opened.counts
    assert {place.person for place in table.state.seats} == {ann.id, bo.id}


async def test_many_at_once_each_find_one_table_and_nobody_two(house: Room) -> None:
    people = await house.people(*[f"P{number}" for number in range(12)])
    await asyncio.gather(*[seek(house, person, Wish(("whiplash",), (2,), ("quick",))) for person in people])
    await asyncio.gather(*[house.house.seekers.bring_together(at_once=True) for _ in range(4)])
    async with house.house.store.database.reading() as connection:
        met = (await connection.execute(select(meetings.c.person, meetings.c.table))).all()
        opened = (await connection.execute(select(tables.c.id))).scalars().all()
    assert {row[0] for row in met} == {person.id for person in people}
    assert {row[1] for row in met} == set(opened)
    assert len(opened) == 6


@pytest.mark.postgres
async def test_those_of_two_processes_find_each_other(shared: str) -> None:
    async with open_room(shared) as one, open_room(shared) as other:
        [ann], [bo] = await one.people("Ann"), await other.people("Bo")
        await asyncio.gather(seek(one, ann), seek(other, bo))
        while (table := await one.house.seekers.look(ann)) is None:
            await asyncio.sleep(0.1)
        assert await other.house.seekers.look(bo) == table
        where = [await one.house.where(table), await other.house.where(table)]
        assert where[0] == where[1]


@pytest.mark.postgres
async def test_those_of_machines_whose_clocks_differ_find_each_other(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = time.time
    async with open_room(shared) as one, open_room(shared) as other:
        [ann], [bo] = await one.people("Ann"), await other.people("Bo")
        with monkeypatch.context() as behind:
            behind.setattr("time.time", lambda: right() - 60)
            await seek(one, ann)
        assert await other.house.seekers.wish_of(ann) is not None, "whichever process is asked"
        await seek(other, bo)
        assert await other.house.seekers.look(bo) is not None


def test_who_is_kept_apart_from_two_holds_up_none_of_the_others() -> None:
    four = Wish(("whiplash",), (4,), ("quick",))
    people = [Seeker(name, name, four) for name in "abcde"]
    found = group(people, apart={frozenset("cd"), frozenset("ce")})
    assert found is not None
    assert "".join(each.person for each in found.seekers) == "abde"
    assert group(people, apart={frozenset("cd"), frozenset("ae")}) is None


def test_nobody_waits_for_more_than_there_are_and_the_first_come_first() -> None:
    waiting = [Seeker(name, name, ANY) for name in "abc"]
    whole = group(waiting, lambda game, players: game == "whiplash")
    assert whole is not None
    assert [each.person for each in whole.seekers] == ["a", "b", "c"]
    picky = Seeker("p", "p", Wish(("keywhiz",), (4,), ("quick",)))
    found = group([picky, *waiting[:2]], lambda game, players: players < 4)
    assert found is not None
    assert [each.person for each in found.seekers] == ["a", "b"]
    assert group([picky], lambda game, players: True) is None


async def test_a_number_of_players_that_a_game_has_by_an_option_only_is_not_looked_for(room: Room) -> None:
    """Whipsaw! is for two with `unofficial=true` only; people are led to matches as they are offered."""
    ann, bo, cy, dee = await room.people("Ann", "Bo", "Cy", "Dee")
    for person in (ann, bo):
        await seek(room, person, Wish(("whipsaw", "keywhiz"), (2,), ("quick",)))
    table = await room.house.tables.get(str(await room.house.seekers.look(ann)))
    assert table.state.game.name == "keywhiz"
    with pytest.raises(Refused, match="for which it is made"):
        await seek(room, cy, Wish(("whipsaw",), (2,), ("quick",)))
    for person in (cy, dee):
        await seek(room, person, Wish(("whipsaw",), (2, 4), ("quick",)))
    for person in await room.people("Eve", "Fay"):
        await seek(room, person, Wish(("whiplash",), (2,), ("quick",)))
    assert await room.house.seekers.look(person), "nobody waits behind those who wait for two more"


async def test_who_presses_twice_looks_once(house: Room, caplog: pytest.LogCaptureFixture) -> None:
    [ann] = await house.people("Ann")
    await asyncio.gather(*(seek(house, ann) for _ in range(4)))
    assert await house.house.seekers.waiting() == 1
    assert not caplog.records


async def test_the_front_page_is_told_of_a_table_once_however_many_watch(room: Room, monkeypatch: Any) -> None:
    monkeypatch.setattr("tuckbox.server.meeting.watch.EVERY", 0.01)
    looks = 0

    async def read() -> Any:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise KeyError("a fault")
        return await room.house.lists.lobby()

    watch = Watch(read, Lobby((), ()))
    [ann] = await room.people("Ann")
    async with watch.watching(), watch.watching():
        table = await room.table(ann, bots=1, begun=False)
        while table.id not in {each.id for each in watch.seen.open}:
            await watch.changes.wait(watch.changes.value, 1)
        before_waiting = watch.changes.value
        await asyncio.sleep(0.1)
        assert watch.changes.value == before_waiting, "nothing has changed"
    before = looks
    await asyncio.sleep(0.1)
    assert looks == before, "nobody watches"
    other = await room.table(ann, bots=1, begun=False)
    async with watch.watching():
        assert other.id in {each.id for each in watch.seen.open}, "what there was when somebody watched last"
