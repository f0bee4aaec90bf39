"""Players that are asked: each decision is a message in words, and the answer is read as prose.

An external program is one, a scripted player another. What they are told is made from the view of their seat.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from tuckbox.errors import ActionError, OptionError
from tuckbox.match.answers import chosen
from tuckbox.match.match import Match
from tuckbox.match.twin import Twin
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.view.data import seen
from tuckbox.view.view import View

LINES = 20
"""Number of lines of the log that are told with a question."""
MOST_TRIES, MOST_SECONDS = 100, 86_400


@dataclass(frozen=True)
class Patience:
    """Number of answers that a player has at one decision until it forfeits the game, and seconds that it has for each."""

    tries: int = 3
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if not 1 <= self.tries <= MOST_TRIES:
            raise OptionError(f"a player has from 1 to {MOST_TRIES} tries at a decision")
        if not 0 < self.seconds <= MOST_SECONDS:
            raise OptionError(f"a player has up to {MOST_SECONDS:,} seconds for an answer, and more than none")

    @classmethod
    def of(cls, more: dict[str, Any]) -> Self:
        """The patience that a block asks for."""
        return cls(*more["patience"]) if "patience" in more else cls()

    @property
    def more(self) -> dict[str, Any]:
        """The patience as a block is told it; nothing where it is the usual one."""
        return {} if self == Patience() else {"patience": [self.tries, self.seconds]}


@dataclass
class Used:
    """Numbers of answers, of those that were refused, of words in them, and of seconds that they took."""

    answers: int = 0
    refused: int = 0
    words: int = 0
    seconds: float = 0.0

    def since(self, before: Used) -> Used:
        """The difference to an earlier count."""
        return Used(
            self.answers - before.answers, self.refused - before.refused, self.words - before.words,
            self.seconds - before.seconds,
        )  # fmt: skip


def question(view: View, log: Sequence[str]) -> dict[str, Any]:
    """A decision of the seat of a view as a message: actions and their meanings, the table in words, the view as data."""
    texts, scene = view.legal_texts(), laid(view)
    message: dict[str, Any] = {"do": "choose", "seat": view.seat, "legal": texts, "view": seen(view)}
    message |= {"meanings": {text: scene.notes[text] for text in texts if text in scene.notes}}
    return message | {"table": words(scene), "log": list(log)}


class Asked(ABC):
    """A player that is asked."""

    def __init__(self, patience: Patience, twin: Twin | None) -> None:
        self.patience, self.twin, self.used = patience, twin, Used()

    @abstractmethod
    def answer(self, message: dict[str, Any]) -> str:
        """The answer to a message. Raises `OptionError` where none comes."""

    def tell(self, message: dict[str, Any]) -> None:  # noqa: B027 - who does not want to hear it need not
        """Hear something that wants no answer."""

    def choose(self, match: Match, seat: int, view: View | None = None) -> int:
        """An action of a seat: it is asked until an answer is one, with the whole log where a `view` is given instead of its
        own. The last `ActionError` is raised when it has no tries left."""
        shown = match.view(seat) if view is None else view
        message = question(shown, shown.log[-LINES:] if view is None else shown.log)
        message = message if self.twin is None else self.twin.message(message)
        for left in range(self.patience.tries - 1, -1, -1):
            said = self._answered(message)
            try:
                return chosen(match, seat, said, self.twin)
            except ActionError as error:
                self.used.refused += 1
                if not left:
                    raise
                message = {**message, "error": str(error)}
        raise AssertionError("a player has tries")

    def _answered(self, message: dict[str, Any]) -> str:
        start = time.perf_counter()
        said = self.answer(message)
        self.used.seconds += time.perf_counter() - start
        self.used.answers += 1
        self.used.words += len(said.split())
        return said
