"""A match that clients play, each from its seat: what a seat is told, its answers, and bots that think beside.

A seat is told the whole table or, if it says which step it has seen, what has changed since. Listeners are called when
something has happened. Bots think in a thread of their own, as many at a time as there are processors, and nothing is locked
meanwhile: other clients are answered.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from tuckbox.adapters import text
from tuckbox.adapters.changes import Sections, changes
from tuckbox.definition.sentences import listed
from tuckbox.errors import MatchOver, NotYourTurn, OptionError
from tuckbox.match.answers import why
from tuckbox.scene.lay import laid
from tuckbox.scene.words import sections

log = logging.getLogger(__name__)

KEPT = 4
"""Number of steps of a seat that are kept as it was told of them, to tell what has changed since: an answer may be lost."""
_LATE = "this was meant for step {}, but the match is at step {}: nothing was played"


class Turns:
    """Lets so many threads do something at a time, in the order in which they ask; with a lock, one that asks again at once
    would come before those that wait."""

    def __init__(self, at_once: int) -> None:
        self._lock = threading.Lock()
        self._free = at_once
        self._queue = deque[threading.Event]()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, and have it."""
        called = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                called.set()
            else:
                self._queue.append(called)
        called.wait()
        try:
            yield
        finally:
            with self._lock:
                if self._queue:
                    self._queue.popleft().set()
                else:
                    self._free += 1


_THINKING = Turns(os.cpu_count() or 1)
"""As many bots of all matches think at a time as there are processors, those of each match in their turn."""


class Look(BaseModel):
    """State of a match for a seat."""

    yours: bool = Field(description="Whether you are to decide now")
    done: bool = Field(description="Whether the game is over")
    step: int = Field(description="Name this step in the next call: then only what has changed since is told")
    prompt: str = Field(description="All that is to be read now")
    waiting_for: list[str] = Field(default=[], description="Who else is to decide")
    legal: list[str] = Field(default=[], description="Your legal actions")
    rewards: list[float] = Field(default=[], description="The payoff of each seat when the game is over")


class Told(Look):
    """Result of an answer, and the state of the match then."""

    taken: bool = Field(description="Whether the answer was played")
    said: str = Field(default="", description="Why it was not")
    rule: str = Field(default="", description="The number of the rule by which it was not")


@dataclass(frozen=True)
class Answered:
    """Whether an answer was played, else why not, and by which rule."""

    taken: bool
    said: str = ""
    rule: str = ""


class Play:
    """A match whose seats are played by clients and by bots. It may be used from several threads."""

    def __init__(self, table: text.Table) -> None:
        self.table = table
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._listeners = set[Callable[[], None]]()
        self._thinking = False
        self._fault = ""
        self.reviews: dict[int, Any] = {}
        """The review of the finished match that was last asked for, by seat."""
        self._shown: dict[int, OrderedDict[int, Sections]] = defaultdict(OrderedDict)
        self.go_on()

    # -- bots ----------------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots play, if one is to, and deal the next game of a match."""
        with self.lock:
            if self._thinking or self._fault or self.table.bot() is None:
                return
            self._thinking = True
        threading.Thread(target=self._let_bots_play, name="bots", daemon=True).start()

    def _let_bots_play(self) -> None:
        try:
            while self._bot_plays():
                self._tell()
        except Exception:
            log.exception("a bot has failed")
            with self.lock:
                self._thinking, self._fault = False, "a bot has failed, so the match cannot go on: begin another"
        self._tell()

    def _bot_plays(self) -> bool:
        """Let the next bot play; False where none is to."""
        with self.lock:
            ready = self.table.bot()
            if ready is None:
                self._thinking = False
                return False
            seat, bot = ready
            view = self.table.match.view(seat)
        with _THINKING.turn():
            action = bot.choose(view)
        with self.lock:
            self.table.match.play(action, seat)
        return True

    @property
    def busy(self) -> bool:
        """Whether bots are thinking."""
        return self._thinking

    def settle(self, seconds: float) -> None:
        """Wait until no bot is thinking, for some seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._thinking, seconds)

    # -- those who wait ------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Add a listener, called from any thread after each change; returns a function that removes it."""
        with self.lock:
            self._listeners.add(listener)

        def remove() -> None:
            with self.lock:
                self._listeners.discard(listener)

        return remove

    def _tell(self) -> None:
        with self._changed:
            listeners = [*self._listeners]
            self._changed.notify_all()
        for listener in listeners:
            listener()

    # -- seats ---------------------------------------------------------------------------------------------------------

    def ready(self, seat: int) -> bool:
        """Whether a seat has nothing to wait for: it is to decide, or the game is over."""
        with self.lock:
            return bool(self._fault) or self.table.done or seat in self.table.match.waiting

    def answer(self, seat: int, answer: str, at: int | None = None) -> Answered:
        """Play what an answer of a seat means; refused ones change nothing, as long as it has tries.

        One meant for a step (`at`) other than that which the seat has reached is refused, and costs no try: it may have been
        sent twice.
        """
        with self.lock:
            self._check()
            now = self.table.match.told(seat)
            if at is not None and at != now:
                return Answered(False, _LATE.format(at, now))
            try:
                found = self.table.answer(answer, seat)
            except (MatchOver, NotYourTurn) as error:
                return Answered(False, str(error))
            said = found.said
            if not found.taken and (left := self.table.tries_left(seat)) < self.table.tries:
                said = f"{said}. {_tries(left)}"
        self.go_on()
        self._tell()
        return Answered(found.taken, said, found.rule or "")

    def look(self, seat: int, since: int | None = None) -> Look:
        """The state of the match for a seat; with the step it has seen, by what has changed `since`."""
        with self.lock:
            self._check()
            table, match = self.table, self.table.match
            at, yours = match.told(seat), not table.done and seat in match.waiting
            asked = [] if table.done else [match.names[other] for other in match.asked if other != seat]
            parts = [*self._told(seat, at, since), self._now(seat, at, yours, asked)]
            legal = match.legal(seat) if yours else []
            rewards = list(table.rewards()) if table.done else []
            return Look(
                yours=yours, done=table.done, step=at, prompt="\n\n".join(filter(None, parts)),
                waiting_for=[] if yours else asked, legal=legal, rewards=rewards,
            )  # fmt: skip

    def last(self, seat: int) -> int | None:
        """The step of which a seat was told last."""
        with self.lock:
            return next(reversed(self._shown[seat]), None)

    def why(self, seat: int, action: str) -> str:
        """Why a seat may not do something now, or that it may; no answer, and so it costs no try."""
        with self.lock:
            return "the game is over" if self.table.done else why(self.table.match, seat, action)

    def _check(self) -> None:
        if self._fault:
            raise OptionError(self._fault)

    def _told(self, seat: int, at: int, since: int | None) -> list[str]:
        """The table and what has happened: all of it, or what is new to a seat that has seen a step."""
        table, shown = self.table, self._shown[seat]
        now = sections(laid(table.match.view(seat, log=False)))
        before = None if since is None else shown.get(since)
        shown[at] = now
        shown.move_to_end(at)
        while len(shown) > KEPT:
            shown.popitem(last=False)
        if before is None or since is None:
            rules = table.rules() if table.is_new(seat) else ""
            return [rules, table.table(seat), table.news(seat)]
        return new_to(table.lines(seat, since), before, now)

    def _now(self, seat: int, at: int, yours: bool, asked: list[str]) -> str:
        """The next thing a seat may do."""
        if self.table.done:
            paid = zip(self.table.match.names, self.table.rewards(), strict=True)
            return f"The game is over. Payoffs: {listed([f'{name} {reward:g}' for name, reward in paid])}."
        step = f"This is step {at}."
        if yours:
            return f"{self.table.question(seat)} {step}"
        return f"{waits(asked)} {step}"


def new_to(lines: list[str], before: Sections, now: Sections) -> list[str]:
    """Parts of a prompt: what has happened at a table, and what has changed there."""
    new, changed = "\n".join(["# What has happened", *lines]), changes(before, now)
    if len(changed) > 1:
        return [*([new] if lines else []), "\n".join(["# What has changed at the table", *changed])]
    return [new, *changed] if lines else ["Nothing has happened since."]


def waits(asked: list[str]) -> str:
    """Advice for one who waits for others."""
    return f"{listed(asked) or 'Another'} {'are' if len(asked) > 1 else 'is'} to decide: `wait` until it is your turn."


def _tries(left: int) -> str:
    return f"After {left} more such answer{'s' if left > 1 else ''} in succession an action is played for you, at random"


__all__ = ["Answered", "Look", "Play", "Told", "new_to", "waits"]
