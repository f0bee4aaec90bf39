"""Spells in which a server cannot do something, such as save while its database is away: each is told once in its log."""

from __future__ import annotations

import logging
import time

log = logging.getLogger(__name__)

CALM = 5.0
"""Seconds without a failure after which something that succeeds ends a spell: where one attempt in two fails, it goes on."""


class Spells:
    """Things that cannot be done just now, such as to save, and the reasons that have been told."""

    def __init__(self) -> None:
        self._told: dict[str, set[str]] = {}
        self._failed: dict[str, float] = {}

    def fail(self, what: str, why: str) -> None:
        """Something has failed; another reason is told within the same spell, too."""
        self._failed[what] = time.monotonic()
        told = self._told.setdefault(what, set())
        if why not in told:
            told.add(why)
            log.error("the server cannot %s: %s", what, why)

    def succeed(self, what: str) -> None:
        """Something has succeeded."""
        if what in self._told and time.monotonic() - self._failed[what] >= CALM:
            del self._told[what]
            log.warning("the server can %s again", what)
