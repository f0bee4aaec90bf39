"""The server collects garbage at good moments, and play makes next to none."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.rooms import open_room, step, until
from tests.server.table.test_kept import PRESENT, VIEWERS, begun, happened, shown
from tuckbox.server import garbage
from tuckbox.server.garbage import ROOM, WORTH, Collector
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.table import Table
from tuckbox.server.tables import IDLE


@pytest.fixture
def own_collector() -> Iterator[None]:
    """The garbage collector is as it was, afterwards."""
    yield
    gc.unfreeze()
    gc.enable()


class Knot:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.parametrize(
    ("new", "load", "due"),
    [(WORTH, 0.0, False), (WORTH + 1, 0.0, True), (WORTH + 1, 0.1, False), (ROOM, 0.9, False), (ROOM + 1, 0.9, True)],
)
def test_a_busy_server_waits_for_more_than_one_at_rest(new: int, load: float, due: bool) -> None:
    assert Collector().due(new, load) is due


def test_a_busy_server_collects_when_its_memory_has_doubled() -> None:
    collector = Collector()
    collector._alive = 3 * ROOM
    assert not collector.due(3 * ROOM, 0.9)
    assert collector.due(3 * ROOM + 1, 0.9)


@pytest.mark.usefixtures("own_collector")
def test_what_is_new_is_searched_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK", 0.01)
    assert garbage.REST > 1.0, "nobody looks for rest meanwhile"
    assert asyncio.run(_freed(seconds=60.0))


@pytest.mark.usefixtures("own_collector")
@pytest.mark.parametrize(("look", "worth", "room"), [("REST", 0, 10**9), ("LOOK", 10**9, 0), ("REST", 10**9, 10**9)])
def test_what_has_outlived_a_search_goes_when_it_is_time(
    look: str, worth: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_rest = 10.0 if look == "REST" else 0.5
    for name, value in {"REST": 10.0, "LOOK": 10.0, look: 0.01, "AT_REST": at_rest, "WORTH": worth, "ROOM": room}.items():
        monkeypatch.setattr(garbage, name, value)
    due = not worth or not room
    assert asyncio.run(_freed(seconds=60.0 if due else 0.1, older=True)) is due


@pytest.mark.usefixtures("own_collector")
def test_what_outlives_a_look_counts_until_all_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "ROOM", 5000)
    garbage.freeze()
    collector, kept = Collector(), list[list[list[int]]]()
    while not collector._alive:
        kept.append([[] for _ in range(1500)])
        collector._collect(1.0)
        assert len(kept) < 10
    assert 3 <= len(kept) <= 4
    assert collector._grown == 0


async def _freed(seconds: float, older: bool = False) -> bool:
    """Whether something that only the garbage collector can free goes in time; `older` is what has outlived a search."""
    Collector().begin()
    tied = Knot()
    knot = weakref.ref(tied)
    if older:
        gc.collect(0)
    del tied
    more = [Knot() for _ in range(100)]  # than there were
    with contextlib.suppress(TimeoutError):
        await until(lambda: knot() is None, seconds)
    return bool(more) and knot() is None


@pytest.mark.anyio
async def test_a_table_that_has_left_memory_leaves_next_to_nothing_to_collect(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tables.db") as room:
        people, chance = await room.people("Ann", "Bo"), random.Random(1)

        async def left_behind() -> weakref.ref[Table]:
            table = await room.table(*people)
            for _ in range(20):
                await step(table, people, chance)
                await room.quiet()
            return weakref.ref(table)

        await left_behind()  # what is made once
        await room.turn(2 * IDLE)
        gc.collect()
        gone = await left_behind()
        await room.turn(2 * IDLE)
        assert gone() is None
        assert gc.collect() < 300


@pytest.mark.parametrize("game", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
def test_playing_and_showing_leaves_nothing_to_collect(game: str) -> None:
    state, chance = begun(game, 3), random.Random(3)
    presenter = Presenter(state, Schedule(state))

    def play(events: int) -> None:
        for _ in range(events):
            for event in happened(state, presenter, chance):
                presenter.forget(state.apply(event, 0.0))
            for viewer in VIEWERS:
                shown(presenter.view_model(viewer, PRESENT, 0))

    play(10)  # what is made once
    gc.collect()
    play(30)
    assert gc.collect() < 30
