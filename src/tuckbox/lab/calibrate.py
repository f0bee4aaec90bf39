"""The command ``tuckbox calibrate``: whether the levels of bots differ in a setting, measured by duels; and how the chances
that the coach tells are to be corrected, fitted to matches."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import click
import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import EASY
from tuckbox.bots.findings import played_by
from tuckbox.bots.learnt import why_not
from tuckbox.bots.levels import CALIBRATIONS, LEVELS, LOWEST, Calibration, Duel, easy_bot, told_options
from tuckbox.coach.chances import CORRECTIONS, Correction, fit, judged_in
from tuckbox.definition.finding import GameName
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.lab.bouts import opposing_sides, seat_orders, seated, sides_of
from tuckbox.run.blocks import Block, Setting, check_games, check_seed
from tuckbox.run.options import Count, Given, of_a_game, remark
from tuckbox.run.run import Run
from tuckbox.run.stats import mean
from tuckbox.run.workspace import checked, parsed

TARGET, USUAL_TARGET = {2: 1.45}, 1.6
"""Multiple of its fair share that the level above the lowest is to win, by the number of sides, and with more of them."""

MOST_OVERLOOKED = 60
"""Maximum percentage of actions that the lowest level overlooks: with more it would hardly play."""

_WORK = "tuckbox.lab.bouts:bout"


@click.command()
@click.argument("game", type=GameName())
@click.option("--games", default="4000,400,100", show_default=True, help="How many games by normal, hard and master.")
@click.option("--coach", type=Count(), metavar="N", help="Instead, fit the coach's chances to N matches between bots.")
@of_a_game
@click.option("--keep", "kept", is_flag=True, help="Write the result into the game's folder.")
def calibrate(game: str, given: Given, games: str, coach: int | None, kept: bool) -> None:
    """Measure whether the levels of bots differ.

    Each plays against the next lower one, on the same deals from every seat. A level whose whole interval does not lie
    above a fair share is dropped: the next is compared with the one below it, and with --keep tables do not offer it.
    How many of its actions the lowest level overlooks is determined first, on other deals, so that normal wins as much
    more than it as intended.
    """
    found = find_game(game)
    players, seed = found.players[0] if given.players is None else given.players, check_seed(given.seed)
    number, options = found.settle_options(players, given.options)
    if coach is not None:
        if given.pairs or seed or given.workers.cluster:
            raise OptionError("the chances of the coach are fitted to usual matches: no --option, --seed or --cluster")
        _fit_coach(found, number, coach, given.workers.threads, kept)
        return
    many = _numbers(games)
    setting, duels = Setting.of(found, number, options), []
    sides = len(opposing_sides(setting))
    checked(setting, parsed(list(LEVELS.values())[: len(many) + 1]), remark)
    with Run(given.workers.executor()) as work:
        overlooked = overlooked_by(setting, many[0], seed + 1, work)
        click.echo(f"easy overlooks {overlooked} of a hundred actions")
        for duel in duels_of(setting, many, seed, work, overlooked):
            duels.append(duel)
            click.echo(told(duel, sides))
    if kept:
        said = [word for pair in given.pairs for word in ("--option", pair)]
        made = shlex.join(
            ["tuckbox", "calibrate", game, "--players", str(number), *said, "--seed", str(seed), "--games", games]
        )
        told_by = played_by(found, number)
        known = Calibration(number, told_options(found, options), told_by, made, tuple(duels), overlooked, sides)
        CALIBRATIONS.keep(found, known)


def _fit_coach(game: Game, players: int, matches: int, threads: int | None, kept: bool) -> None:
    """Fit the chances of the coach, and print what was found."""
    correction = correction_by(game, players, check_games(matches), threads)
    click.echo(f"shift {correction.shift:+.3f}, slope {correction.slope:.3f}, by {correction.decisions} decisions")
    if kept:
        CORRECTIONS.keep(game, correction)


def _numbers(text: str) -> list[int]:
    """The games of each duel, with commas between. Raises `OptionError` or `click.BadParameter`."""
    many = [check_games(Count().convert(part, None, None)) for part in text.split(",")]
    if len(many) >= len(LEVELS):
        raise OptionError(f"there are {len(LEVELS) - 1} duels of levels, and games for {len(many)}")
    return many


def correction_by(game: Game, players: int, matches: int, threads: int | None) -> Correction:
    """The correction of the coach's chances that fits matches 0 to ``matches - 1``. Raises `OptionError` where no network
    tells any."""
    if wrong := why_not(game, players, game.settle_options(players, {})[1], "network"):
        raise OptionError(wrong)
    rows = judged_in(game, players, range(matches), threads)
    shift, slope = fit(np.array([row.odds for row in rows]), np.array([row.came for row in rows]))
    made = f"tuckbox calibrate {game.name} --players {players} --coach {matches}"
    return Correction(players, round(shift, 3), round(slope, 3), len(rows), played_by(game, players), made)


def told(duel: Duel, sides: int) -> str:
    """A duel in words."""
    share = f"{duel.share:.1%} [{duel.low:.1%}, {duel.high:.1%}] of {duel.games} games"
    return f"{duel.level} against {duel.lower}: {share}, {duel.share * sides:.2f} times a fair share"


def overlooked_by(setting: Setting, games: int, seed: int, work: Run) -> int:
    """The percentage of its actions that the lowest level has to overlook for the next to win its target, found by halving;
    `MOST_OVERLOOKED` where it wins less even so."""
    _, level, *_ = LEVELS
    sides = len(sides_of(setting))
    target = TARGET.get(sides, USUAL_TARGET) / sides
    low, high = 1, MOST_OVERLOOKED
    while low < high:
        middle = (low + high) // 2
        if shares(setting, LEVELS[level], easy_bot(middle), games, seed, work).mean() < target:
            low = middle + 1
        else:
            high = middle
    return low


def duels_of(setting: Setting, games: Sequence[int], seed: int, work: Run, overlooked: int = EASY) -> Iterator[Duel]:
    """The duels of each level with the highest below it that is one, as many as there are numbers of games; the lowest
    overlooks this percentage of its actions."""
    bots, (lower, *higher) = {**LEVELS, LOWEST: easy_bot(overlooked)}, LEVELS
    for level, number in zip(higher, games, strict=False):
        won = shares(setting, bots[level], bots[lower], number, seed, work)
        deals = won.mean(0)
        found = mean(deals.sum(), (deals**2).sum(), len(deals))
        bounds = found.mean, max(0.0, found.low), min(1.0, found.high)
        duel = Duel(level, lower, won.size, *(round(bound, 4) for bound in bounds))
        yield duel
        if duel.low * len(sides_of(setting)) > 1:
            lower = level


def shares(setting: Setting, bot: str, rival: str, games: int, seed: int, work: Run) -> NDArray[np.float64]:
    """The part a bot had in the win, for each of its seats and each deal, with a rival at all other seats; partners are
    the same bot, and win as one."""
    mine, *others = sides = sides_of(setting)
    names = tuple(bot if seat in mine else rival for seat in range(setting.players))
    orders = [seated(sides, order) for order in seat_orders(("bot", *["rival"] * len(others)))]
    deals = max(2, games // len(orders))
    more, size = {"orders": [list(order) for order in orders]}, max(1, deals // 64)
    todo = [Block(_WORK, setting, names, seed, i, min(size, deals - i), more) for i in range(0, deals, size)]
    payoffs = np.concatenate([table["payoffs"] for table in work.whole(todo)], axis=1)
    best = payoffs == payoffs.max(2, keepdims=True)
    here = np.isin(orders, mine)
    return np.array([best[i][:, here[i]].sum(1) / best[i].sum(1) for i in range(len(orders))])
