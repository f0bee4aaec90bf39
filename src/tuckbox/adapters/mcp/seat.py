"""A seat of a match as a client plays it: what it is told, its answers, and what it may ask.

It is told the whole table or, if it says which step it has seen, what has changed since.
"""

from __future__ import annotations

from tuckbox.adapters.mcp.looks import Answered, Look, Memory, late, news, waits
from tuckbox.adapters.mcp.play import Play
from tuckbox.adapters.mcp.reviews import Review, begun
from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.definition.sentences import listed
from tuckbox.errors import MatchOver, NotYourTurn, OptionError
from tuckbox.match.answers import why
from tuckbox.scene.lay import laid
from tuckbox.scene.words import sections


class Seat:
    """A seat of a match that a client plays. It may be used from several threads."""

    def __init__(self, play: Play, number: int) -> None:
        self.play, self.number = play, number
        self._memory = Memory()
        self._review: Review | None = None

    @property
    def listeners(self) -> Listeners:
        """Called when something has happened in the match."""
        return self.play.listeners

    @property
    def busy(self) -> bool:
        """Whether bots are thinking."""
        return self.play.busy

    def ready(self) -> bool:
        """Whether it has nothing to wait for: it is to decide, the game is over, or the match cannot go on."""
        with self.play.lock:
            table = self.play.table
            return self.play.failed or table.done or self.number in table.match.waiting

    def answer(self, answer: str, at: int | None = None) -> Answered:
        """Play what an answer means; refused ones change nothing, as long as it has tries.

        One meant for a step (`at`) other than that which the seat has reached is refused, and costs no try: it may have been
        sent twice.
        """
        with self.play.lock:
            self.play.check()
            table = self.play.table
            now = table.match.told(self.number)
            if at is not None and at != now:
                return late(at, now)
            try:
                found = table.answer(answer, self.number)
            except (MatchOver, NotYourTurn) as error:
                return Answered(False, str(error))
            said = found.said
            if not found.taken and (left := table.tries_left(self.number)) < table.tries:
                said = f"{said}. {_tries(left)}"
        self.play.go_on()
        self.play.tell()
        return Answered(found.taken, said, found.rule or "")

    def look(self, since: int | None = None) -> Look:
        """The state of the match; with the step it has seen, by what has changed `since`."""
        with self.play.lock:
            self.play.check()
            table, match, seat = self.play.table, self.play.table.match, self.number
            at, yours = match.told(seat), not table.done and seat in match.waiting
            asked = [] if table.done else [match.names[other] for other in match.asked if other != seat]
            parts = [*self._told(at, since), self._now(at, yours, asked)]
            legal = match.legal(seat) if yours else []
            rewards = list(table.rewards()) if table.done else []
            return Look(
                yours=yours, done=table.done, step=at, prompt="\n\n".join(filter(None, parts)),
                waiting_for=[] if yours else asked, legal=legal, rewards=rewards,
            )  # fmt: skip

    def last(self) -> int | None:
        """The step of which it was told last."""
        with self.play.lock:
            return self._memory.last()

    def why(self, action: str) -> str:
        """Why it may not do something now, or that it may; no answer, and so it costs no try."""
        with self.play.lock:
            table = self.play.table
            return "the game is over" if table.done else why(table.match.view(self.number, log=False), action)

    def hint(self) -> str:
        """A good player's choice. Raises `OptionError` where others play without bots' help."""
        from tuckbox.coach.hint import hint

        if self.play.table.bots.count("") > 1:
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
            self._review = begun(self._review, self.play.table.match.record, self.number, effort)
            return self._review

    def _told(self, at: int, since: int | None) -> list[str]:
        """The table and what has happened: all of it, or what is new to a seat that has seen a step."""
        table, now = self.play.table, sections(laid(self.play.table.match.view(self.number, log=False)))
        before = self._memory.before(since, at, now)
        if before is None or since is None:
            rules = table.rules() if table.is_new(self.number) else ""
            return [rules, *news(table.fresh(self.number), None, now)]
        return news(table.lines(self.number, since), before, now)

    def _now(self, at: int, yours: bool, asked: list[str]) -> str:
        """The next thing it may do."""
        table = self.play.table
        if table.done:
            paid = zip(table.match.names, table.rewards(), strict=True)
            return f"The game is over. Payoffs: {listed([f'{name} {reward:g}' for name, reward in paid])}."
        step = f"This is step {at}."
        return f"{table.question(self.number) if yours else waits(asked)} {step}"


def _tries(left: int) -> str:
    return f"After {left} more such answer{'s' if left > 1 else ''} in succession an action is played for you, at random"
