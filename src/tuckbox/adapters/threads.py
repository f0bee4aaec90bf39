"""Threads of a vector environment, which stay and wait for their turns in compiled code (`engine.tables.sharing`)."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from tuckbox.engine.engine import Engine
from tuckbox.engine.memory import fill_networks
from tuckbox.engine.scratch import Batch, Lineup, Share, Steps, Workspace
from tuckbox.engine.tables.sharing import CLAIMS, LINE, STUCK, TURN
from tuckbox.engine.weights import Net

_LONG, _SHORT = 20_000, 500
"""Numbers of pauses, of some 40 ns, that a follower waits for its next turn before it lets the system wake it: the smaller
one where turns are far apart, since whoever works between them needs the cores."""
_FAR = 0.002
"""Seconds between two turns that are far apart."""


class ThreadTeam:
    """A leader, who calls `lead` or `roll`, and followers. It does not know the environment, so that it can end with it."""

    def __init__(
        self, e: Engine, work: Callable[[], Workspace], batch: Batch, cap: int, actions: Any, lineup: Lineup | None,
        size: int, followers: int,
    ) -> None:  # fmt: skip
        """`work` makes the workspace of a thread: the tables are shared, scratch and a tree its own; `size` tables are a
        block."""
        self.engine, self.followers = e, followers
        self.batch, self.cap, self.actions, self.lineup, self.size = batch, cap, actions, lineup, size
        blocks = -(-len(batch.seats) // size)
        self.turns, self.rollouts = np.zeros((2, CLAIMS + LINE * blocks), np.int64)
        self.ended = False
        self._begin()
        self.mine, self.others = work(), [work() for _ in range(followers)]

    def _begin(self) -> None:
        """Begin without followers, as in a process that has none of them yet."""
        self.process = os.getpid()
        self.sleeping: list[threading.Lock] = []
        self.threads: list[threading.Thread] = []
        self.pool: ThreadPoolExecutor | None = None

    def _heed_fork(self) -> None:
        """Begin anew in a process that was forked: it has no threads but its own."""
        if self.process != os.getpid():
            self._begin()

    def _share(self, thread: int) -> Share:
        return Share(self.followers + 1, thread, self.size)

    def _serve(self, job: int, seen: int, patience: int, thread: int, work: Workspace) -> int:
        when = (self.turns, self._share(thread), job, seen, patience)
        what = (work, self.batch, self.cap, self.actions, self.lineup)
        return int(self.engine.call(self.engine.sharing.serve, *when, *what))

    def lead(self, job: int) -> None:
        """Have one turn at all tables."""
        self._heed_fork()
        while self.sleeping:
            self.sleeping.pop().release()
        self._serve(job, -1, 1, 0, self.mine)
        if len(self.threads) < self.followers and not self.ended:  # now that all is compiled
            number = len(self.threads) + 1
            self.threads.append(threading.Thread(target=self._follow, args=(number, self.others[number - 1]), daemon=True))
            self.threads[-1].start()

    def _follow(self, thread: int, work: Workspace) -> None:
        """Take part in turns until the end, in a thread."""
        gate, seen, patience = threading.Lock(), 0, _LONG
        gate.acquire()
        while not self.ended:
            seen = self._serve(0, seen, patience, thread, work)
            start = perf_counter()
            self.sleeping.append(gate)
            if not self.ended:
                gate.acquire()
            patience = _LONG if perf_counter() - start < _FAR else _SHORT

    def advise(self, network: Net) -> None:
        """Give the network of the next rollouts to all threads."""
        if not self.engine.is_native:  # plain scratch has room for networks only if it is made with them
            self.mine = self.mine._replace(scratches=self.engine.scratches((), [network]))
            return
        for work in (self.mine, *self.others):
            fill_networks(work.scratches, [network], True)

    def roll(self, policy: int, steps: Steps) -> None:
        """Have a rollout at all tables, from where the arrays of single turns say that they stand."""
        self._heed_fork()
        self.rollouts[TURN] += 1
        if self.followers and self.pool is None:
            self.pool = ThreadPoolExecutor(self.followers)
        others = enumerate(self.others[: self.followers] if self.pool else [], 1)
        followers = [self.pool.submit(self._roll, *other, policy, steps) for other in others] if self.pool else []
        self._roll(0, self.mine, policy, steps)
        for follower in followers:
            follower.result()

    def _roll(self, thread: int, work: Workspace, policy: int, steps: Steps) -> None:
        arguments = (self.rollouts, self._share(thread), work, self.batch, self.cap, policy, steps)
        self.engine.call(self.engine.sharing.serve_rollout, *arguments)

    def check(self) -> None:
        """Raise `RulesError` where a seat was found stuck in the last turn or rollout."""
        for control in (self.turns, self.rollouts):
            if stuck := int(control[STUCK]):
                control[STUCK] = 0
                raise self.engine.no_action(stuck - 1)

    def end(self) -> None:
        """End the threads; turns go on without them."""
        self.ended = True
        self._heed_fork()
        while self.sleeping:
            self.sleeping.pop().release()
        if self.pool is not None:
            self.pool.shutdown()
            self.pool = None
        self.followers = 0
