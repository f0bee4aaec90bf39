"""Turns for those who wait: by network, then by person, whoever asks how often.

One who asks for a thousand things is served as often as one who asks for a single thing, and so is one network that sends
many people.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """The person for whom something is done, and where they come from, as far as these are known."""

    network: str
    person: str


_Line = deque[asyncio.Future[None]]


class Wanted:
    """Something that several may want: the first turn that any of them has is for all."""

    def __init__(self, *askers: Asker) -> None:
        self.askers = list(askers)
        self.called: asyncio.Future[None] | None = None


class FairQueue:
    """A queue that serves a number at a time, in fair turns; whoever else wants a turn waits for it."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[str, OrderedDict[str, _Line]] = OrderedDict()
        self.waiting = 0
        """Number of those who wait."""

    @asynccontextmanager
    async def turn(self, asker: Asker | Wanted) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as the block lasts; of something that is wanted others may `join` it."""
        await self._come(asker if isinstance(asker, Wanted) else Wanted(asker))
        try:
            yield
        finally:
            self._go()

    def join(self, asker: Asker, wanted: Wanted) -> None:
        """Let somebody want what others wait for already, or will."""
        wanted.askers.append(asker)
        if wanted.called is not None and not wanted.called.done():
            self._line_up(asker, wanted.called)

    def _line_up(self, asker: Asker, called: asyncio.Future[None]) -> None:
        self._waiting.setdefault(asker.network, OrderedDict()).setdefault(asker.person, deque()).append(called)
        self.waiting += 1

    async def _come(self, wanted: Wanted) -> None:
        if self._free:
            self._free -= 1
            return
        called = wanted.called = asyncio.get_running_loop().create_future()
        for asker in wanted.askers:
            self._line_up(asker, called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._go()  # it had been called just now: the next has the turn
            raise

    def _go(self) -> None:
        """A turn is over: it goes to the network, and there to the person, that has waited longest; what nobody waits
        for any more costs them nothing."""
        while self._waiting:
            network, people = self._waiting.popitem(last=False)
            person, line = people.popitem(last=False)
            called = line.popleft()
            self.waiting -= 1
            wanted = not called.done()
            if line:
                people[person] = line
                people.move_to_end(person, last=wanted)
            if people:
                self._waiting[network] = people
                self._waiting.move_to_end(network, last=wanted)
            if wanted:
                called.set_result(None)
                return
        self._free += 1
