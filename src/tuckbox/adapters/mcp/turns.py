"""Threads that have their turn, and listeners that are called from them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Turns:
    """Lets so many threads do something at a time, in the order in which they ask; with a lock, one that asks again at once
    would come before those that wait."""

    def __init__(self, at_once: int) -> None:
        self._lock = threading.Lock()
        self._free = at_once
        self._queue = deque[threading.Event]()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, and have it."""
        called = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                called.set()
            else:
                self._queue.append(called)
        called.wait()
        try:
            yield
        finally:
            with self._lock:
                if self._queue:
                    self._queue.popleft().set()
                else:
                    self._free += 1


class Listeners:
    """Functions that are called after each change, from whatever thread has made it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.added = set[Callable[[], None]]()

    def add(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Add a listener; returns a function that removes it."""
        with self._lock:
            self.added.add(listener)

        def remove() -> None:
            with self._lock:
                self.added.discard(listener)

        return remove

    def tell(self) -> None:
        """Call all listeners."""
        with self._lock:
            listeners = [*self.added]
        for listener in listeners:
            listener()
