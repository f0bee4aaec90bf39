"""Progress as lines on stderr, for logs and whatever else is no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

EVERY = 60.0
"""Seconds between two lines."""


class Lines:
    """Says how far work has come, once a minute; what is done before that says nothing."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, clock()

    def tell(self, line: str) -> None:
        """Say a line, if it is time for one."""
        if self._clock() - self._last >= EVERY:
            self._last = self._clock()
            click.echo(line, err=True)
