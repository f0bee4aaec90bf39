"""Judges and archives matches for a server, in a process of its own: ``python -m tuckbox.server.reviews.worker``.

Each line of its standard input asks for a review, as JSON: the record and the seat; or without a seat for the archive of
the match. Each line it prints says how far it has come, or what it has found. It gives way to whatever else the machine has
to do, and ends with the one that asks.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import os
import sys
import threading
from queue import SimpleQueue

import msgspec

from tuckbox.coach.exercises import mistakes
from tuckbox.coach.review import review
from tuckbox.definition.game import game as find_game
from tuckbox.errors import TuckboxError
from tuckbox.match.record import Record
from tuckbox.server.table.archive import of_record

POLITENESS = 19
"""The lowest priority there is."""


class ReviewRequest(msgspec.Struct, frozen=True):
    """A review of a seat that is wanted, but for the steps at which `others` decided for it; of no seat, the archive of the
    match."""

    record: str
    seat: int | None = None
    others: frozenset[int] = frozenset()


class ReviewReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """Progress, `done` `of` all; at the end the `review` as JSON with the `exercises` of its mistakes, or the archive in
    base64, or the reason why there is none."""

    done: int = 0
    of: int = 0
    review: str = ""
    failed: str = ""
    exercises: tuple[str, ...] = ()


def judge(asked: ReviewRequest) -> None:
    """Make a review or an archive, and tell how it goes."""
    try:
        record = Record.read(asked.record)
        if asked.seat is None:
            reply = ReviewReply(review=base64.b64encode(of_record(record, find_game(record.game))).decode())
        else:
            reply = _reviewed(record, asked.seat, asked.others)
    except TuckboxError as error:
        _tell(ReviewReply(failed=str(error)))
    except Exception:
        logging.exception("a review has failed")
        _tell(ReviewReply(failed="the coach has failed"))
    else:
        _tell(reply)


def _reviewed(record: Record, seat: int, others: frozenset[int]) -> ReviewReply:
    """The review of a seat and its exercises; a sign of life between them, as silence is taken for failure."""
    far = ReviewReply()

    def tell(done: int, of: int) -> None:
        nonlocal far
        far = ReviewReply(done, of)
        _tell(far)

    found = review(record, seat, progress=tell, others=others)
    exercises = []
    for each in mistakes(found):
        exercises.append(str(each))
        _tell(far)
    return ReviewReply(review=msgspec.json.encode(found.data()).decode(), exercises=tuple(exercises))


def _tell(told: ReviewReply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def _listen(wanted: SimpleQueue[ReviewRequest]) -> None:
    """Take in what is asked for; when nobody can ask any more this process ends, whatever it is doing."""
    for line in sys.stdin.buffer:
        wanted.put(msgspec.json.decode(line, type=ReviewRequest))
    os._exit(0)


def main() -> None:
    """Judge what is asked for, one after the other."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(POLITENESS)
    wanted: SimpleQueue[ReviewRequest] = SimpleQueue()
    threading.Thread(target=_listen, args=(wanted,), name="asked", daemon=True).start()
    while True:
        judge(wanted.get())


if __name__ == "__main__":
    main()
