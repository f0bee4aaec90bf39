"""The arena: who is stronger, and by how much.

Line-ups of players meet on the same deals in all orders of seats. After a first round among all (or by neighbours, Swiss)
more games go where the order is least sure. What is to be played next follows from what has been played alone, so that the
same question gives the same bytes, interrupted or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from math import ceil, log2
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lab import forms
from tuckbox.lab.asked import Patience
from tuckbox.lab.bouts import opposing_sides, seat_orders, seated, side_of_each
from tuckbox.lab.programs import PROGRAM
from tuckbox.lab.ratings import Ratings, comparisons, rate
from tuckbox.run.blocks import Arrays, Block, Setting, check_games, check_seed, key_of
from tuckbox.run.run import Executor, Run
from tuckbox.run.workspace import checked, parsed

FIRST_SHARE, LATER_ROUNDS = 0.5, 4
"""Share of the games in the first round among all, and number of later rounds that share the rest."""
_BLOCK_GAMES = 64
_LEAST_WEIGHT = 0.02


@dataclass
class Lineup:
    """Players who meet, by their numbers, in these orders of seats, and the comparisons of their deals so far."""

    who: tuple[int, ...]
    orders: list[tuple[int, ...]]
    deals: int = 0
    found: list[NDArray[np.float64]] = field(default_factory=list)


@dataclass
class Arena:
    """A competition: `players` are bots' names, or programs as ``program:COMMAND``. Each plays a whole side, all seats that
    win together."""

    setting: Setting
    players: tuple[str, ...]
    seed: int
    games: int
    swiss: bool = False
    patience: Patience = field(default_factory=Patience)
    sides: list[tuple[int, ...]] = field(default_factory=list)
    lineups: list[Lineup] = field(default_factory=list)
    interrupted: bool = False

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players) or len(self.players) < 2:
            raise OptionError("an arena is for two or more different players")
        parsed([name for name in self.players if not name.startswith(PROGRAM)])  # raises for who would be no player
        self.sides = opposing_sides(self.setting)
        n, sides = len(self.players), len(self.sides)
        if n >= sides:
            chosen = list(combinations(range(n), sides))
        else:
            chosen = [who for who in combinations_with_replacement(range(n), sides) if len(set(who)) > 1]
        self.lineups = [self._lineup(who) for who in chosen]
        if self.swiss and n < sides:
            what = "seats" if sides == self.setting.players else "teams"
            raise OptionError(f"a Swiss arena of {sides} {what} wants {sides} players or more")
        if self.games < self.least:
            raise OptionError(f"the players of this arena meet in {self.least:,} games at least, not in {self.games:,}")

    def _lineup(self, chosen: Sequence[int]) -> Lineup:
        """The line-up in which each side is played by one of these players."""
        orders = [seated(self.sides, order) for order in seat_orders(chosen)]
        return Lineup(tuple(chosen[side] for side in side_of_each(self.sides)), orders)

    @property
    def least(self) -> int:
        """Minimum number of games: one deal for all who meet, in each order of seats."""
        if not self.swiss:
            return sum(len(lineup.orders) for lineup in self.lineups)
        return len(self.lineups[0].orders) * sum(len(self._starts(number)) for number in range(self._rounds))

    # -- what is played ------------------------------------------------------------------------------------------------

    def play(self, work: Run, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Play all rounds; at Ctrl-C what is finished counts."""
        for blocks, lineups in self._swiss() if self.swiss else self._among_all():
            for i, table in work.play(blocks, lambda: progress(self.played, self.games)):
                self._book(blocks[i], lineups[i], table)
            if work.interrupted:
                self.interrupted = True
                return

    def _blocks(self, wanted: Sequence[tuple[Lineup, int]]) -> tuple[list[Block], list[Lineup]]:
        """The blocks of a round: a number of further deals for each of these line-ups."""
        blocks, lineups = [], []
        for lineup, deals in wanted:
            names = tuple(self.players[number] for number in lineup.who)
            work = (
                "tuckbox.lab.programs:bout" if any(name.startswith(PROGRAM) for name in names) else "tuckbox.lab.bouts:bout"
            )
            size = max(1, min(_BLOCK_GAMES // len(lineup.orders), ceil(deals / 4)))
            for first in range(lineup.deals, lineup.deals + deals, size):
                many = min(size, lineup.deals + deals - first)
                more = {"orders": [list(order) for order in lineup.orders], **self.patience.more}
                blocks.append(Block(work, self.setting, names, self.seed, first, many, more))
                lineups.append(lineup)
            lineup.deals += deals
        return blocks, lineups

    def _among_all(self) -> Iterator[tuple[list[Block], list[Lineup]]]:
        """First all meet as often; then those meet more of whom it is least sure who is stronger."""
        a_deal = sum(len(lineup.orders) for lineup in self.lineups)
        yield self._blocks([(lineup, max(1, int(FIRST_SHARE * self.games / a_deal))) for lineup in self.lineups])
        for left in range(LATER_ROUNDS, 0, -1):
            games = (self.games - self.played) / left
            if games < 1:
                return
            above = self.ratings().above
            weights = [self._doubt(lineup, above) for lineup in self.lineups]
            share = [games * weight / sum(weights) for weight in weights]
            wanted = [(line, int(part / len(line.orders))) for line, part in zip(self.lineups, share, strict=True)]
            yield self._blocks([(lineup, deals) for lineup, deals in wanted if deals])

    def _doubt(self, lineup: Lineup, above: NDArray[np.float64]) -> float:
        """Uncertainty of the order of the players of a meeting."""
        pairs = [(i, j) for i, j in combinations(sorted(set(lineup.who)), 2)]
        return _LEAST_WEIGHT + sum(float(4 * above[i, j] * above[j, i]) for i, j in pairs) / len(pairs)

    def _swiss(self) -> Iterator[tuple[list[Block], list[Lineup]]]:
        """Rounds in which those meet who are next to each other in the ranking so far."""
        sides, by_who = len(self.sides), {tuple(sorted(set(lineup.who))): lineup for lineup in self.lineups}
        order = list(range(len(self.players)))
        for number in range(self._rounds):
            chosen = [by_who[tuple(sorted(order[at : at + sides]))] for at in self._starts(number)]
            games = sum(len(lineup.orders) for lineup in chosen)
            yield self._blocks([(lineup, max(1, int(self.games / self._rounds / games))) for lineup in chosen])
            order = [int(i) for i in np.argsort(-self.ratings().rating, kind="stable")]

    @property
    def _rounds(self) -> int:
        """Number of rounds of a Swiss arena."""
        return ceil(log2(len(self.players))) + 2

    def _starts(self, number: int) -> list[int]:
        """The places in the ranking from which on neighbours meet in a Swiss round; every other round they are shifted."""
        sides, n = len(self.sides), len(self.players)
        return list(dict.fromkeys(min(at, n - sides) for at in range(number % 2 if n > sides else 0, n - 1, sides)))

    # -- what came of it -----------------------------------------------------------------------------------------------

    def _book(self, block: Block, lineup: Lineup, table: Arrays) -> None:
        """Note the comparisons of a block."""
        firsts = [team[0] for team in self.sides]
        payoffs = table["payoffs"][..., firsts]
        each = [
            comparisons([lineup.who[order[seat]] for seat in firsts], payoffs[i], len(self.players))
            for i, order in enumerate(block.more["orders"])
        ]
        lineup.found.append(sum(each[1:], each[0]))

    @property
    def deals(self) -> NDArray[np.float64]:
        """The comparisons of all deals."""
        found = [each for lineup in self.lineups for each in lineup.found]
        n = len(self.players)
        return np.concatenate(found) if found else np.zeros((1, n, n))

    @property
    def played(self) -> int:
        """Number of games booked so far."""
        return sum(len(each) * len(lineup.orders) for lineup in self.lineups for each in lineup.found)

    @property
    def silent(self) -> list[str]:
        """The players of whom no game has been booked: ratings would tell nothing of them."""
        heard = {i for lineup in self.lineups if lineup.found for i in lineup.who}
        return [name for i, name in enumerate(self.players) if i not in heard]

    def ratings(self) -> Ratings:
        """Ratings of all players; `random` is 0, without it the first player."""
        anchor = self.players.index("random") if "random" in self.players else 0
        return rate(self.deals, anchor, self.seed)

    @property
    def form(self) -> forms.Arena:
        """The result for programs, the strongest first."""
        ratings, cross = self.ratings(), self.deals.sum(axis=0)
        games = [sum(len(each) * len(line.orders) for line in self.lineups if i in line.who for each in line.found)
                 for i in range(len(self.players))]  # fmt: skip
        order = [int(i) for i in np.argsort(-ratings.rating, kind="stable")]
        rows = [
            forms.Rated(
                name=self.players[i],
                rating=float(ratings.rating[i]),
                low=float(ratings.low[i]),
                high=float(ratings.high[i]),
                games=games[i],
                against=[
                    forms.Against(self.players[j], float(cross[i, j]), float(cross[j, i]), float(ratings.above[i, j]))
                    for j in order
                    if j != i
                ],
            )
            for i in order
        ]
        setting = self.setting
        return forms.Arena(
            version=forms.VERSION,
            game=setting.game,
            rules=setting.rules,
            players=setting.players,
            options=dict(setting.options),
            seed=self.seed,
            swiss=self.swiss,
            asked=self.games,
            games=self.played,
            ranking=rows,
            groups=[[self.players[i] for i in group] for group in ratings.groups],
        )


def arena(
    game: str | Game,
    names: Sequence[str],
    executor: Executor,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    games: int = 2_000,
    seed: int = 0,
    swiss: bool = False,
    patience: Patience | None = None,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
    tell: Callable[[str], None] = lambda lack: None,
) -> Arena:
    """Let bots and programs meet; see `Arena`. Programs are given some `patience`; `tell` hears of searches that play
    without what the game ships. The executor is closed at the end. Raises `OptionError`."""
    games, seed = check_games(games), check_seed(seed)
    held = Arena(Setting.of(game, players, options), _named(names), seed, games, swiss, patience or Patience())
    lacks: dict[str, None] = {}
    for lineup in held.lineups:
        bots = [held.players[i] for i in lineup.who if not held.players[i].startswith(PROGRAM)]
        checked(held.setting, parsed(bots), lambda lack: lacks.update({lack: None}))
    for lack in lacks:
        tell(lack)
    with Run.kept(executor, _key(held), journal, resume) as work:
        held.play(work, progress)
    return held


def _named(names: Sequence[str]) -> tuple[str, ...]:
    """The names by which players are known: of bots with weights in a file also what is in it."""
    return tuple(name if name.startswith(PROGRAM) else parsed([name])[0].name for name in names)


def _key(held: Arena) -> str:
    more = {"arena": list(held.players), "games": held.games, "swiss": held.swiss, **held.patience.more}
    return key_of([Block("tuckbox.lab.arena", held.setting, held.players, held.seed, 0, held.games, more)])


def data(held: Arena) -> dict[str, Any]:
    """The result as what JSON is made of."""
    found: dict[str, Any] = msgspec.to_builtins(held.form)
    return found
