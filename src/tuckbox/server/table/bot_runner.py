"""Bots that think in threads of their own, so that the tables go on meanwhile: compiled search lets go of Python's lock.

Building compiled code does not, and takes many seconds after an installation. So a process of its own builds it first, and
this one then only reads it from the disk. Until then no bot searches, and all play by the rules as Python runs them:
whoever has just installed Tuckbox can play at once. A bot remembers nothing between two choices, so one that is
free serves any table.

Nobody can starve the bots of others: they think in turn, by the networks and people on whose account they do, and shorter
the more of them wait.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from tuckbox.bots.bots import Bot, Policy
from tuckbox.bots.levels import LEVELS, bot_of
from tuckbox.bots.ready import build
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.server import children
from tuckbox.server.table.fair_queue import Asker, FairQueue
from tuckbox.server.table.levels import SEARCHES, STAND_IN
from tuckbox.view.view import View

log = logging.getLogger(__name__)

IN_TIME, LEAST_SHARE = 4.0, 0.02
"""Seconds within which all waiting bots are to be served, which limits how long each thinks; and the least it may."""


class BotRunner(Protocol):
    """Whoever decides for bots."""

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        """One of the legal actions of a view, after a search of no more than `seconds`, on somebody's account.

        What the bot draws follows from a number, its `chance`, where one is given.
        """

    async def ready(self, game: Game) -> None:
        """Wait until the game's compiled code is there."""

    async def close(self) -> None:
        """Let go of whatever is held, such as threads."""


class PlainBots:
    """Bots that play by the rules as Python runs them: nothing is compiled, for games being written."""

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        """The action of a bot of a level, or of one that does not search."""
        return view.legal[0] if len(view.legal) == 1 else await asyncio.to_thread(choose_plainly, level, view, chance)

    async def ready(self, game: Game) -> None:
        """There is nothing to wait for."""

    async def close(self) -> None:
        """There is nothing to let go of."""


def choose_plainly(level: str, view: View, chance: int | None = None) -> int:
    """The action of a bot of a level by the rules as Python runs them, in milliseconds."""
    return Bot(Policy.parse(_plain(_policy(level, view))), view.game, seed=_seed(chance), mode="plain").choose(view)


def _policy(level: str, view: View) -> str:
    return bot_of(view.game, len(view.names), view.options, level)


def _plain(policy: str) -> str:
    """A policy as it is played in plain Python, where a search would take minutes: `STAND_IN` plays in its place."""
    return policy if Policy.parse(policy).table_mode == "plain" else LEVELS[STAND_IN]


def _seed(chance: int | None) -> int:
    """The seed of a decision; one that nobody can know where none is given."""
    return secrets.randbits(63) if chance is None else chance


class ThreadedBots:
    """Bots in threads. `ahead` are games to get ready for before anybody asks."""

    def __init__(self, threads: int = 2, ahead: tuple[str, ...] = ()) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._threads, self._queue = threads, FairQueue(threads)
        self._free: dict[tuple[int, str, str], list[Bot]] = {}
        self._ready: dict[int, asyncio.Task[None]] = {}
        self._children: set[asyncio.subprocess.Process] = set()
        self._ahead = asyncio.create_task(self._get_all_ready(ahead), name="getting games ready ahead")

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        """The action of a bot of a level; of one that does not search as long as the game's compiled code is not there."""
        if len(view.legal) == 1:
            return view.legal[0]
        async with self._queue.turn(asker):
            ready = self._getting_ready(view.game).done()
            policy = _policy(level, view)
            how = (policy, "native") if ready else (_plain(policy), "plain")
            seconds = min(seconds, self._share)
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._choose, *how, view, seconds, chance)

    @property
    def _share(self) -> float:
        """Seconds that a bot may think so that all who wait are served in time."""
        return max(LEAST_SHARE, IN_TIME * self._threads / (self._threads + self._queue.waiting))

    async def ready(self, game: Game) -> None:
        """Wait until the game's compiled code is there."""
        await asyncio.shield(self._getting_ready(game))

    def _choose(self, policy: str, mode: str, view: View, seconds: float, chance: int | None) -> int:
        free = self._free.setdefault((id(view.game), policy, mode), [])
        try:
            bot = free.pop()
        except IndexError:
            bot = Bot(Policy.parse(policy), view.game, mode=mode)
        bot.reseed(_seed(chance))
        action = bot.choose(view, seconds)
        free.append(bot)
        return action

    async def _get_all_ready(self, names: tuple[str, ...]) -> None:
        """Get games ready one after the other; one that somebody plays meanwhile does not wait for its turn."""
        for name in names:
            try:
                await asyncio.shield(self._getting_ready(find_game(name)))
            except Exception:
                log.exception("%s cannot be got ready", name)

    def _getting_ready(self, game: Game) -> asyncio.Task[None]:
        if id(game) not in self._ready:
            self._ready[id(game)] = asyncio.create_task(self._get_ready(game), name=f"getting {game.name} ready")
        return self._ready[id(game)]

    async def _get_ready(self, game: Game) -> None:
        """Have a game's compiled code built elsewhere, then read it in."""
        if game.name in installed() and find_game(game.name) is game:
            await self._build_elsewhere(game.name)
        for level in (STAND_IN, SEARCHES):
            await asyncio.get_running_loop().run_in_executor(self._pool, build, game, Policy.parse(LEVELS[level]))

    async def _build_elsewhere(self, name: str) -> None:
        """Have a child process build the code; if it cannot, this process will."""
        child = await children.begin("tuckbox.server.table.warm_up", name)
        self._children.add(child)
        try:
            if await child.wait() not in (0, -signal.SIGTERM):  # which a whole group is sent when a machine is shut down
                log.warning("the compiled code of %s could not be built ahead", name)
        finally:
            self._children.discard(child)

    async def close(self) -> None:
        """Let go of all threads and processes."""
        getting_ready = [self._ahead, *self._ready.values()]
        for task in getting_ready:
            task.cancel()
        for child in tuple(self._children):
            await children.end(child)
        await asyncio.gather(*getting_ready, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
