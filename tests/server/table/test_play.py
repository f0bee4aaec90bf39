"""Playing at a table: what is done is checked, saved, carried out and shown, or refused with nothing changed."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.rooms import Room, act, read_again, step, stored
from tuckbox import IllegalAction, Match, NotYourTurn, UndoError, UnknownAction
from tuckbox.server.house import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import events as ev
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.faces import TAIL
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


def mover(table: Table, people: list[Person]) -> tuple[Person, Person]:
    """Who is to decide, and somebody who is not."""
    match = table.course.match
    assert match is not None
    turn = match.turn
    assert turn is not None
    return people[turn], people[(turn + 1) % len(people)]


def looks(table: Table, people: list[Person]) -> list[Any]:
    """All that anybody sees."""
    return [table.face(person) for person in (*people, None)]


async def test_a_move_is_stored_and_seen_by_all(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    mine, other = mover(table, people)
    with table.watch(other) as theirs, table.watch(None) as onlooker:
        action = await act(table, mine)
        await theirs.changed()
        await onlooker.changed()
    assert (await stored(hall.house, table))[-1] == ev.Acted(table.face(mine).seat or 0, action)
    assert len({face.version for face in looks(table, people)}) == 1
    assert table.face(other).log


async def test_a_click_on_an_old_view_is_refused(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    mine, _ = mover(table, people)
    face = table.face(mine)
    await table.do(mine, cmd.Act(face.version, face.moves[0].text))
    before = looks(table, people)
    with pytest.raises(Refused, match="changed since") as refused:
        await table.do(mine, cmd.Act(face.version, table.face(mine).moves[0].text))
    assert refused.value.code == "stale"
    assert looks(table, people) == before


async def test_of_a_double_click_one_is_played(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    mine, _ = mover(table, people)
    face, before = table.face(mine), table.course.count
    command = cmd.Act(face.version, face.moves[0].text)
    results = await asyncio.gather(table.do(mine, command), table.do(mine, command), return_exceptions=True)
    assert results[0] is None
    assert isinstance(results[1], Refused)
    assert table.course.count == before + 1


@pytest.mark.parametrize(
    ("action", "error"),
    [("fly away", UnknownAction), ("discard QH", IllegalAction), ("", UnknownAction), ("call QH", IllegalAction)],
)
async def test_what_the_rules_forbid_changes_nothing(hall: Room, action: str, error: type[Exception]) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    mine, _ = mover(table, people)
    before, count = looks(table, people), len(await stored(hall.house, table))
    with pytest.raises(error):
        await table.do(mine, cmd.Act(table.face(mine).version, action))
    assert looks(table, people) == before
    assert len(await stored(hall.house, table)) == count
    assert hall.house.statistics()["refusals"] == {error.__name__: 1}


async def test_only_whose_turn_it_is_may_move(hall: Room) -> None:
    people = await hall.people("Ann", "Bo", "Cy")
    table = await hall.table(*people[:2])
    mine, other = mover(table, people[:2])
    text = table.face(mine).moves[0].text
    with pytest.raises(NotYourTurn):
        await table.do(other, cmd.Act(table.face(other).version, text))
    with pytest.raises(Refused, match="no seat"):
        await table.do(people[2], cmd.Act(table.face(people[2]).version, text))
    assert table.face(other).moves == ()


async def test_a_step_is_taken_back_by_its_own_seat_alone(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people, game="parcel")
    mine, other = mover(table, people)
    before = table.face(mine)
    assert not before.can_undo
    with pytest.raises(UndoError):
        await table.do(mine, cmd.Undo(before.version))
    await act(table, mine)
    assert table.face(mine).can_undo
    assert not table.face(other).can_undo
    with pytest.raises(UndoError):
        await table.do(other, cmd.Undo(table.face(other).version))
    await table.do(mine, cmd.Undo(table.face(mine).version))
    after = table.face(mine)
    assert (after.view, after.moves, after.log) == (before.view, before.moves, before.log)
    assert after.version > before.version


async def test_rivals_are_told_nothing_of_a_sequence_in_progress(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people, game="parcel")
    mine, other = mover(table, people)
    rival, onlooker, own = table.face(other), table.face(None), table.face(mine)
    with table.watch(other) as watching, table.watch(None) as looking, table.watch(mine) as second_tab:
        before = (table.face(other), table.face(None))
        watching.tell()
        looking.tell()
        await watching.changed()
        await looking.changed()
        await act(table, mine)
        await second_tab.changed()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(watching.changed(), 0.02)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(looking.changed(), 0.02)
        assert (table.face(other), table.face(None)) == before
    assert (table.face(other).version, table.face(None).version) == (rival.version, onlooker.version)
    assert table.face(mine).version == own.version + 1
    await act(table, mine, "seal")
    assert table.face(other).version == rival.version + 1
    assert len(table.face(other).log) == 2


async def test_the_next_game_is_dealt_by_any_seat_once(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    chance = random.Random(4)
    with pytest.raises(Refused, match="not over"):
        await table.do(people[0], cmd.Next(table.face(people[0]).version))
    while not table.face(None).between:
        await step(table, people, chance)
    face = table.face(people[1])
    assert face.moves == ()
    await table.do(people[1], cmd.Next(face.version))
    with pytest.raises(Refused) as refused:
        await table.do(people[0], cmd.Next(face.version))
    assert refused.value.code == "stale"
    assert not table.face(None).between


async def test_a_finished_match_shows_everything(hall: Room) -> None:
    people = await hall.people("Ann")
    table = await hall.table(*people, bots=2, options={"match": "single"})
    for wrong in (table.record_text, table.replay_face):
        with pytest.raises(Refused) as refused:
            wrong()
        assert refused.value.code == "not over"
    chance = random.Random(4)
    while table.face(None).stage == "playing":
        await hall.quiet()
        await step(table, people, chance)
    face = table.face(people[0])
    assert sorted(chair.place or 0 for chair in face.chairs)[0] == 1
    again = Match.from_record(table.record_text())
    assert again.commitment == face.commitment
    assert again.source.salts == table.course.match.source.salts  # type: ignore[union-attr]
    assert len(set(again.source.salts)) == 3
    for number in range(1, again.steps + 1):
        open_face = table.replay_face(number)
        assert (open_face.step, open_face.steps, open_face.moves) == (number, again.steps, ())
        assert open_face.view is not None
        assert all(open_face.view.state.hand[seat].hidden == 0 for seat in range(3))
    assert table.replay_face().step == again.steps
    with pytest.raises(Refused, match="no step"):
        table.replay_face(again.steps + 1)
    with pytest.raises(Refused) as over:
        await table.do(people[0], cmd.Act(face.version, "draw stock"))
    assert over.value.code == "over"


async def test_earlier_states_are_shown_as_they_were_seen(hall: Room) -> None:
    people = await hall.people("Ann", "Bo", "Cy")
    table = await hall.table(*people)
    chance, seen = random.Random(7), {}
    for _ in range(30):
        for person in (*people, None):
            face = table.face(person)
            seen[person, face.step] = face
        await step(table, people, chance)
    for (person, number), then in seen.items():
        now = table.face(person, number)
        assert (now.scene and now.scene.panels, now.log[-1:], now.step) == (
            then.scene and then.scene.panels,
            then.log[-1:],
            number,
        )
        assert now.moves == () or number == now.steps
    for wrong in (0, -1, 1000):
        with pytest.raises(Refused) as refused:
            table.face(people[0], wrong)
        assert refused.value.code == "no step"


async def test_the_log_of_a_face_is_a_tail_of_whole_steps(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    chance = random.Random(9)
    while not table.face(None).earlier:
        await step(table, people, chance)
    face, match = table.face(people[0]), table.course.match
    assert match is not None
    whole = match.log(0)
    assert TAIL <= len(face.log) < TAIL + 6
    assert [line.text for line in face.log] == whole[-len(face.log) :]
    assert face.log[-1].step <= face.steps


async def test_chat_is_seen_by_all_and_bounded(hall: Room) -> None:
    ann, bo, cy = await hall.people("Ann", "Bo", "Cy")
    table = await hall.table(ann, bo)
    version = table.face(bo).version
    await table.do(cy, cmd.Chat("  hello \n\x00 there "))
    assert [(said.name, said.text) for said in table.face(bo).chat] == [("Cy", "hello there")]
    assert table.face(bo).version == version  # nobody's click is lost to it
    with pytest.raises(Refused, match="nothing to say"):
        await table.do(ann, cmd.Chat(" \t "))
    for _ in range(6):
        await table.do(ann, cmd.Chat("ha"))
    with pytest.raises(Refused) as refused:
        await table.do(ann, cmd.Chat("ha"))
    assert refused.value.code == "too often"
    await hall.turn(20)
    await table.do(ann, cmd.Chat("ho"))


async def test_what_is_read_again_is_what_was_left(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    chance = random.Random(2)
    for _ in range(10):
        await step(table, people, chance)
    again = await read_again(hall.house, table)
    assert again.match is not None
    assert table.course.match is not None
    assert str(again.match.record()) == str(table.course.match.record())
    assert again.versions == table.course.versions
