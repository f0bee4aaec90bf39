"""Playing at a table: what is done is checked, saved, carried out and shown, or refused with nothing changed."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.rooms import Room, act, read_again, step, stored
from tuckbox import IllegalAction, Match, NotYourTurn, UndoError, UnknownAction
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import events as ev
from tuckbox.server.table.presenter import TAIL
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


def mover(table: Table, people: list[Person]) -> tuple[Person, Person]:
    """Who is to decide, and somebody who is not."""
    match = table.state.match
    assert match is not None
    turn = match.turn
    assert turn is not None
    return people[turn], people[(turn + 1) % len(people)]


def looks(table: Table, people: list[Person]) -> list[Any]:
    """All that anybody sees."""
    return [table.view_model(person) for person in (*people, None)]


async def test_a_move_is_stored_and_seen_by_all(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    mine, other = mover(table, people)
    with table.watch(other) as theirs, table.watch(None) as onlooker:
        action = await act(table, mine)
        await theirs.changed()
        await onlooker.changed()
    event = (await stored(room.house, table))[-1]
    assert isinstance(event, ev.Acted)
    assert (event.seat, event.action) == (table.view_model(mine).seat or 0, action)
    assert len({model.version for model in looks(table, people)}) == 1
    assert table.view_model(other).log


async def test_a_click_on_an_old_view_is_refused(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    mine, _ = mover(table, people)
    model = table.view_model(mine)
    await table.do(mine, cmd.Act(model.version, model.moves[0].text))
    before = looks(table, people)
    with pytest.raises(Refused, match="too late") as refused:
        await table.do(mine, cmd.Act(model.version, table.view_model(mine).moves[0].text))
    assert refused.value.code == "stale"
    assert looks(table, people) == before


async def test_of_a_double_click_one_is_played(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    mine, _ = mover(table, people)
    model, before = table.view_model(mine), table.state.count
    command = cmd.Act(model.version, model.moves[0].text)
    results = await asyncio.gather(table.do(mine, command), table.do(mine, command), return_exceptions=True)
    assert results[0] is None
    assert isinstance(results[1], Refused)
    assert table.state.count == before + 1


@pytest.mark.parametrize(
    ("action", "error"),
    [("fly away", UnknownAction), ("discard QH", IllegalAction), ("", UnknownAction), ("call QH", IllegalAction)],
)
async def test_what_the_rules_forbid_changes_nothing(room: Room, action: str, error: type[Exception]) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    mine, _ = mover(table, people)
    before, count = looks(table, people), len(await stored(room.house, table))
    with pytest.raises(error):
        await table.do(mine, cmd.Act(table.view_model(mine).version, action))
    assert looks(table, people) == before
    assert len(await stored(room.house, table)) == count
    assert room.house.statistics()["refusals"] == {error.__name__: 1}


async def test_only_whose_turn_it_is_may_move(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    table = await room.table(*people[:2])
    mine, other = mover(table, people[:2])
    text = table.view_model(mine).moves[0].text
    with pytest.raises(NotYourTurn):
        await table.do(other, cmd.Act(table.view_model(other).version, text))
    with pytest.raises(Refused, match="no seat"):
        await table.do(people[2], cmd.Act(table.view_model(people[2]).version, text))
    assert table.view_model(other).moves == ()


async def test_a_step_is_taken_back_by_its_own_seat_alone(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, game="parcel")
    mine, other = mover(table, people)
    before = table.view_model(mine)
    assert not before.can_undo
    with pytest.raises(UndoError):
        await table.do(mine, cmd.Undo(before.version))
    await act(table, mine)
    assert table.view_model(mine).can_undo
    assert not table.view_model(other).can_undo
    with pytest.raises(UndoError):
        await table.do(other, cmd.Undo(table.view_model(other).version))
    await table.do(mine, cmd.Undo(table.view_model(mine).version))
    after = table.view_model(mine)
    assert (after.view, after.moves, after.log) == (before.view, before.moves, before.log)
    assert after.version > before.version


async def test_rivals_are_told_nothing_of_a_sequence_in_progress(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, game="parcel")
    mine, other = mover(table, people)
    rival, onlooker, own = table.view_model(other), table.view_model(None), table.view_model(mine)
    with table.watch(other) as watching, table.watch(None) as looking, table.watch(mine) as second_tab:
        before = (table.view_model(other), table.view_model(None))
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
        assert (table.view_model(other), table.view_model(None)) == before
    assert (table.view_model(other).version, table.view_model(None).version) == (rival.version, onlooker.version)
    assert table.view_model(mine).version == own.version + 1
    await act(table, mine, "seal")
    assert table.view_model(other).version == rival.version + 1
    assert len(table.view_model(other).log) == 2


async def test_the_next_game_is_dealt_by_any_seat_once(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    chance = random.Random(4)
    with pytest.raises(Refused, match="not over"):
        await table.do(people[0], cmd.Next(table.view_model(people[0]).version))
    while not table.view_model(None).between:
        await step(table, people, chance)
    model = table.view_model(people[1])
    assert model.moves == ()
    await table.do(people[1], cmd.Next(model.version))
    with pytest.raises(Refused) as refused:
        await table.do(people[0], cmd.Next(model.version))
    assert refused.value.code == "stale"
    assert not table.view_model(None).between


async def test_a_finished_match_shows_everything(room: Room) -> None:
    people = await room.people("Ann")
    table = await room.table(*people, bots=2, options={"match": "single"})
    for wrong in (table.record_text, table.replay_model):
        with pytest.raises(Refused) as refused:
            wrong()
        assert refused.value.code == "not over"
    chance = random.Random(4)
    while table.view_model(None).stage == "playing":
        await room.quiet()
        await step(table, people, chance)
    model = table.view_model(people[0])
    assert sorted(seat.place or 0 for seat in model.seats)[0] == 1
    assert table.record_text() is table.record_text()  # made once
    again = Match.from_record(table.record_text())
    assert again.commitment == model.commitment
    assert again.source.salts == table.state.match.source.salts  # type: ignore[union-attr]
    assert len(set(again.source.all_salts)) == 3
    for number in range(1, again.steps + 1):
        open_model = table.replay_model(number)
        assert (open_model.step, open_model.steps, open_model.moves) == (number, again.steps, ())
        assert open_model.view is not None
        assert all(open_model.view.state.hand[seat].hidden == 0 for seat in range(3))
    assert table.replay_model().step == again.steps
    with pytest.raises(Refused, match="no step"):
        table.replay_model(again.steps + 1)
    with pytest.raises(Refused) as over:
        await table.do(people[0], cmd.Act(model.version, "draw stock"))
    assert over.value.code == "over"


async def test_earlier_states_are_shown_as_they_were_seen(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    table = await room.table(*people)
    chance, seen = random.Random(7), {}
    for _ in range(30):
        for person in (*people, None):
            model = table.view_model(person)
            seen[person, model.step] = model
        await step(table, people, chance)
    for (person, number), then in seen.items():
        now = table.view_model(person, number)
        assert (now.scene and now.scene.panels, now.log[-1:], now.step) == (
            then.scene and then.scene.panels,
            then.log[-1:],
            number,
        )
        assert now.moves == () or number == now.steps
    for wrong in (0, -1, 1000):
        with pytest.raises(Refused) as refused:
            table.view_model(people[0], wrong)
        assert refused.value.code == "no step"


async def test_the_log_of_a_face_is_a_tail_of_whole_steps(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    chance = random.Random(9)
    while not table.view_model(None).earlier:
        await step(table, people, chance)
    model, match = table.view_model(people[0]), table.state.match
    assert match is not None
    whole = match.log(0)
    assert TAIL <= len(model.log) < TAIL + 6
    assert [line.text for line in model.log] == whole[-len(model.log) :]
    assert model.log[-1].step <= model.steps


async def test_chat_is_seen_by_all_and_bounded(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo)
    version = table.view_model(bo).version
    await table.do(cy, cmd.Chat("  hello \n\x00 there "))
    assert [(said.name, said.text) for said in table.view_model(bo).chat.lines] == [("Cy", "hello there")]
    assert table.view_model(bo).version == version  # nobody's click is lost to it
    with pytest.raises(Refused, match="nothing to say"):
        await table.do(ann, cmd.Chat(" \t\u3164\ufe0f "))
    for _ in range(6):
        await table.do(ann, cmd.Chat("ha"))
    with pytest.raises(Refused) as refused:
        await table.do(ann, cmd.Chat("ha"))
    assert refused.value.code == "too often"
    await room.turn(20)
    await table.do(ann, cmd.Chat("ho"))


async def test_onlookers_cannot_use_up_what_may_be_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.table.decide.MOST_CHAT", 6)
    monkeypatch.setattr("tuckbox.server.table.decide.MOST_ASIDE", 3)
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo)
    for _ in range(3):
        await table.do(cy, cmd.Chat("ha"))
    for person in (ann, bo, ann):
        with pytest.raises(Refused, match="only those who sit there"):
            await table.do(cy, cmd.Chat("ha"))
        await table.do(person, cmd.Chat("ha"))
    with pytest.raises(Refused, match="enough has been said"):
        await table.do(ann, cmd.Chat("ha"))


@pytest.mark.parametrize("name", ["Ann", "ANN", "\u0410nn", "\uff21nn"])
async def test_nobody_speaks_under_the_name_of_another(room: Room, name: str) -> None:
    """Cy looks on and takes the name Ann: in capitals, with a Cyrillic A, with a wide one."""
    ann, bo, cy, dee = await room.people("Ann", "Bo", name, name)
    table = await room.table(ann, bo, begun=False)
    for person in (cy, ann, dee, cy, bo):
        await table.do(person, cmd.Chat("it is me"))
    said = [line.name for line in table.view_model(None).chat.lines]
    assert said == [f"{name} 2", "Ann", f"{name} 3", f"{name} 2", "Bo"]
    await table.do(bo, cmd.Stand())
    await table.do(dee, cmd.Sit(1))
    assert [seat.name for seat in table.view_model(None).seats] == ["Ann", f"{name} 3"]


async def test_what_is_read_again_is_what_was_left(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    chance = random.Random(2)
    for _ in range(10):
        await step(table, people, chance)
    again = await read_again(room.house, table)
    assert again.match is not None
    assert table.state.match is not None
    assert str(again.match.record()) == str(table.state.match.record())
    assert again.versions == table.state.versions
