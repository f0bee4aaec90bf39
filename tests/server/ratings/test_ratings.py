"""Results and ratings on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.rooms import Room, act, open_room
from tuckbox.server.admin import keeping
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.ratings.ratings import OFTEN, Result, bot
from tuckbox.server.ratings.scale import Rating, rated
from tuckbox.server.storage.schema import ratings, results, tables
from tuckbox.server.table.commands import Resign, Sit, Stand, Start
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

SHORT = {"match": "single", "turn_cap": "40"}


@pytest.fixture(name="house")
async def _house(address: str, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        yield opened


async def of(room: Room, table: Table) -> list[Result]:
    """The results of a table, by seats."""
    query = select(*(results.c[name] for name in Result._fields)).where(results.c.table == table.id)
    async with room.house.store.database.reading() as connection:
        return [Result(*tuple(row)) for row in await connection.execute(query.order_by(results.c.seat))]


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


async def match(room: Room, *people: Person, seed: int = 1, **wish: Any) -> Table:
    """A match of these people, played to its end."""
    table = await room.table(*people, options=SHORT, **wish)
    await room.to_the_end(table, *people, seed=seed)
    return table


async def test_each_seat_has_its_result_once_however_often_the_end_is_told(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table = await match(house, ann, bo, bots=1)
    found = await of(house, table)
    assert [each.person for each in found] == [ann.id, bo.id, ""]
    assert [each.level for each in found] == ["", "", "easy"]
    assert table.state.match is not None
    assert tuple(each.place for each in found) == table.state.match.places
    assert not any(each.counted or each.gone for each in found)
    row = await house.house.store.row(table.id)
    assert row is not None
    await table.repair(row._replace(stage="playing"))
    assert await of(house, table) == found


async def test_a_result_that_was_not_written_before_a_crash_is_written_then(address: str) -> None:
    async with open_room(address) as room:
        ann, bo = await room.somebodies("Ann", "Bo")
        table = await match(room, ann, bo, counts=True)
        found = [each._replace(mu=None, sigma=None) for each in await of(room, table)]
        async with room.house.store.database.writing() as connection:
            await connection.execute(results.delete())
            await connection.execute(ratings.delete())
            await connection.execute(update(tables).values(stage="playing"))
    async with open_room(address, clock=room.clock) as room:
        while not await of(room, table) or not await room.house.ratings.of(ann.id):
            await asyncio.sleep(0.05)
        assert [each._replace(mu=None, sigma=None, at=0) for each in await of(room, table)] == [
            each._replace(at=0) for each in found
        ]
        assert (await room.house.ratings.of(ann.id))["whiplash"].matches == 1


async def test_what_counts_moves_ratings_apart_and_makes_them_surer(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    table = await match(house, ann, bo, counts=True)
    places = [each.place for each in await of(house, table)]
    first, second = [(await house.house.ratings.of(person.id))["whiplash"] for person in (ann, bo)]
    if places[0] == places[1]:
        assert first.points == second.points
    else:
        assert (first.points > second.points) == (places[0] < places[1])
    assert first.sigma < Rating().sigma
    assert first.provisional
    assert [each.mu for each in await of(house, table)] == [first.mu, second.mu]
    assert await house.house.ratings.settle() == 0
    assert (await house.house.ratings.of(ann.id))["whiplash"] == first


async def test_many_who_work_them_out_at_once_count_each_match_once(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    for seed in range(3):
        await match(house, ann, bo, seed=seed)
    async with house.house.store.database.writing() as connection:
        await connection.execute(update(results).values(counted=True))
    await asyncio.gather(*[house.house.ratings.settle() for _ in range(4)])
    assert (await house.house.ratings.of(ann.id))["whiplash"].matches == 3


async def test_bots_stand_on_the_same_scale(house: Room) -> None:
    [ann] = await house.somebodies("Ann")
    await match(house, ann, bots=2, counts=True)
    easy = (await house.house.ratings.of(bot("easy")))["whiplash"]
    assert easy.matches == 1
    assert easy != Rating()


async def test_only_people_with_a_passkey_sit_where_it_counts(house: Room) -> None:
    [ann], [guest] = await house.somebodies("Ann"), await house.people("Guest")
    assert await refused(house.house.new_table(guest, TableRequest("whiplash", 2, counts=True))) == "guest"
    assert await refused(house.house.new_table(ann, TableRequest("whiplash", 2, counts=True, hints=True))) == "options"
    table = await house.house.new_table(ann, TableRequest("whiplash", 2, counts=True))
    assert await refused(table.do(guest, Sit(1))) == "guest"
    assert table.view_model(guest).terms.counts
    assert await refused(table.advise(ann)) in ("not allowed",)


async def test_who_gives_up_or_is_not_there_comes_last_and_seats_are_not_handed_on(house: Room) -> None:
    ann, bo, cy, di = await house.somebodies("Ann", "Bo", "Cy", "Di")
    table = await house.table(ann, bo, cy, counts=True, options=SHORT)
    await table.do(bo, Resign())
    assert await refused(table.do(di, Sit(1))) == "counts"
    await table.do(cy, Stand())
    await house.to_the_end(table, ann)
    assert [(each.person, each.place, each.gone) for each in await of(house, table)] == [
        (ann.id, 1, False), (bo.id, 2, True), (cy.id, 2, True),
    ]  # fmt: skip


async def test_the_same_two_count_some_times_a_day_only(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    last = [await match(house, ann, bo, seed=seed, counts=True) for seed in range(OFTEN + 1)][-1]
    assert (await house.house.ratings.of(ann.id))["whiplash"].matches == OFTEN
    assert not any(each.counted for each in await of(house, last))
    house.clock.turn(90_000)
    await match(house, ann, bo, counts=True)
    assert (await house.house.ratings.of(ann.id))["whiplash"].matches == OFTEN + 1


async def test_a_new_account_that_loses_gives_little(house: Room) -> None:
    settled, strong, fresh = Rating(25, 2, 50), Rating(25, 2, 50), Rating()
    by_fresh = rated([("a", settled), ("b", fresh)], [1, 2])["a"].mu
    by_strong = rated([("a", settled), ("b", strong)], [1, 2])["a"].mu
    assert 0 < by_fresh - 25 < by_strong - 25


async def test_a_rematch_counts_as_well_and_practice_does_not(house: Room) -> None:
    from tuckbox.server.table.commands import Rematch

    ann, bo = await house.somebodies("Ann", "Bo")
    table = await match(house, ann, bo, counts=True)
    with table.watch(ann), table.watch(bo):
        await table.do(ann, Rematch())
    again = await house.house.tables.get(str(table.state.rematch))
    assert again.state.opened.counts
    assert [place.person for place in again.state.seats] == [bo.id, ann.id], "seats are turned"
    await again.do(ann, Start())
    await house.to_the_end(again, ann, bo)
    assert len(await of(house, again)) == 2
    step = next(at for at in range(1, table.state.match.steps) if 0 in table.state.match.open_view(at).asked)  # type: ignore[union-attr]
    practice = await house.house.practise(ann, table, 0, step)
    assert not practice.state.opened.counts


async def test_who_is_forgotten_has_no_rating_and_the_results_of_others_stay(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    table = await match(house, ann, bo, counts=True)
    before = await of(house, table)
    async with keeping.opened(str(house.house.store.database.engine.url.render_as_string(False))) as database:
        await keeping.forget_person(database, ann.id)
    assert await house.house.ratings.of(ann.id) == {}
    assert [each.person for each in await of(house, table)] == ["", bo.id]
    assert [each.place for each in await of(house, table)] == [each.place for each in before]
    [played] = await house.house.ratings.played(bo)
    assert played.results[1].person == bo.id


async def test_a_result_shows_nothing_before_the_end(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    table = await house.table(ann, bo, counts=True, options=SHORT)
    while not table.view_model(ann).moves:
        await act(table, bo)
    assert await of(house, table) == []
    assert await house.house.ratings.played(ann) == []
