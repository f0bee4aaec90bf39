"""Play a game by the thousand, on all cores, and say who wins, how often, what it pays and how long it takes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tuckbox.bots.bots import Policy
from tuckbox.engine.engine import Engine, engine
from tuckbox.engine.game import Game
from tuckbox.engine.payoffs import Payoffs
from tuckbox.errors import OptionError
from tuckbox.lab.stats import mean, percentile, wilson

MOST_GAMES = 1_000_000_000
VERSION = 1
"""Of the report for programs; a figure that changes its meaning or goes makes it greater."""
_CHUNK_SECONDS = 0.25


@dataclass
class Tally:
    """Results of some games, seat by seat and bot by bot. A win is shared between the `teams` that win (without any each
    seat is one); `paid` holds the sum and the sum of squares of payoffs."""

    players: int
    teams: Sequence[Sequence[int]] = ()
    games: int = 0
    decisions: int = 0
    unfinished: int = 0
    drawn: int = 0
    wins: Any = None
    bot_wins: Any = None
    paid: Any = None
    bot_paid: Any = None
    histogram: Any = field(default_factory=lambda: np.zeros(1, np.int64))

    def __post_init__(self) -> None:
        self.wins, self.bot_wins = np.zeros(self.players), np.zeros(self.players)
        self.paid, self.bot_paid = np.zeros((2, self.players)), np.zeros((2, self.players))
        self.firsts = [team[0] for team in self.teams] or list(range(self.players))

    def add(self, lengths: Any, payoffs: Any, shift: int) -> None:
        """Count games in which seat p was played by bot ``(p - shift) % players``."""
        finished = lengths >= 0
        self.games += len(lengths)
        self.decisions += int(np.abs(lengths).sum())
        self.unfinished += int((~finished).sum())
        paid = payoffs[finished][:, : self.players]
        best = paid == paid.max(axis=1, keepdims=True)
        decided = ~best.all(axis=1) if self.players > 1 else best.any(axis=1)
        self.drawn += int((~decided).sum())
        winners = best[decided][:, self.firsts].sum(axis=1, keepdims=True)
        shares = (best[decided] / winners).sum(axis=0)
        sums = np.array([paid.sum(axis=0), (paid * paid).sum(axis=0)])
        self.paid += sums
        self.bot_paid += np.roll(sums, -shift, axis=1)
        self.wins += shares
        self.bot_wins += np.roll(shares, -shift)
        counts = np.bincount(lengths[finished])
        if len(counts) < len(self.histogram):
            counts = np.pad(counts, (0, len(self.histogram) - len(counts)))
        self.histogram = counts + np.pad(self.histogram, (0, len(counts) - len(self.histogram)))


@dataclass(frozen=True)
class Report:
    """What `simulate` found. Win rates are shares of all finished games, a shared win counting in parts; `drawn` games
    have no winner. Payoffs are those of games; a whole match pays 1, shared by those in the first place. Lengths are in
    decisions. Intervals are at 95%, of win rates Wilson's."""

    game: Game
    players: int
    options: dict[str, Any]
    seed: int
    policies: tuple[Policy, ...]
    rotated: bool
    whole: bool
    seconds: float
    tally: Tally

    @property
    def pays(self) -> Payoffs:
        """What payoffs are to each other."""
        return self.game.pays(self.players, self.options)

    def _row(self, wins: float, paid: tuple[float, float]) -> dict[str, Any]:
        """Win rate and mean payoff with their intervals, and how far payoffs spread (their standard deviation)."""
        finished = self.tally.games - self.tally.unfinished
        low, high = wilson(wins, finished)
        rate = {"win_rate": wins / finished if finished else 0.0, "low": low, "high": high}
        return {**rate, "payoff": vars(mean(*paid, finished))}

    @property
    def seats(self) -> list[dict[str, Any]]:
        """For each seat its bot (in a rotation: all of them), win rate and payoff."""
        names = [policy.name for policy in self.policies]
        bots = ["all"] * self.players if self.rotated else names
        return [
            {"seat": p, "bot": bots[p], **self._row(float(self.tally.wins[p]), self.tally.paid[:, p])}
            for p in range(self.players)
        ]

    @property
    def bots(self) -> list[dict[str, Any]]:
        """For each bot, over all the seats it took, win rate and payoff."""
        return [
            {"bot": b.name, **self._row(float(self.tally.bot_wins[i]), self.tally.bot_paid[:, i])}
            for i, b in enumerate(self.policies)
        ]

    @property
    def length(self) -> dict[str, float]:
        """Mean and percentiles of the number of decisions in a finished game."""
        counts = self.tally.histogram
        total = int(counts.sum())
        mean = float((counts * np.arange(len(counts))).sum() / total) if total else 0.0
        return {"mean": mean, **{n: percentile(counts, q) for n, q in (("p5", 0.05), ("median", 0.5), ("p95", 0.95))}}

    def data(self) -> dict[str, Any]:
        """The report for programs."""
        tally, seconds = self.tally, max(self.seconds, 1e-9)
        return {
            "version": VERSION,
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "whole_match": self.whole,
            "rotated": self.rotated,
            "games": tally.games,
            "decisions": tally.decisions,
            "seconds": self.seconds,
            "decisions_per_second": tally.decisions / seconds,
            "games_per_second": tally.games / seconds,
            "unfinished": tally.unfinished,
            "drawn": tally.drawn,
            "payoffs": {"kind": self.pays.kind, "total": self.pays.total, "teams": self.pays.all_teams(self.players)},
            "length": self.length,
            "seats": self.seats,
            "bots": self.bots,
        }


class _Worker:
    """One thread's rooms; calls release the interpreter lock, so threads use all cores."""

    def __init__(self, native: Engine, blank: Any, policies: Sequence[Policy], whole: bool) -> None:
        self.native, self.game, self.whole = native, native.game, whole
        self.states, self.words = native.states(blank)
        self.rngs, self.scratches = native.rngs(0, 0), native.scratches()
        self.tree = native.tree(max(policy.edges for policy in policies))

    def play(self, seed: int, first: int, games: int, policies: Sequence[Policy]) -> tuple[Any, Any]:
        """Lengths (negative: unfinished) and payoffs of some games."""
        lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, self.game.layout.seats))
        kinds = np.array([policy.code(self.game) for policy in policies])
        efforts = np.array([policy.effort for policy in policies])
        low, high = self.game.utility
        cap = self.game.longest * (100 if self.whole else 1)
        rooms = (self.states, self.words, self.rngs, self.tree, self.scratches)
        limits = (cap, kinds, efforts, low, high, self.whole)
        self.native.call(self.native.policies.play_games, *rooms, seed, first, games, *limits, lengths, payoffs)
        return lengths, payoffs


@dataclass
class _Plan:
    """Which games come next: runs of games with one seating, each about a quarter of a second long."""

    games: int
    seatings: int
    size: float = 1.0
    next: int = 0

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """First game, number of games and seating of each run; a seating takes every n-th share of the games."""
        for shift in range(self.seatings):
            end = self.games * (shift + 1) // self.seatings
            while self.next < end:
                n = min(max(1, int(self.size)), end - self.next)
                self.next += n
                yield self.next - n, n, shift


def simulate(
    game: Game,
    bots: Sequence[str],
    *,
    players: int | None = None,
    games: int = 1_000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    rotate: bool = False,
    whole: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` games, each to its end (or `whole` matches); the same seed gives the same results on any machine.

    `bots` names one bot for all seats or one for each; with `rotate` they change seats, each seating getting the same
    number of games. Raises `OptionError`.
    """
    number, values = game.settle_options(players, options or {})
    policies = [Policy.parse(bot) for bot in (list(bots) * number if len(bots) == 1 else bots)]
    if len(policies) != number:
        raise OptionError(f"{number} players need {number} bots (or one for all), not {len(policies)}")
    if any(policy.milliseconds for policy in policies):
        raise OptionError("a simulation counts iterations, not milliseconds: say search:2000, say")
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(f"the number of games is from 1 to {MOST_GAMES}")
    if not 0 <= seed < 1 << 63:
        raise OptionError("a seed is a whole number from 0 to 2^63 - 1")
    native = engine(game, "native")
    blank = game.blank(number, values)
    workers = [_Worker(native, blank, policies, whole) for _ in range(threads or os.cpu_count() or 1)]
    workers[0].play(seed, 0, 1, policies)  # compile before the clock starts
    tally, plan = Tally(number, game.pays(number, values).all_teams(number)), _Plan(games, number if rotate else 1)
    start = time.perf_counter()
    _run(workers, plan, policies, seed, tally, progress)
    seconds = time.perf_counter() - start
    return Report(game, number, values, seed, tuple(policies), rotate, whole, seconds, tally)


def _run(
    workers: list[_Worker], plan: _Plan, policies: list[Policy], seed: int, tally: Tally, progress: Callable[[int], None]
) -> None:
    """Keep every worker busy until the plan is done; on an interrupt the runs under way are finished first."""
    runs = iter(plan)
    with ThreadPoolExecutor(len(workers)) as pool:
        busy: dict[Future[Any], tuple[_Worker, int, int, float]] = {}

        def start(worker: _Worker) -> None:
            run = next(runs, None)
            if run is not None:
                first, n, shift = run
                seated = policies[-shift:] + policies[:-shift] if shift else policies
                busy[pool.submit(worker.play, seed, first, n, seated)] = (worker, n, shift, time.perf_counter())

        for worker in workers:
            start(worker)
        while busy:
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                worker, n, shift, began = busy.pop(future)
                lengths, payoffs = future.result()
                tally.add(lengths, payoffs, shift)
                pace = n * _CHUNK_SECONDS / max(time.perf_counter() - began, 1e-6)
                plan.size = min(plan.size * 4, max(1.0, pace), 200_000)
                progress(tally.games)
                start(worker)
