"""Play a game by the thousand, on all cores, and say who wins, how often, what it pays and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, lcm
from pathlib import Path
from typing import Any, overload

import msgspec

from tuckbox.bots.bots import Policy
from tuckbox.definition.game import Game, given_game
from tuckbox.definition.payoffs import CONSTANT_SUM, SAME, Payoffs
from tuckbox.engine.think.policies import GREEDY, LEARNED, RANDOM
from tuckbox.errors import OptionError
from tuckbox.lab import forms
from tuckbox.lab.bouts import in_turn, seat_orders, seated
from tuckbox.lab.data import Folder
from tuckbox.lab.tally import Tally, tallied
from tuckbox.run.blocks import Arrays, Block, Setting, check_games, check_seed, key_of
from tuckbox.run.run import Executor, Run, Threads, as_it_is
from tuckbox.run.stats import percentile, sample_mean, wilson
from tuckbox.run.workspace import checked, consecutive, parsed, simulator_for

VERSION = forms.VERSION
_BLOCK_SECONDS, _LEAST_SECONDS = 0.25, 0.005
_MOST_IN_A_BLOCK, _MOST_IN_A_FILE, _BLOCKS = 200_000, 5_000, 64


@dataclass(frozen=True)
class Report:
    """The result of `simulate`. Win rates are shares of all games, a shared win counting in parts; `drawn` games have no
    winner, nor have those among them that were cut off (`unfinished`), which pay all alike. Payoffs are those of games; a
    whole match pays 1, shared by those in the first place. Lengths are in decisions, of games that were not cut off.
    Intervals are at 95%, of win rates Wilson's. An `interrupted` one holds the games that were finished; if these were
    `kept` it can be resumed."""

    game: Game
    players: int
    options: dict[str, Any]
    seed: int
    policies: tuple[Policy, ...]
    rotated: bool
    whole: bool
    seconds: float
    tally: Tally
    asked: int
    kept: bool = False

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were played than were asked for."""
        return self.tally.games < self.asked

    @property
    def pays(self) -> Payoffs:
        """The kind of payoffs; those of a whole match add up to 1, unless it was cut off: then nobody gets any."""
        pays = self.game.pays(self.players, self.options)
        return replace(CONSTANT_SUM(1), teams=pays.teams) if self.whole and pays.kind != SAME else pays

    def _row(self, wins: float, paid: tuple[float, float]) -> dict[str, Any]:
        """Win rate and mean payoff with their intervals, and how far payoffs spread (their standard deviation)."""
        games = self.tally.games
        low, high = wilson(wins, games)
        rate = {"win_rate": wins / games if games else 0.0, "low": low, "high": high}
        return {**rate, "payoff": sample_mean(*paid, games)}

    @property
    def form(self) -> forms.Simulation:
        """The report for programs."""
        tally = self.tally
        names = ["all"] * self.players if self.rotated else [policy.name for policy in self.policies]
        seats = [(p, float(tally.wins[p]), tally.paid[:, p]) for p in range(self.players)]
        teams = [list(team) for team in self.pays.all_teams(self.players)]
        return forms.Simulation(
            version=VERSION,
            game=self.game.name,
            rules=self.game.hash,
            players=self.players,
            options=self.options,
            seed=self.seed,
            whole_match=self.whole,
            rotated=self.rotated,
            asked=self.asked,
            games=tally.games,
            decisions=tally.decisions,
            unfinished=tally.unfinished,
            drawn=tally.drawn,
            payoffs=forms.Payoffs(self.pays.kind, self.pays.total, teams),
            length=self.length,
            seats=[forms.SeatFigures(p, names[p], **self._row(wins, paid)) for p, wins, paid in seats],
            bots=[
                forms.BotFigures(b.name, **self._row(float(tally.bot_wins[i]), tally.bot_paid[:, i]))
                for i, b in enumerate(self.policies)
            ],
        )

    @property
    def length(self) -> forms.Length:
        """Mean and percentiles of the number of decisions in a finished game."""
        counts = self.tally.histogram
        total = int(counts.sum())
        middle = float(sum(n * count for n, count in enumerate(counts.tolist())) / total) if total else 0.0
        return forms.Length(middle, *(percentile(counts, share) for share in (0.05, 0.5, 0.95)))

    def data(self) -> dict[str, Any]:
        """The report for programs, as what JSON is made of."""
        found: dict[str, Any] = msgspec.to_builtins(self.form)
        return found


def tally_games(block: Block) -> Arrays:
    """The work of a simulation: play games, add up their results."""
    policies = parsed(block.bots)
    simulator = simulator_for(block.setting, policies)
    lengths, payoffs, _ = simulator.play(consecutive(block.seed, block.first, block.games), policies)
    return tallied(block, lengths, payoffs).table()


class BlockList(Sequence[Block]):
    """The blocks of a number of games, those of all seatings by turns: each seating gets as many games as the others."""

    def __init__(
        self, work: str, setting: Setting, bots: Sequence[str], seed: int, games: int, rotate: bool, size: int,
        more: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.work, self.setting, self.bots, self.seed, self.size = work, setting, tuple(bots), seed, size
        self.orders, self.more = seatings(setting)[: None if rotate else 1], dict(more or {})
        each, left = divmod(games, len(self.orders))  # the first orders get what is left: there all sit in all seats, too
        self.ends = [each * number + min(number, left) for number in range(1, len(self.orders) + 1)]
        counts = [ceil((end - start) / size) for start, end in zip([0, *self.ends], self.ends, strict=False)]
        self.rounds, self.total = min(counts), sum(counts)
        self.longer = [number for number, count in enumerate(counts) if count > self.rounds]

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.total))]
        index = range(self.total)[index]
        turn, number = divmod(index, len(self.orders))
        if turn >= self.rounds:  # one game more or less may make one block more or less
            turn, number = self.rounds, self.longer[index - self.rounds * len(self.orders)]
        first, order = (self.ends[number - 1] if number else 0) + turn * self.size, self.orders[number]
        seated = tuple(self.bots[place] for place in order)
        games = min(self.size, self.ends[number] - first)
        return Block(self.work, self.setting, seated, self.seed, first, games, {**self.more, "order": order})


def seatings(setting: Setting) -> list[tuple[int, ...]]:
    """The orders in which bots change seats, beginning with the given one: partners stay together, and teams of different
    sizes where they are. Each bot sits in each seat equally often, and does after every few orders, too."""
    pays = setting.pays
    sides = [(seat,) for seat in range(setting.players)] if pays.kind == SAME else pays.all_teams(setting.players)
    equal = len({*map(len, sides)}) == 1
    orders = in_turn(seat_orders(range(len(sides)))) if equal else [(*range(len(sides)),)]
    return [seated(sides, order, turn) for order in orders for turn in range(lcm(*map(len, sides)))]


def block_size(setting: Setting, policies: Sequence[Policy], seed: int, games: int) -> int:
    """Number of games in a block of about a quarter of a second, judged by the lengths of a few first games and by what a
    decision usually costs; no clock has a say, so that it is the same everywhere. It compiles what has to be."""
    simulator, spent, played = simulator_for(setting, policies), 0.0, 0
    while played < 64 and spent < 0.002:
        lengths = simulator.play(consecutive(seed, played, 1), policies).lengths
        decisions = abs(int(lengths[0]))
        spent += decisions / len(policies) * sum(thinking_time(policy, decisions) for policy in policies)
        played += 1
    pace = played / spent
    return max(1, min(int(pace * _BLOCK_SECONDS), _MOST_IN_A_BLOCK, max(int(pace * _LEAST_SECONDS), games // _BLOCKS)))


def thinking_time(policy: Policy, length: float) -> float:
    """Estimated seconds of a decision, in a game of some length."""
    if policy.kind == RANDOM:
        return 1e-7
    if policy.kind in (GREEDY, LEARNED):
        return 4e-6
    return policy.effort * (1e-6 + 3e-7 * length)


def seated_bots(bots: str | Sequence[str], players: int) -> list[Policy]:
    """A policy for every seat, of one name for all or of one for each. Raises `OptionError`."""
    bots = [bots] if isinstance(bots, str) else bots
    if not isinstance(bots, Sequence):
        raise OptionError(f"bots are names, one for all seats or one for each, not {repr(bots)[:40]}")
    policies = parsed(list(bots) * players if len(bots) == 1 else bots)
    if len(policies) != players:
        raise OptionError(f"{players} players need {players} bots (or one for all), not {len(policies)}")
    return policies


def simulate(
    game: str | Game,
    bots: str | Sequence[str],
    *,
    players: int | None = None,
    games: int = 1_000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    rotate: bool = False,
    whole: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    journal: Path | None = None,
    resume: bool = False,
    data: str | Path | None = None,
    observations: bool = False,
    progress: Callable[[int], None] = lambda done: None,
    tell: Callable[[str], None] = lambda lack: None,
) -> Report:
    """Play `games` games, each to its end (or `whole` matches); the same seed gives the same results on any machine.

    `bots` names one bot for all seats or one for each; with `rotate` they change seats, each of their `seatings` getting
    the same number of games. An `executor` does the work instead of this machine's `threads`. With `journal`, a folder,
    finished blocks are kept there until all are, and `resume` goes on with them. Ctrl-C ends it with the report of what is
    finished. `tell` hears of searches that play without what the game ships, since it does not fit.
    With `data` the games are kept in that folder as Parquet, on request with `observations`; see `tuckbox.lab.data`.
    Raises `OptionError` or `UnknownGame`.
    """
    game = given_game(game)
    setting = Setting.of(game, players, options, whole)
    policies = seated_bots(bots, setting.players)
    checked(setting, policies, tell)
    games, seed = check_games(games), check_seed(seed)
    if observations and data is None:
        raise OptionError("observations are kept with the games: name a folder of data for them")
    folder = None if data is None else Folder(data)
    names = [policy.name for policy in policies]
    size = block_size(setting, policies, seed, games)
    work, more = "tuckbox.lab.simulate:tally_games", dict[str, Any]()
    store: Callable[[int, Arrays], Arrays] = as_it_is
    if folder is not None:
        work, more, size = "tuckbox.lab.data:write_games", {"observations": observations}, min(size, _MOST_IN_A_FILE)
        folder.prepare(resume)
        store = folder.store
    plan = BlockList(work, setting, names, seed, games, rotate, size, more)
    values = dict(setting.options)
    tally = Tally(setting.players, setting.pays.all_teams(setting.players))
    start = time.perf_counter()
    with Run.kept(executor or Threads(threads), key_of(plan), journal, resume) as run:
        if folder is not None:
            folder.check(run.finished)
        for _, table in run.each(plan, store):
            tally.merge(table)
            progress(tally.games)
    if folder is not None and not run.interrupted:
        folder.merge()
    seconds = time.perf_counter() - start
    return Report(
        game, setting.players, values, seed, tuple(policies), rotate, whole, seconds, tally, games, run.journal is not None
    )
