"""A person's file on both databases: what is in it, and what is not."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tests.server.rooms import QuickReviewer, open_room
from tuckbox.match.match import Match
from tuckbox.server.house import House
from tuckbox.server.table.commands import Chat, Resign

pytestmark = pytest.mark.anyio


async def archived(house: House, table: str) -> None:
    """Wait until a match that is over has its archive."""
    house.reviews._reviewer = QuickReviewer()
    await house.chores.archive()
    assert await house.store.archive(table)


async def test_matches_that_are_over_are_in_it_as_records_and_those_played_are_not(address: str) -> None:
    async with open_room(address) as room:
        ann, bo = await room.somebodies("Ann", "Bo")
        over = await room.table(ann, bo, options={"match": "single", "turn_cap": "40"}, counts=True)
        await over.do(ann, Chat("good luck"))
        await over.do(bo, Chat("to you, Ann"))
        await room.to_the_end(over, ann, bo)
        await archived(room.house, over.id)
        playing = await room.table(ann, bo)
        file = zipfile.ZipFile(io.BytesIO(await room.house.belongings.export(ann, {"preferences": "dark"})))
        names = file.namelist()
        assert [name for name in names if name.startswith("matches/")] == [f"matches/whiplash-{over.id}.tuckbox"]
        assert not any(playing.id in name for name in names)
        assert Match.from_record(file.read(f"matches/whiplash-{over.id}.tuckbox").decode()).names == ("Ann", "Bo")
        assert [said["text"] for said in json.loads(file.read("words.json"))] == ["good luck"]
        told = json.loads(file.read("results.json"))
        assert [each["table"] for each in told["results"]] == [over.id]
        assert [each["game"] for each in told["ratings"]] == ["whiplash"]
        everything = b"".join(file.read(name) for name in names)
        assert ann.id.encode() not in everything
        assert bo.id.encode() not in everything


async def test_no_record_is_in_it_of_a_deal_that_is_played_a_second_time(address: str) -> None:
    """Not even where there is an archive already, as after an upgrade."""
    async with open_room(address) as room:
        ann, bo = await room.people("Ann", "Bo")
        first = await room.table(ann, bo, options={"match": "hands", "hands": "1", "turn_cap": "40"}, twice=True)
        await room.to_the_end(first, ann, bo)
        assert first.state.match is not None
        kept = await QuickReviewer().archive(str(first.state.match.record()))
        await room.house.store.keep_archive(first.id, kept)
        assert matches(await room.house.belongings.export(ann, {})) == []
        second = await room.house.tables.get(str(first.state.rematch))
        await room.to_the_end(second, ann, bo)
        assert matches(await room.house.belongings.export(ann, {})) == [f"matches/whiplash-{first.id}.tuckbox"]


def matches(file: bytes) -> list[str]:
    """The names of the records in a file."""
    return [name for name in zipfile.ZipFile(io.BytesIO(file)).namelist() if name.startswith("matches/")]


async def test_who_has_given_up_their_seats_may_go(address: str) -> None:
    async with open_room(address) as room:
        ann, bo, cy = await room.people("Ann", "Bo", "Cy")
        table = await room.table(ann, bo, cy)
        await room.table(ann, bots=1)
        assert [each.id for each in await room.house.belongings.shared_by(ann)] == [table.id]
        await table.do(ann, Resign())
        assert await room.house.belongings.shared_by(ann) == []
        await room.house.belongings.forget(ann)
        assert await room.house.people.get(ann.id) is None
        assert [each.id for each in await room.house.belongings.shared_by(bo)] == [table.id]
