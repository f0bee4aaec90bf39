"""The blocks of an exam: a candidate in every place of some deals, and what the coach says of its decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tuckbox.coach.judge import judge
from tuckbox.engine.tables.games import ACTION, CHOICES, SEAT
from tuckbox.kit.plain import blend
from tuckbox.lab.asked import Asked, Used
from tuckbox.lab.bouts import sides_of
from tuckbox.lab.programs import PROGRAM, SCRIPT, asked_of, play
from tuckbox.lab.traces import match_of, write
from tuckbox.match.match import Match
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.workspace import parsed, simulator_for

T = TypeVar("T")
Row = tuple[int, int, int]
"""A decision: seat, action, and number of choices."""
Seats = tuple[int, ...]


def is_asked(name: str) -> bool:
    """Whether a candidate is asked in words, as programs and scripts are."""
    return name.startswith((PROGRAM, SCRIPT))


def examine(block: Block) -> Arrays:
    """A candidate among rivals (the two bots of the block) on every deal, from every place.

    ``payoffs[place, deal]`` are the candidate's; ``counts`` its decisions, answers, refused answers, forfeited games and
    words, ``seconds`` what answers took; a row of ``judged`` is deal, seat, step, whether it agrees with the coach, and what
    it cost.
    """
    places = places_of(block.setting)
    shape = len(places), block.games
    payoffs, seconds, counts = np.zeros(shape), np.zeros(shape), np.zeros((*shape, 5), np.int64)
    judged: list[tuple[float, ...]] = []
    for place, deal, paid, rows, used, forfeited in _played(block, places):
        payoffs[place, deal], seconds[place, deal] = paid, used.seconds
        mine = [step for step, row in enumerate(rows) if row[0] in places[place]]
        counts[place, deal] = len(mine), used.answers, used.refused, forfeited, used.words
        judged += _judged(block, places[place], block.first + deal, rows, mine)
    found = np.array(judged, np.float64).reshape(-1, 5)
    return {"payoffs": payoffs, "seconds": seconds, "counts": counts, "judged": found}


def places_of(setting: Setting) -> list[Seats]:
    """The places of a candidate, each with its seats: every side, or every seat where all win together, beside rivals as
    partners."""
    sides = sides_of(setting)
    return sides if len(sides) > 1 else [(seat,) for seat in range(setting.players)]


_Game = tuple[int, int, float, Sequence[Row], Used, bool]


def _played(block: Block, places: Sequence[Seats]) -> Iterator[_Game]:
    """Every game: the candidate's place, the deal, what it got, the decisions, what it used, whether it has forfeited."""
    if any(is_asked(name) for name in block.bots):
        with asked_of(block) as asked:
            yield from _in_words(block, places, asked)
        return
    policies, players = parsed(block.bots), block.setting.players
    simulator = simulator_for(block.setting, policies)
    for place, seats in enumerate(places):
        games = write(
            simulator, block.seed, range(block.first, block.first + block.games), _seated(policies, seats, players)
        )
        for deal, rows in games.each():
            told = [(int(row[SEAT]), int(row[ACTION]), int(row[CHOICES])) for row in rows]
            yield place, deal, float(games.payoffs[deal, seats[0]]), told, Used(), False


def _in_words(block: Block, places: Sequence[Seats], asked: dict[int, Asked]) -> Iterator[_Game]:
    """Every game where somebody is asked in words, played in plain Python."""
    for place, seats in enumerate(places):
        order = _seated([0, 1], seats, block.setting.players)
        for deal in range(block.games):
            before = replace(asked[0].used) if 0 in asked else Used()
            game = play(block, asked, order, block.first + deal)
            used = asked[0].used.since(before) if 0 in asked else Used()
            yield place, deal, game.payoffs[seats[0]], game.rows, used, game.forfeited in seats


def _seated(those: Sequence[T], seats: Seats, players: int) -> list[T]:
    """The first of two at these seats, the other at all others."""
    return [those[0] if seat in seats else those[1] for seat in range(players)]


def _judged(
    block: Block, seats: Seats, number: int, rows: Sequence[Row], mine: Sequence[int]
) -> Iterator[tuple[float, ...]]:
    """The coach's verdicts on some decisions of a game, each a row; those are drawn by the deal's number and the place."""
    chance = random.Random(blend(blend(block.seed, number), seats[0]))
    free = [step for step in mine if rows[step][2] > 1]
    chosen = sorted(chance.sample(free, min(block.more["judged"], len(free))))
    for step, match in zip(chosen, replayed(block, number, rows, chosen), strict=True):
        seat = rows[step][0]
        view = match.view(seat, log=False)
        verdict = judge(view, rows[step][1], block.more["effort"], blend(blend(block.seed, number), step) >> 1)
        agrees = verdict.best.action == verdict.played.action
        yield float(number), float(seat), float(step), float(agrees), verdict.best.mean - verdict.played.mean


def replayed(block: Block, number: int, rows: Sequence[Row], stops: Sequence[int]) -> Iterator[Match]:
    """A game again: the match before each decision at which it is to stop; one match, played on from stop to stop."""
    match = match_of(block.setting, block.seed, number)
    for before, stop in pairwise([0, *stops]):
        for seat, action, _ in rows[before:stop]:
            match.play(action, seat)
        yield match


def baseline(block: Block) -> Arrays:
    """Payoffs of the rivals among themselves: ``payoffs[deal]``, the mean over the seats."""
    policies, players = parsed(block.bots[1:]), block.setting.players
    simulator = simulator_for(block.setting, policies)
    games = write(simulator, block.seed, range(block.first, block.first + block.games), policies * players)
    paid: NDArray[np.float64] = games.payoffs[:, :players]
    return {"payoffs": paid.mean(axis=1)}
