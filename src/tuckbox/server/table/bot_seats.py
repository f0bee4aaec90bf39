"""Bots at a table: each that is to decide thinks in a task of its own, and then plays."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from tuckbox.bots.bots import MOMENT
from tuckbox.server.table.clock import sleep
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.table.levels import TEMPOS
from tuckbox.server.table.services import RETRY, Services
from tuckbox.server.table.state import TableState, brief
from tuckbox.server.table.time_controls import ANSWERING, THINKING
from tuckbox.server.tasks import spawn
from tuckbox.view.view import View

log = logging.getLogger(__name__)

Play = Callable[[int, int, int], Awaitable[bool]]
"""Plays the action that the bot at a seat has chosen in a position; False if it is to be tried again."""


class BotSeats:
    """The bots of a table that think just now. They know the table only meanwhile, so that an idle one is freed at once."""

    def __init__(self, state: TableState, services: Services, asker: Asker) -> None:
        self._state, self._services, self._asker = state, services, asker
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # position, and the task, by seat
        self._took: dict[int, float] = {}  # seconds of the last choice, by seat

    def __bool__(self) -> bool:
        """Whether any thinks."""
        return bool(self._thinking)

    def wake(self, play: Play, rested: Callable[[], None]) -> None:
        """Have all bots think that are to decide, unless they do already.

        `play` is told what each chooses, and `rested` is called when it is played.
        """
        state = self._state
        for seat in state.undecided:
            position, _ = self._thinking.get(seat, (-1, None))
            if state.seats[seat].by_bot and position != state.position:
                task = spawn(self._decide(seat, state.position, play, rested), f"bot at table {brief(state.id)}")
                self._thinking[seat] = (state.position, task)

    def cancel(self) -> None:
        """Let none think any more."""
        for _, task in tuple(self._thinking.values()):
            task.cancel()

    async def _decide(self, seat: int, position: int, play: Play, rested: Callable[[], None]) -> None:
        """Let the bot at a seat choose, and play it."""
        state, services = self._state, self._services
        assert state.match is not None
        try:
            view = state.match.view(seat, log=False)
            patience = asyncio.ensure_future(sleep(services.clock, self._delay(seat, view)))
            try:
                action = await self._timed(seat, view)
                await patience
            finally:
                patience.cancel()
            while not await play(seat, position, action):
                await sleep(services.clock, RETRY)
        finally:
            if self._thinking.get(seat, (-1,))[0] == position:
                del self._thinking[seat]
        rested()

    def _delay(self, seat: int, view: View) -> float:
        """Minimum number of seconds until a bot plays. With one legal action there is nothing to think about: it takes as
        long as over its last choice, or its speed would tell what it does not hold. Answers to windows are sealed anyway."""
        if self._state.window:
            return 0.0
        delay = self._services.bot_delay * TEMPOS.get(self._state.opened.tempo, 1.0)
        return max(delay, self._took.get(seat, 0.0)) if len(view.legal) == 1 else delay

    async def _timed(self, seat: int, view: View) -> int:
        """The action of a bot, noting how long a choice took."""
        clock, choice = self._services.clock, len(view.legal) > 1 and not self._state.window
        began = clock.now()
        action = await self._choose(seat, view)
        if choice:
            self._took[seat] = clock.now() - began
        return action

    async def _choose(self, seat: int, view: View) -> int:
        """The action of a bot. One that fails must not hold the table up: it does something legal, and the fault is logged.

        An answer to a window comes within the time the window is open whatever anybody holds, or the bot lets it pass.
        """
        state, match = self._state, self._state.match
        assert match is not None
        least, seconds, nothing = state.time_control.window_least, MOMENT, match.nothing
        if nothing is not None:
            answering = sum(state.seats[asked].by_bot for asked in view.asked)
            seconds = THINKING * least / max(1, answering)
        try:
            async with asyncio.timeout(None if nothing is None else ANSWERING * least):
                level, chance = state.seats[seat].level, state.opened.chance(seat, match.steps)
                action = await self._services.bots.choose(level, view, seconds, self._asker, chance)
            if action not in view.legal:
                raise ValueError(f"the bot wants to do {action!r}, which is not legal")
            return action
        except Exception as error:
            if nothing is not None and isinstance(error, TimeoutError):
                log.warning("a bot at table %s was too slow to answer", brief(state.id))
                return view.game.actions.code(nothing)
            log.exception("a bot at table %s has failed", brief(state.id))
            self._services.counters.faults += 1
            return secrets.choice(view.legal)
