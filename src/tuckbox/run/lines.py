"""Progress on stderr: as a bar, or as lines for logs and whatever else is no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import Progress, ProgressColumn

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


@contextmanager
def progress_bar(*columns: ProgressColumn, total: float | None = None) -> Iterator[Callable[..., None]]:
    """A progress bar, or a line now and then where stderr is no terminal; yields what to call with the line, and what of the
    bar is to be updated."""
    console, lines = Console(stderr=True), Lines()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("getting ready", total=total)

        def show(line: str, **updated: float | str) -> None:
            bar.update(task, **updated)  # type: ignore[arg-type]
            if not console.is_terminal:
                lines.tell(line)

        yield show
