"""The form of a study's figures: what lies beside its page as JSON, and what `tuckbox schema study` describes."""

from __future__ import annotations

from typing import Any

import msgspec

VERSION = 1
"""Grows when a figure changes its meaning or goes. The form before is kept for a release."""


class Share(msgspec.Struct, frozen=True):
    """A share of a number of games with its interval."""

    share: float
    low: float
    high: float
    games: int


class SeatShare(Share, frozen=True):
    """The share of the wins of a seat, or of what seats play, such as a racer. All intervals of a list hold together."""

    name: str


class EndShare(Share, frozen=True):
    """Share of the games that a kind of action has ended."""

    action: str


class Spread(msgspec.Struct, frozen=True):
    """Summary of a number over games: the mean with its 95% interval, the standard deviation, and percentiles. One game has
    no interval and no deviation: there these are null."""

    mean: float
    low: float | None
    high: float | None
    spread: float | None
    p5: float
    p25: float
    median: float
    p75: float
    p95: float


class Fair(msgspec.Struct, frozen=True):
    """Wins by seat: `even` is the share each would win if all were alike, `off` names the seats whose interval leaves it
    out."""

    even: float
    seats: list[SeatShare]
    sides: dict[str, list[SeatShare]]
    off: list[str]


class Histogram(msgspec.Struct, frozen=True):
    """Numbers of games with between ``edges[i]`` and ``edges[i + 1]`` decisions."""

    counts: list[int]
    edges: list[float]


class Long(msgspec.Struct, frozen=True):
    """Lengths of games: in decisions, in rounds of the table, and by an estimate in minutes of people."""

    decisions: Spread
    rounds: Spread
    minutes: Spread
    histogram: Histogram


class Moment(msgspec.Struct, frozen=True):
    """Number of legal actions at a part of the game, from 0 to 1."""

    at: float
    mean: float
    quartiles: list[int]


class Wide(msgspec.Struct, frozen=True):
    """Numbers of legal actions at a decision and at a free one, and the share of decisions that are forced."""

    mean: float
    mean_of_free: float
    forced: float
    over_time: list[Moment]


class Tense(msgspec.Struct, frozen=True):
    """Win chances through a game: `fan` has percentiles of the winner's (5, 25, 50, 75, 95) at evenly spread moments,
    `single` three games with the chances of all seats at each; `worlds` were played on from every moment."""

    lead_changes: Spread
    settled: Spread
    drama: Spread
    trailing: float
    late_leader_wins: Share
    comebacks: Share
    fan: list[list[float]]
    single: list[list[list[float]]]
    worlds: int


class Effect(msgspec.Struct, frozen=True):
    """Association of a thing with winning: the share of the seats that had to do with it, their share of wins, and
    by how much that is more than the others', with an interval that holds for all things together."""

    seats: float
    with_it: float = msgspec.field(name="with")
    gap: float
    low: float
    high: float


class Thing(Effect, frozen=True, omit_defaults=True):
    """A card, a place or a kind of action, and what goes with doing something about it, over the whole game and in each
    third; `held` is what goes with having had a card."""

    thing: str
    kind: str
    by_phase: list[Effect]
    held: Effect | None = None


class Matters(msgspec.Struct, frozen=True):
    """Things that matter: those that were used, the names of those that hardly anybody used, and how many there are."""

    things: list[Thing]
    dead: list[str]
    of: int


class Ends(msgspec.Struct, frozen=True):
    """Endings of games: by action, without a winner, and cut off."""

    by: list[EndShare]
    void: Share
    unfinished: Share


class Overview(msgspec.Struct, frozen=True):
    """The broad figures with another number of players."""

    players: int
    fair: Fair
    decisions: Spread
    minutes: Spread
    void: Share


class Rung(msgspec.Struct, frozen=True):
    """A bot of the ladder on the scale of Elo, with its 95% interval."""

    bot: str
    rating: float
    low: float
    high: float


class Ladder(msgspec.Struct, frozen=True):
    """Bots from random to the strongest: how many times one wins three games in four against the one below, with the 95%
    interval. It is `open` where a bot won all games against its neighbour: then the games tell only the least."""

    rungs: list[Rung]
    steps: float
    low: float
    high: float
    open: bool
    strongest: str
    step: float


class Explained(msgspec.Struct, frozen=True):
    """Which share of the outcome the players explain, the deal with its seat, and the rest; `gap` is how much more of the
    wins the strong player gets."""

    strong: str
    weak: str
    players: float
    deal: float
    rest: float
    gap: float
    deals: int


class Skill(msgspec.Struct, frozen=True):
    """Whether skill shows."""

    ladder: Ladder
    explained: list[Explained]


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """The JSON that `tuckbox study` writes beside its page. The same question gives the same bytes, so it holds no time."""

    version: int
    tuckbox: str
    game: str
    rules: str
    games: int
    players: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    fair: Fair
    long: Long
    wide: Wide
    tense: Tense
    matters: Matters
    end: Ends
    others: list[Overview]
    skill: Skill | None = None


def settled(figures: dict[str, Any]) -> dict[str, Any]:
    """Figures that are sure to be of the form. Where they are not it is our mistake: raises `msgspec.ValidationError`."""
    found: dict[str, Any] = msgspec.to_builtins(msgspec.convert(figures, Study))
    return found
