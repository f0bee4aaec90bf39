"""Runs of blocks: on the cores of this machine or elsewhere, with a journal, until they are done or interrupted."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, Self

from tuckbox.errors import OptionError
from tuckbox.numbers import is_whole
from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.journal import Journal

_MOMENT = 0.2
_STOPS = (signal.SIGINT, signal.SIGTERM)


class Executor(Protocol):
    """The workers of a run: blocks are submitted one by one, never more at a time than its `capacity`."""

    @property
    def capacity(self) -> int:
        """Maximum number of blocks under way at a time."""

    def submit(self, block: Block) -> Future[Arrays]:
        """Begin a block, whose table is the result."""

    def close(self) -> None:
        """Stop all workers; blocks under way are given up."""


class Threads:
    """Threads on a number of cores of this machine (None: all); compiled code runs on all of them. Raises `OptionError`."""

    def __init__(self, threads: int | None = None) -> None:
        if threads is not None and not is_whole(threads, 1):
            raise OptionError(f"the number of threads is a whole number from 1, not {repr(threads)[:40]}")
        self.capacity = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.capacity)

    def submit(self, block: Block) -> Future[Arrays]:
        return self._pool.submit(block.run)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def as_it_is(_: int, table: Arrays) -> Arrays:
    """A table that is stored nowhere."""
    return table


class Run:
    """Work done block by block, all at once or in rounds of which the next depend on what came of those before.

    Tables come in the order of the blocks, whoever finishes first. At Ctrl-C or SIGTERM a round comes to its end with what
    is finished, and `interrupted` is true. With a `journal`, one for all rounds, finished blocks are noted, and those that
    it holds already are not played again. It is left as a context: the executor is closed then, and what is done needs its
    journal no more.
    """

    def __init__(self, executor: Executor, journal: Journal | None = None) -> None:
        self.executor, self.journal = executor, journal
        self.interrupted = False
        self._ready = journal.tables() if journal else {}
        self._first = 0  # the number of the next round's first block among those of all rounds

    @classmethod
    def kept(cls, executor: Executor, key: str, folder: Path | None, resume: bool) -> Self:
        """A run with a journal of this name, if there is a folder. Raises as `Journal.open`; then the executor is closed."""
        opened = None
        try:
            opened = Journal.opened(key, folder, resume)
            return cls(executor, opened)
        except BaseException:
            if opened is not None:
                opened.close()
            executor.close()
            raise

    @property
    def finished(self) -> tuple[int, ...]:
        """The places of blocks that are finished, in this run or before, and have not been handed on."""
        return tuple(self._ready)

    def each(
        self, blocks: Sequence[Block], store: Callable[[int, Arrays], Arrays] = as_it_is
    ) -> Iterator[tuple[int, Arrays]]:
        """The tables of a round with their places in it, in order; of an interrupted one those that are there.

        `store` is given each table as it comes, say to write a part of it to disk, and returns what is to be kept of it.
        """
        first, self._first = self._first, self._first + len(blocks)
        todo = iter([place for place in range(len(blocks)) if first + place not in self._ready])
        at, busy = 0, dict[Future[Any], int]()
        with self._listening():
            while at < len(blocks) and not self.interrupted:
                while len(busy) < self.executor.capacity and (place := next(todo, None)) is not None:
                    busy[self.executor.submit(blocks[place])] = place
                while at < len(blocks) and first + at in self._ready:
                    yield at, self._ready.pop(first + at)
                    at += 1
                if busy:
                    self._collect(busy, first, store)
        for place in range(at, len(blocks)):
            if first + place in self._ready:
                yield place, self._ready.pop(first + place)

    def play(self, blocks: Sequence[Block], progress: Callable[[], None] = lambda: None) -> list[tuple[int, Arrays]]:
        """The tables of a round as a list, as `each` yields them; `progress` hears of each."""
        found = []
        for table in self.each(blocks):
            found.append(table)
            progress()
        return found

    def whole(self, blocks: Sequence[Block]) -> list[Arrays]:
        """The tables of a round of which all are needed. Raises `KeyboardInterrupt` where it was interrupted."""
        tables = [table for _, table in self.each(blocks)]
        if self.interrupted:
            raise KeyboardInterrupt
        return tables

    def _collect(self, busy: dict[Future[Any], int], first: int, store: Callable[[int, Arrays], Arrays]) -> None:
        """Wait for a block, or for an interruption."""
        for future in wait(busy, timeout=_MOMENT, return_when=FIRST_COMPLETED).done:
            place = busy.pop(future)
            table = self._ready[first + place] = store(place, future.result())
            if self.journal is not None:
                self.journal.add(first + place, table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.executor.close()
        if self.journal is not None:
            self.journal.close()
            if kind is None and not self.interrupted:
                self.journal.forget()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """While it runs Ctrl-C, or SIGTERM, is a wish to stop; a second one is as usual."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.getsignal(number) for number in _STOPS}

        def stop(*_: object) -> None:
            self.interrupted = True
            restore()

        def restore() -> None:
            for number, handler in before.items():
                signal.signal(number, handler)

        for number in _STOPS:
            signal.signal(number, stop)
        try:
            yield
        finally:
            restore()
