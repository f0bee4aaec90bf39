"""A table outlives its rules: it goes on where new ones lead to the same, and ends with what it had where they do not."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.server.clock import HandClock
from tests.server.rooms import Guessers, QuickReviewer, Room, act, step, stored
from tests.toys import nim
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as installed_game
from tuckbox.scene.parts import Fact, Panel, Scene
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table import table as module
from tuckbox.server.table.commands import Act, Chat, Rematch
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

IDLE = "\n\n@rule\ndef idle(s):\n    s.left += 1\n"
"""A rule that nobody calls: with it the rules are others, and lead to the same."""


@pytest.fixture(name="write")
def _write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], Game]:
    """Writes a version of Nim, under a name of its own, and gives it as `nim`."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))

    def written(name: str, more: str = "", board: str = nim.BOARD) -> Game:
        made = nim.game(nim.write(folder, f"{tmp_path.name.replace('-', '_')}_{name}", nim.NIM + more, board))
        return dataclasses.replace(made, scene=scene)

    return written


def scene(view: object) -> Scene:
    """What lies on the table: how much is left."""
    left = view.state.left  # type: ignore[attr-defined]
    names = view.names  # type: ignore[attr-defined]
    return Scene(
        "Nim", f"{left} left", tuple(Panel(name, (Fact("left", str(left)),), seat=at) for at, name in enumerate(names))
    )


@contextlib.asynccontextmanager
async def house_of(game: Game, address: str) -> AsyncIterator[Room]:
    """A house that has one version of a game."""
    clock, bots = HandClock(), Guessers()

    def find(name: str) -> Game:
        return game if name == game.name else installed_game(name)

    reviewer = QuickReviewer()
    opened = House.open(address, bot_delay=0.0, clock=clock, bots=bots, find=find, reviewer=reviewer, lease=1.0)
    async with opened as house:
        reviewer.find = find
        yield Room(house, clock, bots)


async def begun(
    game: Game, address: str, moves: int, monkeypatch: pytest.MonkeyPatch | None = None
) -> tuple[str, list[Person]]:
    """A table at which so many moves of one each have been made."""
    async with house_of(game, address) as room:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people, game=game.name)
        for number in range(moves):
            await act(table, people[number % 2], "take 1")
        return table.id, people


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move tells a digest."""
    monkeypatch.setattr(module, "DIGEST_EVERY", 1)


async def test_a_match_goes_on_by_rules_that_lead_to_the_same(address: str, write: Callable[..., Game]) -> None:
    old, new = write("old"), write("new", IDLE)
    assert old.hash != new.hash
    key, people = await begun(old, address, 3)
    async with house_of(new, address) as room:
        table = await room.house.tables.get(key)
        assert table.state.stage == "playing"
        assert [event.rules for event in await stored(room.house, table) if isinstance(event, ev.Adopted)] == [new.hash]
        header = table.view_model(None).commitment
        for number in range(3, 7):
            await act(table, people[number % 2], "take 1")
        assert table.view_model(None).stage == "finished"
        record = table.record_text()
        assert f"rules {old.hash}\n" in record
        assert f"commitment {header}\n" in record
    async with house_of(new, address) as room:  # once it has been adopted that is so
        table = await room.house.tables.get(key)
        assert sum(isinstance(event, ev.Adopted) for event in await stored(room.house, table)) == 1


async def test_a_match_ends_where_the_rules_lead_elsewhere(address: str, write: Callable[..., Game]) -> None:
    old, new = write("old"), write("new", board=nim.BOARD.replace("7", "9"))
    key, people = await begun(old, address, 3)
    async with house_of(new, address) as room:
        table = await room.house.tables.get(key)
        await room.quiet()
        assert isinstance((await stored(room.house, table))[-1], ev.Ended)
        model = table.view_model(people[0])
        assert (model.stage, model.moves, model.past) == ("finished", (), True)
        assert "the rules have changed" in model.fault
        assert [seat.name for seat in model.seats] == ["Ann", "Bo"]
        for command in (Act(model.version, "take 1"),):
            with pytest.raises(Refused, match="the rules have changed"):
                await table.do(people[0], command)
        with pytest.raises(Refused, match="record was not kept"):
            table.record_text()
        await table.do(people[1], Chat("what a pity"))
        assert await room.house.lists.bots_of(people[0]) == (0, 0)  # unfinished for nobody
        rows = await room.house.lists.tables_of(people[1])
        assert [row.stage for row in rows] == ["finished"]
        await table.do(people[0], Rematch())
        again = await room.house.tables.get(str(table.view_model(None).rematch))
        assert again.state.opened.rules == new.hash
    async with house_of(new, address) as room:
        table = await room.house.tables.get(key)
        assert sum(isinstance(event, ev.Ended) for event in await stored(room.house, table)) == 1


async def test_without_a_digest_a_match_is_not_taken_for_the_same(
    address: str, write: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DIGESTED", ())
    old, new = write("old"), write("new", IDLE)
    key, _ = await begun(old, address, 3)
    async with house_of(new, address) as room:
        assert (await room.house.tables.get(key)).state.past


async def test_a_match_of_rules_that_are_known_to_lead_to_the_same_goes_on(
    address: str, write: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DIGESTED", ())
    old, new = write("old"), write("new", IDLE)
    key, _ = await begun(old, address, 3)
    async with house_of(dataclasses.replace(new, former=(old.hash,)), address) as room:
        assert not (await room.house.tables.get(key)).state.past


async def test_what_is_finished_is_replayed_without_its_rules(address: str, write: Callable[..., Game]) -> None:
    old, new = write("old"), write("new", board=nim.BOARD.replace("7", "9"))
    async with house_of(old, address) as room:
        people = await room.people("Ann", "Bo")
        table = await room.table(*people, game="nim")
        for number in range(7):
            await act(table, people[number % 2], "take 1")
        record, steps = table.record_text(), table.view_model(None).steps
        lines = [line.text for line in table.replay_model().log]
        await room.turn(31)  # when tables are looked through
        key = table.id
    async with house_of(new, address) as room:
        table = await room.house.tables.get(key)
        model = table.view_model(people[0])
        assert (model.stage, model.past, model.fault) == ("finished", True, "")
        assert [seat.place for seat in model.seats] == [1, 2]
        assert table.record_text() == record
        assert table.replay_model().steps == steps
        assert [line.text for line in table.replay_model().log] == lines
        assert [table.replay_model(at).scene.status for at in (2, steps)] == ["6 left", "0 left"]  # type: ignore[union-attr]
        assert [panel.title for panel in table.replay_model(2).scene.panels] == ["Ann", "Bo"]  # type: ignore[union-attr]
        with pytest.raises(Refused, match="there is no step 99"):
            table.replay_model(99)
        with pytest.raises(Refused, match="not reviewed"):
            await room.house.reviews.ask(table, 0, Asker("here", people[0].id))
        assert [type(event) for event in await stored(room.house, table)][-1] is ev.Acted  # nothing has been written


@pytest.mark.postgres
async def test_two_versions_beside_each_other(
    write: Callable[..., Game], shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older one neither takes over what the newer has begun, nor ends it."""
    old, new = write("old"), write("new", board=nim.BOARD.replace("7", "9"))
    address = shared
    monkeypatch.setenv("TUCKBOX_BORN", "2000")
    key, _ = await begun(new, address, 3)
    monkeypatch.setenv("TUCKBOX_BORN", "1000")  # a worker of the server before, which was started again
    monkeypatch.setattr("tuckbox.server.house.installed", lambda: ["nim"])
    async with house_of(new, address):
        pass
    async with house_of(old, address) as room:
        with pytest.raises(Refused, match="a new version"):
            await room.house.tables.get(key)
    monkeypatch.setenv("TUCKBOX_BORN", "3000")
    async with house_of(new, address) as room:
        assert (await room.house.tables.get(key)).state.stage == "playing"


async def test_between_two_games_what_everybody_sees_is_kept(address: str) -> None:
    """A series whose rules change in the middle ends with the games that were finished."""
    whiplash = installed_game("whiplash")
    async with house_of(whiplash, address) as room:
        people = await room.people("Ann", "Bo")
        table: Table = await room.table(*people, options={"match": "hands", "hands": 3})
        chance = random.Random(3)
        while not any(isinstance(event, ev.Dealt) for event in await stored(room.house, table)):
            assert await step(table, people, chance)
        points = table.state.match.state.points  # type: ignore[union-attr]
        key = table.id
    other = dataclasses.replace(whiplash, former=())
    other.__dict__["hash"] = "0" * 16
    monkey = pytest.MonkeyPatch()
    monkey.setenv("TUCKBOX_BORN", "9e9")
    monkey.setattr("tuckbox.server.table.reading.agrees", lambda told, match: False)
    try:
        async with house_of(other, address) as room:
            model = (await room.house.tables.get(key)).view_model(people[0])
    finally:
        monkey.undo()
    assert model.past
    assert model.scene is not None
    facts = [
        part.value
        for panel in model.scene.panels
        if panel.seat is not None
        for part in panel.parts
        if isinstance(part, Fact)
    ]
    assert {str(each) for each in points[:2]} <= set(facts)
    assert {panel.title for panel in model.scene.panels if panel.seat is not None} == {"Ann", "Bo"}
