"""The chance that the coach tells, from what a search says and what the game's network expects of the same view.

The two are wrong in different places, and their mean in log-odds comes truer than either. What is left of its hope or
fear is corrected by two numbers for each number of players, a shift and a slope of the log-odds, fitted to matches of bots
among themselves: ``chances.json`` in the folder of a game, written by ``tuckbox calibrate GAME --coach``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Bot, Policy
from tuckbox.bots.findings import Findings
from tuckbox.bots.outlook import Outlook
from tuckbox.definition.game import Game
from tuckbox.match.match import Match
from tuckbox.view.view import View

EFFORT = 400
"""Games of a search by which a decision is judged at first."""

OF_A_MATCH = 12
"""Number of decisions of a match that are judged to see whether chances come true."""

_EXTREME = 0.005
"""Chances nearer to 0 or 1 are taken for this much where log-odds are averaged."""

_STEPS, _PRIOR = 20, 10.0
"""Steps of Newton's method, and the number of decisions for which the guess counts that nothing is to be corrected."""


class Correction(msgspec.Struct, frozen=True):
    """The correction of a mean in log-odds for a number of players, fitted to a number of `decisions`."""

    players: int
    shift: float
    slope: float
    decisions: int
    played_by: str
    made: str

    @property
    def setting(self) -> int:
        """The number of players; it is the same for all options."""
        return self.players


CORRECTIONS = Findings("chances.json", Correction)


@dataclass(frozen=True)
class Judged:
    """Chances told of a decision, by a search and by the network, and the share of its game's payoff that came."""

    searched: float
    expected: float
    came: float

    @property
    def odds(self) -> float:
        """The mean of both chances in log-odds."""
        return mean_odds(self.searched, self.expected)


def chance(view: View, searched: float) -> float:
    """The chance of a seat. Without a network it is the search's own."""
    outlook = Outlook.of(view)
    if outlook is None:
        return searched
    return corrected(view.game, len(view.names), mean_odds(searched, outlook.chance()))


def corrected(game: Game, players: int, odds: float) -> float:
    """The chance of log-odds, corrected where it is known how."""
    known = CORRECTIONS.valid(game, players)
    return share_of(known.shift + known.slope * odds if known else odds)


def mean_odds(searched: float, expected: float) -> float:
    """The mean of two chances in log-odds."""
    return sum(log(p / (1 - p)) for p in (min(1 - _EXTREME, max(_EXTREME, p)) for p in (searched, expected))) / 2


def share_of(odds: float) -> float:
    """The way back from log-odds.

    >>> round(share_of(mean_odds(0.9, 0.1)), 3)
    0.5
    """
    return 1 / (1 + exp(-odds))


def fit(odds: NDArray[np.float64], came: NDArray[np.float64]) -> tuple[float, float]:
    """Shift and slope by which log-odds come truest: logistic regression on shares from 0 to 1, drawn a little towards
    0 and 1 for want of more.

    >>> shift, slope = fit(np.repeat([-1.0, 1.0], 5_000), np.repeat([0.5, 0.5], 5_000))
    >>> round(shift, 2), round(slope, 2)
    (0.0, 0.0)
    """
    known = np.array([0.0, 1.0])
    found, columns = known.copy(), np.stack([np.ones_like(odds), odds], axis=1)
    for _ in range(_STEPS):
        said = 1 / (1 + np.exp(-columns @ found))
        slope = columns.T @ (came - said) - _PRIOR / 4 * (found - known)
        bend = (columns * (said * (1 - said))[:, None]).T @ columns + _PRIOR / 4 * np.eye(2)
        found = found + np.linalg.solve(bend, slope)
    return float(found[0]), float(found[1])


def judged(game: Game, players: int, number: int, options: Mapping[str, Any] | None = None) -> Iterator[Judged]:
    """Some decisions of match `number` of bots that play what has been learnt, each judged by its view alone."""
    match, made = Match(game, players, seed=1000 + number, options=options), list[tuple[int, View, int]]()
    bots = [Bot(Policy.parse("learned"), game, 10 * number + seat) for seat in range(players)]
    over = 0
    while not match.done:
        if match.between:
            match.deal()
            over += 1
            continue
        seat = match.waiting[0]
        view = match.view(seat, log=False)
        action = bots[seat].choose(view)
        if len(view.legal) > 1:
            made.append((over, view, action))
        match.play(action, seat)
    paid = match.shares()
    searching = Bot(Policy.parse(f"search:{EFFORT}"), game, number)
    for of, view, action in random.Random(number).sample(made, min(OF_A_MATCH, len(made))):
        outlook = Outlook.of(view)
        searching.choose(replace(view, heard=0))
        found = next((thought for thought in searching.thoughts if thought.action == action and thought.visits), None)
        if found is not None and outlook is not None and view.seat is not None and of < len(paid):
            yield Judged(found.worth, outlook.chance(), paid[of][view.seat])


def judged_in(game: Game, players: int, matches: Iterable[int], threads: int | None = None) -> list[Judged]:
    """The decisions of several matches, on a number of cores (None: all)."""
    with ThreadPoolExecutor(threads or os.cpu_count()) as hands:
        return [each for found in hands.map(lambda number: [*judged(game, players, number)], matches) for each in found]
