"""The matches of a server for language models, by the tokens of their seats."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from tuckbox.adapters import text
from tuckbox.adapters.play import Answered, Look, Play, Told, Turns
from tuckbox.bots.bots import LEVELS, Policy
from tuckbox.errors import OptionError
from tuckbox.match.record import Record

if TYPE_CHECKING:
    from tuckbox.adapters.watching import Pages

log = logging.getLogger(__name__)

MOST_MATCHES = 256
"""Maximum number of matches that are kept; a new one then takes the place of the one longest untouched."""
MOST_ITERATIONS, MOST_MILLISECONDS = LEVELS["hard"], 10_000
"""Maximum effort of a bot for one decision."""
OPEN = "open"
"""Name of a seat that a client plays."""
BOTS = 40.0
"""Seconds for which an answer waits for the bots that play after it."""


class Place(BaseModel):
    """A seat of a match."""

    seat: int
    name: str
    token: str = Field(default="", description="The token of the seat, if a client plays it")
    bot: str = Field(default="", description="The bot that plays it, if one does")


class Opened(BaseModel):
    """A new match."""

    game: str
    options: dict[str, str]
    seats: list[Place]
    watch: str = Field(default="", description="Address at which people on this machine can watch, as onlookers see it")


_REVIEWING = Turns(1)
"""One review is made at a time: each takes all processors."""


class Review:
    """A review by the coach, made in a thread of its own, whoever waits for it or no longer does."""

    def __init__(self, record: Record, seat: int, effort: int) -> None:
        self.effort, self.done, self.failed = effort, False, False
        self.share = 0.0
        """The share of it that is made."""
        self._told, self._listeners = "", set[Callable[[], None]]()
        threading.Thread(target=self._make, args=(record, seat), name="review", daemon=True).start()

    @property
    def told(self) -> str:
        """The review, or how far it has come. Raises `OptionError` where it has failed."""
        if self.failed:
            raise OptionError("the review has failed: `review` begins it again")
        return self._told or f"The review is being made, {self.share:.0%} of it so far: call `review` again."

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Add a listener, called from another thread when it is done; returns a function that removes it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

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
        for listener in [*self._listeners]:
            listener()

    def _go_on(self, done: int, of: int) -> None:
        self.share = done / of


@dataclass(frozen=True)
class Seat:
    """A seat at a table, as a client plays it."""

    play: Play
    number: int
    alone: bool
    """Whether no other client plays at the table."""

    def ready(self) -> bool:
        """Whether it has nothing to wait for."""
        return self.play.ready(self.number)

    def busy(self) -> bool:
        """Whether it waits for bots, which do not keep it waiting for long."""
        return self.play.busy

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """As `Play.listen`."""
        return self.play.listen(listener)

    def look(self, since: int | None = None) -> Look:
        """As `Play.look`."""
        return self.play.look(self.number, since)

    def answer(self, answer: str, at: int | None = None) -> Answered:
        """As `Play.answer`."""
        return self.play.answer(self.number, answer, at)

    def last(self) -> int | None:
        """As `Play.last`."""
        return self.play.last(self.number)

    def why(self, action: str) -> str:
        """As `Play.why`."""
        return self.play.why(self.number, action)

    def hint(self) -> str:
        """A good player's choice. Raises `OptionError` where others play without bots' help."""
        from tuckbox.coach.hint import hint
        from tuckbox.scene.lay import laid

        if not self.alone:
            raise OptionError("there are no hints where several clients play each other")
        with self.play.lock:
            table = self.play.table
            if table.done:
                raise OptionError("the game is over: `review` judges your decisions")
            if self.number not in table.match.waiting:
                raise OptionError("there is nothing to decide just now: `wait` until it is your turn")
            view = table.match.view(self.number)
        return hint(view, laid(view), seconds=1.0).sentence

    def review(self, effort: int) -> Review:
        """The review of its decisions by the coach, which goes on by itself; it is begun where it was not before, or has
        failed. One of another effort is begun when that is done. Raises `OptionError` before the end."""
        with self.play.lock:
            if not self.play.table.done:
                raise OptionError("a game is reviewed when it is over")
            known: Review | None = self.play.reviews.get(self.number)
            if known is None or known.failed or (known.done and known.effort != effort):
                known = self.play.reviews[self.number] = Review(self.play.table.match.record(), self.number, effort)
            return known


class Matches:
    """The matches of a server by the tokens of their seats, which can be `watched` or not. It may be used from several
    threads."""

    def __init__(self, most: int = MOST_MATCHES, watched: bool = False) -> None:
        self.most, self.watched = most, watched
        self._pages: Pages | None = None
        self._lock = threading.RLock()
        self._plays: OrderedDict[str, Play] = OrderedDict()
        self._seats: dict[str, tuple[str, int]] = {}

    def open(self, game: str, seats: list[str], options: Mapping[str, Any], seed: int | None, whole: bool) -> Opened:
        """Begin a match with a bot or a client in each seat. Raises `TuckboxError` for what cannot be."""
        bots = {seat: name for seat, name in enumerate(seats) if name != OPEN}
        for name in bots.values():
            _check_bot(name)
        table = text.make(game, len(seats), seed=seed, bots=bots, whole=whole, options=options, go_on=False)
        number, play = secrets.token_urlsafe(12), Play(table)
        places = [
            Place(seat=seat, name=name, bot=bots[seat]) if seat in bots
            else Place(seat=seat, name=name, token=secrets.token_urlsafe(18))
            for seat, name in enumerate(table.match.names)
        ]  # fmt: skip
        with self._lock:
            self._plays[number] = play
            self._seats |= {place.token: (number, place.seat) for place in places if place.token}
            while len(self._plays) > self.most:
                gone, _ = self._plays.popitem(last=False)
                self._seats = {token: place for token, place in self._seats.items() if place[0] != gone}
            watch = self._link(number)
        settled = {name: str(value) for name, value in table.match.options.items()}
        return Opened(game=game, options=settled, seats=places, watch=watch)

    def _link(self, number: str) -> str:
        """Where a match can be watched; the pages are served from the first match on."""
        if not self.watched:
            return ""
        from tuckbox.adapters.watching import Pages

        self._pages = self._pages or Pages(self.page)
        return self._pages.link(number)

    def page(self, number: str) -> str:
        """The page of a match as onlookers see it now. Raises `OptionError` for one that is none."""
        from tuckbox.adapters.watching import page, watched

        with self._lock:
            play = self._plays.get(number)
        if play is None:
            raise OptionError("there is no such match, or no longer")
        with play.lock:
            seen = watched(play.table.match, play.table.bots, play.table.done)
            return page(number, seen)

    def close(self) -> None:
        """Let nobody watch any more."""
        if self._pages is not None:
            self._pages.close()
            self._pages = None

    def find(self, token: str) -> Seat:
        """The seat of a token. Raises `OptionError` for one that is none, or of a match that was dropped."""
        with self._lock:
            if token not in self._seats:
                raise OptionError("there is no match with this token: `new_match` gives one")
            number, seat = self._seats[token]
            self._plays.move_to_end(number)
            clients = sum(place[0] == number for place in self._seats.values())
            return Seat(self._plays[number], seat, clients == 1)

    def observe(self, token: str, since: int | None = None) -> Look:
        """State of a match for the seat of a token when bots have played; or what has changed `since` a step it has seen."""
        seat = self.find(token)
        seat.play.settle(BOTS)
        return seat.look(since)

    def act(self, token: str, answer: str, at: int | None = None) -> Told:
        """Play what an answer means for the seat of a token, as `Play.answer` does, and let the bots play."""
        seat = self.find(token)
        seat.play.settle(BOTS)
        seen, found = seat.last() if at is None else at, seat.answer(answer, at)
        seat.play.settle(BOTS)
        return told(found, seat.look(seen))


def told(found: Answered, look: Look) -> Told:
    """The result of an answer together with the state of the match after it."""
    return Told(**look.model_dump(), taken=found.taken, said=found.said, rule=found.rule)


def _check_bot(name: str) -> None:
    """Raise `OptionError` for what is no bot that a client may name. Weights in a file are none: what is said of a file that
    holds none is in it."""
    try:
        policy = Policy.parse(name, files=False)
    except OptionError as error:
        known = f"{OPEN}, random, greedy, learned or search:ITERATIONS ({MOST_ITERATIONS:,} at most)"
        raise OptionError(f"a seat is {known}, not {name[:40]!r}") from error
    if policy.effort > MOST_ITERATIONS or policy.milliseconds > MOST_MILLISECONDS:
        raise OptionError(f"a search here has {MOST_ITERATIONS:,} iterations or {MOST_MILLISECONDS:,} milliseconds at most")


__all__ = ["BOTS", "OPEN", "Matches", "Opened", "Place", "Seat", "told"]
