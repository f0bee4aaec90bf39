"""Works that go on one after the other, with a bound on how many wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tuckbox.server.errors import Refused


class Turns:
    """A queue in front of what is to be done by one at a time; whoever finds it full is refused."""

    def __init__(self, most: int, full: str) -> None:
        self._most, self._full = most, full
        self._one, self._here = asyncio.Lock(), 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A turn, when it comes. Raises `Refused` while as many as may be are there, the one whose turn it is included."""
        if self._here >= self._most:
            raise Refused("busy", self._full)
        self._here += 1
        try:
            async with self._one:
                yield
        finally:
            self._here -= 1


__all__ = ["Turns"]
