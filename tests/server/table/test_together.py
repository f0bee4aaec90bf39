"""Seats that decide together at a table: all may choose at once, sealed, and time lets nobody's choice pass."""

from __future__ import annotations

import pytest

from tests.server.rooms import Room, act, stored
from tuckbox.server.html.page import styles_for
from tuckbox.server.table import events as ev
from tuckbox.server.table.time_controls import GRACE
from tuckbox.server.table.view_model import Window

pytestmark = pytest.mark.anyio


async def test_all_choose_at_once_and_nobody_sees_it_before_all_have(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, pace="quick", game="guess")
    model = table.view_model(people[0])
    assert [len(table.view_model(person).moves) for person in people] == [3, 2]
    assert model.window == Window()
    assert styles_for(model) == ()  # for which the first choices of a match are tried
    await act(table, people[1], "choose left")
    assert table.view_model(people[1]).window == Window(answered="choose left")
    assert table.view_model(people[0]).moves == model.moves
    assert [seat.asked for seat in table.view_model(people[0]).seats] == [seat.asked for seat in model.seats]
    await act(table, people[0], "choose right")
    await room.turn(2.6)
    assert table.state.match is not None
    assert table.state.match.done
    assert table.state.match.payoff == (1.0, 0.0)


async def test_a_bot_takes_over_for_who_is_late(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    await room.turn(GRACE)
    table = await room.table(*people, pace="quick", game="guess")
    assert [seat.deadline for seat in table.view_model(None).seats] == [room.clock.now() + 45] * 2
    await act(table, people[1], "choose left")
    await room.turn(45.1)
    assert ev.Left(0, late=True) in await stored(room.house, table)
    assert ev.Left(1, late=True) not in await stored(room.house, table)
