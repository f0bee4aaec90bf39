"""The forms of what the lab tells programs: `tuckbox schema` prints them as JSON Schema."""

from __future__ import annotations

from typing import Any

import msgspec

VERSION = 2
"""Of all forms; grows when a figure changes its meaning or goes. The form before is kept for a release."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95% interval, and how far the numbers spread about it (their standard deviation)."""

    mean: float
    low: float
    high: float
    spread: float


class SeatFigures(msgspec.Struct, frozen=True):
    """A seat, who played it (in a rotation ``all``), its share of the wins with its 95% interval, and what it got."""

    seat: int
    bot: str
    win_rate: float
    low: float
    high: float
    payoff: Mean


class BotFigures(msgspec.Struct, frozen=True):
    """A bot over all the seats it took, its share of the wins with its 95% interval, and what it got."""

    bot: str
    win_rate: float
    low: float
    high: float
    payoff: Mean


class Payoffs(msgspec.Struct, frozen=True):
    """What payoffs are to each other, what they add up to (null where nothing is said), and who wins together."""

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
    """What `tuckbox simulate --json` prints. The same question gives the same bytes, so no time stands in it.

    `asked` is how many games were asked for; after an interruption `games`, those played, are fewer.
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


def schema(form: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a form."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(form)}
