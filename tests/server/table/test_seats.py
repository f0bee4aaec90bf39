"""Seats: people, bots and open ones; leaving, coming back, giving up; hosts and rematches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.rooms import Room, act, read_again, step
from tuckbox.match.record import LONGEST_NAME
from tuckbox.server.errors import Refused
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.decide import start
from tuckbox.server.table.events import Resigned, Started
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


def kinds(table: Table) -> list[str]:
    """Who has the seats."""
    return [seat.kind for seat in table.view_model(None).seats]


async def code(table: Table, person: Any, command: cmd.AnyCommand) -> str:
    """The code with which a command is refused, nothing having changed."""
    before, count = table.view_model(person), table.state.count
    with pytest.raises(Refused) as refused:
        await table.do(person, command)
    assert (table.view_model(person), table.state.count) == (before, count)
    return refused.value.code


async def test_the_host_sits_first_and_bots_where_wished(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.new_table(ann, TableRequest("whiplash", 4, bots=("easy", None, "hard")))
    model = table.view_model(ann)
    assert [(seat.kind, seat.level) for seat in model.seats] == [
        ("bot", "easy"),
        ("person", ""),
        ("bot", "hard"),
        ("open", ""),
    ]
    assert (model.stage, model.host, model.seat, model.can_start, model.view) == ("open", True, 1, False, None)
    assert model.seats[3].free
    assert len({seat.name for seat in model.seats}) == 4
    assert not table.view_model(None).host


async def test_seats_are_taken_and_left_before_the_match(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "ann", "Cy")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3))
    await table.do(bo, cmd.Sit(2))
    assert [seat.name for seat in table.view_model(bo).seats] == ["Ann", "", "ann 2"]
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
    assert table.view_model(ann).can_start
    assert not table.view_model(bo).can_start


async def test_only_the_host_sets_bots_and_starts(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3))
    await table.do(bo, cmd.Sit(1))
    assert await code(table, bo, cmd.Bot(2, "easy")) == "not host"
    assert await code(table, bo, cmd.Start()) == "not host"
    assert await code(table, ann, cmd.Bot(1, "easy")) == "taken"
    assert await code(table, ann, cmd.Bot(7, "easy")) == "no seat"
    assert await code(table, ann, cmd.Bot(2, "godlike")) == "no level"
    await table.do(ann, cmd.Bot(2, "easy"))
    await table.do(ann, cmd.Bot(2, "hard"))
    assert table.view_model(ann).seats[2].level == "hard"
    await table.do(ann, cmd.Bot(2, None))
    assert kinds(table)[2] == "open"
    await table.do(ann, cmd.Bot(2, "normal"))
    await table.do(ann, cmd.Start())
    assert await code(table, ann, cmd.Start()) == "started"
    assert await code(table, ann, cmd.Bot(2, "easy")) == "started"


async def test_a_bot_gives_way_to_who_sits_down_with_its_name(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "bo", "Cy")
    table = await room.table(ann, bots=3, begun=False)
    assert names(table) == ["Ann", "Bo", "Cy", "Dee"]
    await table.do(cy, cmd.Chat("I only look on"))
    assert table.view_model(None).chat.lines[0].name == "Cy 2"
    await table.do(ann, cmd.Bot(3, None))
    await table.do(bo, cmd.Sit(3))
    assert names(table) == ["Ann", "Dee", "Cy", "bo"]
    assert [seat.level for seat in table.view_model(None).seats] == ["", "easy", "easy", ""]
    assert (await read_again(room.house, table)).seats == table.state.seats
    await table.do(ann, cmd.Start())
    await table.do(bo, cmd.Resign())
    await table.do(cy, cmd.Sit(3))
    assert names(table) == ["Ann", "Dee", "Cy", "Cy 2"], "in a match nobody else is called otherwise"


def names(table: Table) -> list[str]:
    """The names at the seats."""
    return [seat.name for seat in table.view_model(None).seats]


async def test_names_that_are_as_long_as_may_be_are_told_apart(room: Room) -> None:
    """The number that tells two of a name apart must not make the second longer than a name may be."""
    people = await room.people("x" * LONGEST_NAME, "X" * LONGEST_NAME)
    table = await room.table(*people)
    assert [seat.name for seat in table.view_model(None).seats] == ["x" * LONGEST_NAME, "X" * (LONGEST_NAME - 2) + " 2"]


async def test_each_seat_may_add_to_the_deal(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.house.new_table(ann, TableRequest("whiplash", 2))
    commitment = table.view_model(bo).commitment
    await table.do(bo, cmd.Sit(1, salt="0f" * 16))
    await table.do(ann, cmd.Sit(0, salt="ab" * 16))
    assert [seat.salted for seat in table.view_model(None).seats] == [True, True]
    await table.do(ann, cmd.Start())
    match = table.state.match
    assert match is not None
    assert match.source.salts == (b"\xab" * 16, b"\x0f" * 16)
    assert match.commitment == commitment == table.view_model(ann).commitment


async def test_a_server_that_begins_anew_gets_the_same_deal(room: Room) -> None:
    """Ann has added to the deal, the others have not: whatever the server tries, it has nothing to choose."""
    (ann, bo) = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, bots=1, begun=False)
    await table.do(ann, cmd.Sit(0, salt="ab" * 16))
    assert {start(table.state) for _ in range(400)} == {Started(("ab" * 16, "", ""))}
    await table.do(ann, cmd.Start())
    match = table.state.match
    assert match is not None
    assert match.source.salts == (b"\xab" * 16, None, None)
    lines = [line.partition(" ")[0] for line in str(match.record()).splitlines()]
    assert [line for line in lines if line in ("salt", "house")] == ["salt", "house", "house"]


async def test_a_bot_plays_for_who_stands_up_until_they_return(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    assert await code(table, ann, cmd.Sit(1)) == "seated"
    room.bots.held.clear()
    await table.do(ann, cmd.Stand())
    seat = table.view_model(bo).seats[0]
    assert (seat.kind, seat.driven, seat.free) == ("person", True, False)
    assert table.view_model(ann).driven
    assert table.view_model(ann).moves == ()
    assert await code(table, ann, cmd.Act(table.view_model(ann).version, "draw stock")) == "driven"
    assert await code(table, ann, cmd.Passing(True)) == "driven"
    room.bots.held.set()
    await room.quiet()
    while not table.view_model(bo).moves:
        await room.quiet()
    for _ in range(3):
        await act(table, bo)
        await room.quiet()
    await table.do(ann, cmd.Return())
    assert not table.view_model(ann).driven
    assert "normal" in room.bots.asked


async def test_who_returns_in_time_decides_alone(room: Room) -> None:
    """The bot was thinking already: what it finds out comes too late."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    match = table.state.match
    assert match is not None
    mine = people[match.turn or 0]
    room.bots.held.clear()
    await table.do(mine, cmd.Stand())
    await table.do(mine, cmd.Return())
    count = table.state.count
    room.bots.held.set()
    await room.quiet()
    assert table.state.count == count
    assert table.view_model(mine).moves


async def test_who_resigns_gives_their_seat_to_others(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo)
    room.bots.held.clear()
    await table.do(bo, cmd.Resign())
    seat = table.view_model(ann).seats[1]
    assert (seat.kind, seat.free) == ("bot", True)
    assert seat.name not in ("Ann", "Bo"), "a bot bears nobody's name"
    assert seat.former == "Bo", "but it is told for whom it plays"
    assert all("Bo" not in line.text for line in table.view_model(ann).log)
    assert table.view_model(bo).seat is None
    assert table.view_model(bo).view == table.view_model(None).view  # no card is seen any more
    await table.do(cy, cmd.Sit(1))
    assert table.view_model(cy).seat == 1
    assert (table.view_model(ann).seats[1].name, table.view_model(ann).seats[1].former) == ("Cy", "")
    assert all("Bo" not in line.text for line in table.view_model(ann).log)
    room.bots.held.set()


async def test_who_resigned_before_bots_had_names_of_their_own_is_still_called_so(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    table.state.apply(Resigned(1), room.clock.now())
    assert (table.state.seats[1].kind, table.state.seats[1].name) == ("bot", "Bo")


async def test_who_has_seen_a_hand_cannot_take_another(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo, cy)
    room.bots.held.clear()
    await table.do(bo, cmd.Resign())
    await table.do(cy, cmd.Resign())
    assert [seat.free for seat in table.view_model(bo).seats] == [False, True, False], "what is refused is not offered"
    assert [seat.free for seat in table.view_model(None).seats] == [False, True, True]
    assert await code(table, bo, cmd.Sit(2)) == "seen"
    await table.do(bo, cmd.Sit(1))
    assert table.view_model(bo).seat == 1
    room.bots.held.set()


async def test_the_seats_of_a_match_that_counts_are_offered_to_nobody(room: Room) -> None:
    ann, bo, cy = await room.somebodies("Ann", "Bo", "Cy")
    table = await room.table(ann, bo, counts=True)
    room.bots.held.clear()
    await table.do(bo, cmd.Resign())
    assert await code(table, cy, cmd.Sit(1)) == "counts"
    assert not table.open_seats
    assert not any(seat.free for seat in table.view_model(cy).seats)
    room.bots.held.set()


async def test_who_stood_up_before_the_match_has_seen_no_hand(room: Room) -> None:
    ann, bo, cy, dee = await room.people("Ann", "Bo", "Cy", "Dee")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3))
    await table.do(dee, cmd.Sit(1))
    await table.do(dee, cmd.Stand())
    await table.do(bo, cmd.Sit(1))
    await table.do(cy, cmd.Sit(2))
    await table.do(ann, cmd.Start())
    room.bots.held.clear()
    await table.do(bo, cmd.Resign())
    await table.do(cy, cmd.Resign())
    await table.do(dee, cmd.Sit(2))
    assert table.view_model(dee).seat == 2
    await table.do(dee, cmd.Resign())
    assert await code(table, dee, cmd.Sit(1)) == "seen"
    room.bots.held.set()


async def test_presence_is_seen_and_costs_nobody_a_click(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    version = table.view_model(ann).version
    with table.watch(ann) as first, table.watch(bo), table.watch(bo), table.watch(None):
        await first.changed()
        model = table.view_model(ann)
        assert [seat.present for seat in model.seats] == [True, True]
        assert model.onlookers == 1
    assert [seat.present for seat in table.view_model(ann).seats] == [False, False]
    assert table.view_model(ann).version == version


async def finished(room: Room, *people: Any, bots: int = 0) -> Table:
    """A table after its match."""
    table = await room.table(*people, bots=bots, options={"match": "single"})
    chance = random.Random(3)
    while table.view_model(None).stage == "playing":
        await room.quiet()
        await step(table, list(people), chance)
    return table


async def test_a_rematch_moves_everybody_on(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await finished(room, ann, bo, bots=1)
    assert await code(table, cy, cmd.Rematch()) == "not seated"
    with table.watch(ann), table.watch(bo):
        await table.do(bo, cmd.Rematch())
        link = table.view_model(ann).rematch
        assert link
        await table.do(ann, cmd.Rematch())  # both click: there is one
        assert table.view_model(bo).rematch == link
    again = await room.house.tables.get(link)
    assert [again.view_model(person).seat for person in (ann, bo)] == [1, 2]
    assert kinds(again) == ["bot", "person", "person"]
    assert again.view_model(bo).can_start
    assert again.view_model(bo).commitment != table.view_model(bo).commitment
    assert again.state.opened.options == table.state.opened.options


async def test_a_rematch_against_bots_can_be_started_at_once_and_keeps_seats_for_nobody_who_has_gone(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    alone = await finished(room, ann, bots=1)
    await alone.do(ann, cmd.Rematch())
    again = await room.house.tables.get(alone.view_model(ann).rematch or "")
    model = again.view_model(ann)
    assert (model.stage, model.seat, model.can_start) == ("open", 1, True)
    both = await finished(room, ann, bo)
    await both.do(ann, cmd.Rematch())
    assert kinds(await room.house.tables.get(both.view_model(ann).rematch or "")) == ["open", "person"]


async def test_no_rematch_before_the_end(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    assert await code(await room.table(ann, bo), ann, cmd.Rematch()) == "not over"


async def test_the_host_closes_a_table_before_the_match_and_it_is_on_no_list(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.house.new_table(ann, TableRequest("whiplash", 2, private=False))
    await table.do(bo, cmd.Sit(1))
    assert table.view_model(ann).can_close
    assert not table.view_model(bo).can_close
    assert await code(table, bo, cmd.Close()) == "not host"
    await table.do(ann, cmd.Close())
    assert table.view_model(cy).fault == "the host of this table has closed it"
    assert not table.view_model(ann).can_close
    assert (table.view_model(ann).chat.open, table.view_model(ann).chat.agreed) == (False, None)
    assert await code(table, cy, cmd.Sit(1)) == await code(table, ann, cmd.Start()) == "closed"
    assert (await room.house.lists.lobby()).open == ()
    assert await room.house.lists.tables_of(bo) == ()
    assert (await read_again(room.house, table)).fault == table.state.fault


async def test_a_match_that_is_played_is_not_closed_by_its_host(room: Room) -> None:
    ann, _ = await room.people("Ann", "Bo")
    table = await room.house.new_table(ann, TableRequest("whiplash", 2, bots=("easy",)))
    await table.do(ann, cmd.Start())
    assert not table.view_model(ann).can_close
    assert await code(table, ann, cmd.Close()) == "started"


async def test_when_the_host_has_stood_up_whoever_sits_there_goes_on(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3))
    await table.do(bo, cmd.Sit(1))
    await table.do(ann, cmd.Stand())
    assert [table.view_model(person).host for person in (ann, bo, cy)] == [True, True, False]
    await table.do(cy, cmd.Sit(2))
    assert not table.view_model(cy).host
    await table.do(bo, cmd.Bot(0, "easy"))
    await table.do(bo, cmd.Start())
    assert table.state.stage == "playing"


async def test_a_host_who_sits_again_is_the_only_one(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.house.new_table(ann, TableRequest("whiplash", 3))
    await table.do(bo, cmd.Sit(1))
    await table.do(ann, cmd.Stand())
    await table.do(ann, cmd.Sit(2))
    assert not table.view_model(bo).host
    assert await code(table, bo, cmd.Bot(0, "easy")) == "not host"
