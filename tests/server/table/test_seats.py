"""Seats: people, bots and open ones; leaving, coming back, giving up; hosts and rematches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.rooms import Room, act, step
from tuckbox.server.house import Wish
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


def kinds(table: Table) -> list[str]:
    """Who has the seats."""
    return [chair.kind for chair in table.face(None).chairs]


async def code(table: Table, person: Any, command: cmd.AnyCommand) -> str:
    """The code with which a command is refused, nothing having changed."""
    before, count = table.face(person), table.course.count
    with pytest.raises(Refused) as refused:
        await table.do(person, command)
    assert (table.face(person), table.course.count) == (before, count)
    return refused.value.code


async def test_the_host_sits_first_and_bots_where_wished(hall: Room) -> None:
    (ann,) = await hall.people("Ann")
    table = await hall.house.new_table(ann, Wish("whiplash", 4, bots=("easy", None, "hard")))
    face = table.face(ann)
    assert [(chair.kind, chair.level) for chair in face.chairs] == [
        ("bot", "easy"),
        ("person", ""),
        ("bot", "hard"),
        ("open", ""),
    ]
    assert (face.stage, face.host, face.seat, face.can_start, face.view) == ("open", True, 1, False, None)
    assert face.chairs[3].free
    assert len({chair.name for chair in face.chairs}) == 4
    assert not table.face(None).host


async def test_seats_are_taken_and_left_before_the_match(hall: Room) -> None:
    ann, bo, cy = await hall.people("Ann", "ann", "Cy")
    table = await hall.house.new_table(ann, Wish("whiplash", 3))
    await table.do(bo, cmd.Sit(2))
    assert [chair.name for chair in table.face(bo).chairs] == ["Ann", "", "ann 2"]
    assert await code(table, cy, cmd.Sit(2)) == "taken"
    assert await code(table, bo, cmd.Sit(1)) == "seated"
    assert await code(table, cy, cmd.Sit(5)) == "no seat"
    assert await code(table, cy, cmd.Stand()) == "not seated"
    assert await code(table, ann, cmd.Start()) == "open seats"
    assert await code(table, bo, cmd.Act(0, "draw stock")) == "not started"
    await table.do(bo, cmd.Stand())
    assert kinds(table) == ["person", "open", "open"]
    await table.do(bo, cmd.Sit(1))
    await table.do(cy, cmd.Sit(2))
    assert table.face(ann).can_start
    assert not table.face(bo).can_start


async def test_only_the_host_sets_bots_and_starts(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    table = await hall.house.new_table(ann, Wish("whiplash", 3))
    await table.do(bo, cmd.Sit(1))
    assert await code(table, bo, cmd.Bot(2, "easy")) == "not host"
    assert await code(table, bo, cmd.Start()) == "not host"
    assert await code(table, ann, cmd.Bot(1, "easy")) == "taken"
    assert await code(table, ann, cmd.Bot(7, "easy")) == "no seat"
    assert await code(table, ann, cmd.Bot(2, "godlike")) == "no level"
    await table.do(ann, cmd.Bot(2, "easy"))
    await table.do(ann, cmd.Bot(2, "hard"))
    assert table.face(ann).chairs[2].level == "hard"
    await table.do(ann, cmd.Bot(2, None))
    assert kinds(table)[2] == "open"
    await table.do(ann, cmd.Bot(2, "normal"))
    await table.do(ann, cmd.Start())
    assert await code(table, ann, cmd.Start()) == "started"
    assert await code(table, ann, cmd.Bot(2, "easy")) == "started"


async def test_each_seat_may_add_to_the_deal(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    table = await hall.house.new_table(ann, Wish("whiplash", 2))
    commitment = table.face(bo).commitment
    await table.do(bo, cmd.Sit(1, salt="0f" * 16))
    await table.do(ann, cmd.Sit(0, salt="ab" * 16))
    assert [chair.salted for chair in table.face(None).chairs] == [True, True]
    await table.do(ann, cmd.Start())
    match = table.course.match
    assert match is not None
    assert match.source.salts == (b"\xab" * 16, b"\x0f" * 16)
    assert match.commitment == commitment == table.face(ann).commitment


async def test_a_bot_plays_for_who_stands_up_until_he_returns(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    table = await hall.table(ann, bo)
    assert await code(table, ann, cmd.Sit(1)) == "seated"
    hall.bots.held.clear()
    await table.do(ann, cmd.Stand())
    chair = table.face(bo).chairs[0]
    assert (chair.kind, chair.driven, chair.free) == ("person", True, False)
    assert table.face(ann).driven
    assert table.face(ann).moves == ()
    assert await code(table, ann, cmd.Act(table.face(ann).version, "draw stock")) == "driven"
    assert await code(table, ann, cmd.Passing(True)) == "driven"
    hall.bots.held.set()
    await hall.quiet()
    while not table.face(bo).moves:
        await hall.quiet()
    for _ in range(3):
        await act(table, bo)
        await hall.quiet()
    await table.do(ann, cmd.Return())
    assert not table.face(ann).driven
    assert "normal" in hall.bots.asked


async def test_who_returns_in_time_decides_himself(hall: Room) -> None:
    """The bot was thinking already: what it finds out comes too late."""
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    match = table.course.match
    assert match is not None
    mine = people[match.turn or 0]
    hall.bots.held.clear()
    await table.do(mine, cmd.Stand())
    await table.do(mine, cmd.Return())
    count = table.course.count
    hall.bots.held.set()
    await hall.quiet()
    assert table.course.count == count
    assert table.face(mine).moves


async def test_who_resigns_gives_his_seat_to_others(hall: Room) -> None:
    ann, bo, cy = await hall.people("Ann", "Bo", "Cy")
    table = await hall.table(ann, bo)
    hall.bots.held.clear()
    await table.do(bo, cmd.Resign())
    chair = table.face(ann).chairs[1]
    assert (chair.kind, chair.name, chair.free) == ("bot", "Bo", True)
    assert table.face(bo).seat is None
    assert table.face(bo).view == table.face(None).view  # no card is seen any more
    await table.do(cy, cmd.Sit(1))
    assert table.face(cy).seat == 1
    assert table.face(ann).chairs[1].name == "Cy"
    assert all("Bo" not in line.text for line in table.face(ann).log)
    hall.bots.held.set()


async def test_who_has_seen_a_hand_cannot_take_another(hall: Room) -> None:
    ann, bo, cy = await hall.people("Ann", "Bo", "Cy")
    table = await hall.table(ann, bo, cy)
    hall.bots.held.clear()
    await table.do(bo, cmd.Resign())
    await table.do(cy, cmd.Resign())
    assert await code(table, bo, cmd.Sit(2)) == "seen"
    await table.do(bo, cmd.Sit(1))
    assert table.face(bo).seat == 1
    hall.bots.held.set()


async def test_presence_is_seen_and_costs_nobody_a_click(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    table = await hall.table(ann, bo)
    version = table.face(ann).version
    with table.watch(ann) as first, table.watch(bo), table.watch(bo), table.watch(None):
        await first.changed()
        face = table.face(ann)
        assert [chair.present for chair in face.chairs] == [True, True]
        assert face.onlookers == 1
    assert [chair.present for chair in table.face(ann).chairs] == [False, False]
    assert table.face(ann).version == version


async def finished(hall: Room, *people: Any, bots: int = 0) -> Table:
    """A table after its match."""
    table = await hall.table(*people, bots=bots, options={"match": "single"})
    chance = random.Random(3)
    while table.face(None).stage == "playing":
        await hall.quiet()
        await step(table, list(people), chance)
    return table


async def test_a_rematch_moves_everybody_on(hall: Room) -> None:
    ann, bo, cy = await hall.people("Ann", "Bo", "Cy")
    table = await finished(hall, ann, bo, bots=1)
    assert await code(table, cy, cmd.Rematch()) == "not seated"
    with table.watch(ann), table.watch(bo):
        await table.do(bo, cmd.Rematch())
        link = table.face(ann).rematch
        assert link
        await table.do(ann, cmd.Rematch())  # both click: there is one
        assert table.face(bo).rematch == link
    again = await hall.house.table(link)
    assert [again.face(person).seat for person in (ann, bo)] == [1, 2]
    assert kinds(again) == ["bot", "person", "person"]
    assert again.face(bo).can_start
    assert again.face(bo).commitment != table.face(bo).commitment
    assert again.course.opened.options == table.course.opened.options


async def test_a_rematch_against_bots_begins_at_once_and_keeps_seats_for_nobody_who_has_gone(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    alone = await finished(hall, ann, bots=1)
    await alone.do(ann, cmd.Rematch())
    again = await hall.house.table(alone.face(ann).rematch or "")
    assert (again.face(ann).stage, again.face(ann).seat) == ("playing", 1)
    both = await finished(hall, ann, bo)
    await both.do(ann, cmd.Rematch())
    assert kinds(await hall.house.table(both.face(ann).rematch or "")) == ["open", "person"]


async def test_no_rematch_before_the_end(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    assert await code(await hall.table(ann, bo), ann, cmd.Rematch()) == "not over"
