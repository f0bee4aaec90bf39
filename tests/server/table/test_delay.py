"""Onlookers who see a match some steps late: nothing newer reaches them, whatever they ask for."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tests.server.rooms import Room, step
from tuckbox.server.errors import Refused
from tuckbox.server.html.surroundings import watching
from tuckbox.server.html.table import table_body
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table
from tuckbox.server.web.serialize import model_data

pytestmark = pytest.mark.anyio

LATE = 5


def told(table: Table, at: int | None = None) -> tuple[str, Any]:
    """All that an onlooker is told, but for the number of the version: as a page, and as data."""
    model = table.view_model(None, at)
    data = {**model_data(model), "version": 0, "commitment": ""}
    return table_body(model).replace(f'data-version="{model.version}"', ""), msgspec.json.decode(msgspec.json.encode(data))


async def test_onlookers_are_told_what_all_could_see_some_steps_ago(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table, chance = await room.table(ann, bo, delay=LATE), random.Random(3)
    match = table.state.match
    assert match is not None
    for _ in range(40):
        await step(table, [ann, bo], chance)
        now, model = match.told(None), table.view_model(cy)
        then = max(1, now - LATE)
        assert (model.step, model.steps) == (then, then)
        assert [line.text for line in model.log] == [text for _, text in match.lines(None, 30, step=then)]
        assert model.scene == table._presenter._earlier(None, then)["scene"]
        assert not any(seat.asked or seat.deadline for seat in model.seats)
        assert (model.window, model.between, model.moves) == (None, False, ())
        assert told(table, now) == told(table), "nor by asking for a later step"
        assert table.view_model(ann).steps == match.told(0), "who sits there sees all at once"
    with pytest.raises(Refused):
        table.view_model(cy, 0)


async def test_what_happens_now_changes_nothing_of_what_they_are_told(room: Room) -> None:
    """Two matches of the same deal that differ in their last steps look the same to who is late."""
    ann, bo = await room.people("Ann", "Bo")
    table, chance = await room.table(ann, bo, delay=20), random.Random(5)
    before = told(table)
    for _ in range(12):
        await step(table, [ann, bo], chance)
        assert told(table) == before


async def test_when_the_match_is_over_all_is_open(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    short = {"match": "single", "ranks": 4, "turn_cap": 40}
    table = await room.table(ann, bo, delay=LATE, options=short)
    assert watching(table.view_model(None)) == f"<b>You are watching, {LATE} steps late</b> "
    assert watching(table.view_model(ann)) == ""
    await room.to_the_end(table, ann, bo)
    assert table.view_model(None).steps == table.view_model(ann).steps
    assert watching(table.view_model(None)) == ""


async def test_a_delay_that_is_none_of_those_offered_is_refused(room: Room) -> None:
    [ann] = await room.people("Ann")
    for delay in (-1, 1, 10**9):
        with pytest.raises(Refused):
            await room.house.new_table(ann, TableRequest("whiplash", 2, delay=delay))
