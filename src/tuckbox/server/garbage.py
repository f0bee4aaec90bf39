"""The searches of the server for garbage: among what is new four times a second, among all while little happens.

A search stops everybody for as long as it takes, and Python would begin a long one every few seconds, in the middle of
moves. What is new within a quarter of a second is searched in some milliseconds, and there nearly all garbage is: requests
and connections that have ended. A table that is opened, played and left leaves two hundred objects. All that is alive, a
million objects at 250 tables, takes most of a second: so that waits until the server is at rest, or its memory has grown
by more than that.
"""

from __future__ import annotations

import asyncio
import gc
import time

REST = 30.0
"""Seconds over which it is seen whether a server is at rest."""

AT_REST = 0.02
"""A server that has used no more than this share of a core meanwhile is at rest."""

LOOK = 0.25
"""Seconds between two searches among what is new. Their length goes by that: counting shows only how many more there are."""

WORTH = 20_000
"""Number of objects since the last full collection below which a server at rest need not collect."""

ROOM = 4_000_000
"""Number of objects since the last full collection, some 1.2 GB, below which a busy server does not collect fully."""


def freeze() -> None:
    """Leave all objects made so far out of collections for good, and begin none unasked."""
    gc.collect()
    gc.freeze()
    gc.disable()


class Collector:
    """Collects garbage at good moments, from `begin` on, as long as the event loop runs."""

    def __init__(self) -> None:
        self._alive, self._grown, self._busy = 0, 0, time.process_time()

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
        self._grown += gc.get_count()[0]
        self._grown -= gc.collect(0)
        if self.due(self._grown, load):
            gc.collect()
            self._alive, self._grown = len(gc.get_objects()), 0

    def due(self, grown: int, load: float) -> bool:
        """Whether it is time to collect fully, by the number of objects since the last time and the share of a core used."""
        return grown > (WORTH if load <= AT_REST else max(ROOM, self._alive))
