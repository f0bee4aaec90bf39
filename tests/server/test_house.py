"""The house: lists, tables that come and go, and what it counts."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.clock import HandClock
from tests.server.rooms import SHORT, Room, act, open_room, step, until
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.server.chores import SWEEP
from tuckbox.server.errors import Refused, StorageError
from tuckbox.server.house import House
from tuckbox.server.lobby import RUNNING_AGE, WAITING_AGE, Lobby
from tuckbox.server.people import Person
from tuckbox.server.storage.store import Store
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.bot_runner import ThreadedBots
from tuckbox.server.table.fair_queue import Asker, Wanted
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.reading import read_table
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import Table
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import Terms, ViewModel

pytestmark = pytest.mark.anyio


async def refused(work: object) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return error.value.code


async def test_a_table_against_bots_can_be_started_at_once(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.against_bots(ann, "whiplash", 4, {"match": "single"}, "hard")
    model = table.view_model(ann)
    assert (model.stage, model.seat, model.terms) == ("open", 0, Terms(True, TIME_CONTROLS["none"]))
    assert model.can_start
    assert [seat.level for seat in model.seats] == ["", "hard", "hard", "hard"]
    assert dict(model.options)["match"] == "single"


@pytest.mark.parametrize(("options", "target"), [(None, "5"), ({"edition": "royal"}, "5"), ({"match": "race"}, "21")])
async def test_against_bots_the_first_offer_is_played_unless_options_say_which_match(
    room: Room, options: dict[str, str] | None, target: str
) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.against_bots(ann, "whiplash", options=options)
    assert dict(table.view_model(ann).options)["target"] == target


async def test_a_table_that_is_asked_for_without_options_is_as_printed(room: Room) -> None:
    (ann,) = await room.people("Ann")
    table = await room.house.new_table(ann, TableRequest("whiplash", 2))
    assert table.state.opened.options["target"] == "21"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (TableRequest("ludo"), "no game"),
        (TableRequest("whiplash", 9), "options"),
        (TableRequest("whiplash", 2, {"edition": "third"}), "options"),
        (TableRequest("whiplash", 2, {"colour": "red"}), "options"),
        (TableRequest("whiplash", 2, pace="gallop"), "pace"),
        (TableRequest("whiplash", 2, bots=("easy", "easy", "easy")), "no level"),
        (TableRequest("whiplash", 2, bots=("godlike",)), "no level"),
    ],
)
async def test_what_cannot_be_opened_is_refused(room: Room, wish: TableRequest, code: str) -> None:
    (ann,) = await room.people("Ann")
    assert await refused(room.house.new_table(ann, wish)) == code
    assert await room.house.lists.tables_of(ann) == ()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (TableRequest("whiplash", 2, pace="gallop"), "there is no pace 'gallop': it is one of none, quick, relaxed, days"),
        (TableRequest("whiplash", 2, tempo="gallop"), "there is no tempo of bots 'gallop': it is one of usual, quick, slow"),
        (TableRequest("whiplash", 2, bots=("godlike",)), "there is no level of bots 'godlike': it is one of easy, normal, "),
        (TableRequest("whiplash", 2, bots=("easy", "easy", "easy")), "there are bots for 3 seats, but only 2 seats"),
        (TableRequest("whiplash", 2, delay=7), "the delay for onlookers is one of 0, 5, 20 steps, not 7"),
    ],
)
async def test_a_refusal_says_what_is_wrong_and_what_there_is(room: Room, wish: TableRequest, said: str) -> None:
    (ann,) = await room.people("Ann")
    with pytest.raises(Refused) as refusal:
        await room.house.new_table(ann, wish)
    assert str(refusal.value).startswith(said)


async def test_public_tables_are_listed_and_private_ones_are_not(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    hidden = await room.house.new_table(ann, TableRequest("whiplash", 2, private=True))
    shown = await room.house.new_table(ann, TableRequest("whiplash", 3, title="For beginners", bots=(None, "easy")))
    lobby = await room.house.lists.lobby()
    assert [listed.id for listed in lobby.open] == [shown.id]
    (listed,) = lobby.open
    assert (listed.title, listed.game, listed.players, listed.pace) == ("For beginners", "whiplash", 3, "none")
    assert [(seat.kind, seat.name, seat.free) for seat in listed.seats] == [
        ("person", "Ann", False), ("bot", "Bo", False), ("open", "", True),
    ]  # fmt: skip
    await shown.do(bo, cmd.Sit(2))
    assert [seat.kind for seat in (await room.house.lists.lobby()).open[0].seats] == ["person", "bot", "person"]
    await shown.do(ann, cmd.Start())
    lobby = await room.house.lists.lobby()
    assert (lobby.open, [listed.id for listed in lobby.running]) == ((), [shown.id])
    mine = await room.house.lists.tables_of(ann)
    assert {listed.id for listed in mine} == {hidden.id, shown.id}
    assert all(listed.hosted for listed in mine)
    assert [listed.hosted for listed in await room.house.lists.tables_of(bo)] == [False]
    await room.turn(WAITING_AGE + RUNNING_AGE)
    assert await room.house.lists.lobby() == Lobby((), ())


async def test_the_list_says_whose_turn_it_is(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    turn = table.state.match.turn  # type: ignore[union-attr]
    asked = [(await room.house.lists.tables_of(person))[0].asked for person in people]
    assert asked == [turn == 0, turn == 1]


async def test_the_list_says_so_of_all_matches_and_begins_with_those(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    tables = [await room.table(*people, private=True) for _ in range(14)]
    for seat, person in enumerate(people):
        asked = [listed.id for listed in await room.house.lists.tables_of(person) if listed.asked]
        assert set(asked) == {table.id for table in tables if seat in table.state.undecided}
        assert [listed.id for listed in await room.house.lists.tables_of(person)][: len(asked)] == asked


async def test_a_table_that_is_not_there(room: Room) -> None:
    for key in ("", "nonsense", "a" * 24, "'; DROP TABLE events; --"):
        assert await refused(room.house.tables.get(key)) == "no table"


async def test_ids_cannot_be_guessed(room: Room) -> None:
    (ann,) = await room.people("Ann")
    keys = [(await room.house.new_table(ann, TableRequest("whiplash", 2))).id for _ in range(20)]
    assert len({key[:6] for key in keys}) == 20
    assert all(len(key) == 24 for key in keys)


async def test_idle_tables_leave_memory_and_come_back(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    key, model = table.id, table.view_model(people[0])
    with table.watch(None):
        await room.turn(1000)
        assert room.house.statistics()["tables_in_memory"] == 1
    assert await room.house.tables.get(key) is table
    del table
    await room.turn(1000)
    assert room.house.statistics()["tables_in_memory"] == 0
    first, second = await asyncio.gather(room.house.tables.get(key), room.house.tables.get(key))
    assert first is second
    again = first.view_model(people[0])
    assert (again.view, again.moves, again.version, again.log) == (model.view, model.moves, model.version, model.log)
    turn = first.state.match.turn or 0  # type: ignore[union-attr]
    await act(first, people[turn])


async def test_whoever_holds_a_table_holds_the_table(room: Room) -> None:
    """A table that has left the list but is still in somebody's hands is not made a second time."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    await room.turn(1000)
    assert await room.house.tables.get(table.id) is table


async def test_a_table_has_one_owner_whenever_it_is_asked_for(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the moment between its loading and the first who gets it."""
    people = await room.people("Ann", "Bo")
    key = (await room.table(*people)).id
    await room.turn(1000)
    gc.collect()  # the table that has left memory may be part of a cycle
    load, asking = room.house.tables.load, [asyncio.create_task(room.house.tables.get(key))]

    async def load_and_have_it_asked_for(key: str, wanted: Wanted) -> Table:
        table = await load(key, wanted)
        asyncio.get_running_loop().call_soon(lambda: asking.append(asyncio.create_task(room.house.tables.get(key))))
        return table

    monkeypatch.setattr(room.house.tables, "load", load_and_have_it_asked_for)
    await asyncio.wait(asking)
    await asyncio.sleep(0)
    assert len(asking) == 2
    assert await asking[0] is await asking[1]


async def over(room: Room, number: int) -> list[str]:
    """Matches that are over and not in memory any more."""
    ann, bo = await room.people("Ann", "Bo")
    tables = [await room.table(ann, bo, options=SHORT) for _ in range(number)]
    for table in tables:
        await room.to_the_end(table, ann, bo)
    keys = [table.id for table in tables]
    del table, tables
    await room.turn(1000)
    gc.collect()
    return keys


async def test_who_looks_back_at_many_matches_holds_nobody_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    running = (await room.table(*await room.people("Ann", "Bo"))).id
    keys = await over(room, 6)
    begun, go_on = list[str](), asyncio.Event()

    async def read(store: Store, key: str, find: Callable[[str], Game]) -> tuple[TableState, bool]:
        begun.append(key)
        if key != running:
            await go_on.wait()
        return await read_table(store, key, find)

    monkeypatch.setattr("tuckbox.server.tables.read_table", read)
    many, one = Asker("192.0.2.1", "Ann"), Asker("192.0.2.2", "Bo")
    asked = [asyncio.create_task(room.house.tables.get(key, many if key != keys[-1] else one)) for key in keys]
    while room.house.tables.looking_back.waiting < 4:
        await asyncio.sleep(0)
    assert (await room.house.tables.get(running, one)).state.stage == "playing", "nobody waits who plays"
    assert begun[2:] == [running]
    go_on.set()
    found = await asyncio.gather(*asked)
    assert [table.id for table in found] == keys
    assert keys[-1] in begun[:5], "the one has a turn before all of the many have had theirs"


async def test_who_wants_what_others_wait_for_has_it_in_their_own_turn(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = await over(room, 8)
    begun, go_on = list[str](), asyncio.Event()

    async def read(store: Store, key: str, find: Callable[[str], Game]) -> tuple[TableState, bool]:
        begun.append(key)
        await go_on.wait()
        return await read_table(store, key, find)

    monkeypatch.setattr("tuckbox.server.tables.read_table", read)
    many, one = Asker("192.0.2.1", "Ann"), Asker("192.0.2.2", "Bo")
    asked = [asyncio.create_task(room.house.tables.get(key, many)) for key in keys]
    asked += [asyncio.create_task(room.house.tables.get(keys[-1], one))]  # even before the many wait in the queue
    while room.house.tables.looking_back.waiting < 6:
        await asyncio.sleep(0)
    asked += [asyncio.create_task(room.house.tables.get(keys[-1], one)) for _ in range(2)]
    for _ in range(5):
        await asyncio.sleep(0)
    go_on.set()
    found = await asyncio.gather(*asked)
    assert [table.id for table in found] == [*keys, *[keys[-1]] * 3]
    assert sorted(begun) == sorted(keys), "it is read once"
    assert keys[-1] in begun[:4], "it does not wait until all of the many have had their turns"
    assert room.house.tables.looking_back.waiting == 0


async def test_after_a_restart_tables_that_wait_for_people_leave_memory_soon(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "a.db", clock) as first:
        people = await first.people("Ann", "Bo")
        keys = [(await first.table(*people)).id for _ in range(3)]
    async with open_room(tmp_path / "a.db", clock) as second:
        await second.quiet()
        asked = await second.house.tables.get(keys[0])
        assert second.house.statistics()["tables_in_memory"] == 3
        await second.turn(SWEEP + 1)
        assert second.house.statistics()["tables_in_memory"] == 1
        assert await second.house.tables.get(keys[0]) is asked


async def test_matches_go_on_though_the_storage_comes_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "a.db", clock) as first:
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
    async with open_room(tmp_path / "a.db", clock) as second:
        await until(lambda: tries == 1)
        clock.turn(1.0)
        await until(lambda: tries == 2)
        clock.turn(1.0)
        await until(lambda: tries == 3)
        await second.quiet()
        assert (tries, second.house.statistics()["tables_in_memory"]) == (3, 1)


async def test_sleeping_tables_are_woken_by_their_clocks(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, pace="days")
    key, turn = table.id, table.state.match.turn or 0  # type: ignore[union-attr]
    del table
    await room.turn(86400)
    assert room.house.statistics()["tables_in_memory"] == 0
    room.bots.held.clear()
    room.clock.turn(2 * 86400 + 1)
    await until(lambda: bool(room.house.statistics()["tables_in_memory"]))
    table = await room.house.tables.get(key)
    await until(lambda: table.view_model(None).seats[turn].driven)
    await table.do(people[turn], cmd.Return())
    room.bots.held.set()


async def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    clock, chance = HandClock(), random.Random(3)
    models: list[ViewModel] = []
    people: list[Person] = []
    key = ""
    for number in range(6):
        async with open_room(tmp_path / "a.db", clock) as opened:
            if not key:
                people = await opened.people("Ann", "Bo", "Cy")
                key = (await opened.table(*people)).id
            table = await opened.house.tables.get(key)
            if number:
                assert [table.view_model(person) for person in (*people, None)] == models
            for _ in range(5):
                await step(table, people, chance)
            models = [table.view_model(person) for person in (*people, None)]
            assert [await opened.house.people.get(person.id) for person in people] == people


async def test_one_house_owns_its_database(tmp_path: Path) -> None:
    async with open_room(tmp_path / "a.db"):
        with pytest.raises(StorageError, match="one server at a time"):
            async with open_room(tmp_path / "a.db"):
                pass


async def test_a_damaged_table_is_refused_and_harms_no_other(tmp_path: Path) -> None:
    async with open_room(tmp_path / "a.db") as first:
        people = await first.people("Ann", "Bo")
        good, bad = [await first.table(*people) for _ in range(2)]
        row = {"table": bad.id, "number": bad.state.count, "at": 1.0, "kind": "acted", "data": '{"kind":"acted","seat":9}'}
        await first.house.store.journal.write(("events", row))
    async with open_room(tmp_path / "a.db") as second:
        assert await refused(second.house.tables.get(bad.id)) == "broken"
        await step(await second.house.tables.get(good.id), people, random.Random(1))
        assert len(await second.house.lists.tables_of(people[0])) == 2


async def test_the_row_of_a_table_is_put_right(tmp_path: Path) -> None:
    """The server may end between an event and what its row tells of it."""
    async with open_room(tmp_path / "a.db") as first:
        people = await first.people("Ann", "Bo")
        table = await first.table(*people)
        row = {"key": table.id, "stage": "open", "changed": 1.0, "seats": "[]"}
        await first.house.store.journal.write(("stage", row))
    async with open_room(tmp_path / "a.db") as second:
        await second.house.tables.get(table.id)
        assert [listed.id for listed in (await second.house.lists.lobby()).running] == [table.id]


async def test_it_counts(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people)
    for _ in range(4):
        await step(table, people, random.Random(1))
    with pytest.raises(Refused):
        await table.do(people[0], cmd.Sit(1))
    counters = room.house.statistics()
    assert (counters["moves"], counters["tables_in_memory"], counters["refusals"]) == (4, 1, {"seated": 1})
    assert counters["commit_units"] == counters["commits"]


async def test_secrets_of_the_server_stay(tmp_path: Path) -> None:
    found = set()
    for _ in range(2):
        async with open_room(tmp_path / "a.db") as opened:
            found.add(await opened.house.store.secret("signing"))
    assert len(found) == 1


async def test_it_plays_on_either_database(address: str) -> None:
    async with open_room(address) as opened:
        people = await opened.people("Ann", "Bo")
        table = await opened.table(*people, options={"match": "single"})
        chance = random.Random(2)
        while table.view_model(None).stage == "playing":
            await step(table, people, chance)
        text, key = table.record_text(), table.id
    async with open_room(address) as opened:
        assert (await opened.house.tables.get(key)).record_text() == text


@pytest.mark.parametrize("warm_up", [False, True])
async def test_games_are_got_ready_ahead_unless_another_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm_up: bool
) -> None:
    asked: list[str] = []

    async def get_ready(bots: ThreadedBots, game: Game) -> None:
        asked.append(game.name)

    monkeypatch.setattr(ThreadedBots, "_get_ready", get_ready)
    async with House.open(str(tmp_path / "t.db"), warm_up=warm_up) as house:
        bots = house._services.bots
        assert isinstance(bots, ThreadedBots)
        await bots._ahead
    assert asked == (list(installed()) if warm_up else [])


async def test_the_past_is_read_of_one_table_at_a_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await room.people("Ann", "Bo")
    tables = [await room.table(*people) for _ in range(3)]
    reading: list[str] = []

    async def read_past(store: Store, table: Table, find: object) -> None:
        reading.append(table.id)
        await asyncio.sleep(0)
        assert reading == [table.id]
        reading.remove(table.id)

    monkeypatch.setattr("tuckbox.server.tables.read_past", read_past)
    await asyncio.gather(*(room.house.tables.read_past(table) for table in tables))


async def test_a_table_that_is_closed_while_its_past_is_read_keeps_nobody_waiting(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    gone, other = [await room.table(*people) for _ in range(2)]
    await room.turn(1)
    tables = room.house.tables
    tables._lose([gone.id])  # another process has it now, and goes on there
    await room.quiet()
    again = await room.house.tables.get(gone.id)
    await act(again, people[next(iter(again.state.undecided))])
    assert again.state.count > gone.state.count
    async with asyncio.timeout(10):
        await asyncio.gather(tables.read_past(gone), tables.read_past(other))
