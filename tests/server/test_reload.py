"""Tables whose game is being written go on by the edited files, or say what is wrong with them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.projects import Project
from tests.server.rooms import Guessers
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.people import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def opened(project: Project, path: Path) -> AsyncIterator[tuple[House, Person, str]]:
    """A house that follows a project, a person, and the key of a table at which a match is played."""
    name = game_name(str(project.folder))
    async with House.open(str(path), find=game, bots=Guessers(), edited=[name], bot_delay=0.0) as house:
        ann = Person("a" * 32, "Ann")
        table = await house.against_bots(ann, name, 2)
        await table.do(ann, cmd.Start())
        yield house, ann, table.id


async def until(house: House, key: str, holds: str, text: str) -> Table:
    """The table, as soon as a text of it holds something."""
    async with asyncio.timeout(120):
        while True:
            table = await house.tables.get(key)
            found = table.state.fault if holds == "fault" else table.view_model(None).scene.headline  # type: ignore[union-attr]
            if text in (found or ""):
                return table
            await asyncio.sleep(0.05)


async def test_a_table_goes_on_by_the_edited_files(project: Project, tmp_path: Path) -> None:
    async with opened(project, tmp_path / "house.db") as (house, ann, key):
        steps = (await house.tables.get(key)).view_model(ann).steps
        project.edit("scene.py", 'return Scene("Crazy Eights"', 'return Scene("Edited Eights"')
        table = await until(house, key, "headline", "Edited Eights")
        assert table.view_model(ann).steps >= steps


async def test_a_fault_stops_the_table_and_says_where_until_it_is_mended(project: Project, tmp_path: Path) -> None:
    async with opened(project, tmp_path / "house.db") as (house, ann, key):
        project.edit("rules.py", "add(moves, DRAW)", "ad(moves, DRAW)")
        table = await until(house, key, "fault", "uses ad, which nobody has defined (rules.py, line")
        with pytest.raises(Refused) as error:
            await table.do(ann, cmd.Act(table.view_model(ann).version, "draw"))
        assert error.value.code == "fault"
        project.edit("rules.py", "ad(moves, DRAW)", "add(moves, DRAW)")
        async with asyncio.timeout(120):
            while (await house.tables.get(key)).state.fault:
                await asyncio.sleep(0.05)


async def test_a_scene_that_fails_is_found_before_anybody_sees_it(project: Project, tmp_path: Path) -> None:
    async with opened(project, tmp_path / "house.db") as (house, _, key):
        project.edit("scene.py", "    s = view.state\n    todo", "    s = view.stat\n    todo")
        table = await until(house, key, "fault", "has no attribute 'stat' (scene.py, line")
        assert table.view_model(None).scene is not None
