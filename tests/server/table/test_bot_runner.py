"""Bots in threads: they choose what is legal, one bot serves many tables, and the tables go on meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.rooms import until
from tuckbox import Match
from tuckbox.bots.bots import Bot
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game as find_game
from tuckbox.server.table import bot_runner as module
from tuckbox.server.table.bot_runner import IN_TIME, LEAST_SHARE, ThreadedBots
from tuckbox.server.table.fair_queue import Asker, FairQueue, Wanted
from tuckbox.view.view import View

pytestmark = pytest.mark.anyio

ANN = Asker("here", "Ann")


class Slow:
    """A game whose code takes long to build."""

    name = "slow"


async def test_they_choose_what_is_legal_and_are_used_again() -> None:
    bots = ThreadedBots(1)
    match = Match("whiplash", players=3, seed=3)
    try:
        await bots.ready(match.game)
        for _ in range(8):
            view = match.view(match.turn)
            choices = await asyncio.gather(*(bots.choose("easy", view, 9.0, ANN) for _ in range(3)))
            assert all(choice in view.legal for choice in choices)
            match.play(choices[0])
        assert [len(free) for free in bots._free.values()] == [1]
        view = match.view(match.turn)
        drawn = [await bots.choose("easy", view, 9.0, ANN, chance) for chance in (*range(20), *range(20))]
        assert drawn[:20] == drawn[20:]
        assert len(set(drawn)) > 1
    finally:
        await bots.close()


async def test_code_is_built_elsewhere_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []
    asked: list[tuple[str, str]] = []
    going_on = asyncio.Event()

    def choose(bot: Bot, view: View, seconds: float) -> int:
        asked.append((bot.policy.name, bot.mode))
        return view.legal[-1]

    class Child:
        async def wait(self) -> int:
            await going_on.wait()
            built.append("elsewhere")
            return 0

    async def start(*command: str, stdin: int, start_new_session: bool) -> Child:
        assert stdin == asyncio.subprocess.PIPE  # its end tells the child that we have ended
        assert start_new_session  # it hears no Ctrl-C
        assert command[1:] == ("-m", "tuckbox.server.table.warm_up", "whiplash")
        return Child()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(module, "build", lambda game, policy: built.append("here"))
    monkeypatch.setattr(Bot, "choose", choose)
    bots = ThreadedBots(1, ahead=("whiplash",))
    view = Match("whiplash", seed=3, dealer=0).view(1)
    try:
        assert await bots.choose("normal", view, 9.0, ANN) == view.legal[-1]
        assert await bots.choose("hard", view, 9.0, ANN) == view.legal[-1]
        assert built == []
        going_on.set()
        await bots.ready(view.game)
        assert built == ["elsewhere", "here", "here"]
        assert await bots.choose("normal", view, 9.0, ANN) == view.legal[-1]
        assert asked == [("learned", "plain"), ("learned", "plain"), ("learned", "native")]
    finally:
        await bots.close()


async def test_a_game_that_is_played_is_not_behind_those_that_are_got_ready_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    held, started = asyncio.Event(), []

    class Child:
        def __init__(self, name: str) -> None:
            self.name = name

        async def wait(self) -> int:
            if self.name != "whiplash":
                await held.wait()
            return 0

        def kill(self) -> None:
            held.set()
            raise ProcessLookupError

    async def start(*command: str, stdin: int, start_new_session: bool) -> Child:
        started.append(command[-1])
        return Child(command[-1])

    others = [name for name in installed() if name != "whiplash"]
    names = (*others, *["slow"] * (not others), "whiplash")
    monkeypatch.setattr(module, "find_game", lambda name: Slow if name == "slow" else find_game(name))
    monkeypatch.setattr(module, "installed", lambda: names)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(module, "build", lambda game, policy: None)
    bots = ThreadedBots(1, ahead=names)
    await until(lambda: bool(started))
    await bots.ready(find_game("whiplash"))
    assert started == [names[0], "whiplash"]
    await bots.close()


async def test_a_choice_of_one_needs_no_thought() -> None:
    bots = ThreadedBots(1)
    match = Match("whiplash", seed=3, dealer=0)
    view = match.view(1)
    object.__setattr__(view, "legal", view.legal[:1])
    assert await bots.choose("hard", view, 9.0, ANN) == view.legal[0]
    assert not bots._ready
    await bots.close()


async def served(queue: FairQueue, wanted: list[Asker]) -> list[Asker]:
    """Who has had a turn, in the order of the turns, when all asked at the same time."""
    order: list[Asker] = []

    async def take(asker: Asker) -> None:
        async with queue.turn(asker):
            order.append(asker)
            await asyncio.sleep(0)

    await asyncio.gather(*(take(asker) for asker in wanted))
    assert queue.waiting == 0
    return order


async def test_nobody_can_starve_the_bots_of_others() -> None:
    """The attack: one network sends a hundred people with ten wishes each, then somebody comes with one."""
    crowd = [Asker("there", f"person {number % 100}") for number in range(1000)]
    order = await served(FairQueue(2), [*crowd, ANN])
    assert order.index(ANN) < 6
    one, two = Asker("there", "one"), Asker("there", "two")
    assert (await served(FairQueue(1), [*[one] * 500, two])).index(two) < 3  # people of one network likewise


async def test_a_turn_that_is_not_wanted_any_more_goes_to_the_next() -> None:
    queue = FairQueue(1)
    async with queue.turn(ANN):
        waiting = [asyncio.create_task(served(queue, [Asker("x", str(number))])) for number in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting[0].cancel()
    waiting[1].cancel()  # just as it has been called, or will be
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert done[2] == [Asker("x", "2")]
    assert await served(queue, [ANN]) == [ANN]


async def test_a_turn_that_others_had_for_somebody_costs_them_none_of_their_own() -> None:
    queue, order = FairQueue(1), list[str]()

    async def take(what: str, asker: Asker | Wanted) -> None:
        async with queue.turn(asker):
            order.append(what)

    async with asyncio.TaskGroup() as waiting, queue.turn(ANN):
        both = Wanted(Asker("x", "x"))
        waiting.create_task(take("both", both))
        await asyncio.sleep(0)
        queue.join(ANN, both)
        for what, asker in (("hers", ANN), ("other", Asker("y", "y")), ("last", Asker("y", "y"))):
            waiting.create_task(take(what, asker))
        await asyncio.sleep(0)
    assert order == ["both", "hers", "other", "last"]


async def test_who_wants_something_before_it_has_come_to_the_queue_waits_for_it_too() -> None:
    queue, order, many = FairQueue(1), list[str](), Asker("x", "x")

    async def take(what: str, asker: Asker | Wanted) -> None:
        async with queue.turn(asker):
            order.append(what)

    async with asyncio.TaskGroup() as waiting, queue.turn(ANN):
        for number in range(5):
            waiting.create_task(take(str(number), many))
        last = Wanted(many)
        queue.join(Asker("y", "y"), last)
        waiting.create_task(take("last", last))
        await asyncio.sleep(0)
    assert order.index("last") < 2


async def test_bots_think_shorter_the_more_of_them_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[float] = []

    def choose(bot: Bot, view: View, seconds: float) -> int:
        thought.append(seconds)
        return view.legal[0]

    bots = ThreadedBots(2)
    try:
        match = Match("whiplash", players=3, seed=3)
        await bots.ready(match.game)
        monkeypatch.setattr(Bot, "choose", choose)
        await bots.choose("easy", match.view(match.turn), 3.0, ANN)
        assert thought == [3.0]
        await asyncio.gather(*(bots.choose("easy", match.view(match.turn), 3.0, ANN) for _ in range(450)))
        assert min(thought) == LEAST_SHARE
        assert sum(thought[1:]) / 2 < 7 * IN_TIME  # of two threads: with three seconds each it would be ten minutes
        assert thought[-1] == 3.0  # who comes last has nobody behind them
    finally:
        await bots.close()
