"""When the server looks for garbage: while little happens, or when its memory has doubled.

Play makes next to none that is not freed at once: some ten objects in three hundred moves, two hundred at the opening of
a table. A search for it stops everybody, though, for a microsecond or two per object that is alive, and Python would begin
one every few seconds, in the middle of moves.
"""

from __future__ import annotations

import asyncio
import gc
import time

REST = 30.0
"""Seconds over which it is seen whether a server is at rest."""

AT_REST = 0.02
"""A server that has used no more than this share of a core meanwhile is at rest."""

LOOK = 1.0
"""Seconds between two looks whether memory has doubled: it does so while a server fills, and the pause belongs there."""

WORTH = 20_000
"""Number of new objects below which a server at rest need not collect."""

ROOM = 1_000_000
"""Number of new objects, some 300 MB, below which a busy server does not collect."""


def freeze() -> None:
    """Leave all objects made so far out of collections for good, and begin none unasked."""
    gc.collect()
    gc.freeze()
    gc.disable()


class Collector:
    """Collects garbage at good moments, from `begin` on, as long as the event loop runs."""

    def __init__(self) -> None:
        self._alive, self._busy = 0, time.process_time()

    def begin(self) -> None:
        """Freeze what has been made so far, and look again and again whether it is time to collect."""
        freeze()
        loop = asyncio.get_running_loop()
        loop.call_later(REST, self._rest)
        loop.call_later(LOOK, self._look)

    def _rest(self) -> None:
        asyncio.get_running_loop().call_later(REST, self._rest)
        busy, self._busy = self._busy, time.process_time()
        self._collect((self._busy - busy) / REST)

    def _look(self) -> None:
        asyncio.get_running_loop().call_later(LOOK, self._look)
        self._collect(1.0)

    def _collect(self, load: float) -> None:
        if self.due(gc.get_count()[0], load):
            gc.collect()
            self._alive = len(gc.get_objects())

    def due(self, new: int, load: float) -> bool:
        """Whether it is time to collect, by how many more objects there are than after the last collection, and by the
        share of a core that is used."""
        return new > (WORTH if load <= AT_REST else max(ROOM, self._alive))


__all__ = ["Collector", "freeze"]
