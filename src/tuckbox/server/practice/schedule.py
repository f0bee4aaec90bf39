"""The schedule of exercises: each comes again, by FSRS, at distances that grow with every right answer until it is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

SOON = timedelta(minutes=10)
"""Time after which an exercise comes again that was answered wrongly."""

KNOWN = timedelta(days=30)
"""Distance from which an exercise is known, and comes no more."""

_scheduler = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


@dataclass(frozen=True)
class Next:
    """State of an exercise after an answer: the `card` of its memory as text, and when it is `due` again, in seconds
    since 1970; None where it is known."""

    card: str
    due: float | None


def answered(card: str, right: bool, now: float) -> Next:
    """The next time of an exercise that has been answered now; `card` is "" for one that never was before.

    >>> first = answered("", True, 0.0)
    >>> first.due == 0.0, first.due < answered(first.card, True, first.due).due
    (False, True)
    """
    before = Card.from_json(card) if card else Card(card_id=0, due=datetime.fromtimestamp(now, UTC))
    at = datetime.fromtimestamp(now, UTC)
    after, _ = _scheduler.review_card(before, Rating.Good if right else Rating.Again, at)
    return Next(after.to_json(), None if right and after.due - at >= KNOWN else after.due.timestamp())
