"""Competitions from the first lot to the prize-giving, whatever happens to the server between two steps."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.server.clock import HandClock
from tests.server.competitions.rooms import MOST, find, made, played
from tests.server.rooms import Room, open_room, step
from tuckbox.definition.game import Game
from tuckbox.server.admin import keeping
from tuckbox.server.admin.integrity import problems
from tuckbox.server.competitions.competition import Competition
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table import table as table_module
from tuckbox.server.table.commands import Resign, Sit

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.rooms.find", find)


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


def tables(found: Competition, number: int) -> set[frozenset[str]]:
    """Who shares a table in a round."""
    sitting: dict[str, set[str]] = {}
    for each in found.pairings:
        if each.round == number:
            sitting.setdefault(each.at or each.person, set()).add(each.person)
    return set(map(frozenset, sitting.values()))


async def test_six_play_to_the_end_through_a_restart_between_every_two_steps(address: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(House, "_lead", lambda house, competition="": None)  # as if it were killed each time
    clock = HandClock()
    async with open_room(address, clock) as room:
        people = await room.people(*NAMES)
        key = await made(room, *people, rounds=3)
        monkeypatch.setattr(room.house.competitions, "lead", lambda key: asyncio.sleep(0))
        await room.house.competitions.start(key, people[0])
    absent, steps = frozenset({people[5].id}), 0
    while True:
        async with open_room(address, clock) as room:
            competitions = room.house.competitions
            before = await competitions.of(key)
            await asyncio.gather(competitions.lead(key), competitions.lead(key))
            found = await competitions.of(key)
            if found.round > before.round:
                await competitions._open_round(before)  # once too often, as another process would
            assert len({(each.round, each.person) for each in found.pairings}) == 6 * found.round
            if found.stage == "over":
                break
            assert await played(room, found, absent, seed=steps)
            steps += 1
            assert steps <= 9
    assert (found.rounds, found.round, steps) == (3, 3, 9)
    met = Counter(pair for number in range(1, 4) for pair in tables(found, number))
    assert set(met.values()) == {1}
    assert [each.points for each in found.pairings if each.gone] == [0.0] * 3
    assert {each.person for each in found.pairings if each.gone} == absent
    assert {each.points for each in found.pairings} <= {0.0, 0.5, 1.0}
    standings = found.standings
    assert [each.points for each in standings] == sorted((each.points for each in standings), reverse=True)
    assert sum(each.points for each in standings) == sum(each.points or 0 for each in found.pairings) > 0
    async with keeping.opened(address) as database:
        assert await problems(database, find) == []


@pytest.mark.parametrize("same", [True, False])
async def test_it_goes_on_by_the_rules_of_a_new_version(address: str, monkeypatch: pytest.MonkeyPatch, same: bool) -> None:
    """The server is upgraded between two moves of a match, and again between two rounds.

    Where nothing tells that the new rules lead to the same, the match that is played ends, and brings what a bye brings.
    """
    if not same:
        monkeypatch.setattr(table_module, "DIGESTED", ())
    monkeypatch.setattr(House, "_lead", lambda house, competition="": None)  # as if it ended before the next round
    clock, versions = HandClock(), [version(name) for name in ("", "1", "2")]
    assert len({find_of("keywhiz").hash for find_of in versions}) == 3
    upgrade(monkeypatch, versions[0], born=0)
    async with open_room(address, clock) as room:
        people = await room.people(*NAMES[:4])
        key = await made(room, *people, rounds=2)
        await room.house.competitions.start(key, people[0])
        first = await room.house.competitions.of(key)
        await played(room, first)
        running = next(each.at for each in (await room.house.competitions.of(key)).present if each.points is None)
        table = await room.house.tables.get(running)
        for _ in range(3):
            await step(table, [Person(each.person, "") for each in first.present if each.at == running], Random(1))
    upgrade(monkeypatch, versions[1], born=1)
    async with open_room(address, clock) as room:
        await room.quiet()
        await room.house.competitions.lead(key)
        found = await room.house.competitions.of(key)
        assert {each.points for each in found.pairings if each.at == running} == ({None} if same else {1.0})
        while await played(room, await room.house.competitions.of(key)):
            pass
        assert (await room.house.competitions.of(key)).round == 1 or not same
    upgrade(monkeypatch, versions[2], born=2)
    async with open_room(address, clock) as room:
        await room.quiet()
        await room.house.competitions.lead(key)
        while await played(room, await room.house.competitions.of(key)):
            pass
        await room.house.competitions.lead(key)
        found = await room.house.competitions.of(key)
        assert (found.stage, found.round, len(found.pairings)) == ("over", 2, 8)
        assert all(each.points is not None for each in found.pairings)
        rules = {(await room.house.tables.get(each.at)).state.rules for each in found.present}
        assert rules == {versions[2 if same else 1]("keywhiz").hash}


def upgrade(monkeypatch: pytest.MonkeyPatch, version: Callable[[str], Game], born: int) -> None:
    """Let the server that is started next be of another version."""
    monkeypatch.setattr("tests.server.rooms.find", version)
    monkeypatch.setenv("TUCKBOX_BORN", str(born))


def version(name: str) -> Callable[[str], Game]:
    """The games of the tests in a version, whose Key Whiz has a hash of its own; its rules lead to the same."""
    game = replace(find("keywhiz"))
    if name:
        vars(game)["hash"] = name * 64
    return lambda wanted: game if wanted == "keywhiz" else find(wanted)


async def test_rounds_follow_each_other_by_themselves_and_a_bye_is_worth_a_win(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy")
    key = await made(room, *people, rounds=2)
    await room.house.competitions.start(key, people[0])
    byes = []
    for number in (1, 2):
        found = await room.house.competitions.of(key)
        assert (found.stage, found.round) == ("playing", number)
        byes += [(each.person, each.points) for each in found.present if not each.at]
        await played(room, found)
    found = await room.house.competitions.of(key)
    assert found.stage == "over"
    assert len({person for person, _ in byes}) == 2
    assert {points for _, points in byes} == {1.0}


async def test_a_circuit_at_several_tables_counts_the_places_of_all_races(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy", "Di", "Ed")
    key = await made(room, *people, game="jalopies", rounds=1, size=3)
    await room.house.competitions.start(key, people[0])
    found = await room.house.competitions.of(key)
    assert sorted(map(len, tables(found, 1))) == [2, 3]
    while await played(room, await room.house.competitions.of(key)):
        pass
    found = await room.house.competitions.of(key)
    assert found.stage == "over"
    for at in {each.at for each in found.pairings}:
        own = [each for each in found.pairings if each.at == at]
        assert sum(each.points or 0 for each in own) == 3 * sum(10 - place for place in range(1, len(own) + 1))
        assert sum(each.edge for each in own) == 3, "each race has one winner"
    merits = [(each.points, each.edge) for each in found.standings]
    assert merits == sorted(merits, reverse=True)


async def test_a_match_without_a_result_brings_what_a_bye_brings_and_holds_nobody_up(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy", "Di")
    key = await made(room, *people, rounds=1)
    await room.house.competitions.start(key, people[0])
    found = await room.house.competitions.of(key)
    barred, other = sorted({each.at for each in found.present})
    table = await room.house.tables.get(barred)
    await table.run(lambda: table.commit(ev.Barred()))
    (await room.house.tables.get(other)).halt("it went wrong")
    broken = await room.house.tables.get(other)
    await broken.run(broken._summarise)
    await room.quiet()
    found = await room.house.competitions.of(key)
    assert found.stage == "over"
    assert [each.points for each in found.pairings] == [1.0] * 4
    assert {each.place for each in found.standings} == {1}


async def test_one_that_goes_wrong_holds_no_other_up(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tournament of somebody's game has a fault: those of others go on."""
    competitions, keys = room.house.competitions, []
    for names in (("Ann", "Bo"), ("Cy", "Di")):
        people = await room.people(*names)
        keys.append(await made(room, *people, rounds=1))
        await competitions.start(keys[-1], people[0])
    faulty, honest = {*keys}, competitions._bye

    def bye(found: Competition, players: int) -> float:
        if found.id in faulty:
            raise KeyError(players)
        return honest(found, players)

    monkeypatch.setattr(competitions, "_bye", bye)
    for key in keys:
        table = await room.house.tables.get((await competitions.of(key)).present[0].at)
        await table.run(lambda table=table: table.commit(ev.Barred()))  # type: ignore[misc]
    await room.quiet()
    faulty.remove(keys[1])
    await competitions.lead_all()
    assert [(await competitions.of(key)).stage for key in keys] == ["playing", "over"]


async def test_only_its_maker_starts_it_and_who_comes_late_or_too_many_are_refused(room: Room) -> None:
    ann, bo, cy, di = await room.people("Ann", "Ann", "Cy", "Di")
    competitions = room.house.competitions
    wrong = [("keywhiz", "short", 3, 5), ("keywhiz", "no", 2, 5), ("whiplash", "short", 2, 5), ("keywhiz", "short", 2, 0)]
    for game, bout, size, rounds in wrong:
        assert await refused(competitions.make(ann, game, bout, size, rounds, "quick")) == "options"
    assert await refused(competitions.make(ann, "keywhiz", "short", 2, 5, "none")) == "pace"
    key = await made(room, ann)
    assert await refused(competitions.start(key, ann)) == "too few"
    await competitions.join(key, bo, MOST)
    await competitions.join(key, bo, MOST)
    assert {each.name for each in (await competitions.of(key)).entrants} == {"Ann", "Ann 2"}
    assert await refused(competitions.join(key, cy, 2)) == "full"
    await competitions.join(key, cy, MOST)
    await competitions.leave(key, cy)
    assert await refused(competitions.start(key, bo)) == "not host"
    await competitions.start(key, ann)
    assert await refused(competitions.join(key, di, MOST)) == "begun"
    assert await refused(competitions.join("nothing", di, MOST)) == "no competition"
    assert await competitions.records.unfinished(ann.id) == 1


async def test_where_its_maker_leaves_the_next_may_start_it_and_without_anybody_it_is_no_more(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    key = await made(room, ann, bo)
    await room.house.competitions.leave(key, ann)
    assert (await room.house.competitions.of(key)).maker == bo.id
    await room.house.competitions.leave(key, bo)
    assert await refused(room.house.competitions.of(key)) == "no competition"


async def test_who_withdraws_is_in_no_further_round(room: Room) -> None:
    people = await room.people("Ann", "Bo", "Cy", "Di", "Ed")
    key = await made(room, *people, rounds=2)
    competitions = room.house.competitions
    await competitions.start(key, people[0])
    await competitions.leave(key, people[4])
    while (found := await competitions.of(key)).round == 1:
        await played(room, found)
    assert people[4].id not in {each.person for each in found.present}
    assert await refused(competitions.join(key, people[4], MOST)) == "begun"
    assert all(each.at for each in found.present)
    for person in people[:3]:
        await competitions.leave(key, person)
    while await played(room, await competitions.of(key)):
        pass
    assert (await competitions.of(key)).stage == "over"


async def test_seats_are_not_handed_on_there_are_no_hints_and_bots_play_on_alone(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    key = await made(room, ann, bo, rounds=1)
    await room.house.competitions.start(key, ann)
    found = await room.house.competitions.of(key)
    table = await room.house.tables.get(found.present[0].at)
    with pytest.raises(Refused, match="a match of a competition: there are no hints"):
        await table.advise(ann)
    await table.do(ann, Resign())
    assert await refused(table.do(cy, Sit(table.state.seats.index(next(s for s in table.state.seats if s.resigned))))) == (
        "competition"
    )
    while table.view_model(None).stage != "finished":
        await room.turn(30)
    found = await room.house.competitions.of(key)
    assert found.stage == "over"
    assert [each.points for each in found.pairings] == [0.0, 0.0]
    assert all(each.gone for each in found.pairings)


async def test_who_is_blocked_is_met_by_others(room: Room) -> None:
    ann, bo, cy, di = await room.people("Ann", "Bo", "Cy", "Di")
    await room.house.manners.aversions.add(ann, bo.id, "Bo", blocked=True)
    key = await made(room, ann, bo, cy, di, rounds=3)
    await room.house.competitions.start(key, ann)
    while await played(room, await room.house.competitions.of(key)):
        pass
    found = await room.house.competitions.of(key)
    assert found.round == 3, "as many rounds as let everybody meet everybody"
    assert all(frozenset((ann.id, bo.id)) not in tables(found, number) for number in (1, 2, 3))


async def test_what_is_forgotten_of_a_person_are_not_their_points(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    key, waiting = await made(room, ann, bo, rounds=1), await made(room, ann, cy)
    await room.house.competitions.start(key, ann)
    while await played(room, await room.house.competitions.of(key)):
        pass
    before = await room.house.competitions.of(key)
    await room.house.belongings.forget(ann)
    after = await room.house.competitions.of(key)
    assert after.entrant(ann.id) is None
    assert sorted(each.name for each in after.entrants) == ["Bo", "Somebody"]
    assert [each.points for each in after.standings] == [each.points for each in before.standings]
    left = await room.house.competitions.of(waiting)
    assert ([each.name for each in left.entrants], left.maker) == (["Cy"], cy.id)
    async with keeping.opened(str(room.house.store.database.engine.url.database)) as database:
        assert await problems(database, find) == []
        await keeping.retain(database, -1.0)
    assert await room.house.competitions.records.of(key) is None


@pytest.mark.postgres
async def test_two_processes_that_take_a_step_at_once_take_it_once(shared: str) -> None:
    clock = HandClock()
    async with open_room(shared, clock) as one, open_room(shared, clock) as other:
        people = await one.people(*NAMES)
        key = await made(one, *people, rounds=2)
        await asyncio.gather(*(room.house.competitions.start(key, people[0]) for room in (one, other)))
        for number in (1, 2):
            await asyncio.gather(*(room.house.competitions.lead(key) for room in (one, other)))
            found = await other.house.competitions.of(key)
            assert (found.round, len(found.pairings), len(tables(found, number))) == (number, 6 * number, 3)
            owner = {each.at: one if each.at in one.house.tables.known else other for each in found.present}
            for room in (one, other):
                room.house.competitions._step = lambda key: asyncio.sleep(0, False)  # type: ignore[method-assign]
            while waiting := [each for each in (await one.house.competitions.of(key)).present if each.points is None]:
                await played(owner[waiting[0].at], replace(found, pairings=tuple(waiting)))
            for room in (one, other):
                del room.house.competitions._step
        await asyncio.gather(*(room.house.competitions.lead(key) for room in (one, other)))
        assert (await one.house.competitions.of(key)).stage == "over"
