"""A table whose game is being written: what is edited is at the table within a second, at the same position."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from tuckbox.author.carry import carried
from tuckbox.author.sources import Sources
from tuckbox.bots.bots import Bot
from tuckbox.errors import RulesError
from tuckbox.match.match import Match
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.play import Leave, TerminalTable
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.seats import bots_of
from tuckbox.terminal.typed import Key, order

_POLL = 0.3
"""Seconds between looks at the files."""


class Changed(Exception):
    """A file of the game has changed while a person was asked."""


class WatchedTable(TerminalTable):
    """A table that goes on by the rules, sentences and scene as they are in the files; nothing is compiled."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], screen: Screen, keeper: Keeper, clock: Clock) -> None:
        super().__init__(match, bots, screen, keeper, clock)
        self.sources = Sources(match.game)
        self.notice = self.notice or f"Edit the files in {self.sources.folder}: the table follows."

    def run(self) -> int:
        """Play; returns the exit status."""
        with self._interrupted():
            return super().run()

    def go_on(self) -> None:
        """Play until the match is done; a change of the files interrupts whoever is asked."""
        while not self.match.done:
            with suppress(Changed):
                self.step()

    def make_ready(self) -> None:
        """Rules run as plain Python here: there is nothing to be built."""

    def step(self) -> None:
        """One decision by the files as they are now, or the next deal. What fails in them is told, and waited out."""
        try:
            if self.sources.changed:
                self.reload()
            super().step()
        except (Changed, Leave, EOFError):
            raise
        except Exception as error:
            told = self.sources.told(error)
            if not told:
                raise
            self.wait(told)

    def reload(self) -> None:
        """Go on by the files as they are now; where they cannot be loaded, by what there was before."""
        files = ", ".join(self.sources.changed)
        try:
            self.match, misfit = carried(self.match, self.sources.load())
        except RulesError as error:
            self.wait(f"{files}: {error}")
            return
        self.bots = bots_of(self.match, mode="plain")
        self.keeper.match = self.clock.match = self.match
        for read in (self.read, self.deals):
            read.clear()
        self.notice = f"{files} is in force; {misfit}." if misfit else f"{files} is in force."

    def wait(self, fault: str) -> None:
        """Show what is wrong with the files until one of them changes, or the person leaves."""
        self.screen.show(lambda: self.screen.wrapped([fault]))
        while not self.sources.changed:
            if order(self.screen.ask("Mend it and save, or q to leave: ")).key is Key.QUIT:
                raise Leave

    @contextmanager
    def _interrupted(self) -> Iterator[None]:
        """Interrupt a person who is asked when a file changes, on systems that can; else the next Enter does."""
        if not hasattr(signal, "SIGUSR1"):
            yield
            return
        ended = threading.Event()

        def look() -> None:
            while not ended.wait(_POLL):
                if self.sources.changed and self.screen.asking:
                    os.kill(os.getpid(), signal.SIGUSR1)
                    time.sleep(_POLL)

        def heard(*_: object) -> None:
            if self.screen.asking:
                raise Changed

        before = signal.signal(signal.SIGUSR1, heard)
        threading.Thread(target=look, daemon=True).start()
        try:
            yield
        finally:
            ended.set()
            signal.signal(signal.SIGUSR1, before)
