"""Practice: a table that goes on from a position of a finished match, with the cards that lay there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.rooms import Room, act, read_again, step
from tuckbox import Match
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import IllegalAction
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson, lessons
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.table.commands import Rematch
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


async def finished(room: Room, name: str = "whiplash", seed: int = 3) -> tuple[Table, list[Person], Match]:
    """A match of two or three people, played to its end."""
    people = await room.people("Ann", "Bo", "Cy")
    people = people[: 2 if name == "whiplash" else 3]
    wish: dict[str, Any] = {"options": {"match": "single", "turn_cap": "40"}} if name == "whiplash" else {}
    table = await room.table(*people, game=name, **wish)
    chance = random.Random(seed)
    while table.state.stage != "finished":
        if await step(table, people, chance) is None:
            await room.turn(3.0)
    assert table.state.match is not None
    return table, people, table.state.match


def decisions(match: Match, seat: int) -> list[int]:
    """The steps at which a seat decided."""
    made = [number for number, line in enumerate(match.record().steps) if line.startswith(f"{seat} ")]
    return [match.decided_at(number) for number in made]


async def test_all_lies_as_it_lay_and_bots_play_the_others(room: Room) -> None:
    table, (ann, _), match = await finished(room)
    at = decisions(match, 0)[1]
    new = await room.house.practise(ann, table, 0, at)
    assert new.state.match is not None
    assert record_bytes(match.game, new.state.match.state) == record_bytes(match.game, match.open_view(at).state)
    assert [(seat.name, seat.kind) for seat in new.state.seats] == [("Ann", "person"), ("Bo", "bot")]
    model = new.view_model(ann)
    assert model.moves
    assert model.commitment is None
    assert model.practice is not None
    assert (model.practice.table, model.practice.seat, model.practice.step) == (table.id, 0, at)
    await act(new, ann)
    await room.quiet()


async def test_who_practises_finds_their_tables_until_they_are_played_to_the_end(room: Room) -> None:
    table, (ann, bo), match = await finished(room)
    new = await room.house.practise(ann, table, 0, decisions(match, 0)[1])
    assert [found.id for found in await room.house.lists.practice_of(ann)] == [new.id]
    assert not await room.house.lists.practice_of(bo)
    chance = random.Random(1)
    while new.state.stage != "finished":
        if await step(new, [ann], chance) is None:
            await room.turn(3.0)
    await room.quiet()
    assert not await room.house.lists.practice_of(ann)


async def test_the_same_actions_bring_the_same_cards(room: Room) -> None:
    table, (ann, _), match = await finished(room)
    steps = match.record().steps
    at = next(n for n, line in enumerate(steps) if line == "0 draw stock")
    new = await room.house.practise(ann, table, 0, at, "draw stock")
    assert new.state.match is not None
    assert record_bytes(match.game, new.state.match.state) == record_bytes(match.game, match.open_view(at + 1).state)


async def test_it_is_read_again_as_it_was(room: Room) -> None:
    table, (ann, _), match = await finished(room)
    new = await room.house.practise(ann, table, 0, decisions(match, 0)[1])
    await act(new, ann)
    await room.quiet()
    again = await read_again(room.house, new)
    assert again.match is not None
    assert new.state.match is not None
    assert again.match.record() == new.state.match.record()
    assert again.practice == new.state.practice


@pytest.mark.parametrize("seat", [0, 1, 2])
async def test_sealed_answers_are_given_anew(room: Room, seat: int) -> None:
    """Wherever one begins, nobody's answer lies sealed, and the seat is asked."""
    table, people, match = await finished(room, "bluff")
    for at in decisions(match, seat):
        new = await room.house.practise(people[0], table, seat, at)
        practised = new.state.match
        assert practised is not None
        assert seat in practised.waiting
        assert practised.waiting == practised.asked
        assert record_bytes(match.game, practised.view(seat).state) == record_bytes(
            match.game, match.view_at(seat, at).state
        )


@pytest.mark.parametrize("name", [name for name in installed() if lessons(game(name))])
async def test_a_lesson_goes_on_where_it_ends(room: Room, name: str) -> None:
    taught = lesson(game(name))
    guide, (ann,) = Guide(taught, len(taught.pages)), await room.people("Ann")
    new = await room.house.go_on_from(ann, lambda: guide.match)
    match = new.state.match
    assert match is not None
    assert record_bytes(match.game, match.state) == record_bytes(match.game, guide.match.state)
    assert [(seat.name, seat.kind) for seat in new.state.seats] == [("Ann", "person"), *((n, "bot") for n in taught.rivals)]
    chance = random.Random(1)
    for _ in range(12):
        if await step(new, [ann], chance) is None:
            await room.turn(3.0)
    await room.quiet()
    assert match.steps > guide.match.steps
    again = await read_again(room.house, new)
    assert again.match is not None
    assert again.match.record() == match.record()
    assert [found.id for found in await room.house.lists.practice_of(ann)] == [new.id]


async def test_practice_from_a_lesson_that_was_played_on_has_its_cards(room: Room) -> None:
    taught = lesson(game("whiplash"))
    (ann,) = await room.people("Ann")
    table = await room.house.go_on_from(ann, lambda: Guide(taught, len(taught.pages)).match)
    chance = random.Random(2)
    with table.watch(ann):
        while table.state.stage != "finished":
            if await step(table, [ann], chance) is None:
                await room.turn(1.0)
    match = table.state.match
    assert match is not None
    at = decisions(match, 0)[1]
    new = await room.house.practise(ann, table, 0, at)
    assert new.state.match is not None
    assert record_bytes(match.game, new.state.match.state) == record_bytes(match.game, match.open_view(at).state)
    await room.quiet()


async def test_whoever_is_called_like_a_rival_of_the_lesson_has_another_name(room: Room) -> None:
    taught = lesson(game("whiplash"))
    (bo,) = await room.people("Bo")
    new = await room.house.go_on_from(bo, lambda: Guide(taught, len(taught.pages)).match)
    assert [seat.name for seat in new.state.seats] == ["Bo 2", "Bo"]


async def test_a_lesson_whose_match_is_over_does_not_go_on(room: Room) -> None:
    _, (ann, _), match = await finished(room)
    with pytest.raises(Refused, match="the match of this lesson is over"):
        await room.house.go_on_from(ann, lambda: match)


async def test_what_cannot_be_practised_is_refused_and_leaves_nothing(room: Room) -> None:
    table, (ann, bo), match = await finished(room)
    known = len(room.house.tables.known)
    at = decisions(match, 0)[0]
    for seat, step_, action in ((1, at, ""), (2, at, ""), (0, 0, ""), (0, match.steps, ""), (0, 10_000, "")):
        with pytest.raises(Refused, match="nothing to decide"):
            await room.house.practise(ann, table, seat, step_, action)
    with pytest.raises(IllegalAction):
        await room.house.practise(ann, table, 0, at, "discard 2C")
    running = await room.table(ann, bo)
    with pytest.raises(Refused, match="when the match is over"):
        await room.house.practise(ann, running, 0, 1)
    assert len(room.house.tables.known) == known + 1


async def test_nothing_of_it_counts(room: Room) -> None:
    """It is in no list of matches, bears no limit, has no review and no rematch."""
    table, (ann, _), match = await finished(room)
    before = await room.house.lists.tables_of(ann), await room.house.lists.bots_of(ann)
    new = await room.house.practise(ann, table, 0, decisions(match, 0)[0])
    assert (await room.house.lists.tables_of(ann), await room.house.lists.bots_of(ann)) == before
    assert new.id not in await room.house.store.running()
    chance = random.Random(1)
    with new.watch(ann):
        while new.state.stage != "finished":
            if await step(new, [ann], chance) is None:
                await room.turn(1.0)
    with pytest.raises(Refused, match="begins anew"):
        await new.do(ann, Rematch())
    assert (await room.house.lists.tables_of(ann), await room.house.lists.bots_of(ann)) == before
