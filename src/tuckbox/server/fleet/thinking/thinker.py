"""A process that thinks for bots: takes a question, answers it, takes the next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from tuckbox.bots.bots import MOMENT
from tuckbox.definition.game import Game
from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.questions import QUESTIONS, TAKEN, Questions, Taken
from tuckbox.server.fleet.signals import OFTEN, Signals
from tuckbox.server.fleet.thinking.question import read
from tuckbox.server.storage.database import Database
from tuckbox.server.table.bot_runner import IN_TIME, LEAST_SHARE, BotRunner
from tuckbox.server.table.fair_queue import Asker

log = logging.getLogger(__name__)

_ANYBODY = Asker("", "")
"""The asker of all thinking here: the queue has taken turns already."""


class Thinker:
    """Thinks about one question at a time, about any of these games, from when it is made until it is closed.

    A question belongs to it for `lease` seconds.
    """

    def __init__(self, database: Database, bots: BotRunner, games: Sequence[Game], lease: float = TAKEN) -> None:
        self._questions, self._signals, self._bots = Questions(database, lease), Signals(database), bots
        self._games = {game.name: game for game in games}
        self._arrivals = self._signals.counter(QUESTIONS)
        self._closing = False
        self.thinking = asyncio.create_task(self._think(), name="thinking")
        """Ends before it is told to only by a fault of ours."""

    async def close(self) -> None:
        """Think to the end of what has been begun, and then no more."""
        self._closing = True
        self._arrivals.advance()
        await asyncio.wait([self.thinking], timeout=MOMENT)
        self.thinking.cancel()
        await asyncio.gather(self.thinking, return_exceptions=True)
        await self._signals.close()
        await self._bots.close()

    async def _think(self) -> None:
        while not self._closing:
            heard = self._arrivals.value
            try:
                if not await self._think_once():
                    await self._arrivals.wait(heard, self._signals.patience)
            except StorageError:
                await asyncio.sleep(OFTEN)

    async def _think_once(self) -> bool:
        """Answer a question, if there is one."""
        taken = await self._questions.take([game.hash for game in self._games.values()])
        if taken is None:
            return False
        try:
            answer = await self._answer(taken)
        except Exception:
            log.exception("a bot has failed")
        else:
            await self._questions.answer(taken, answer)
        return True

    async def _answer(self, taken: Taken) -> int:
        question = read(taken.data)
        share = max(LEAST_SHARE, IN_TIME * taken.thought / (taken.thought + taken.waiting))
        seconds = min(question.seconds, share)
        view = question.view(self._games[question.game])
        return await self._bots.choose(question.level, view, seconds, _ANYBODY, question.chance)
