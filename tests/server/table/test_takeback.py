"""Takebacks by agreement: who is asked, when the match goes back, what ends a question, and what outlives a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.clock import HandClock
from tests.server.rooms import Room, act, open_room
from tuckbox import UndoError
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table
from tuckbox.server.table.takeback import PATIENCE, bots_wait
from tuckbox.server.table.view_model import Takeback

pytestmark = pytest.mark.anyio

FIRST = {"dealer": "0"}
"""Options by which the second seat begins."""


async def moved(room: Room, bots: int = 0, **wish: object) -> tuple[Table, list[Person]]:
    """A table of friends at which the second has moved, and can take it back if the others agree."""
    people = await room.people("Ann", "Bo", "Cy") if not bots else await room.people("Ann", "Bo")
    table = await room.table(*people, bots=bots, **{"private": True, "options": FIRST, **wish})  # type: ignore[arg-type]
    await act(table, people[1], "take discard")
    await act(table, people[1])
    return table, people


async def ask(table: Table, person: Person) -> int:
    """Ask for a takeback; the number of the proposal."""
    await table.do(person, cmd.Takeback(table.view_model(person).version))
    proposal = table.view_model(person).takeback.proposal
    assert proposal is not None
    return proposal.number


async def test_an_action_is_taken_back_when_all_agree(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    table = await room.table(*people, private=True, options=FIRST)
    await act(table, people[1], "take discard")
    before = [table.view_model(person) for person in people]
    await act(table, people[1])
    await act(table, people[2], "take discard")
    assert [table.view_model(person).takeback.possible for person in people] == [False, True, False]
    number = await ask(table, people[1])
    seen = table.view_model(people[0]).takeback.proposal
    assert seen is not None
    assert (seen.seat, seen.people, seen.agreed) == (1, (0, 2), ())
    assert seen.sentence.startswith("Bo puts down")
    await table.do(people[0], cmd.Agree(number))
    assert table.view_model(people[1]).takeback.proposal.agreed == (0,)  # type: ignore[union-attr]
    await table.do(people[2], cmd.Agree(number))
    after = [table.view_model(person) for person in people]
    for was, now in zip(before, after, strict=True):
        assert (was.view, was.moves, was.log, was.step) == (now.view, now.moves, now.log, now.step)
        assert now.version > was.version
        assert now.takeback == Takeback(rewound=1)
    await act(table, people[1])
    assert table.view_model(None).takeback.rewound is None


async def test_one_no_is_enough_and_is_not_asked_again(room: Room) -> None:
    table, people = await moved(room)
    number = await ask(table, people[1])
    with pytest.raises(Refused, match="others are asked"):
        await table.do(people[1], cmd.Agree(number))
    await table.do(people[0], cmd.Agree(number))
    await table.do(people[2], cmd.Decline(number))
    steps = table.state.match.steps  # type: ignore[union-attr]
    assert table.view_model(None).takeback.proposal is None
    assert not table.view_model(people[1]).takeback.possible
    with pytest.raises(Refused, match="before"):
        await ask(table, people[1])
    with pytest.raises(Refused, match="any more"):
        await table.do(people[0], cmd.Agree(number))
    assert table.state.match.steps == steps  # type: ignore[union-attr]


async def test_what_is_asked_ends_when_somebody_plays_on_or_leaves(room: Room) -> None:
    table, people = await moved(room)
    await ask(table, people[1])
    await table.do(people[0], cmd.Chat("One moment"))
    assert table.view_model(None).takeback.proposal is not None
    await act(table, people[2], "take discard")
    assert table.view_model(None).takeback.proposal is None
    number = await ask(table, people[1])
    await table.do(people[0], cmd.Stand())
    assert table.view_model(None).takeback.proposal is None
    with pytest.raises(Refused, match="bot plays for you"):
        await table.do(people[0], cmd.Agree(number))


async def test_what_was_drawn_since_stands_and_it_is_said_why(room: Room) -> None:
    table, people = await moved(room)
    await act(table, people[2], "draw stock")
    assert not table.view_model(people[1]).takeback.possible
    with pytest.raises(UndoError, match="something was drawn, rolled, shown or answered"):
        await ask(table, people[1])


async def test_bots_agree_at_once_and_wait_for_people(room: Room) -> None:
    room.bots.held.clear()
    table, people = await moved(room, bots=1)
    steps = table.state.match.steps  # type: ignore[union-attr]
    await ask(table, people[1])
    assert bots_wait(table.state, room.clock.now())
    assert not bots_wait(table.state, room.clock.now() - 1), "the clock was set back since"
    room.bots.held.set()
    for _ in range(3):
        room.clock.turn(PATIENCE / 4)
        for _ in range(20):
            await table.run(_nothing)
    assert table.state.match.steps == steps  # type: ignore[union-attr]
    assert table.view_model(None).takeback.proposal is not None
    for _ in range(3):
        room.clock.turn(PATIENCE / 4)
        for _ in range(20):
            await table.run(_nothing)
    assert table.state.match.steps > steps  # type: ignore[union-attr]
    assert table.view_model(None).takeback.proposal is None


async def _nothing() -> None:
    """Let the owner of a table come round."""


async def test_alone_with_bots_nobody_is_asked(room: Room) -> None:
    room.bots.held.clear()
    people = await room.people("Ann")
    table = await room.table(*people, bots=2, private=True, options={"dealer": "2"})
    await act(table, people[0], "take discard")
    before = table.view_model(people[0])
    await act(table, people[0])
    await table.do(people[0], cmd.Takeback(table.view_model(people[0]).version))
    after = table.view_model(people[0])
    assert (after.view, after.moves, after.takeback.proposal) == (before.view, before.moves, None)


async def test_time_that_was_used_is_not_given_back(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    table = await room.table(*people, private=True, options=FIRST, pace="relaxed")
    await room.turn(20)
    await act(table, people[1], "take discard")
    await room.turn(80)
    await act(table, people[1])
    await room.turn(50)
    number = await ask(table, people[1])
    await room.turn(50)
    for person in (people[0], people[2]):
        await table.do(person, cmd.Agree(number))
    limit, now = 300, room.clock.now()
    assert table.view_model(None).seats[1].deadline == pytest.approx(now + limit - 80)
    await act(table, people[1])
    assert table.view_model(None).seats[2].deadline == pytest.approx(now + limit)


@pytest.mark.parametrize(
    ("wish", "allowed"),
    [({}, False), ({"private": True}, True), ({"takeback": True}, True), ({"private": True, "takeback": False}, False)],
)
async def test_the_table_says_whether_it_is_allowed(room: Room, wish: dict[str, bool], allowed: bool) -> None:
    table, people = await moved(room, **{"private": False, **wish})
    assert table.view_model(people[1]).takeback.possible == allowed
    if not allowed:
        with pytest.raises(Refused, match="by agreement"):
            await ask(table, people[1])


async def test_who_looks_on_late_is_told_nothing_of_it(room: Room) -> None:
    table, people = await moved(room, delay=5)
    await ask(table, people[1])
    assert table.view_model(people[0]).takeback.proposal is not None
    assert table.view_model(None).takeback.proposal is None


async def test_nothing_is_taken_back_where_a_match_counts(room: Room) -> None:
    people = await room.somebodies("Ann", "Bo")
    table = await room.table(*people, private=True, counts=True)
    assert not table.state.opened.takeback
    with pytest.raises(Refused, match="counts"):
        await room.house.new_table(people[0], TableRequest("whiplash", 2, counts=True, takeback=True))


async def test_a_question_and_its_answer_outlive_the_server(tmp_path: Path) -> None:
    path, clock = tmp_path / "tables.db", HandClock()
    async with open_room(path, clock) as room:
        table, people = await moved(room)
        key, number = table.id, await ask(table, people[1])
        await table.do(people[0], cmd.Agree(number))
        before = [table.view_model(person).takeback.proposal for person in people]
    async with open_room(path, clock) as room:
        table = await room.house.tables.get(key)
        assert [table.view_model(person).takeback.proposal for person in people] == before
        await table.do(people[2], cmd.Agree(number))
        after = [table.view_model(person) for person in people]
        steps = table.state.match.record().steps  # type: ignore[union-attr]
    async with open_room(path, clock) as room:
        table = await room.house.tables.get(key)
        now = [table.view_model(person) for person in people]
        assert [(model.view, model.log) for model in now] == [(model.view, model.log) for model in after]
        assert {model.takeback.rewound for model in now} == {1}
        assert table.state.match.record().steps == steps == ("deal", "1 take discard")  # type: ignore[union-attr]


async def test_who_decides_again_after_the_clock_was_set_back_has_time(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "tables.db", clock) as room:
        people = await room.people("Ann", "Bo", "Cy")
        table = await room.table(*people, private=True, options=FIRST, pace="relaxed")
    async with open_room(tmp_path / "tables.db", HandClock(clock.now() - 7200)) as room:
        table = await room.house.tables.get(table.id)
        await room.turn(200)
        await act(table, people[1], "take discard")
        await act(table, people[1])
        await room.turn(200)
        number = await ask(table, people[1])
        for other in (0, 2):
            await table.do(people[other], cmd.Agree(number))
        await room.quiet()
        assert table.state.rewound == 1
        deadline = table.view_model(None).seats[1].deadline
        assert deadline is not None
        assert deadline > room.clock.now()
