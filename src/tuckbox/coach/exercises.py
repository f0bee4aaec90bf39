"""Exercises: a position as a seat saw it, the question what to do there, and the coach's answer.

An exercise is text that stands for itself: the record up to the decision, without names, the seat, and what is good there.
The position is shown from the seat's view alone. Exercises come from reviews (what somebody has played themselves and what
it cost) and from games that bots play among themselves (`tuckbox.coach.finding`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt
from pathlib import Path

import msgspec

from tuckbox.bots.bots import Bot, Policy
from tuckbox.coach.chances import EFFORT
from tuckbox.coach.habits import kind_of
from tuckbox.coach.judge import Verdict, worth_of
from tuckbox.coach.review import AGAIN, WORLDS, WORTH_TELLING, Decision, Review
from tuckbox.coach.seeds import seed_from
from tuckbox.coach.why import Reason, why
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, RecordError
from tuckbox.files import write_text
from tuckbox.match.match import NAMES, Match
from tuckbox.match.record import Record, Seat
from tuckbox.view.view import View

FILE = "exercises.jsonl"
"""Name of the file, in a game's folder, of the exercises that the game ships: one a line."""

_TOLD = 12
"""Maximum number of actions of which an exercise keeps the values."""

_FAR = 0.05
"""Difference from which an action is worse, however little a search has tried it."""

_TRIED = 0.01
"""Minimum share of a search's games that an action must have had for its value to be told."""


class Exercise(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with its answer.

    `record` ends where `seat` is to decide. `best` is the best action, `fine` are those that are as good as far as the
    coach can tell, `best` among them; `values` has for the actions that a search tried their mean payoff and its standard
    error. `cost` is by how much the best is better than `played` (of an exercise from self-play: than the second best),
    `error` the standard error of that and `sure` the probability that it is better at all. `found` has for levels of bots
    the share of them that find an action of `fine`.
    """

    record: str
    seat: int
    best: str
    fine: tuple[str, ...]
    values: dict[str, tuple[float, float]]
    cost: float
    error: float
    sure: float
    played: str = ""
    reasons: tuple[Reason, ...] = ()
    found: dict[str, float] = {}

    @classmethod
    def read(cls, text: str | bytes) -> Exercise:
        """Read an exercise from its text. Raises `RecordError`."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordError(f"this is no exercise: {error}") from error

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @property
    def key(self) -> str:
        """A short name, made of the position alone."""
        return hashlib.sha256(f"{self.record}{self.seat}".encode()).hexdigest()[:16]

    @property
    def steps(self) -> int:
        """Number of steps of the match before the decision."""
        return len(Record.read(self.record).steps)

    @property
    def other(self) -> str:
        """The action that the answer compares the best with: what was played, or the second best."""
        tempting = sorted((name for name in self.values if name not in self.fine), key=lambda name: -self.values[name][0])
        return self.played or next(iter(tempting), "")

    def habit(self, game: Game) -> tuple[str, str]:
        """The kind of action that was played, and the kind that was better (see `tuckbox.coach.habits`)."""
        return kind_of(game, self.other), kind_of(game, self.best)

    def position(self) -> Match:
        """The match where the seat is to decide. Raises `RecordError` where the rules of here do not lead there."""
        match = Match.from_record(self.record)
        if self.seat not in match.waiting or not {self.best, *self.fine} <= set(match.legal(self.seat)):
            raise RecordError("the position of this exercise is another by the rules of here")
        return match

    @property
    def certainty(self) -> str:
        """The probability that the best is better, as one says it."""
        return "almost certain" if self.sure >= 0.995 else f"{self.sure:.0%} sure"

    def solves(self, action: str) -> bool:
        """Whether an action is an answer that the coach holds for right."""
        return action in self.fine


def position_of(match: Match, seat: int, step: int) -> Record:
    """The record of a match up to the decision that a seat made in `step`, with nobody's name in it."""
    others = iter(NAMES)
    seats = tuple(Seat("You" if each == seat else next(others)) for each in range(match.players))
    record = match.record()
    steps = record.steps[: match.decided_at(step)]
    return replace(record, seats=seats, steps=steps, places=None)


def mistakes(review: Review, effort: int = AGAIN * EFFORT) -> Iterator[Exercise]:
    """An exercise for each decision of a review that cost something beyond the error of the verdict, the worst first."""
    for decision in review.mistakes:
        yield _of_decision(review.match, review.seat, decision, effort)


def _of_decision(match: Match, seat: int, decision: Decision, effort: int) -> Exercise:
    record, verdict = position_of(match, seat, decision.step), decision.verdict
    view = Match.from_record(record).view(seat, log=False)
    best, played = verdict.best.action, decision.action
    seed = seed_of(record)
    values = beside(verdict, searched(view, effort, seed))
    text = view.game.actions.text
    fine = [action for action in values if action != played and as_good(values[action], values[best])]
    return Exercise(
        str(record), seat, text(best), tuple(map(text, fine)), told(view, values, (best, played)),
        round(verdict.cost, 4), round(verdict.error, 4), round(verdict.sure, 3), text(played),
        why(view, best, played, seed + 1, WORLDS, seconds=inf),
    )  # fmt: skip


Value = tuple[float, float]
"""A mean payoff, as a share of what the game pays, and its standard error."""


def as_good(value: Value, best: Value) -> bool:
    """Whether an action is as good as the best, as far as their errors let one tell.

    >>> as_good((0.6, 0.01), (0.61, 0.01)), as_good((0.4, 0.01), (0.61, 0.01))
    (True, False)
    """
    error = 2 * sqrt(value[1] ** 2 + best[1] ** 2)
    return value[0] >= best[0] - min(_FAR, max(WORTH_TELLING, error))


def searched(view: View, effort: int, seed: int) -> dict[int, Value]:
    """The values of the actions that a search of `effort` games has tried often enough to tell."""
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    bot.choose(replace(view, heard=0))
    tried = (worth_of(thought) for thought in bot.thoughts if thought.visits > effort * _TRIED)
    return {worth.action: (worth.mean, worth.error) for worth in tried}


def beside(verdict: Verdict, values: Mapping[int, Value]) -> dict[int, Value]:
    """The values of a search on the scale of a verdict, which stands on its own level, with the verdict's two among them.

    >>> from tuckbox.coach.judge import Worth
    >>> verdict = Verdict(played=Worth(1, 0.5, 0.01), best=Worth(2, 0.75, 0.01))
    >>> beside(verdict, {2: (0.5, 0.02), 3: (0.25, 0.02)})
    {2: (0.75, 0.01), 3: (0.5, 0.02), 1: (0.5, 0.01)}
    """
    both = verdict.best, verdict.played
    shift = next((worth.mean - values[worth.action][0] for worth in both if worth.action in values), 0.0)
    moved = {action: (min(1.0, max(0.0, mean + shift)), error) for action, (mean, error) in values.items()}
    return moved | {worth.action: (worth.mean, worth.error) for worth in both}


def told(view: View, values: dict[int, Value], always: Sequence[int]) -> dict[str, Value]:
    """The values of the best actions in notation, rounded; `always` are among them."""
    chosen = sorted(values, key=lambda action: (action not in always, -values[action][0]))[:_TOLD]
    return {view.game.actions.text(action): (round(values[action][0], 4), round(values[action][1], 4)) for action in chosen}


def seed_of(record: Record) -> int:
    """The seed of an exercise's searches."""
    return seed_from(f"tuckbox exercise {record}")


# -- what games ship ---------------------------------------------------------------------------------------------------


def file_of(game: Game) -> Path:
    """The file of the exercises that a game ships; it need not be there."""
    return game.folder / FILE


def shipped(game: Game) -> list[Exercise]:
    """The exercises that a game ships, the easiest first. Raises `RecordError`."""
    path = file_of(game)
    if not path.is_file():
        return []
    return [Exercise.read(line) for line in path.read_bytes().splitlines() if line]


def ship(game: Game, exercises: Iterable[Exercise]) -> Path:
    """Write the exercises that a game ships, the easiest first."""
    ordered = sorted(exercises, key=lambda each: (-sum(each.found.values()), each.key))
    path = file_of(game)
    write_text(path, "".join(f"{each}\n" for each in ordered))
    return path


def numbered(game: Game, number: int) -> Exercise:
    """The exercise of a number, from 1. Raises `OptionError` where the game ships none of it."""
    there = shipped(game)
    if not 1 <= number <= len(there):
        raise OptionError(f"{game.title} has {len(there)} exercises, and none of number {number}")
    return there[number - 1]
