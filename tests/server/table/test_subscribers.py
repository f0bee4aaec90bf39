"""Who comes and goes is told at once where few look, and seldom where many do."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from functools import partial

import pytest

from tests.server.rooms import Room, act
from tuckbox.server.table.subscribers import PAUSE, STAY, Subscription
from tuckbox.server.table.view_model import MANY

pytestmark = pytest.mark.anyio


def news(watch: Subscription) -> bool:
    """Whether there is something new to see since it was asked last."""
    found = watch._news.is_set()
    watch._news.clear()
    return found


async def test_few_are_told_at_once_who_comes_and_goes(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    with table.watch(ann) as first:
        with table.watch(None):
            assert news(first)
            assert table.view_model(ann).onlookers == 1
        assert news(first)
        assert table.view_model(ann).onlookers == 0


async def test_who_asks_by_single_requests_is_there_for_a_while_after_each(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    with table.watch(ann) as first:
        for _ in range(3):
            table.stay(bo)
            assert all(seat.present for seat in table.view_model(ann).seats)
            room.clock.turn(STAY - 1)
        assert news(first), "when he came"
        assert all(seat.present for seat in table.view_model(ann).seats)
        assert table.looking == {ann.id}
        room.clock.turn(1)
        assert news(first)
        assert [seat.present for seat in table.view_model(ann).seats] == [True, False]


async def test_who_is_sent_away_is_there_no_more_however_they_asked(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    table.stay(ann)
    table.stay(bo)
    table.send_away(lambda person: person == bo.id)
    assert [seat.present for seat in table.view_model(ann).seats] == [True, False]
    table.stay(bo)
    assert all(seat.present for seat in table.view_model(ann).seats)
    room.clock.turn(STAY)
    assert not any(seat.present for seat in table.view_model(ann).seats)


async def test_many_are_told_once_in_a_while_and_only_where_it_changes_what_they_see(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    with ExitStack() as crowd, table.watch(ann) as first:
        for _ in range(MANY - 1):
            crowd.enter_context(table.watch(None))
        assert news(first)
        for _ in range(3):
            crowd.enter_context(table.watch(None))
        assert not news(first)
        room.clock.turn(PAUSE)
        assert news(first)
        assert table.view_model(ann).onlookers == MANY
        crowd.enter_context(table.watch(None))
        room.clock.turn(PAUSE)
        assert not news(first)
        with table.watch(bo):
            room.clock.turn(PAUSE)
            assert news(first)
            assert all(seat.present for seat in table.view_model(ann).seats)
        assert not news(first)
        room.clock.turn(PAUSE)
        assert news(first)
        assert [seat.present for seat in table.view_model(ann).seats] == [True, False]


async def test_many_are_told_of_moves_at_once(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    with ExitStack() as crowd:
        watches = [crowd.enter_context(table.watch(None)) for _ in range(MANY + 1)]
        for each in watches:
            news(each)
        await act(table, people[table.state.undecided[0]])
        assert all(news(each) for each in watches)
        await asyncio.sleep(0)


async def test_who_moves_is_told_before_the_others_and_onlookers_last(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    mine, other = sorted(people, key=lambda person: not table.view_model(person).moves)
    with table.watch(None) as looking, table.watch(other) as rival, table.watch(mine) as own:
        watches = {own: "own", rival: "rival", looking: "onlooker"}
        told: list[str] = []
        for watch, name in watches.items():
            watch.tell = partial(told.append, name)  # type: ignore[method-assign]
        await act(table, mine)
        while len(told) < len(watches):
            await asyncio.sleep(0)
        assert told == ["own", "rival", "onlooker"]
