"""The forms of what the lab tells programs: `tuckbox schema` prints them as JSON Schema."""

from __future__ import annotations

from typing import Any

import msgspec

from tuckbox.lab.exam.form import Exam
from tuckbox.lab.exam.positions import Positions
from tuckbox.lab.study.form import Study
from tuckbox.run.stats import Mean, SampleMean

VERSION = 2
"""The version of all forms but those of studies and exams; it grows when a figure changes its meaning or goes. The form
before is kept for a release."""


class SeatFigures(msgspec.Struct, frozen=True):
    """A seat, who played it (in a rotation ``all``), its share of the wins with its 95% interval, and what it got."""

    seat: int
    bot: str
    win_rate: float
    low: float
    high: float
    payoff: SampleMean


class BotFigures(msgspec.Struct, frozen=True):
    """A bot over all the seats it took, its share of the wins with its 95% interval, and what it got."""

    bot: str
    win_rate: float
    low: float
    high: float
    payoff: SampleMean


class Payoffs(msgspec.Struct, frozen=True):
    """The kind of payoffs, their sum (null where nothing is said), and who wins together."""

    kind: str
    total: float | None
    teams: list[list[int]]


class Length(msgspec.Struct, frozen=True):
    """Decisions in a finished game: their mean and percentiles."""

    mean: float
    p5: int
    median: int
    p95: int


class Simulation(msgspec.Struct, frozen=True):
    """The JSON of `tuckbox simulate --json`. The same question gives the same bytes, so it holds no time.

    `asked` is how many games were asked for; after an interruption `games`, those played, are fewer. `drawn` games have no
    winner; of these `unfinished` were cut off since they went on for too long, and pay all seats alike.
    """

    version: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    seed: int
    whole_match: bool
    rotated: bool
    asked: int
    games: int
    decisions: int
    unfinished: int
    drawn: int
    payoffs: Payoffs
    length: Length
    seats: list[SeatFigures]
    bots: list[BotFigures]


class Against(msgspec.Struct, frozen=True):
    """Numbers of games in which a player came before another, and behind;
    `surely` is the probability that this one is stronger."""

    name: str
    before: float
    behind: float
    surely: float


class Rated(msgspec.Struct, frozen=True):
    """A player's rating on the scale of Elo (400 points are odds of ten to one) with its 95% interval."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    against: list[Against]


class Arena(msgspec.Struct, frozen=True):
    """The JSON of `tuckbox arena --json`: the players, the strongest first. `random` has the rating 0, without it the player
    that was named first. Of two `groups` the first won every game: how far apart they are at most, no game tells."""

    version: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    seed: int
    swiss: bool
    asked: int
    games: int
    ranking: list[Rated]
    groups: list[list[str]]


class Variant(msgspec.Struct, frozen=True):
    """One of two variants."""

    game: str
    rules: str
    players: int
    options: dict[str, Any]


class Difference(msgspec.Struct, frozen=True):
    """A measure of both variants, and how much greater it is in the second, with an interval that holds at all looks and for
    all measures together. `needed` is how many games a test of fixed size wants to see a difference of `margin` four times
    in five; `verdict` is ``different``, ``same`` (within the margin) or ``open``."""

    name: str
    one: float
    other: float
    gap: float
    low: float
    high: float
    margin: float
    needed: int
    verdict: str


class Comparison(msgspec.Struct, frozen=True):
    """The JSON of `tuckbox compare --json`; `games` were played of each variant, the same numbers; of these
    so many were `cut` off of either, since they went on for too long: nobody has won them."""

    version: int
    variants: list[Variant]
    bots: list[str]
    seed: int
    asked: int
    games: int
    cut: list[int]
    measures: list[Difference]


class Point(msgspec.Struct, frozen=True):
    """Games with one value of what is varied: how many, how many of them were `cut` off, and the mean of each measure; none
    where a sweep was interrupted before it had two games there."""

    value: str
    games: int
    cut: int
    measures: dict[str, Mean]


class Sweep(msgspec.Struct, frozen=True):
    """The JSON of `tuckbox sweep`: what is `varied`, an option or ``players``, and a point for each of its values.

    All points play games of the same numbers. `options` are those given for all of them. Intervals are at 95% for all means
    of one measure together (Bonferroni).
    """

    version: int
    game: str
    rules: str
    varied: str
    options: dict[str, Any]
    bots: list[str]
    seed: int
    asked: int
    points: list[Point]


class DataOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The metadata of a file of games or decisions, as JSON under ``tuckbox``. `planes` say of observations what each number
    means: a name, the first place and how many."""

    version: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    whole_match: bool
    seed: int
    bots: list[str]
    planes: list[tuple[str, int, int]] = []


class GameRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of ``games-*.parquet``: a game, with all its actions and the seats that played them."""

    game: int
    seed: int
    decisions: int
    finished: bool
    bots: list[str]
    payoffs: list[float]
    places: list[int]
    actions: list[int]
    seats: list[int]


class DecisionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of ``decisions-*.parquet``: a decision. `legal` are the legal actions, and `choices` says how many; thoughts are
    those of a search, and an observation stands there on request."""

    game: int
    step: int
    seat: int
    action: int
    text: str
    choices: int
    legal: list[int]
    payoff: float
    thought_actions: list[int]
    thought_visits: list[int]
    thought_worths: list[float]
    observation: list[float] | msgspec.UnsetType = msgspec.UNSET


class Data(msgspec.Struct, frozen=True):
    """The files of `tuckbox simulate --data`: their metadata and rows."""

    metadata: DataOf
    games: list[GameRow]
    decisions: list[DecisionRow]


FORMS: dict[str, type[msgspec.Struct]] = {
    "arena": Arena, "compare": Comparison, "data": Data, "exam": Exam, "recall": Positions, "simulate": Simulation,
    "study": Study, "sweep": Sweep,
}  # fmt: skip
"""Forms by the command that prints or writes them; `data` is what `simulate --data` keeps."""


def schema(form: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a form."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(form)}
