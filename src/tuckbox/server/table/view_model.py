"""The view model of a table: all that a page, a socket or a program gets to know, and no more.

A table makes a view model for each viewer. It holds a view (so nothing hidden can be in it) and what is public of the
seats. Everything that follows a table, the HTML page as well as the JSON socket, is made from view models alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tuckbox.bots.levels import LEVELS
from tuckbox.match.labels import label
from tuckbox.scene.parts import Scene, hashed_once
from tuckbox.server.table.time_controls import TimeControl
from tuckbox.view.view import View

Stage = Literal["open", "playing", "finished"]

Score = tuple[tuple[float, float], ...]
"""The shares of a match of both seats (1 for a win, ½ for a tie), each with the points of its games."""


MANY = 12
"""Number of onlookers from which their count is rounded, and told with a delay."""

_LEVELS = (1000, 500, 200, 100, 50, 20, MANY)


def rough(number: int) -> int:
    """A number of people as it is told: from `MANY` on, rounded down.

    >>> [rough(number) for number in (0, 11, 12, 19, 20, 480)]
    [0, 11, 12, 12, 20, 200]
    """
    return next((level for level in _LEVELS if number >= level), number)


@hashed_once
@dataclass(frozen=True)
class SeatView:
    """A seat as everybody sees it.

    `kind` is who it belongs to; `level` the bot's level if it is a bot's; `driven` whether a bot plays for the person just
    now, who perhaps was `late`; `former` the name of who has resigned it; `free` whether somebody may sit down here.
    `present` people have the table open. `asked` seats are to decide, until `deadline` (seconds since 1970) if there is one.
    `salted` seats have added to the deal themselves.
    """

    number: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str = ""
    driven: bool = False
    former: str = ""
    present: bool = False
    mine: bool = False
    asked: bool = False
    deadline: float | None = None
    place: int | None = None
    free: bool = False
    salted: bool = False
    late: bool = False


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log, and the step after which it can be looked at again: of its sentences that of a `number`.

    `looks` as in a `ViewModel`.
    """

    step: int
    text: str
    number: int = 0
    looks: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)


def log_lines(told: Sequence[tuple[int, str]]) -> list[LogLine]:
    """Sentences with their steps, those of one step counted."""
    found: list[LogLine] = []
    for step, text in told:
        found.append(LogLine(step, text, found[-1].number + 1 if found and found[-1].step == step else 0))
    return found


@dataclass(frozen=True)
class ChatLine:
    """Something said in the chat, or (`reaction`) one of the quick reactions: by whom, and when (seconds since 1970); of all
    that was said at the table that of a `number`."""

    name: str
    text: str
    at: float
    reaction: bool = False
    number: int = 0


@dataclass(frozen=True)
class Move:
    """A legal action of the viewer: its notation, what it is called, and what it would mean."""

    text: str
    label: str
    note: str = ""


def moves_of(view: View, notes: Mapping[str, str]) -> tuple[Move, ...]:
    """The legal actions of a view, with their notes."""
    return tuple(
        Move(text, label(view.game, text, view.names, view.seat), notes.get(text, "")) for text in view.legal_texts()
    )


@dataclass(frozen=True)
class Practice:
    """The origin of a match that is only practice: a table where a match has ended ("": it is that of a lesson), a seat of
    it, and a step."""

    table: str
    seat: int
    step: int


@dataclass(frozen=True)
class ProposalView:
    """A takeback that is asked for by a `seat`, the sentence of the log that would go, the seats that `agreed`, and the
    `people` who are asked. Its `number` names it in commands."""

    seat: int
    number: int
    sentence: str
    agreed: tuple[int, ...]
    people: tuple[int, ...]


@dataclass(frozen=True)
class Takeback:
    """Takebacks by agreement, as a viewer sees them: whether they may ask for one (`possible`), the `proposal` that is made,
    and the seat that has just taken something back (`rewound`)."""

    possible: bool = False
    proposal: ProposalView | None = None
    rewound: int | None = None


@dataclass(frozen=True)
class Window:
    """The response window that is open: when it closes at the latest (seconds since 1970), the answer that lets it pass
    (`nothing`), and the sealed one that the viewer has given (`answered`)."""

    ends: float | None = None
    nothing: str | None = None
    answered: str | None = None


@dataclass(frozen=True)
class Chat:
    """The last `lines` that were said, and whether the viewer may say something now (`open`). Where the chat depends on the
    agreement of all who sit there, `agreed` are the seats of those who do. At a table that is `closed` nobody says anything
    any more, not even by a reaction."""

    lines: tuple[ChatLine, ...] = ()
    open: bool = True
    agreed: tuple[int, ...] | None = None
    closed: bool = False


@dataclass(frozen=True)
class Terms:
    """The terms on which a table was opened; they never change.

    With `hints` they are allowed against people; a match that `counts` does so for ratings; an `earnest` one, whose result
    is known beyond its table, has no hints. Onlookers see the match `delay` steps late. `competition` is the one in which
    it is played, `day` the one whose deal it has.
    """

    private: bool
    time_control: TimeControl
    hints: bool = False
    counts: bool = False
    earnest: bool = False
    delay: int = 0
    competition: str = ""
    day: str = ""


@dataclass(frozen=True)
class Duplicate:
    """One of two matches on the same deal: the first is `followed` by the second, which names the `first`, and has the
    `scores` of both by its own seats when it is over."""

    followed: bool = False
    first: str = ""
    scores: tuple[Score, Score] | None = None


@dataclass(frozen=True)
class ViewModel:
    """A table as one viewer sees it.

    `version` counts what this viewer has been shown of the match; commands name it. Chat, presence, clocks and bots that
    take over change a model but not its version. In the stage "open" there is no match yet: no `view`, no `scene`.
    `view` holds no log; `log` has the last sentences, whole steps at a time, and `earlier` says that there are more before.

    `step` is the step shown, `steps` the number of steps: they differ when an earlier state is looked at, and then there
    are no moves. From step `acted` on things are news to who plays: that of their last action, or of the deal.

    `passing` says that the viewer lets response windows pass, `driven` that a bot plays for them, `unaided` that they get no
    hints. `between` says that a game of a series is over and the next may be dealt, which happens by itself at `next_at` if
    that is set. `commitment` fixes the deal. `fault` says why a match cannot go on, `unlearnt` why bots play without what
    was learnt, `levels` are those of bots that may be seated, `practice` is the origin of a match that is only practice,
    `duplicate` is there for one of two on the same deal. The rules of a `past` table are gone: there is no view, and the
    scene and the log are what was kept. `looks` keeps what has been made of a view model for all who see the same.
    """

    table: str
    game: str
    title: str
    options: tuple[tuple[str, str], ...]
    terms: Terms
    stage: Stage
    host: bool
    version: int
    seat: int | None
    seats: tuple[SeatView, ...]
    onlookers: int = 0
    view: View | None = None
    scene: Scene | None = None
    moves: tuple[Move, ...] = ()
    log: tuple[LogLine, ...] = ()
    earlier: bool = False
    step: int = 0
    steps: int = 0
    acted: int = 0
    can_undo: bool = False
    can_start: bool = False
    can_close: bool = False
    takeback: Takeback = Takeback()
    window: Window | None = None
    passing: bool = False
    driven: bool = False
    unaided: bool = True
    between: bool = False
    next_at: float | None = None
    chat: Chat = Chat()
    commitment: str | None = None
    rematch: str | None = None
    fault: str = ""
    unlearnt: str = ""
    levels: tuple[str, ...] = tuple(LEVELS)
    practice: Practice | None = None
    duplicate: Duplicate | None = None
    past: bool = False
    looks: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def looking_back(self) -> bool:
        """Whether an earlier state is shown than the last there is."""
        return self.step != self.steps


def without_end(model: ViewModel) -> ViewModel:
    """A finished match at a step before its last, with nothing of what comes later: no places, no number of steps,
    nothing of who is still there. At the last step all is told."""
    if model.step >= model.steps:
        return model
    seats = tuple(SeatView(seat.number, seat.name, "person", present=True, mine=seat.mine) for seat in model.seats)
    again = model.duplicate and replace(model.duplicate, scores=None)
    kept = replace(model, seats=seats, steps=model.step + 1, duplicate=again)
    return replace(kept, chat=Chat(), rematch=None, fault="", unlearnt="", onlookers=0)
