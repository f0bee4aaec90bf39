"""A match of two that is played twice on the same deal: the second match, its secrets, and the one result of both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.server.rooms import QuickReviewer, Room, found, open_room, read_again
from tuckbox.match.match import Match
from tuckbox.server.errors import NotSaved, Refused
from tuckbox.server.notices.looks import since_step
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import results
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.archive import is_whole
from tuckbox.server.table.duplicate import score
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table
from tuckbox.server.table.time_controls import ARRIVING
from tuckbox.server.table.view_model import Duplicate

pytestmark = pytest.mark.anyio

SHORT = {"match": "hands", "hands": "1", "turn_cap": "40"}


async def first(room: Room, ann: Person, bo: Person, **wish: Any) -> Table:
    """The first match of two, played to its end; the second has begun."""
    table = await room.table(ann, bo, options=SHORT, twice=True, **wish)
    await room.to_the_end(table, ann, bo)
    return table


async def second(room: Room, table: Table) -> Table:
    """The table of the second match."""
    assert table.state.rematch
    return await room.house.tables.get(table.state.rematch)


def match(table: Table) -> Match:
    """The match of a table."""
    assert table.state.match is not None
    return table.state.match


async def rows(room: Room, *tables: Table) -> list[tuple[str, int, str, int, bool]]:
    """The results of tables."""
    told = [results.c[name] for name in ("table", "seat", "person", "place", "counted")]
    query = select(*told).where(results.c.table.in_([table.id for table in tables])).order_by(results.c.seat)
    async with room.house.store.database.reading() as connection:
        return [tuple(row) for row in await connection.execute(query)]


async def refused(work: Callable[[], object]) -> str:
    """The code of a refusal."""
    try:
        done = work()
        if isinstance(done, Awaitable):
            await done
    except Refused as error:
        return error.code
    return "taken"


async def test_the_second_match_has_the_same_deal_and_exchanged_seats(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, options=SHORT, twice=True, begun=False)
    await table.do(ann, cmd.Sit(0, "0a" * 16))
    await table.do(ann, cmd.Start())
    dealt = match(table).state
    await room.to_the_end(table, ann, bo)
    again = await second(room, table)
    assert again.state.stage == "playing"
    assert [place.person for place in again.state.seats] == [bo.id, ann.id]
    assert [seat.salted for seat in again.view_model(ann).seats] == [False, True]
    assert match(again).open_view(1).state == match(table).open_view(1).state
    assert match(again).state == dealt
    assert again.view_model(ann).commitment == table.view_model(ann).commitment
    assert (await read_again(room.house, again)).count == again.state.count


async def test_each_game_of_a_series_has_the_same_deal_however_it_was_played(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, options={"match": "hands", "hands": "3", "turn_cap": "40"}, twice=True)
    await room.to_the_end(table, ann, bo)
    again = await second(room, table)
    await room.to_the_end(again, ann, bo, seed=2)
    hands = []
    for played in (match(table), match(again)):
        steps = [number for number, step in enumerate(played.record().steps, 1) if step == "deal"]
        hands.append([played.open_view(step).state.hand for step in steps])
    assert min(len(each) for each in hands) >= 2
    assert all(one == other for one, other in zip(*hands, strict=False))


async def test_nobody_sees_the_other_hand_before_both_are_over(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await first(room, ann, bo)
    closed: list[Callable[[], object]] = [
        table.record_text,
        table.replay_model,
        lambda: table.seen_model(0, 1),
        lambda: room.house.practise(ann, table, 0, 1),
        lambda: room.house.reviews.ask(table, 0, Asker("", ann.id)),
    ]
    assert [await refused(each) for each in closed] == ["not over"] * len(closed)
    model = table.view_model(None)
    assert (model.duplicate, model.stage, model.rematch) == (Duplicate(followed=True), "finished", table.state.rematch)
    for step in (None, 1, match(table).steps):
        own, public = table.view_model(ann, step), table.view_model(None, step)
        assert (own.view, own.log) == (public.view, public.log), "nobody looks up the cards that their rival has now"
    assert since_step(ann, table, 1) is None
    again = await second(room, table)
    await room.to_the_end(again, ann, bo, seed=2)
    table = await room.house.tables.get(table.id)
    assert [closed[0]() != "", again.record_text() != ""] == [True, True]
    assert table.replay_model(1).view is not None


async def test_the_seal_outlives_a_restart(address: str) -> None:
    async with open_room(address) as room:
        ann, bo = await room.people("Ann", "Bo")
        table = await first(room, ann, bo)
    async with open_room(address, clock=room.clock) as room:
        await room.quiet()
        again = await found(room.house, table.id)
        assert await refused(again.record_text) == "not over"
        again = await found(room.house, str(again.state.rematch))
        await room.to_the_end(again, ann, bo)
    async with open_room(address, clock=room.clock) as room:
        assert (await found(room.house, table.id)).record_text()


async def test_a_second_match_that_could_not_begin_begins_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is killed between the end of the first match and the beginning of the second."""
    async with open_room(tmp_path / "house.db") as room:
        ann, bo = await room.people("Ann", "Bo")

        async def fails(*args: object) -> None:
            raise NotSaved("the disk is full")

        monkeypatch.setattr(room.house.tables, "rematch", fails)
        table = await first(room, ann, bo)
        assert (table.state.stage, table.state.rematch) == ("finished", None)
        assert await refused(table.record_text) == "not over"
    async with open_room(tmp_path / "house.db", clock=room.clock) as room:
        await room.quiet()
        woken = room.house.tables.known[table.id]  # by itself
        assert (await second(room, woken)).state.stage == "playing"


async def test_who_asks_for_a_rematch_at_once_gets_the_second_match(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await first(room, ann, bo)
    known = table.state.rematch
    await table.do(ann, cmd.Rematch())
    assert table.state.rematch == known
    again = await second(room, table)
    await room.to_the_end(again, ann, bo)
    await again.do(bo, cmd.Rematch())
    third = (await second(room, again)).state.opened
    assert (third.twice, third.first, third.score) == (True, "", ())
    assert third.secret != table.state.opened.secret


async def test_both_have_one_result_and_count_once(room: Room) -> None:
    ann, bo = await room.somebodies("Ann", "Bo")
    table = await first(room, ann, bo, counts=True)
    assert await rows(room, table) == []
    assert await room.house.ratings.of(ann.id) == {}
    again = await second(room, table)
    await room.to_the_end(again, ann, bo, seed=2)
    one, two = score(match(table))[::-1], score(match(again))
    assert again.view_model(None).duplicate == Duplicate(first=table.id, scores=(one, two))
    whole = [tuple(map(sum, zip(one[seat], two[seat], strict=True))) for seat in range(2)]
    places = [1 + (whole[0] < whole[1]), 1 + (whole[1] < whole[0])]
    assert await rows(room, table, again) == [
        (again.id, 0, bo.id, places[0], True),
        (again.id, 1, ann.id, places[1], True),
    ]
    assert (await room.house.ratings.of(ann.id))["whiplash"].matches == 1


async def test_where_somebody_gives_up_the_first_match_stands_alone(room: Room) -> None:
    ann, bo = await room.somebodies("Ann", "Bo")
    table = await room.table(ann, bo, options=SHORT, twice=True, counts=True)
    await table.do(bo, cmd.Resign())
    await room.to_the_end(table, ann)
    assert table.state.rematch is None
    assert table.record_text()
    assert [(person, place) for _, _, person, place, _ in await rows(room, table)] == [(ann.id, 1), (bo.id, 2)]
    assert (await room.house.ratings.of(bo.id))["whiplash"].matches == 1


async def test_who_gives_up_the_second_match_comes_last_whoever_has_won_the_first(room: Room) -> None:
    ann, bo = await room.somebodies("Ann", "Bo")
    table = await first(room, ann, bo, counts=True)
    places = match(table).places
    assert places is not None
    winner, loser = (ann, bo) if places[0] == 1 else (bo, ann)
    again = await second(room, table)
    await again.do(winner, cmd.Resign())
    await room.to_the_end(again, loser)
    assert {person: place for _, _, person, place, _ in await rows(room, again)} == {loser.id: 1, winner.id: 2}


async def test_a_bot_that_played_for_somebody_goes_on_and_nobody_is_late_at_once(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, options=SHORT, twice=True, pace="quick")
    await table.do(bo, cmd.Stand())
    with table.watch(ann):
        await room.to_the_end(table, ann)
    again = await second(room, table)
    assert [place.driven for place in again.state.seats] == [True, False]
    await room.turn(ARRIVING - 1)
    assert [place.driven for place in again.state.seats] == [True, False]
    await again.do(bo, cmd.Return())
    assert not again.state.seats[0].driven


async def test_what_cannot_be_played_twice_is_refused(room: Room) -> None:
    ann, bo, cy = await room.somebodies("Ann", "Bo", "Cy")

    def asked(players: int, **wish: Any) -> Callable[[], object]:
        request = TableRequest("whiplash", players, twice=True, **wish)
        return lambda: room.house.new_table(ann, request)

    assert await refused(asked(3)) == "options"
    assert await refused(asked(2, counts=True, bots=(None, "easy"))) == "twice"
    table = await room.house.new_table(ann, TableRequest("whiplash", 2, twice=True, counts=True))
    assert await refused(lambda: table.do(ann, cmd.Bot(1, "easy"))) == "twice"
    await table.do(bo, cmd.Sit(1))
    await table.do(ann, cmd.Start())
    await table.do(bo, cmd.Resign())
    assert await refused(lambda: table.do(cy, cmd.Sit(1))) == "counts"
    friends = await room.table(ann, bo, twice=True)
    await friends.do(bo, cmd.Resign())
    assert await refused(lambda: friends.do(cy, cmd.Sit(1))) == "twice"


async def test_both_are_kept_as_archives_when_the_second_is_over(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    room.house.reviews._reviewer = QuickReviewer()
    table = await first(room, ann, bo)
    await room.turn(60)
    assert not is_whole(await room.house.store.archive(table.id))
    again = await second(room, table)
    await room.to_the_end(again, ann, bo)
    for _ in range(3):
        await room.turn(60)
    assert is_whole(await room.house.store.archive(table.id))
    assert is_whole(await room.house.store.archive(again.id))


async def test_practice_from_the_second_match_has_a_result_of_its_own(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    again = await second(room, await first(room, ann, bo))
    await room.to_the_end(again, ann, bo)
    both = again.view_model(None).duplicate
    assert both is not None
    assert both.scores is not None
    at = next(number for number, line in enumerate(match(again).record().steps) if line.startswith("0 "))
    practice = await room.house.practise(Person(again.state.seats[0].person, "Ann"), again, 0, match(again).decided_at(at))
    await room.to_the_end(practice, ann, bo)
    model = practice.view_model(ann)
    assert (model.stage, model.duplicate) == ("finished", Duplicate())
