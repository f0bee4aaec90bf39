"""The matches of a server for language models, by the tokens of their seats."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from tuckbox.adapters import text
from tuckbox.adapters.mcp.looks import Answered, Look, Told
from tuckbox.adapters.mcp.play import Play
from tuckbox.adapters.mcp.seat import Seat
from tuckbox.bots.bots import LEVELS, Policy
from tuckbox.errors import OptionError

if TYPE_CHECKING:
    from tuckbox.adapters.mcp.watching import Pages

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


class Matches:
    """The matches of a server by the tokens of their seats, which can be `watched` or not. It may be used from several
    threads."""

    def __init__(self, most: int = MOST_MATCHES, watched: bool = False) -> None:
        self.most, self.watched = most, watched
        self._pages: Pages | None = None
        self._lock = threading.RLock()
        self._plays: OrderedDict[str, Play] = OrderedDict()
        self._seats: dict[str, tuple[str, Seat]] = {}

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
            self._seats |= {place.token: (number, Seat(play, place.seat)) for place in places if place.token}
            while len(self._plays) > self.most:
                gone, _ = self._plays.popitem(last=False)
                self._seats = {token: place for token, place in self._seats.items() if place[0] != gone}
            watch = self._link(number)
        settled = {name: str(value) for name, value in table.match.options.items()}
        return Opened(game=game, options=settled, seats=places, watch=watch)

    def _link(self, number: str) -> str:
        """The address at which a match can be watched; the pages are served from the first match on."""
        if not self.watched:
            return ""
        from tuckbox.adapters.mcp.watching import Pages

        self._pages = self._pages or Pages(self.page)
        return self._pages.link(number)

    def page(self, number: str) -> str:
        """The page of a match as onlookers see it now. Raises `OptionError` for one that is none."""
        from tuckbox.adapters.mcp.watching import page, watched

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
            return seat

    def observe(self, token: str, since: int | None = None) -> Look:
        """State of a match for the seat of a token when bots have played; or what has changed `since` a step it has seen."""
        seat = self.find(token)
        seat.play.settle(BOTS)
        return seat.look(since)

    def act(self, token: str, answer: str, at: int | None = None) -> Told:
        """Play what an answer means for the seat of a token, as `Seat.answer` does, and let the bots play."""
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
