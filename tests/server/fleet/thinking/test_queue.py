"""Bots are asked by a queue: answers come, who dies is replaced, nobody waits for ever, and nobody can starve another's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.server.rooms import Guessers
from tuckbox import Match
from tuckbox.server.fleet.questions import Questions
from tuckbox.server.fleet.thinking.queued_bots import QueuedBots
from tuckbox.server.fleet.thinking.thinker import Thinker
from tuckbox.server.storage.store import Store
from tuckbox.server.table.fair_queue import Asker
from tuckbox.view.view import View

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

ANN = Asker("here", "Ann")
MATCH = Match("whiplash", players=3, seed=3)
VIEW = MATCH.view(MATCH.turn, log=False)


class Last(Guessers):
    """Bots that choose what is listed last. While `held`, they think and think."""

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        self.asked.append(f"{level} {view.seat} {view.names} {asker}")
        self.thought = seconds
        await self.held.wait()
        return view.legal[-1]


@pytest.fixture(name="store")
async def _store(of_file: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await Store.open(of_file)
    while not store.signals.listening:
        await asyncio.sleep(0.01)
    yield store
    async with store.database.writing() as connection:
        await connection.exec_driver_sql("DELETE FROM questions")
    await store.close()


def thinker(store: Store, bots: Guessers, lease: float = 60.0) -> Thinker:
    """Somebody who thinks."""
    return Thinker(store.database, bots, [MATCH.game], lease)


async def waiting(store: Store) -> int:
    """How many questions have not been answered."""
    async with store.database.reading() as connection:
        found = await connection.exec_driver_sql("SELECT count(*) FROM questions WHERE answer IS NULL")
        return int(found.scalar() or 0)


async def until(store: Store, many: int) -> None:
    """Wait until so many questions have not been answered."""
    while await waiting(store) != many:
        await asyncio.sleep(0.01)


async def test_who_asks_is_told_what_a_bot_elsewhere_does(store: Store) -> None:
    bots, asks = Last(), QueuedBots(store, patience=60.0)
    thinks = thinker(store, bots)
    assert await asks.choose("normal", VIEW, 2.5, ANN) == VIEW.legal[-1]
    assert bots.asked == [f"normal {VIEW.seat} ('', '', '') {Asker('', '')}"]
    assert bots.thought == 2.5
    assert await waiting(store) == 0
    await thinks.close()
    await asks.close()


async def test_what_one_asks_who_dies_another_answers(store: Store) -> None:
    dead, bots, asks = Last(), Last(), QueuedBots(store, patience=60.0)
    dead.held.clear()
    dies = thinker(store, dead)
    answer = asyncio.create_task(asks.choose("normal", VIEW, 2.5, ANN))
    while not dead.asked:
        await asyncio.sleep(0.01)
    dies.thinking.cancel()
    lives = thinker(store, bots, lease=0.1)
    lives._signals.listening = False  # nobody tells them: they look
    assert await answer == VIEW.legal[-1]
    await lives.close()
    await dies.close()


async def test_of_two_answers_the_first_counts(store: Store) -> None:
    questions = Questions(store.database, lease=0.0)
    await questions.put("k", store.signals.name, ("n", "p"), "r", b"data")
    await questions.put("k", store.signals.name, ("n", "p"), "r", b"data")
    one, two = [await questions.take(["r"]) for _ in range(2)]
    assert one is not None
    assert two is not None
    assert await questions.find("k") is None
    await questions.answer(two, 2)
    await questions.answer(one, 1)
    assert await questions.find("k") == 2
    assert await questions.take(["r"]) is None


async def test_one_of_other_rules_is_left_to_others(store: Store) -> None:
    questions = Questions(store.database)
    await questions.put("k", store.signals.name, ("n", "p"), "other rules", b"data")
    assert await questions.take(["r"]) is None
    await questions.put("l", store.signals.name, ("n", "p"), "r", b"data")
    taken = await questions.take(["r"])
    assert taken is not None
    assert (taken.waiting, taken.thought) == (0, 1)  # nobody here has the other rules
    assert (await questions.take(["r", "other rules"])) is not None


async def test_where_nobody_thinks_bots_play_all_the_same_and_nothing_stays(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    asks = QueuedBots(store, patience=0.05)
    for _ in range(3):
        assert await asks.choose("normal", VIEW, 2.5, ANN) in VIEW.legal
    assert caplog.text.count("the server cannot ask bots: nobody thinks for them") == 1
    await asks.close()
    await until(store, 0)


async def test_who_asks_no_more_leaves_nothing(store: Store) -> None:
    asks = QueuedBots(store)
    asking = asyncio.create_task(asks.choose("normal", VIEW, 2.5, ANN))
    await until(store, 1)
    asking.cancel()
    await until(store, 0)
    await asks.close()


async def test_a_question_that_is_lost_is_put_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.fleet.thinking.queued_bots.LOOK", 0.01)
    asks, bots = QueuedBots(store, patience=60.0), Last()
    asking = asyncio.create_task(asks.choose("normal", VIEW, 2.5, ANN))
    await until(store, 1)
    async with store.database.writing() as connection:
        await connection.exec_driver_sql("TRUNCATE questions")  # as a crash of PostgreSQL does
    thinks = thinker(store, bots)
    assert await asking == VIEW.legal[-1]
    await thinks.close()


async def test_an_answer_that_was_not_heard_is_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.fleet.thinking.queued_bots.LOOK", 0.01)
    asks, bots = QueuedBots(store, patience=60.0), Last()
    store.signals.subscribe("answer", lambda message: None)
    thinks = thinker(store, bots)
    assert await asks.choose("normal", VIEW, 2.5, ANN) == VIEW.legal[-1]
    await thinks.close()


async def test_nobody_can_starve_the_bots_of_others(store: Store) -> None:
    """The attack: one network sends many people with many questions each, then somebody comes with one."""
    questions = Questions(store.database)
    for number in range(60):
        await questions.put(f"{number}", "s", ("crowd", f"{number % 12}"), "r", b"")
    served = []
    for turn in range(12):
        taken = await questions.take(["r"])
        assert taken is not None
        served.append(taken.key)
        await questions.answer(taken, 1)
        if turn % 3 == 0:  # somebody else asks again and again
            await questions.put(f"one {turn}", "s", ("elsewhere", "p"), "r", b"")
    assert [key for key in served if key.startswith("one")] == ["one 0", "one 3", "one 6", "one 9"][: len(served) // 3]
    assert len({int(key) % 12 for key in served if not key.startswith("one")}) == len(served) - 4
    taken = await questions.take(["r"])
    assert taken is not None
    assert taken.waiting == 60 - 8 - 1
