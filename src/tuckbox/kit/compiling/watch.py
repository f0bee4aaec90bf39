"""Progress reports of the compiler, whose work may take many seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_WATCHERS: list[Callable[[str], None]] = []


@contextmanager
def watched(tell: Callable[[str, int], None]) -> Iterator[None]:
    """Call `tell` with each step of compiling, in words, and the number of steps so far.

    >>> with watched(print):
    ...     say("apply")
    ...     say("legal")
    apply 1
    legal 2
    """
    steps = 0

    def count(step: str) -> None:
        nonlocal steps
        steps += 1
        tell(step, steps)

    _WATCHERS.append(count)
    try:
        yield
    finally:
        _WATCHERS.remove(count)


def say(step: str) -> None:
    """Report that a step of compiling begins."""
    for watcher in tuple(_WATCHERS):
        watcher(step)
