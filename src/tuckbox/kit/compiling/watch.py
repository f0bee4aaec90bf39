"""Tells whoever wants to know what the compiler is at work on, which may take many seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_WATCHERS: list[Callable[[str], None]] = []


@contextmanager
def watched(tell: Callable[[str, int], None]) -> Iterator[None]:
    """Meanwhile `tell` is called with every step of compiling, in words, and with how many steps that makes.

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
    """A step of compiling begins."""
    for watcher in tuple(_WATCHERS):
        watcher(step)
