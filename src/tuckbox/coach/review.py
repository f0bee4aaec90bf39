"""A finished match seen again by one seat: what its chances were at each of its decisions, and what they cost.

Each decision is judged from the view the seat had then. What comes between two of them, cards and rivals, is luck: so the
result of a game is the sum of what the deal was worth, what the decisions have cost and what luck has brought.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from tuckbox.coach.chances import EFFORT, chance
from tuckbox.coach.hands import Held, held, likely
from tuckbox.coach.judge import Verdict, judge, played_on, weighed
from tuckbox.coach.seeds import seed_from
from tuckbox.coach.why import Reason, why
from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.match.record import Record
from tuckbox.view.view import View

AGAIN, CLOSELY, OF_EACH, SHOWN = 6, 6, 2, 3
"""Factor of effort of a second look at what seems to cost most, minimum number of decisions that get one, number for each
game of a series, and number shown."""

WORTH_TELLING = 0.02
"""Minimum cost of a decision that is told of."""

WORLDS = 80
"""Number of worlds in which the coach looks for why a decision cost much: always as many, so that a review is the same
wherever it is made."""


def is_told(cost: float, error: float) -> bool:
    """Whether a cost is worth telling, and beyond its standard error."""
    return cost >= max(WORTH_TELLING, 2 * error)


@dataclass(frozen=True)
class Decision:
    """A decision of the seat, before `step` (the record's steps count from 0); `game` numbers the games of the match.

    `within` is the standard error of the chance that it left. `closely` says that it was judged a second time, by more games
    and fresh chance: that tells more of what it cost, and nothing of the chance.
    """

    step: int
    game: int
    view: View
    action: int
    verdict: Verdict
    within: float
    closely: bool = False

    @property
    def costs(self) -> bool:
        """Whether it cost something beyond the error of the verdict, seen at the second look too."""
        return self.closely and is_told(self.verdict.cost, self.verdict.error)

    def text(self, action: int) -> str:
        """An action in notation."""
        return self.view.game.actions.text(action)

    def data(self) -> dict[str, Any]:
        """The decision for programs."""
        return {
            "step": self.step,
            "game": self.game,
            "played": self.text(self.action),
            "chance": round(self.verdict.played.mean, 4),
            "within": round(self.within, 4),
            "closely": self.closely,
            "better": None if self.verdict.best.action == self.action else self.text(self.verdict.best.action),
            "best": round(self.verdict.best.mean, 4),
            "cost": round(self.verdict.cost, 4),
            "error": round(self.verdict.error, 4),
            "sure": round(self.verdict.sure, 3),
        }


@dataclass(frozen=True)
class Account:
    """The origin of the result of a game: ``even + deal + decisions + luck == result``, in shares of the payoff."""

    game: int
    even: float
    deal: float
    decisions: float
    luck: float
    result: float


@dataclass(frozen=True)
class Costly:
    """A decision that cost much, with what each rival may have held then (from the view alone), what they did hold, and
    why another was better."""

    decision: Decision
    likely: tuple[Held, ...]
    held: tuple[Held, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Review:
    """The coach's review of a seat's match."""

    match: Match
    seat: int
    decisions: tuple[Decision, ...]
    costly: tuple[Costly, ...]
    accounts: tuple[Account, ...]

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that cost something beyond the error of the verdict, the worst first."""
        return sorted((each for each in self.decisions if each.costs), key=lambda each: -each.verdict.cost)

    def data(self) -> dict[str, Any]:
        """The review for programs."""
        return {
            "version": 1,
            "game": self.match.game.name,
            "seat": self.seat,
            "name": self.match.names[self.seat],
            "decisions": [decision.data() for decision in self.decisions],
            "costly": [
                {
                    **found.decision.data(),
                    "likely": [each.data() for each in found.likely],
                    "held": [each.data() for each in found.held],
                    "why": [each.data() for each in found.reasons],
                }
                for found in self.costly
            ],
            "accounts": [{name: round(value, 4) for name, value in vars(account).items()} for account in self.accounts],
        }


def review(
    record: Record,
    seat: int,
    effort: int = EFFORT,
    progress: Callable[[int, int], None] = lambda done, of: None,
    others: Collection[int] = (),
) -> Review:
    """Judge a seat's decisions in a recorded match, but for those at the steps at which `others` have decided for it.

    Raises `RecordError`, or `OptionError` if there is no such seat.
    """
    match = Match.from_record(record)
    if not 0 <= seat < match.players:
        raise OptionError(f"there is no seat {seat}; the seats are 0 to {match.players - 1}")
    made = [one for one in _decisions(record, seat, match) if one[0] not in others]
    most = max(CLOSELY, OF_EACH * len({game for _, game, _, _ in made}))
    looked = len(made) + most
    whole, done = looked + SHOWN, 0
    found: list[Decision] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as workers:
        for step, game, view, action, verdict in workers.map(lambda one: (*one, _first(one, effort)), made):
            found.append(Decision(step, game, view, action, verdict, verdict.played.error))
            progress(done := done + 1, whole)
        seeming = sorted((d for d in found if d.verdict.cost > 0), key=lambda d: -d.verdict.cost)[:most]
        for decision in workers.map(lambda one: _again(one, effort), seeming):
            found = [decision if each.step == decision.step else each for each in found]
            progress(done := done + 1, whole)
    progress(looked, whole)
    seen = Review(match, seat, tuple(found), (), tuple(_accounts(match, seat, found)))
    costly = list[Costly]()
    for number, decision in enumerate(seen.mistakes[:SHOWN], looked + 1):
        costly.append(_told(match, decision))
        progress(number, whole)
    progress(whole, whole)
    return replace(seen, costly=tuple(costly))


def _first(made: tuple[int, int, View, int], effort: int) -> Verdict:
    step, _, view, action = made
    found = judge(view, action, effort, _seed(step))
    return found.at(chance(view, found.played.mean))


def _again(decision: Decision, effort: int) -> Decision:
    """The decision judged more closely, by fresh chance: what seemed costly by luck alone does so no longer.

    Games are played on to their end by what has been learnt of the game, or searched where that does not fit.
    """
    asked = (decision.view, decision.action, decision.verdict.best.action, AGAIN * effort, _seed(decision.step) + 2)
    verdict = played_on(*asked) or weighed(*asked)
    return replace(decision, verdict=verdict.at(decision.verdict.played.mean), closely=True)


def _seed(step: int) -> int:
    return seed_from(f"tuckbox coach {step}")


def _decisions(record: Record, seat: int, whole: Match) -> Iterator[tuple[int, int, View, int]]:
    """The decisions of a seat between at least two actions: step, number of the game, view, and what was played."""
    match = Match(whole.game, record.players, deal=record.deal, seats=record.seats, options=whole.options)
    game = 0
    for step, line in enumerate(record.steps[1:], 1):
        who, _, action = line.partition(" ")
        if who == str(seat):
            view = match.view(seat, log=False)
            if len(view.legal) > 1:
                yield step, game, view, match.game.actions.code(action)
        match.repeat(line)
        game += line == "deal"


def _accounts(match: Match, seat: int, found: list[Decision]) -> Iterator[Account]:
    """The origin of the result of each finished game. Only costs beyond the error count: the rest is noise."""
    for game, paid in enumerate(match.shares()):
        mine = [decision for decision in found if decision.game == game]
        if not mine:
            continue
        even = sum(paid) / len(paid)
        cost = sum(decision.verdict.cost for decision in mine if decision.costs)
        start = mine[0].verdict.played.mean + (mine[0].verdict.cost if mine[0].costs else 0)
        result = paid[seat]
        yield Account(game, even, start - even, -cost, result - start + cost, result)


def _told(match: Match, decision: Decision) -> Costly:
    """A costly decision with the hands of the rivals, and why another was better."""
    seed, view = _seed(decision.step), decision.view
    reasons = why(view, decision.verdict.best.action, decision.action, seed + 4, WORLDS, seconds=inf)
    return Costly(decision, likely(view, seed + 3), held(match, view.seat, decision.step), reasons)
