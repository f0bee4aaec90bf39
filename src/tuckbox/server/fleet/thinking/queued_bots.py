"""Bots that think elsewhere: `tuckbox think`, on this machine or on others, is asked through a queue in the database.

A question that is answered twice, or too late, does no harm: the table lets a bot play only where things are still as they
were when it was asked. Where nobody answers in time, a bot plays without a search, by the rules as Python runs them.
"""

from __future__ import annotations

import asyncio
import secrets

from tuckbox.definition.game import Game
from tuckbox.server.errors import StorageError
from tuckbox.server.fleet.questions import ANSWER, Questions, digest
from tuckbox.server.fleet.thinking.question import write
from tuckbox.server.storage.store import Store
from tuckbox.server.table.bot_runner import choose_plainly
from tuckbox.server.table.fair_queue import Asker
from tuckbox.server.tasks import Tasks
from tuckbox.view.view import View

PATIENCE, LOOK = 20.0, 2.0
"""Maximum number of seconds to wait for a bot, and seconds between polls for an answer that no signal has announced."""

_WORK = "ask bots"
"""The work of this module, as the log calls it."""

_SECRET = "askers"
"""The name of the secret under which the queue knows who asks."""


class QueuedBots:
    """Asks bots in other processes."""

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
        self._store, self._signals, self._patience = store, store.signals, patience
        self._questions, self._secret = Questions(store.database), b""
        self._spells = store.database.spells
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self._dropping = Tasks()
        self._signals.subscribe(ANSWER, self._take)

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        """The action of a bot of a level, or of one that does not search where nobody answers."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            async with asyncio.timeout(self._patience):
                action = await self._ask(write(level, view, seconds, chance), view.game.hash, asker)
            self._spells.succeed(_WORK)
            return action
        except StorageError:
            self._spells.fail(_WORK, "the database fails")
        except TimeoutError:
            self._spells.fail(_WORK, "nobody thinks for them: does `tuckbox think` run?")
        return await asyncio.to_thread(choose_plainly, level, view, chance)

    async def _ask(self, data: bytes, rules: str, asker: Asker) -> int:
        key = secrets.token_hex(8)
        answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[key] = answered
        try:
            self._secret = self._secret or await self._store.secret(_SECRET)
            who = digest(self._secret, asker.network), digest(self._secret, asker.person)
            while not answered.done():
                await self._questions.put(key, self._signals.name, who, rules, data)  # again, if it has been lost
                await asyncio.wait([answered], timeout=LOOK)
                if not answered.done() and (found := await self._questions.find(key)) is not None:
                    return found
            return answered.result()
        finally:
            del self._waiting[key]
            if not answered.done():
                self._dropping.begin(self._questions.drop(key))  # nobody is to think in vain

    def _take(self, message: str) -> None:
        """Hand an answer that has come to whoever waits for it."""
        key, _, answer = message.partition(" ")
        answered = self._waiting.get(key)
        if answered is not None and not answered.done():
            answered.set_result(int(answer))

    async def ready(self, game: Game) -> None:
        """Do nothing: rules are not compiled here."""

    async def close(self) -> None:
        """Be done."""
        await self._dropping.finish()
