"""Reviews of a house: begun once, made in turn, kept, refused while a match is played; and the process that makes them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.coach.test_review import GOLDEN
from tests.server.rooms import QuickReviewer, Room, step
from tuckbox.coach.exercises import mistakes
from tuckbox.coach.review import Review, review
from tuckbox.match.record import Record
from tuckbox.server.admin import keeping
from tuckbox.server.chores import ATTEMPTS, SWEEP
from tuckbox.server.errors import Busy, Refused, StorageError
from tuckbox.server.people import Person
from tuckbox.server.reviews import reviews as module
from tuckbox.server.reviews import worker
from tuckbox.server.reviews.reviewer import ChildReviewer, Reviewed, ReviewFailed
from tuckbox.server.reviews.reviewer import Watcher as Tell
from tuckbox.server.reviews.reviews import Data, ReviewProgress, Reviews
from tuckbox.server.storage.store import Store
from tuckbox.server.table.archive import is_whole
from tuckbox.server.table.commands import Resign, Return, Sit, Stand
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

ANN = Asker("here", "Ann")
SHORT = {"match": "single", "turn_cap": "40"}


async def finished(room: Room, seed: int = 1) -> tuple[Table, list[Person]]:
    """A short match of two people, played to its end."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options=SHORT)
    chance = random.Random(seed)
    while await step(table, people, chance) is not None:
        pass
    return table, people


def reviews(room: Room) -> tuple[Reviews, QuickReviewer]:
    """The reviews of a house, with somebody who makes them."""
    maker, services = QuickReviewer(), room.house._services
    return Reviews(services.store, services.clock, services.bots, maker), maker


async def made(of: Reviews, table: Table, seat: int = 0) -> Data:
    """A review, when it is there."""
    while isinstance(found := await of.ask(table, seat, ANN), ReviewProgress):
        assert not found.failed
        await asyncio.sleep(0.01)
    return found


async def test_it_is_made_once_for_all_who_ask_and_then_kept(room: Room) -> None:
    table, people = await finished(room)
    of, maker = reviews(room)
    maker.held.clear()
    first = await of.ask(table, 0, ANN)
    assert isinstance(first, ReviewProgress)
    assert await of.ask(table, 0, Asker("there", "Bo")) is first
    while not first.of:
        await asyncio.sleep(0.001)
    assert (first.done, first.of) == (1, 3)
    maker.held.set()
    found = await made(of, table)
    assert found["decisions"]
    assert maker.asked == 1
    again, other = reviews(room)
    assert await again.ask(table, 0, ANN) == found
    assert other.asked == 0
    assert await again.of_person(people[0]) == [(table.id, "whiplash", found)]
    assert await again.of_person(people[1]) == []


async def test_what_a_bot_has_decided_for_a_person_is_no_decision_of_theirs(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options=SHORT)
    match, chance = table.state.match, random.Random(1)
    assert match is not None

    async def play(turns: int) -> set[int]:
        """Some turns; the steps at which Ann's seat has decided."""
        before = match.steps
        for _ in range(turns):
            if await step(table, people, chance) is None:
                await room.quiet()
        return {number for number in range(before, match.steps) if match.record().steps[number].startswith("0 ")}

    own = await play(8)
    await table.do(people[0], Stand())
    driven = await play(8)
    await table.do(people[0], Return())
    own |= await play(400)
    assert table.state.stage == "finished"
    found = await made(reviews(room)[0], table)
    assert driven
    judged = {decision["step"] for decision in found["decisions"]}
    assert judged <= own
    assert min(judged) < min(driven) < max(driven) < max(judged)


async def test_who_takes_over_a_seat_has_decided_nothing_before(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo, options=SHORT)
    match, chance = table.state.match, random.Random(1)
    assert match is not None
    for _ in range(8):
        await step(table, [ann, bo], chance)
    room.bots.held.clear()
    await table.do(bo, Resign())
    await table.do(cy, Sit(1))
    begun = match.steps
    assert table.state.decided_by_others(1) == list(range(begun))
    room.bots.held.set()
    while await step(table, [ann, cy], chance) is not None:
        pass
    judged = [decision["step"] for decision in (await made(reviews(room)[0], table, 1))["decisions"]]
    assert judged
    assert min(judged) >= begun


class FailingReviewer(QuickReviewer):
    """Makes no archive before it has failed some times."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures, self.tried = failures, 0

    async def archive(self, record: str) -> bytes:
        """The archive, perhaps."""
        self.tried += 1
        if self.tried <= self.failures:
            raise ReviewFailed("the coach has failed; try again later")
        return await super().archive(record)


@pytest.mark.parametrize("failures", [0, 1, ATTEMPTS])
async def test_an_archive_that_has_failed_is_tried_again_but_not_for_ever(room: Room, failures: int) -> None:
    maker = room.house.reviews._reviewer = FailingReviewer(failures)
    table, _ = await finished(room)
    for _ in range(5):
        await room.turn(SWEEP)
    assert maker.tried == min(failures + 1, ATTEMPTS)
    assert is_whole(await room.house.store.archive(table.id)) == (failures < ATTEMPTS)


async def test_a_database_that_is_away_for_one_archive_keeps_no_other_from_being_made(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.house.reviews._reviewer = QuickReviewer()
    tables = [(await finished(room, seed))[0] for seed in (1, 2)]
    read, broken = Store.archive, [True]

    async def archive(store: Store, table: str) -> bytes | None:
        if broken:
            broken.clear()
            raise StorageError("the server cannot read what it has kept just now; try again")
        return await read(store, table)

    monkeypatch.setattr(Store, "archive", archive)
    kept = []
    for _ in range(2):
        await room.turn(SWEEP)
        kept.append(sum([is_whole(await read(room.house.store, table.id)) for table in tables]))
    assert kept == [1, 2]


async def test_of_a_match_that_is_played_nothing_is_said(room: Room) -> None:
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options=SHORT)
    of, maker = reviews(room)
    with pytest.raises(Refused, match="before it is over"):
        await of.ask(table, 0, ANN)
    assert maker.asked == 0


async def test_a_seat_that_is_not_there_is_refused(room: Room) -> None:
    table, _ = await finished(room)
    of, _ = reviews(room)
    with pytest.raises(Refused, match="there is no seat 2"):
        await of.ask(table, 2, ANN)


async def test_too_many_at_once_are_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 1)
    table, _ = await finished(room)
    of, maker = reviews(room)
    maker.held.clear()
    await of.ask(table, 0, ANN)
    with pytest.raises(Busy):
        await of.ask(table, 1, ANN)
    await of.close()


@pytest.mark.slow
async def test_one_network_cannot_take_all_there_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_OF_NETWORK", 1)
    table, _ = await finished(room)
    of, maker = reviews(room)
    maker.held.clear()
    await of.ask(table, 0, ANN)
    with pytest.raises(Refused, match="many matches of yours"):
        await of.ask(table, 1, ANN)
    await of.ask(table, 1, Asker("there", "Bo"))
    maker.held.set()
    await made(of, table, 1)
    assert not of._asked


@pytest.mark.slow
async def test_who_asks_for_many_waits_for_others_in_turn(room: Room) -> None:
    (table, _), (other, _) = await finished(room), await finished(room, 2)
    of, maker = reviews(room)
    maker.held.clear()
    mine = [await of.ask(table, seat, ANN) for seat in (0, 1)]
    mine.append(await of.ask(other, 1, ANN))
    theirs = await of.ask(other, 0, Asker("there", "Bo"))
    order: list[int] = []
    waiting = [*mine, theirs]
    maker.held.set()
    while len(order) < 4:
        await asyncio.sleep(0.001)
        order += [at for at, each in enumerate(waiting) if isinstance(each, ReviewProgress) and each.of and at not in order]
    assert order.index(3) < order.index(2)


async def test_one_that_fails_says_so_and_is_tried_again_when_somebody_asks(room: Room) -> None:
    class Failing(QuickReviewer):
        async def review(self, record: str, seat: int, progress: Tell, others: Collection[int] = ()) -> Reviewed:
            if self.asked == 0:
                self.asked = 1
                raise ReviewFailed("not today")
            return await super().review(record, seat, progress, others)

    table, _ = await finished(room)
    of, _ = reviews(room)
    of._reviewer = Failing()
    first = await of.ask(table, 0, ANN)
    assert isinstance(first, ReviewProgress)
    while not first.failed:
        await asyncio.sleep(0.001)
    assert first.failed == "not today"
    assert await of.ask(table, 0, ANN) is first
    assert of._reviewer.asked == 1, "who waits for it hears so before it is begun anew"
    assert (await made(of, table))["decisions"]


async def test_one_that_is_being_made_while_somebody_is_forgotten_is_begun_anew(room: Room, tmp_path: Path) -> None:
    table, (ann, _) = await finished(room)
    of, maker = reviews(room)
    room.house.reviews = of
    maker.held.clear()
    await of.ask(table, 0, ANN)
    while not maker.asked:
        await asyncio.sleep(0.001)
    async with keeping.opened(str(tmp_path / "house.db")) as database:
        await keeping.forget_person(database, ann.id)
    while (again := await room.house.tables.get(table.id)) is table:
        await asyncio.sleep(0.01)
    assert not of._tasks
    maker.held.set()
    assert (await made(of, again))["name"] == "Somebody"
    assert await of.of_person(ann) == []


async def test_one_that_was_written_too_late_goes_with_the_order_to_look_anew(room: Room) -> None:
    table, people = await finished(room)
    await made(reviews(room)[0], table)
    assert len(await room.house.reviews.of_person(people[0])) == 1
    await room.house._look_anew("table", table.id)
    assert await room.house.reviews.of_person(people[0]) == []


# -- the process -------------------------------------------------------------------------------------------------------


@pytest.fixture(name="child")
async def _child(anyio_backend: str) -> AsyncIterator[ChildReviewer]:
    child = ChildReviewer()
    yield child
    await child.close()


@pytest.mark.slow
async def test_a_process_makes_the_review_that_the_command_makes(child: ChildReviewer) -> None:
    told: list[tuple[int, int]] = []
    made = await child.review(GOLDEN.read_text("utf-8"), 1, lambda done, of: told.append((done, of)))
    found = review(Record.load(GOLDEN), 1)
    assert msgspec.json.decode(made.review) == msgspec.json.decode(msgspec.json.encode(found.data()))
    assert made.exercises == tuple(map(str, mistakes(found)))
    assert told[0][0] <= told[-2][0] == told[-2][1]


async def test_what_cannot_be_reviewed_is_told_and_a_process_that_ends_is_begun_anew(child: ChildReviewer) -> None:
    with pytest.raises(ReviewFailed, match="there is no seat 9"):
        await child.review(GOLDEN.read_text("utf-8"), 9, lambda done, of: None)
    assert child._child is not None
    child._child.kill()
    with pytest.raises(ReviewFailed, match="try again later"):
        await child.review(GOLDEN.read_text("utf-8"), 9, lambda done, of: None)
    with pytest.raises(ReviewFailed, match="there is no seat 9"):
        await child.review(GOLDEN.read_text("utf-8"), 9, lambda done, of: None)
    child._child.kill()
    await child._child.wait()
    with pytest.raises(ReviewFailed, match="there is no seat 9"):  # nobody is told of one that had nothing to do
        await child.review(GOLDEN.read_text("utf-8"), 9, lambda done, of: None)


def test_the_process_gives_a_sign_of_life_after_each_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[worker.ReviewReply] = []
    seen: list[int] = []

    def short(record: Record, seat: int, progress: Tell, others: Collection[int]) -> Review:
        progress(2, 2)
        return review(record, seat, 20)

    def slow(found: Review) -> Iterator[str]:
        for number in range(3):
            seen.append(len(told))
            yield str(number)

    monkeypatch.setattr(worker, "_tell", told.append)
    monkeypatch.setattr(worker, "review", short)
    monkeypatch.setattr(worker, "mistakes", slow)
    worker.judge(worker.ReviewRequest(GOLDEN.read_text("utf-8"), 1))
    assert seen == [1, 2, 3]
    assert told[-1].exercises == ("0", "1", "2")
    assert {(each.done, each.of) for each in told[:-1]} == {(2, 2)}
