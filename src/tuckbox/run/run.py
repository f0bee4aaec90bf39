"""Runs a list of blocks: on the cores of this machine or elsewhere, with a journal, until it is done or interrupted."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, Protocol

from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.journal import Journal

_MOMENT = 0.2


class Crew(Protocol):
    """Workers of a run: blocks are handed over one by one, never more at a time than there are `hands`."""

    @property
    def hands(self) -> int:
        """Maximum number of blocks under way at a time."""

    def start(self, block: Block) -> Future[Arrays]:
        """Begin a block."""

    def close(self) -> None:
        """Go home; blocks under way are given up."""


class Threads:
    """Threads on a number of cores of this machine (None: all); compiled code runs on all of them."""

    def __init__(self, hands: int | None = None) -> None:
        self.hands = hands or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.hands)

    def start(self, block: Block) -> Future[Arrays]:
        return self._pool.submit(block.run)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def as_it_is(_: int, table: Arrays) -> Arrays:
    """A table that is stored nowhere."""
    return table


class Run:
    """The tables of a list of blocks, in its order, whoever finishes first.

    At Ctrl-C it comes to its end with what is finished, and `interrupted` is true. With a `journal` finished blocks are
    noted there, and those that it holds already are not played again. `store` is given each table as it comes, say to
    write a part of it to disk, and returns what is to be kept of it. The crew goes home at the end, if there is not
    `more_to_come`.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        crew: Crew,
        journal: Journal | None = None,
        store: Callable[[int, Arrays], Arrays] = as_it_is,
        more_to_come: bool = False,
    ) -> None:
        self.more_to_come = more_to_come
        self.blocks, self.crew, self.journal, self.store = blocks, crew, journal, store
        self.interrupted = False
        self._ready = journal.tables() if journal else {}

    def __iter__(self) -> Iterator[Arrays]:
        """Every table once, in order; of an interrupted run those that are there."""
        try:
            yield from self._in_order()
        finally:
            if self.interrupted or not self.more_to_come:
                self.crew.close()
            if self.journal is not None:
                self.journal.close()
        yield from (self._ready.pop(index) for index in sorted(self._ready))
        if self.journal is not None and not self.interrupted:
            self.journal.forget()

    def _in_order(self) -> Iterator[Arrays]:
        """The tables for as long as none is missing."""
        at, todo = 0, iter([i for i in range(len(self.blocks)) if i not in self._ready])
        busy: dict[Future[Any], int] = {}
        with self._listening():
            while at < len(self.blocks) and not self.interrupted:
                while len(busy) < self.crew.hands and (index := next(todo, None)) is not None:
                    busy[self.crew.start(self.blocks[index])] = index
                while at in self._ready:
                    yield self._ready.pop(at)
                    at += 1
                if busy:
                    self._collect(busy)

    def _collect(self, busy: dict[Future[Any], int]) -> None:
        """Wait for a block, or for an interruption."""
        for future in wait(busy, timeout=_MOMENT, return_when=FIRST_COMPLETED).done:
            index = busy.pop(future)
            self._ready[index] = self.store(index, future.result())
            if self.journal is not None:
                self.journal.add(index, self._ready[index])

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """While it runs Ctrl-C is a wish to stop; a second one is as usual."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.getsignal(signal.SIGINT)

        def stop(*_: object) -> None:
            self.interrupted = True
            signal.signal(signal.SIGINT, before)

        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
