"""Two variants of a game on the same seeds: what is different, by how much, and when that is decided.

Both play the games of the same numbers, so that what they have in common cancels out. After every look each measure has a
confidence sequence (Robbins' normal mixture, in the asymptotic form of Waudby-Smith and others, 2024): its intervals hold at
all looks together, so that one may stop at any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox.engine.tables.games import CHOICES
from tuckbox.errors import OptionError
from tuckbox.lab import forms
from tuckbox.lab.simulate import seated_bots
from tuckbox.lab.study.works import minutes_of, shares_of
from tuckbox.lab.traces import played
from tuckbox.match.options import read_options
from tuckbox.run.blocks import Arrays, Block, Setting, check_games, check_seed, key_of
from tuckbox.run.run import Executor, Run
from tuckbox.run.workspace import checked

MEASURES = ("decisions", "minutes", "choices", "forced", "first", "last", "void")
"""Measures of a game: its decisions, estimated minutes, mean number of legal actions, share of forced decisions, the share
of the win of the first seat and of the last, and whether nobody has won."""
POINTS = ("forced", "first", "last", "void")
"""Measures that are shares: their margin is in points, that of the others a part of what the first variant has."""
MARGIN = 0.02
WORK = "tuckbox.lab.compare:measure"
_FIRST_LOOK, _SIZE, _ALPHA, _POWER = 500, 125, 0.05, 0.8


def measure(block: Block) -> Arrays:
    """The work: a row of `MEASURES` for each game."""
    (_, games), players = played(block), block.setting.players
    shares, lengths, choices = shares_of(block, games), np.abs(games.lengths), games.rows[:, CHOICES]
    of_game, n = np.repeat(np.arange(len(lengths)), lengths), len(lengths)
    columns = [
        lengths,
        minutes_of(choices, of_game, n),
        np.bincount(of_game, choices, n) / lengths,
        np.bincount(of_game, choices == 1, n) / lengths,
        shares[:, 0],
        shares[:, players - 1],
        shares.sum(axis=1) < 0.5,
    ]
    return {"rows": np.column_stack(columns).astype(float), "cut": np.array([(games.lengths < 0).sum()])}


def half_width(spread: float, n: int, alpha: float) -> float:
    """Half width of a confidence sequence around the mean of n numbers with this deviation; it is tuned to be
    narrowest at `_FIRST_LOOK` games.

    >>> round(half_width(1.0, 500, 0.05), 3), round(half_width(1.0, 50_000, 0.05), 4)
    (0.136, 0.0159)
    """
    tuned = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / _FIRST_LOOK
    scaled = n * tuned + 1
    return spread * sqrt(2 * scaled / (n * n * tuned) * log(sqrt(scaled) / alpha))


def cautious(spread: float, n: int, scale: float) -> float:
    """The spread of n gaps and of two more, a whole `scale` to either side. What has never been seen to differ may still
    differ in one game of some hundred, and without these its interval would have no width at all (compare Agresti and Coull,
    who add two successes and two failures to a share).

    >>> round(half_width(cautious(0.0, 2_000, 1.0), 2_000, 0.05), 4)
    0.0022
    """
    return sqrt(((n - 1) * spread * spread + 2 * scale * scale) / (n + 1))


@dataclass(frozen=True)
class Compared:
    """The result as far as it was played; `interrupted` by Ctrl-C it is that of the last whole look."""

    form: forms.Comparison
    interrupted: bool


@dataclass(frozen=True)
class Question:
    """The comparison asked for: two settings, the bots, the games; `about` are the measures that must be decided."""

    variants: tuple[Setting, Setting]
    bots: tuple[str, ...]
    seed: int
    games: int
    margin: float = MARGIN
    about: tuple[str, ...] = MEASURES

    @property
    def key(self) -> str:
        """Names the question, for its journal."""
        more = {"margin": self.margin, "about": list(self.about)}
        return key_of([Block(WORK, setting, self.bots, self.seed, 0, self.games, more) for setting in self.variants])

    def looks(self) -> list[int]:
        """After how many games there is a look: each doubles them."""
        found = [min(_FIRST_LOOK, self.games)]
        while found[-1] < self.games:
            found.append(min(2 * found[-1], self.games))
        return found

    def blocks(self, first: int, last: int) -> list[Block]:
        """Those games, by turns of both variants."""
        return [
            Block(WORK, setting, self.bots, self.seed, at, min(_SIZE, last - at))
            for at in range(first, last, _SIZE)
            for setting in self.variants
        ]


def compare(
    question: Question,
    executor: Executor,
    tell: Callable[[forms.Comparison], None] = lambda form: None,
    *,
    journal: Path | None = None,
    resume: bool = False,
) -> Compared:
    """Play until all that is asked about is decided, or the games are used up; `tell` hears of every look, the first time of
    how many games a test of fixed size would need. At Ctrl-C it ends with the last whole look. The executor is closed at the
    end. With `journal`, a folder, finished blocks are kept there, and `resume` goes on with them. Raises `OptionError`."""
    rows: list[NDArray[np.float64]] = [np.zeros((0, len(MEASURES)))] * 2
    cut = [0, 0]
    form, first = _form(question, rows, cut), 0
    with Run.kept(executor, question.key, journal, resume) as work:
        for look in question.looks():
            tables = work.play(question.blocks(first, look))
            if work.interrupted:
                break
            for variant in range(2):
                cut[variant] += sum(int(table["cut"][0]) for i, table in tables if i % 2 == variant)
                rows[variant] = np.concatenate([rows[variant], *(table["rows"] for i, table in tables if i % 2 == variant)])
            first, form = look, _form(question, rows, cut)
            tell(form)
            if all(row.verdict != OPEN for row in form.measures if row.name in question.about):
                break
    return Compared(form, work.interrupted)


OPEN, DIFFERENT, SAME = "open", "different", "same"


def _form(question: Question, rows: Sequence[NDArray[np.float64]], cut: Sequence[int]) -> forms.Comparison:
    """The comparison after a look; without measures where there are fewer than two games."""
    n, columns = len(rows[0]), zip(MEASURES, rows[0].T, rows[1].T, strict=True)
    found = [_difference(name, one, other, question.margin) for name, one, other in columns] if n > 1 else []
    variants = [forms.Variant(v.game, v.rules, v.players, dict(v.options)) for v in question.variants]
    return forms.Comparison(
        version=forms.VERSION, variants=variants, bots=list(question.bots), seed=question.seed,
        asked=question.games, games=n, cut=list(cut), measures=found,
    )  # fmt: skip


def _difference(name: str, one: NDArray[np.float64], other: NDArray[np.float64], margin: float) -> forms.Difference:
    """The difference of a measure between the same games of two variants; the `margin` is that of the question."""
    n, alpha, gaps = len(one), _ALPHA / len(MEASURES), other - one
    mean, spread = float(gaps.mean()), float(gaps.std(ddof=1))
    scale = 1.0 if name in POINTS else abs(float(one.mean()))
    half, margin = half_width(cautious(spread, n, scale), n, alpha), margin * scale
    verdict = SAME if abs(mean) + half < margin else DIFFERENT if abs(mean) > half else OPEN
    plain = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(_POWER)
    needed = ceil((plain * spread / margin) ** 2) if margin else 0
    low, high = mean - half, mean + half
    if name in POINTS:
        low, high = max(-1.0, low), min(1.0, high)
    return forms.Difference(name, float(one.mean()), float(other.mean()), mean, low, high, margin, needed, verdict)


def asked(
    variants: tuple[Setting, Setting], bots: Sequence[str], seed: int, games: int, margin: float, about: Sequence[str],
    tell: Callable[[str], None] = lambda lack: None,
) -> Question:  # fmt: skip
    """A question; `tell` hears of searches that play without what the game ships. Raises `OptionError` for what cannot be
    asked."""
    games, seed = check_games(games), check_seed(seed)
    if games < 2:
        raise OptionError("a comparison takes at least two games of each variant")
    strange = [name for name in about if name not in MEASURES]
    if strange:
        raise OptionError(f"there is no measure {strange[0][:40]!r}: it is one of {', '.join(MEASURES)}")
    if not 0 < margin < 1:
        raise OptionError("the margin is between 0 and 1")
    if variants[0] == variants[1]:
        raise OptionError("both variants are the same: name an option twice, --option a=1 --option a=2, or other --rules")
    policies = seated_bots(bots, variants[0].players)
    for setting in variants:
        if setting.rules == variants[0].rules:  # a version of other rules answers for itself
            checked(setting, policies, tell)
    names = tuple(policy.name for policy in policies)
    return Question(variants, names, seed, games, margin, tuple(about) or MEASURES)


def two_sets(pairs: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Options for either variant: what is named twice has a value for each. Raises `OptionError`.

    >>> two_sets(["deck=mini", "curfew=2", "curfew=4"])
    ({'deck': 'mini', 'curfew': '2'}, {'deck': 'mini', 'curfew': '4'})
    """
    sets: tuple[dict[str, str], dict[str, str]] = {}, {}
    for pair in pairs:
        ((name, value),) = read_options([pair]).items()
        if name not in sets[0]:
            sets[0][name] = sets[1][name] = value
        elif sets[0][name] == sets[1][name]:
            sets[1][name] = value
        else:
            raise OptionError(f"{name} is given more than twice")
    return sets


def data(found: Compared) -> Any:
    """The result as what JSON is made of."""
    return msgspec.to_builtins(found.form)
