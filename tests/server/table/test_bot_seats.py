"""When bots play: not before they seem to have thought, whether they had a choice or not."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from tests.server.clock import HandClock
from tuckbox.server.table.bot_seats import BotSeats
from tuckbox.server.table.clock import sleep
from tuckbox.server.table.fair_queue import Asker
from tuckbox.view.view import View

pytestmark = pytest.mark.anyio

DELAY, SEARCH = 0.5, 2.0


class Searchers:
    """Bots that think for a time, if they have a choice."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock

    async def choose(self, level: str, view: View, *more: object) -> int:
        """The first legal action."""
        if len(view.legal) > 1:
            await sleep(self._clock, SEARCH)
        return view.legal[0]


async def seconds(bots: BotSeats, state: Any, clock: HandClock, *legal: int) -> float:
    """Seconds after which a bot plays that is to decide between these actions."""
    state.position += 1
    state.match.view = lambda seat, log: SimpleNamespace(legal=legal, asked=(0,))
    began, played = clock.now(), asyncio.Event()

    async def play(seat: int, position: int, action: int) -> bool:
        played.set()
        return True

    bots.wake(play, lambda: None)
    while not played.is_set():
        for _ in range(10):
            await asyncio.sleep(0)
        if not played.is_set():
            clock.turn(DELAY / 2)
    while bots:
        await asyncio.sleep(0)
    return clock.now() - began


async def test_a_bot_without_a_choice_takes_as_long_as_over_its_last() -> None:
    clock = HandClock()
    services = SimpleNamespace(clock=clock, bot_delay=DELAY, bots=Searchers(clock), counters=Mock())
    opened = SimpleNamespace(tempo="usual", chance=lambda seat, steps: None)
    match, control = SimpleNamespace(nothing=None, steps=1), SimpleNamespace(window_least=1.0)
    place = SimpleNamespace(by_bot=True, level="master")
    state: Any = SimpleNamespace(
        id="x7", undecided=[0], seats=[place], position=0, match=match, opened=opened, window=False, time_control=control
    )
    bots = BotSeats(state, cast(Any, services), Asker("here", "Ann"))
    assert await seconds(bots, state, clock, 1) == DELAY
    assert await seconds(bots, state, clock, 1, 2) == SEARCH
    for _ in range(2):
        assert await seconds(bots, state, clock, 1) == SEARCH, "nobody sees that it had to"
