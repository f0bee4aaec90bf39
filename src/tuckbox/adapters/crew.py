"""Threads of a vector environment, which stay and wait for their turns in compiled code (`engine.tables.sharing`)."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from tuckbox.engine.engine import Engine
from tuckbox.engine.tables.sharing import CLAIMS, LINE, TURN

_LONG, _SHORT = 20_000, 500
"""For how many pauses, of some 40 ns, a follower waits for its next turn before it lets the system wake it: the shorter
time where turns are far apart, since whoever works between them needs the cores."""
_FAR = 0.002
"""Seconds between two turns that are far apart."""


class Crew:
    """A leader, who calls `lead` or `roll`, and followers. It does not know the environment, so that it can end with it."""

    def __init__(
        self,
        e: Engine,
        shared: tuple[tuple[Any, ...], tuple[Any, ...]],
        words: Any,
        networks: tuple[Any, Any],
        among: tuple[int, tuple[Any, ...]] | None,
        followers: int,
    ) -> None:
        self.engine, self.followers = e, followers
        self.tables, self.arrays = shared
        blocks = -(-len(self.arrays[-1]) // self.tables[0])
        self.bell, self.rollouts = np.zeros((2, CLAIMS + LINE * blocks), np.int64)
        self.words, self.networks, self.among = words, networks, among
        self.ended = False
        self.sleeping: list[threading.Lock] = []
        self.threads: list[threading.Thread] = []
        self.pool: ThreadPoolExecutor | None = None
        self.mine, self.others = self._arguments(), [self._arguments() for _ in range(followers)]

    def _arguments(self) -> tuple[Any, ...]:
        """What a thread serves all tables with: scratch of its own, and where a bot searches a tree."""
        own = (*self.tables, self.engine.scratches(*self.networks), *self.arrays)
        if self.among is None:
            return own
        edges, bots = self.among
        return (*own, self.words, self.engine.new_tree(edges) if edges else None, *bots)

    def _serve(self, job: int, seen: int, patience: int, thread: int, arguments: tuple[Any, ...]) -> int:
        sharing = self.engine.sharing
        serve = sharing.serve if self.among is None else sharing.serve_among_bots
        return int(self.engine.call(serve, self.bell, job, seen, patience, self.followers + 1, thread, *arguments))

    def lead(self, job: int) -> None:
        """Have one turn at all tables."""
        while self.sleeping:
            self.sleeping.pop().release()
        self._serve(job, -1, 1, 0, self.mine)
        if len(self.threads) < self.followers and not self.ended:  # now that all is compiled
            number = len(self.threads) + 1
            self.threads.append(threading.Thread(target=self._follow, args=(number, self.others[number - 1]), daemon=True))
            self.threads[-1].start()

    def _follow(self, thread: int, arguments: tuple[Any, ...]) -> None:
        """In a thread: take part in turns until the end."""
        gate, seen, patience = threading.Lock(), 0, _LONG
        gate.acquire()
        while not self.ended:
            seen = self._serve(0, seen, patience, thread, arguments)
            start = perf_counter()
            self.sleeping.append(gate)
            if not self.ended:
                gate.acquire()
            patience = _LONG if perf_counter() - start < _FAR else _SHORT

    def roll(self, here: tuple[Any, ...], out: tuple[Any, ...]) -> None:
        """Have a rollout at all tables: from `here`, the arrays of single turns, into `out`."""
        self.rollouts[TURN] += 1
        if self.followers and self.pool is None:
            self.pool = ThreadPoolExecutor(self.followers)
        others = enumerate(self.others[: self.followers], 1)
        followers = [self.pool.submit(self._roll, thread, own, here, out) for thread, own in others] if self.pool else []
        self._roll(0, self.mine, here, out)
        for follower in followers:
            follower.result()

    def _roll(self, thread: int, own: tuple[Any, ...], here: tuple[Any, ...], out: tuple[Any, ...]) -> None:
        size, states, rngs, scratches, cap = own[:5]
        threads, function = self.followers + 1, self.engine.sharing.serve_rollout
        self.engine.call(function, self.rollouts, threads, thread, size, states, rngs, scratches, cap, *here, *out)

    def end(self) -> None:
        """End the threads; turns go on without them."""
        self.ended = True
        while self.sleeping:
            self.sleeping.pop().release()
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None
        self.followers = 0
