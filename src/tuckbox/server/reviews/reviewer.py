"""A reviewer: a child process that makes one review after the other."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Callable, Collection
from typing import NamedTuple, Protocol

import msgspec

from tuckbox.server import children
from tuckbox.server.reviews.worker import ReviewReply, ReviewRequest

log = logging.getLogger(__name__)

PATIENCE = 180.0
"""Seconds of silence after which a child is given up (a game's code may have to be compiled)."""

IDLE = 120.0
"""Seconds that an idle child process is kept."""

Watcher = Callable[[int, int], None]


class ReviewFailed(Exception):
    """There is no review, and why."""


class Reviewed(NamedTuple):
    """A `review` as JSON, and the exercises that its mistakes make, as texts."""

    review: str
    exercises: tuple[str, ...] = ()


class Reviewer(Protocol):
    """Makes reviews."""

    async def review(self, record: str, seat: int, progress: Watcher, others: Collection[int] = ()) -> Reviewed:
        """The review of a seat's match, but for the steps at which `others` decided for it; `progress` is told what is done,
        of how much. Raises `ReviewFailed`.

        One is asked for at a time.
        """

    async def archive(self, record: str) -> bytes:
        """The archive of a finished match (`tuckbox.server.table.archive`). Raises as `review`, and counts as one."""

    async def close(self) -> None:
        """Be done."""


class ChildReviewer:
    """Reviews from a process of their own, begun when the first is asked for: it has the lowest priority, so neither the
    server nor its bots wait for it."""

    def __init__(self) -> None:
        self._child: asyncio.subprocess.Process | None = None
        self._leaving: asyncio.TimerHandle | None = None

    async def review(self, record: str, seat: int, progress: Watcher, others: Collection[int] = ()) -> Reviewed:
        """See `Reviewer`."""
        told = await self._ask(ReviewRequest(record, seat, frozenset(others)), progress)
        return Reviewed(told.review, told.exercises)

    async def archive(self, record: str) -> bytes:
        """See `Reviewer`."""
        return base64.b64decode((await self._ask(ReviewRequest(record), lambda done, of: None)).review)

    async def _ask(self, asked: ReviewRequest, progress: Watcher) -> ReviewReply:
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            if self._child is None or self._child.returncode is not None:  # or was ended while it had nothing to do
                pipe = asyncio.subprocess.PIPE
                self._child = await children.begin("tuckbox.server.reviews.worker", stdout=pipe, limit=children.ANSWER)
            child = self._child
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(msgspec.json.encode(asked) + b"\n")
            await child.stdin.drain()
            told = ReviewReply()
            while not (told.review or told.failed):
                line = await asyncio.wait_for(child.stdout.readline(), PATIENCE)
                told = msgspec.json.decode(line, type=ReviewReply)
                progress(told.done, told.of)
        except BaseException as error:  # also a task that is cancelled: what the child says next would be of this review
            await self.close()
            if isinstance(error, (OSError, TimeoutError, ValueError)):  # it has ended, or hangs
                log.warning("the coach's process has failed: %r", error)
                raise ReviewFailed("the coach has failed; try again later") from error
            raise
        self._leaving = asyncio.get_running_loop().call_later(IDLE, self._let_go)
        if told.failed:
            raise ReviewFailed(told.failed)
        return told

    def _let_go(self) -> None:
        """Let the child end: it does when nobody can ask it any more."""
        child, self._child, self._leaving = self._child, None, None
        if child is not None and child.stdin:
            child.stdin.close()

    async def close(self) -> None:
        """End the child."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        child, self._child = self._child, None
        if child is not None:
            await children.end(child)
