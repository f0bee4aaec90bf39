"""A match that clients play, and the bots at its other seats.

Bots think in a thread of their own, as many at a time as there are processors, and nothing is locked meanwhile: other
clients are answered. Listeners are called when something has happened.
"""

from __future__ import annotations

import logging
import os
import threading

from tuckbox.adapters import text
from tuckbox.adapters.mcp.turns import Listeners, Turns
from tuckbox.errors import OptionError

log = logging.getLogger(__name__)

_THINKING = Turns(os.cpu_count() or 1)
"""Turns of bots to think: as many at a time as there are processors, those of each match in their turn."""


class Play:
    """A match whose seats are played by clients and by bots. It may be used from several threads, by whoever holds the
    `lock`."""

    def __init__(self, table: text.Table) -> None:
        self.table = table
        self.lock = threading.RLock()
        self.listeners = Listeners()
        self._changed = threading.Condition(self.lock)
        self._thinking = False
        self._fault = ""
        self.go_on()

    def go_on(self) -> None:
        """Let bots play, if one is to, and deal the next game of a match."""
        with self.lock:
            if self._thinking or self._fault or self.table.bot() is None:
                return
            self._thinking = True
        threading.Thread(target=self._let_bots_play, name="bots", daemon=True).start()

    def _let_bots_play(self) -> None:
        try:
            while self._bot_plays():
                self.tell()
        except Exception:
            log.exception("a bot has failed")
            with self.lock:
                self._thinking, self._fault = False, "a bot has failed, so the match cannot go on: begin another"
        self.tell()

    def _bot_plays(self) -> bool:
        """Let the next bot play; False where none is to."""
        with self.lock:
            ready = self.table.bot()
            if ready is None:
                self._thinking = False
                return False
            seat, bot = ready
            view = self.table.match.view(seat)
        with _THINKING.turn():
            action = bot.choose(view)
        with self.lock:
            self.table.match.play(action, seat)
        return True

    @property
    def busy(self) -> bool:
        """Whether bots are thinking."""
        return self._thinking

    def settle(self, seconds: float) -> None:
        """Wait until no bot is thinking, for some seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._thinking, seconds)

    def tell(self) -> None:
        """Tell all who wait that something has happened."""
        with self._changed:
            self._changed.notify_all()
        self.listeners.tell()

    @property
    def failed(self) -> bool:
        """Whether a bot has failed, so that the match cannot go on."""
        return bool(self._fault)

    def check(self) -> None:
        """Raise `OptionError` where a bot has failed."""
        if self._fault:
            raise OptionError(self._fault)
