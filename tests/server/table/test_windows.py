"""Response windows at a table: answers are stored at once and shown when the window closes, after the same time for all."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import Any

import pytest

from tests.games.whipsaw.positions import position
from tests.server.rooms import Room, act, read_again, stored
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import events as ev
from tuckbox.server.table.table import Table
from tuckbox.server.table.view_model import Window

pytestmark = pytest.mark.anyio


async def accused(room: Room, bots: int = 0, pace: str = "quick") -> tuple[Table, list[Person]]:
    """A table of four at which the first seat has loaded a card and all others are asked."""
    people = await room.people("Ann", "Bo", "Cy", "Dee")
    people = people[: 4 - bots]
    table = await room.table(*people, bots=bots, game="bluff", pace=pace)
    await act(
        table, people[0], next(move.text for move in table.view_model(people[0]).moves if move.text.startswith("load"))
    )
    return table, people


def answered(table: Table, person: Person) -> str | None:
    """What somebody has answered in the window that is open, as they see it."""
    window = table.view_model(person).window
    assert window is not None
    return window.answered


async def test_answers_are_stored_at_once_and_carried_out_together(room: Room) -> None:
    table, people = await accused(room)
    assert all(table.view_model(person).window for person in people)
    for person in people[1:]:
        await act(table, person, "let pass")
        assert (await stored(room.house, table))[-1] == ev.Answered(people.index(person), "let pass")
    assert table.view_model(people[0]).window
    await room.turn(2.4)
    assert table.view_model(people[0]).window
    await room.turn(0.2)
    assert not table.view_model(people[0]).window
    assert (await stored(room.house, table))[-1] == ev.Closed()


async def test_nobody_sees_who_has_answered(room: Room) -> None:
    table, people = await accused(room)
    before = [table.view_model(person) for person in (*people, None)]
    with table.watch(people[0]) as first, table.watch(people[1]) as second:
        other = [table.view_model(person) for person in (people[0], people[1], people[3], None)]
        first.tell()
        second.tell()
        await first.changed()
        await second.changed()
        await act(table, people[2], "let pass")
        assert [table.view_model(person) for person in (people[0], people[1], people[3], None)] == other
        for watch in (first, second):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(watch.changed(), 0.02)
    mine = table.view_model(people[2])
    assert (answered(table, people[2]), mine.moves) == ("let pass", ())
    assert mine.version == before[2].version + 1
    assert [table.view_model(person).version for person in people[:2]] == [model.version for model in before[:2]]


async def test_one_answers_once(room: Room) -> None:
    table, people = await accused(room)
    model = table.view_model(people[1])
    await table.do(people[1], cmd.Act(model.version, "let pass"))
    with pytest.raises(Refused) as stale:
        await table.do(people[1], cmd.Act(model.version, "let pass"))
    assert stale.value.code == "stale"
    with pytest.raises(Refused) as answered:
        await table.do(people[1], cmd.Act(model.version + 1, "let pass"))
    assert answered.value.code == "answered"
    with pytest.raises(Refused):
        await table.do(people[1], cmd.Undo(model.version))


async def test_who_is_absent_passes_when_the_time_is_over(room: Room) -> None:
    table, people = await accused(room)
    await act(table, people[1], "let pass")
    window = table.view_model(people[0]).window
    assert window is not None
    assert window.ends == pytest.approx(room.clock.now() + 60)  # the house has just been opened: nobody is hurried
    await room.turn(59.9)
    assert table.view_model(people[0]).window
    late = table.view_model(people[2])
    await room.turn(0.2)
    assert not table.view_model(people[0]).window
    with pytest.raises(Refused, match="too late"):
        await table.do(people[2], cmd.Act(late.version, "let pass"))
    assert not any(seat.driven for seat in table.view_model(None).seats)


async def test_where_nobody_hurries_a_window_waits(room: Room) -> None:
    table, people = await accused(room, pace="none")
    await act(table, people[1], "let pass")
    await room.turn(10_000)
    assert table.view_model(people[0]).window == Window(nothing="let pass")
    for person in people[2:]:
        await act(table, person, "let pass")
    await room.turn(0.1)
    assert not table.view_model(people[0]).window


async def test_bots_take_as_long_as_anybody(room: Room) -> None:
    table, people = await accused(room, bots=3)
    await room.quiet()
    assert table.state.all_answered
    assert table.view_model(people[0]).window
    await room.turn(2.4)
    assert table.view_model(people[0]).window
    await room.turn(0.2)
    assert (await stored(room.house, table)).count(ev.Closed()) == 1


async def test_a_bot_that_is_slow_lets_a_window_pass(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.bots.held.clear()
    monkeypatch.setattr("tuckbox.server.table.bot_seats.ANSWERING", 0.01)
    table, _ = await accused(room, bots=3)
    await room.quiet()
    assert table.state.all_answered
    answers = [event for event in await stored(room.house, table) if isinstance(event, ev.Answered)]
    assert [answer.action for answer in answers] == ["let pass"] * 3
    assert not room.house.statistics()["faults"]


async def test_a_bot_that_takes_a_place_gets_the_time_of_a_window(room: Room) -> None:
    table, people = await accused(room, pace="none")
    for person in people[1:3]:
        await act(table, person, "let pass")
    await room.turn(100)
    await table.do(people[3], cmd.Stand())
    await room.quiet()
    assert table.state.all_answered
    await room.turn(1.4)
    assert table.view_model(people[0]).window
    await room.turn(0.2)
    assert (await stored(room.house, table)).count(ev.Closed()) == 1


async def test_who_passes_by_setting_looks_like_all_others(room: Room) -> None:
    table, people = await accused(room)
    before = [table.view_model(person) for person in (people[0], people[1], people[3], None)]
    await table.do(people[2], cmd.Passing(True))
    await table.do(people[2], cmd.Passing(True))
    assert [table.view_model(person) for person in (people[0], people[1], people[3], None)] == before
    assert (table.view_model(people[2]).passing, answered(table, people[2])) == (True, "let pass")
    await table.do(people[2], cmd.Passing(False))
    assert answered(table, people[2]) is None
    await table.do(people[2], cmd.Passing(True))
    await act(table, people[1], "let pass")
    await act(table, people[3], "let pass")
    await room.turn(2.4)
    assert table.view_model(people[0]).window
    await room.turn(0.2)
    assert not table.view_model(people[0]).window


async def test_passing_ends_with_ones_own_turn(room: Room) -> None:
    table, people = await accused(room)
    for person in people[1:]:
        await table.do(person, cmd.Passing(True))
    await room.turn(3)
    assert table.state.match is not None
    assert table.state.match.turn == 1
    assert [table.view_model(person).passing for person in people[1:]] == [False, True, True]


async def test_passing_does_not_answer_a_call_on_ones_own_bluff(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    table = await room.table(*people, game="whipsaw", pace="quick")
    assert table.state.match is not None
    table.state.match._state = position(["oL oL kJ", "kJ", "kJ"], built={"JV3": "P2 P3: oL"}, row="OP1")
    for person in people[1:]:
        await table.do(person, cmd.Passing(True))
    for text in ("call JV3", "spend oL"):
        await act(table, people[0], text)
    for person in people[1:]:
        seen = table.view_model(person)
        assert seen.window
        assert (answered(table, person), seen.passing) == (None, True)
        assert {move.text for move in seen.moves} == {"no delay", "delay with kJ"}
        await act(table, person, "no delay")
    await room.turn(3)
    for text in ("leave", "build OP1"):
        await act(table, people[0], text)
    assert [answered(table, person) for person in people[1:]] == ["let pass"] * 2


async def test_the_order_of_the_answers_leaves_no_trace(room: Room) -> None:
    seen: list[Any] = []
    for order in permutations((1, 2, 3)):
        table, people = await accused(room)
        version = table.view_model(None).version
        for seat in order:
            await act(table, people[seat], table.view_model(people[seat]).moves[0].text)
        await room.turn(3)
        assert table.state.match is not None
        seen.append([step[0] for step in table.state.match.record().steps[2:5]])
        assert table.view_model(None).version == version + 1
    assert seen == [["1", "2", "3"]] * 6


async def test_sealed_answers_outlive_a_restart(room: Room) -> None:
    table, people = await accused(room)
    await act(table, people[3], "let pass")
    await table.do(people[2], cmd.Passing(True))
    again = await read_again(room.house, table)
    assert (again.answers, again.answered(2), again.answered(1)) == ({3: "let pass"}, "let pass", None)
    assert again.versions == table.state.versions
    assert not again.all_answered
