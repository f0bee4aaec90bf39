"""State of a match as a client is told it for its seat, and what has changed since a step it has seen."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, Field

from tuckbox.adapters.mcp.changes import Sections, changes
from tuckbox.adapters.mcp.reviews import Review
from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.adapters.text import happened
from tuckbox.definition.sentences import listed
from tuckbox.scene.words import flat

KEPT = 4
"""Number of steps that are kept as they were told, to tell what has changed since: an answer may be lost."""


class Look(BaseModel):
    """State of a match for a seat."""

    yours: bool = Field(description="Whether you are to decide now")
    done: bool = Field(description="Whether the game is over")
    step: int = Field(description="Name this step in the next call: then only what has changed since is told")
    prompt: str = Field(description="All that is to be read now")
    waiting_for: list[str] = Field(default=[], description="Who else is to decide")
    legal: list[str] = Field(default=[], description="Your legal actions")
    rewards: list[float] = Field(default=[], description="The payoff of each seat when a game of `new_match` is over")


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


class ClientSeat(Protocol):
    """A seat that a client plays, of a match here or at a server's table. It may be used from several threads.

    All but `ready` and `last` raise `TuckboxError` for what cannot be done now.
    """

    @property
    def listeners(self) -> Listeners:
        """Called when something has happened."""

    @property
    def busy(self) -> bool:
        """Whether the match waits for bots."""

    def ready(self) -> bool:
        """Whether there is nothing to wait for: it is to decide, the game is over, or the match cannot go on."""

    def answer(self, answer: str, at: int | None = None) -> Answered:
        """Play what an answer means; one that is meant for another step (`at`) than the present one is refused."""

    def look(self, since: int | None = None) -> Look:
        """The state of the match; with the step it has seen, by what has changed `since`."""

    def last(self) -> int | None:
        """The step of which it was told last."""

    def why(self, action: str) -> str:
        """Why it may not do something now, or that it may."""

    def hint(self) -> str:
        """A good player's choice."""

    def review(self, effort: int) -> Review:
        """The review of its decisions by the coach, which goes on by itself."""


class Memory:
    """The table as it was told after the last `KEPT` steps."""

    def __init__(self) -> None:
        self._told = OrderedDict[int, Sections]()

    def last(self) -> int | None:
        """The step that was told last."""
        return next(reversed(self._told), None)

    def forget(self) -> None:
        """Know nothing any more: what was told is no longer the past of the match."""
        self._told.clear()

    def before(self, since: int | None, step: int, now: Sections) -> Sections | None:
        """The table as it was told after the step `since`, if that is known; what is told `now`, of a `step`, is kept."""
        found = None if since is None else self._told.get(since)
        self._told[step] = now
        self._told.move_to_end(step)
        while len(self._told) > KEPT:
            self._told.popitem(last=False)
        return found


def news(lines: list[str], before: Sections | None, now: Sections) -> list[str]:
    """Parts of a prompt: what has happened at a table, and what has changed there, or all of it where nothing is known
    that was told `before`."""
    new = [happened(lines)] if lines else []
    if before is None:
        return ["\n".join(flat(now)), *new]
    changed = changes(before, now)
    if len(changed) > 1:
        return [*new, "\n".join(["# What has changed at the table", *changed])]
    return [*new, *changed] if new else ["Nothing has happened since."]


def late(meant: int, step: int) -> Answered:
    """The refusal of an answer that was meant for another step; it costs no try, since it may have been sent twice."""
    return Answered(False, f"this was meant for step {meant}, but the match is at step {step}: nothing was played")


def waits(asked: list[str]) -> str:
    """Advice for one who waits for others."""
    return f"{listed(asked) or 'Another'} {'are' if len(asked) > 1 else 'is'} to decide: `wait` until it is your turn."
