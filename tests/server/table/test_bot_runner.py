"""Bots in threads: they choose what is legal, one bot serves many tables, and the tables go on meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tuckbox import Match
from tuckbox.bots.bots import Bot
from tuckbox.engine.game import game as find_game
from tuckbox.engine.game import installed
from tuckbox.engine.view import View
from tuckbox.server.table import bot_runner as module
from tuckbox.server.table.bot_runner import ThreadedBots

pytestmark = pytest.mark.anyio


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
            choices = await asyncio.gather(*(bots.choose("easy", view, 9.0) for _ in range(3)))
            assert all(choice in view.legal for choice in choices)
            match.play(choices[0])
        assert [len(free) for free in bots._free.values()] == [1]
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

    async def start(*command: str, stdin: int) -> Child:
        assert stdin == asyncio.subprocess.PIPE  # its end tells the child that we have ended
        assert command[1:] == ("-m", "tuckbox.server.table.warm_up", "whiplash")
        return Child()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(module, "build", lambda game, policy: built.append("here"))
    monkeypatch.setattr(Bot, "choose", choose)
    bots = ThreadedBots(1, ahead=("whiplash",))
    view = Match("whiplash", seed=3, dealer=0).view(1)
    try:
        assert await bots.choose("normal", view, 9.0) == view.legal[-1]
        assert built == []
        going_on.set()
        await bots.ready(view.game)
        assert built == ["elsewhere", "here"]
        assert await bots.choose("normal", view, 9.0) == view.legal[-1]
        assert asked == [("greedy", "plain"), ("search:normal", "native")]
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

    async def start(*command: str, stdin: int) -> Child:
        started.append(command[-1])
        return Child(command[-1])

    others = [name for name in installed() if name != "whiplash"]
    names = (*others, *["slow"] * (not others), "whiplash")
    monkeypatch.setattr(module, "find_game", lambda name: Slow if name == "slow" else find_game(name))
    monkeypatch.setattr(module, "installed", lambda: names)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(module, "build", lambda game, policy: None)
    bots = ThreadedBots(1, ahead=names)
    await asyncio.sleep(0.01)
    await bots.ready(find_game("whiplash"))
    assert started == [names[0], "whiplash"]
    await bots.close()


async def test_a_choice_of_one_needs_no_thought() -> None:
    bots = ThreadedBots(1)
    match = Match("whiplash", seed=3, dealer=0)
    view = match.view(1)
    object.__setattr__(view, "legal", view.legal[:1])
    assert await bots.choose("hard", view, 9.0) == view.legal[0]
    assert not bots._ready
    await bots.close()
