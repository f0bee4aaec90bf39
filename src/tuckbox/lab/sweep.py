"""One option of a game, or its number of players, at many values: what changes, on the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lab import forms
from tuckbox.lab.compare import MEASURES, POINTS, WORK, cautious
from tuckbox.lab.simulate import seated_bots
from tuckbox.run.blocks import Block, Setting, check_games, check_seed, key_of
from tuckbox.run.run import Executor, Run
from tuckbox.run.stats import Mean
from tuckbox.run.workspace import checked, parsed

PLAYERS = "players"
"""The name under which the number of players is varied."""

MOST_VALUES = 60
_SIZE, _ALPHA = 125, 0.05


@dataclass(frozen=True)
class Question:
    """The sweep asked for: a setting for each value of what is `varied`, with its bots; the bots as they were `named`, and
    the options given for all."""

    game: Game
    varied: str
    settings: Mapping[str, Setting]
    named: tuple[str, ...]
    bots: Mapping[str, tuple[str, ...]]
    options: dict[str, Any]
    seed: int
    games: int

    def blocks(self) -> list[tuple[str, Block]]:
        """The games in blocks, by turns of all values, so that an interrupted sweep has about as many of each."""
        return [
            (value, Block(WORK, setting, self.bots[value], self.seed, at, min(_SIZE, self.games - at)))
            for at in range(0, self.games, _SIZE)
            for value, setting in self.settings.items()
        ]


def asked(
    game: Game, varied: str, values: Sequence[str], bots: Sequence[str], *,
    players: int | None = None, options: Mapping[str, Any] | None = None, seed: int = 0, games: int = 2_000,
    tell: Callable[[str], None] = lambda lack: None,
) -> Question:  # fmt: skip
    """A question. `varied` is an option or ``players``, at these values, or all there are where none is given.

    `tell` hears of bots that play without what the game ships. Raises `OptionError` for what cannot be asked.
    """
    games, seed = check_games(games), check_seed(seed)
    if games < 2:
        raise OptionError("a sweep takes at least two games of each value")
    given = dict(options or {})
    if varied in given or (varied == PLAYERS and players is not None):
        raise OptionError(f"{varied} is varied, so it is not given as well")
    settings, seated = {}, {}
    for value in _checked_values(values or all_values(game, varied)):
        at = (_number(value), given) if varied == PLAYERS else (players, {**given, varied: value})
        settings[value] = Setting.of(game, *at)
        policies = seated_bots(bots, settings[value].players)
        checked(settings[value], policies, tell)
        seated[value] = tuple(policy.name for policy in policies)
    if len(set(settings.values())) < len(settings):
        raise OptionError(f"two of the values are the same {varied}, though they are written differently")
    named = tuple(policy.name for policy in parsed(bots))
    return Question(game, varied, settings, named, seated, given, seed, games)


def _checked_values(values: Sequence[str]) -> Sequence[str]:
    """The values, if a sweep can go through them. Raises `OptionError`."""
    if twice := sorted({value for value in values if values.count(value) > 1}):
        raise OptionError(f"{twice[0][:40]!r} is given twice")
    if not 2 <= len(values) <= MOST_VALUES:
        raise OptionError(
            f"a sweep goes through 2 to {MOST_VALUES} different values, not {len(values)}: name some, as 10,20,30"
        )
    return values


def all_values(game: Game, varied: str) -> list[str]:
    """All values of an option, or all numbers of players. Raises `OptionError` where there is no such option."""
    known = game.layout.options
    if varied == PLAYERS and PLAYERS not in known:
        return [str(number) for number in game.players]
    if varied not in known:
        raise OptionError(f"{game.name} has no option {varied[:40]!r}; it has {', '.join([PLAYERS, *known])}")
    return [str(value) for value in known[varied].all_values]


def read_values(text: str) -> list[str]:
    """Values as they are typed: with commas between them, ranges of numbers by their ends and perhaps a step.

    >>> read_values("off,10..30:10,35"), read_values("1..3")
    (['off', '10', '20', '30', '35'], ['1', '2', '3'])

    Raises `OptionError`.
    """
    found: list[str] = []
    for part in text.split(",") if text else []:
        if not part.strip():
            raise OptionError(f"a value is missing beside a comma in {text[:40]!r}")
        first, dots, rest = part.strip().partition("..")
        if not dots:
            found.append(first)
            continue
        last, _, step = rest.partition(":")
        by = _number(step or "1")
        numbers = range(_number(first), _number(last) + 1, by or 1)
        if not by or not numbers:
            raise OptionError(f"{part[:40]} is no range: the lower end comes first, as 10..60, and a step is at least 1")
        if len(numbers) > MOST_VALUES:
            raise OptionError(f"{part[:40]} has {len(numbers):,} values; a sweep goes through {MOST_VALUES} at most")
        found += map(str, numbers)
    return found


def _number(text: str) -> int:
    """A whole number from 0. Raises `OptionError`."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise OptionError(f"{text[:40]!r} is no whole number from 0")
    return int(text)


def sweep(
    question: Question,
    executor: Executor,
    *,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> forms.Sweep:
    """Play all games; `progress` hears how many blocks are done, and of how many.

    At Ctrl-C it ends with what is finished; with `journal`, a folder, finished blocks are kept there, and `resume` goes on
    with them. The executor is closed at the end. Raises `OptionError` where there is nothing to go on with.
    """
    values, blocks = zip(*question.blocks(), strict=True)
    rows: dict[str, list[NDArray[np.float64]]] = {value: [] for value in question.settings}
    cut = dict.fromkeys(question.settings, 0)
    with Run.kept(executor, key_of(blocks), journal, resume) as run:
        for done, (place, table) in enumerate(run.each(blocks), 1):
            rows[values[place]].append(table["rows"])
            cut[values[place]] += int(table["cut"][0])
            progress(done, len(blocks))
    points = [_point(value, rows[value], cut[value], len(rows)) for value in rows]
    return forms.Sweep(
        version=forms.VERSION, game=question.game.name, rules=question.game.hash, varied=question.varied,
        options=question.options, bots=list(question.named), seed=question.seed, asked=question.games, points=points,
    )  # fmt: skip


def _point(value: str, tables: Sequence[NDArray[np.float64]], cut: int, points: int) -> forms.Point:
    """The means of all measures at a value; none where fewer than two games are finished, which tell of no interval."""
    rows = np.concatenate(tables) if tables else np.zeros((0, len(MEASURES)))
    wide = NormalDist().inv_cdf(1 - _ALPHA / (2 * points))
    means = {name: _mean(name, rows[:, i], wide) for i, name in enumerate(MEASURES)} if len(rows) > 1 else {}
    return forms.Point(value, len(rows), cut, means)


def _mean(name: str, column: NDArray[np.float64], wide: float) -> Mean:
    """The mean of a measure, with an interval that is wide even where all games are alike (see `cautious`)."""
    n = len(column)
    mean, spread = float(column.mean()), float(column.std(ddof=1))
    half = wide * cautious(spread, n, 1.0 if name in POINTS else abs(mean)) / n**0.5
    low, high = (max(0.0, mean - half), min(1.0, mean + half)) if name in POINTS else (mean - half, mean + half)
    return Mean(mean, low, high, spread)


def said(name: str, value: float) -> str:
    """A mean of a measure as people read it.

    >>> said("first", 0.5123), said("decisions", 104.26)
    ('51.2%', '104.3')
    """
    return f"{value:.1%}" if name in POINTS else f"{value:.1f}"


def told_games(form: forms.Sweep) -> str:
    """The number of games of each value, in words: of an interrupted sweep the least and the most, and of how many."""
    played = sorted({point.games for point in form.points})
    if played == [form.asked]:
        return f"{form.asked:,} games"
    return f"{' to '.join(f'{number:,}' for number in dict.fromkeys((played[0], played[-1])))} of {form.asked:,} games"


def moves(form: forms.Sweep) -> list[str]:
    """The measures that surely change: the intervals of two of the points have nothing in common."""
    found = []
    for name in MEASURES:
        means = [point.measures[name] for point in form.points if point.measures]
        if means and max(mean.low for mean in means) > min(mean.high for mean in means):
            found.append(name)
    return found
