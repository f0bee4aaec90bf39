"""The house: lists, tables that come and go, and what it counts."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.rooms import Room, act, room, step
from tuckbox.server import house as module
from tuckbox.server.house import Person, Wish
from tuckbox.server.storage.errors import StorageError
from tuckbox.server.storage.store import Store
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.clock import HandClock
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.face import Face
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


async def refused(work: object) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return error.value.code


async def test_against_bots_one_plays_at_once(hall: Room) -> None:
    (ann,) = await hall.people("Ann")
    table = await hall.house.quick(ann, "whiplash", 4, {"match": "single"}, "hard")
    face = table.face(ann)
    assert (face.stage, face.seat, face.private, face.pace.name) == ("playing", 0, True, "none")
    assert [chair.level for chair in face.chairs] == ["", "hard", "hard", "hard"]
    assert dict(face.options)["match"] == "single"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Wish("ludo"), "no game"),
        (Wish("whiplash", 9), "options"),
        (Wish("whiplash", 2, {"edition": "third"}), "options"),
        (Wish("whiplash", 2, {"colour": "red"}), "options"),
        (Wish("whiplash", 2, pace="gallop"), "pace"),
        (Wish("whiplash", 2, bots=("easy", "easy", "easy")), "no level"),
        (Wish("whiplash", 2, bots=("godlike",)), "no level"),
    ],
)
async def test_what_cannot_be_opened_is_refused(hall: Room, wish: Wish, code: str) -> None:
    (ann,) = await hall.people("Ann")
    assert await refused(hall.house.new_table(ann, wish)) == code
    assert await hall.house.tables_of(ann) == ()


async def test_public_tables_are_listed_and_private_ones_are_not(hall: Room) -> None:
    ann, bo = await hall.people("Ann", "Bo")
    hidden = await hall.house.new_table(ann, Wish("whiplash", 2, private=True))
    shown = await hall.house.new_table(ann, Wish("whiplash", 3, title="For beginners", bots=(None, "easy")))
    lobby = await hall.house.lobby()
    assert [listed.id for listed in lobby.open] == [shown.id]
    (listed,) = lobby.open
    assert (listed.title, listed.game, listed.players, listed.pace) == ("For beginners", "whiplash", 3, "none")
    assert [(seat.kind, seat.name, seat.free) for seat in listed.seats] == [
        ("person", "Ann", False), ("bot", "Bo", False), ("open", "", True),
    ]  # fmt: skip
    await shown.do(bo, cmd.Sit(2))
    assert [seat.kind for seat in (await hall.house.lobby()).open[0].seats] == ["person", "bot", "person"]
    await shown.do(ann, cmd.Start())
    lobby = await hall.house.lobby()
    assert (lobby.open, [listed.id for listed in lobby.running]) == ((), [shown.id])
    mine = await hall.house.tables_of(ann)
    assert {listed.id for listed in mine} == {hidden.id, shown.id}
    assert all(listed.hosted for listed in mine)
    assert [listed.hosted for listed in await hall.house.tables_of(bo)] == [False]
    await hall.turn(module.WAITING_AGE + module.RUNNING_AGE)
    assert await hall.house.lobby() == module.Lobby((), ())


async def test_the_list_says_whose_turn_it_is(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    turn = table.course.match.turn  # type: ignore[union-attr]
    asked = [(await hall.house.tables_of(person))[0].asked for person in people]
    assert asked == [turn == 0, turn == 1]


async def test_a_table_that_is_not_there(hall: Room) -> None:
    for key in ("", "nonsense", "a" * 24, "'; DROP TABLE events; --"):
        assert await refused(hall.house.table(key)) == "no table"


async def test_ids_cannot_be_guessed(hall: Room) -> None:
    (ann,) = await hall.people("Ann")
    keys = [(await hall.house.new_table(ann, Wish("whiplash", 2))).id for _ in range(20)]
    assert len({key[:6] for key in keys}) == 20
    assert all(len(key) == 24 for key in keys)


async def test_idle_tables_leave_memory_and_come_back(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    key, face = table.id, table.face(people[0])
    with table.watch(None):
        await hall.turn(1000)
        assert hall.house.statistics()["tables_in_memory"] == 1
    assert await hall.house.table(key) is table
    del table
    await hall.turn(1000)
    assert hall.house.statistics()["tables_in_memory"] == 0
    first, second = await asyncio.gather(hall.house.table(key), hall.house.table(key))
    assert first is second
    again = first.face(people[0])
    assert (again.view, again.moves, again.version, again.log) == (face.view, face.moves, face.version, face.log)
    turn = first.course.match.turn or 0  # type: ignore[union-attr]
    await act(first, people[turn])


async def test_whoever_holds_a_table_holds_the_table(hall: Room) -> None:
    """A table that has left the list but is still in somebody's hands is not made a second time."""
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    await hall.turn(1000)
    assert await hall.house.table(table.id) is table


async def test_a_table_has_one_owner_whenever_it_is_asked_for(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the moment between its loading and the first who gets it."""
    people = await hall.people("Ann", "Bo")
    key = (await hall.table(*people)).id
    await hall.turn(1000)
    load, asking = hall.house._load, [asyncio.create_task(hall.house.table(key))]

    async def load_and_have_it_asked_for(key: str) -> Table:
        table = await load(key)
        asyncio.get_running_loop().call_soon(lambda: asking.append(asyncio.create_task(hall.house.table(key))))
        return table

    monkeypatch.setattr(hall.house, "_load", load_and_have_it_asked_for)
    await asyncio.wait(asking)
    await asyncio.sleep(0)
    assert len(asking) == 2
    assert await asking[0] is await asking[1]


async def test_after_a_restart_tables_that_wait_for_people_leave_memory_soon(tmp_path: Path) -> None:
    clock = HandClock()
    async with room(tmp_path / "a.db", clock) as first:
        people = await first.people("Ann", "Bo")
        keys = [(await first.table(*people)).id for _ in range(3)]
    async with room(tmp_path / "a.db", clock) as second:
        await second.quiet()
        asked = await second.house.table(keys[0])
        assert second.house.statistics()["tables_in_memory"] == 3
        await second.turn(module.SWEEP + 1)
        assert second.house.statistics()["tables_in_memory"] == 1
        assert await second.house.table(keys[0]) is asked


async def test_matches_go_on_though_the_storage_comes_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    async with room(tmp_path / "a.db", clock) as first:
        people = await first.people("Ann", "Bo")
        await first.table(*people)
    honest, tries = Store.running, 0

    async def late(store: Store) -> list[str]:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StorageError("not yet")
        return await honest(store)

    monkeypatch.setattr(Store, "running", late)
    async with room(tmp_path / "a.db", clock) as second:
        for _ in range(3):
            for _ in range(10):
                await asyncio.sleep(0.001)
            clock.turn(1.0)
        await second.quiet()
        assert (tries, second.house.statistics()["tables_in_memory"]) == (3, 1)


async def test_sleeping_tables_are_woken_by_their_clocks(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people, pace="days")
    key, turn = table.id, table.course.match.turn or 0  # type: ignore[union-attr]
    del table
    await hall.turn(86400)
    assert hall.house.statistics()["tables_in_memory"] == 0
    hall.bots.held.clear()
    hall.clock.turn(2 * 86400 + 1)
    for _ in range(300):
        await asyncio.sleep(0.001)
        if hall.house.statistics()["tables_in_memory"]:
            break
    table = await hall.house.table(key)
    for _ in range(300):
        await asyncio.sleep(0.001)
        if table.face(None).chairs[turn].driven:
            break
    assert table.face(None).chairs[turn].driven
    await table.do(people[turn], cmd.Return())
    hall.bots.held.set()


async def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    clock, chance = HandClock(), random.Random(3)
    faces: list[Face] = []
    people: list[Person] = []
    key = ""
    for number in range(6):
        async with room(tmp_path / "a.db", clock) as opened:
            if not key:
                people = await opened.people("Ann", "Bo", "Cy")
                key = (await opened.table(*people)).id
            table = await opened.house.table(key)
            if number:
                assert [table.face(person) for person in (*people, None)] == faces
            for _ in range(5):
                await step(table, people, chance)
            faces = [table.face(person) for person in (*people, None)]
            assert [await opened.house.people.get(person.id) for person in people] == people


async def test_one_house_owns_its_database(tmp_path: Path) -> None:
    async with room(tmp_path / "a.db"):
        with pytest.raises(StorageError, match="one server at a time"):
            async with room(tmp_path / "a.db"):
                pass


async def test_a_damaged_table_is_refused_and_harms_no_other(tmp_path: Path) -> None:
    async with room(tmp_path / "a.db") as first:
        people = await first.people("Ann", "Bo")
        good, bad = [await first.table(*people) for _ in range(2)]
        row = {"table": bad.id, "number": bad.course.count, "at": 1.0, "kind": "acted", "data": '{"kind":"acted","seat":9}'}
        await first.house._store.journal.write(("events", row))
    async with room(tmp_path / "a.db") as second:
        assert await refused(second.house.table(bad.id)) == "broken"
        await step(await second.house.table(good.id), people, random.Random(1))
        assert len(await second.house.tables_of(people[0])) == 2


async def test_the_row_of_a_table_is_put_right(tmp_path: Path) -> None:
    """The server may end between an event and what its row tells of it."""
    async with room(tmp_path / "a.db") as first:
        people = await first.people("Ann", "Bo")
        table = await first.table(*people)
        row = {"key": table.id, "stage": "open", "changed": 1.0, "seats": "[]"}
        await first.house._store.journal.write(("stage", row))
    async with room(tmp_path / "a.db") as second:
        await second.house.table(table.id)
        assert [listed.id for listed in (await second.house.lobby()).running] == [table.id]


async def test_it_counts(hall: Room) -> None:
    people = await hall.people("Ann", "Bo")
    table = await hall.table(*people)
    for _ in range(4):
        await step(table, people, random.Random(1))
    with pytest.raises(Refused):
        await table.do(people[0], cmd.Sit(1))
    figures = hall.house.statistics()
    assert (figures["moves"], figures["tables_in_memory"], figures["refusals"]) == (4, 1, {"seated": 1})
    assert figures["commit_units"] == figures["commits"]


async def test_secrets_of_the_server_stay(tmp_path: Path) -> None:
    found = set()
    for _ in range(2):
        async with room(tmp_path / "a.db") as opened:
            found.add(await opened.house.secret("signing"))
    assert len(found) == 1


async def test_it_plays_on_either_database(address: str) -> None:
    async with room(address) as opened:
        people = await opened.people("Ann", "Bo")
        table = await opened.table(*people, options={"match": "single"})
        chance = random.Random(2)
        while table.face(None).stage == "playing":
            await step(table, people, chance)
        text, key = table.record_text(), table.id
    async with room(address) as opened:
        assert (await opened.house.table(key)).record_text() == text
