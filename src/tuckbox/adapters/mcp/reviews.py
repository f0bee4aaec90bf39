"""Reviews that go on by themselves, whoever waits for them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from tuckbox.adapters.mcp.turns import Listeners, Turns
from tuckbox.errors import OptionError
from tuckbox.match.record import Record

log = logging.getLogger(__name__)

_REVIEWING = Turns(1)
"""One review is made at a time: each takes all processors."""


class Review:
    """A review by the coach, made in a thread of its own, whoever waits for it or no longer does."""

    def __init__(self, record: Record, seat: int, effort: int) -> None:
        self.effort, self.done, self.failed = effort, False, False
        self.share = 0.0
        """The share of it that is made."""
        self.listeners = Listeners()
        self._told = ""
        threading.Thread(target=self._make, args=(record, seat), name="review", daemon=True).start()

    @property
    def told(self) -> str:
        """The review, or how far it has come. Raises `OptionError` where it has failed."""
        if self.failed:
            raise OptionError("the review has failed: `review` begins it again")
        return self._told or f"The review is being made, {self.share:.0%} of it so far: call `review` again."

    def _make(self, record: Record, seat: int) -> None:
        from tuckbox.coach.report import told
        from tuckbox.coach.review import review

        try:
            with _REVIEWING.turn():
                self._told = "\n".join(told(review(record, seat, self.effort, self._go_on)))
        except Exception:
            log.exception("a review has failed")
            self.failed = True
        self.done = True
        self.listeners.tell()

    def _go_on(self, done: int, of: int) -> None:
        self.share = done / of


def begun(known: Review | None, record: Callable[[], Record], seat: int, effort: int) -> Review:
    """The review of a seat that is known, which may go on still; a new one where there is none, it has failed, or one of
    another effort is wanted and it is done."""
    if known is None or known.failed or (known.done and known.effort != effort):
        return Review(record(), seat, effort)
    return known
