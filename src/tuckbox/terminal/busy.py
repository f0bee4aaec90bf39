"""Saying in lines what a terminal waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

PATIENCE = 2.0
"""Seconds from which on it is said that something takes its time."""


@contextmanager
def told(text: str, tell: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """Tell what is being worked at, each thing once and without its count, and only if it takes long; yields what to call to
    say it anew. `tell` may be called in another thread."""
    what, said, late, over, lock = text, "", False, False, Lock()  # the timer has a thread of its own

    def tell_once() -> None:
        nonlocal said
        if late and not over and what != said:
            said = what
            tell(what)

    def say(anew: str) -> None:
        nonlocal what
        with lock:
            what = anew.rstrip(" 0123456789")
            tell_once()

    def begin() -> None:
        nonlocal late
        with lock:
            late = True
            tell_once()

    timer = Timer(PATIENCE, begin)
    timer.start()
    try:
        yield say
    finally:
        timer.cancel()
        with lock:
            over = True
