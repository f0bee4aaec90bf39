"""The form of an exam's figures: what lies beside its page as JSON, and what `tuckbox schema exam` describes."""

from __future__ import annotations

from typing import Any

import msgspec

from tuckbox.run.stats import SampleMean

VERSION = 1
"""Grows when a figure changes its meaning or goes. The form before is kept for a release."""


class Part(msgspec.Struct, frozen=True):
    """A share of a number of decisions with its 95% interval."""

    share: float
    low: float
    high: float
    of: int


class Result(msgspec.Struct, frozen=True):
    """The result of a candidate among rivals of one kind at a table of one size.

    Every deal is played from every seat, in a game of teams by one candidate in all seats of each team in turn; where all
    players win together, the rivals are its partners. `payoff` is the mean of a deal over these games, `gap` by how much
    that is more than the rivals get there when they are among themselves. `refused` answers were no legal action,
    `forfeited` games were lost by such. `agrees` says how often the candidate did what the coach would have done, `cost`
    what its decisions cost by the coach, as a share of the game's payoff, both for decisions with a choice that were
    judged. `words` and `seconds` are those of an answer; null for bots, which give none.
    """

    candidate: str
    against: str
    players: int
    games: int
    payoff: SampleMean
    gap: SampleMean
    decisions: int
    answers: int
    refused: int
    forfeited: int
    agrees: Part
    cost: SampleMean
    words: float | None
    seconds: float | None


class Remembered(msgspec.Struct, frozen=True):
    """A candidate in positions in which the best action hangs on what was shown long before.

    `remembered` is how often it did what is best for those who know that, `forgot` what seems best to those who do not;
    `used` is the mean share of the difference between the two that it got.
    """

    candidate: str
    players: int
    positions: int
    remembered: Part
    forgot: Part
    used: SampleMean


class Exam(msgspec.Struct, frozen=True):
    """The JSON of `tuckbox exam --json`, where the results are called ``papers``.

    Without programs the same question gives the same bytes.
    """

    version: int
    tuckbox: str
    game: str
    rules: str
    options: dict[str, Any]
    seed: int
    deals: int
    judged: int
    effort: int
    twin: int | None
    candidates: list[str]
    against: list[str]
    results: list[Result] = msgspec.field(name="papers")
    memory: list[Remembered]
