"""The settings of a game that are checked: numbers of players and options, chosen so that few settings hold many choices.

Faults hang on one choice (an option's value, a number of players) or on two that meet, hardly ever on three. So not every
combination is played: the quick check takes as many settings as it needs to have each choice in one, the thorough one as
many as it needs to have each two choices together in one (a covering array, found greedily).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.kit.fields import OFF

Setting = tuple[int, Mapping[str, Any]]
"""A number of players, and the options that are not as usual."""

Choice = tuple[str, Any]
"""An option with one of its values, or `PLAYERS` with a number."""

PLAYERS = ""
_LONG = 8
"""Greatest number of values of an option that are all tried; of more, only the first, the last and the usual one, as of a
range."""
_TRIES = 24


def settings(
    game: Game, thorough: bool = False, players: int | None = None, options: Mapping[str, Any] | None = None
) -> list[Setting]:
    """The settings to check: those as usual first. Or the ones with these players or options only.

    >>> import tuckbox
    >>> for players, options in settings(tuckbox.game("keywhiz"))[:5]:
    ...     print(players, dict(options))
    2 {}
    3 {}
    4 {}
    2 {'board': 'mini', 'standoff': 6, 'dealer': '1'}
    2 {'dealer': '0', 'tournament': 'on', 'target': '20', 'draw_limit': 1, 'standoff': 100, 'board': 'first'}

    Raises `OptionError` for a number that may not play with the options given, or with none that could be.
    """
    numbers = game.players if players is None else (players,)
    if options is not None:
        allowed: list[Setting] = [(number, dict(options)) for number in numbers if game.allows(number, options)]
        if not allowed:
            game.settle_options(numbers[0], options)  # says why
        return allowed
    found: list[Setting] = [(number, {}) for number in numbers if game.allows(number, {})]
    small = [(number, game.mini) for number in numbers if game.mini and game.allows(number, game.mini)]
    found += small if thorough else small[:1]
    found += _Cover(game, numbers, 2 if thorough else 1).settings(found)
    if not found:
        game.settle_options(numbers[0], {})
    return found


def tried(game: Game) -> dict[str, list[Any]]:
    """The values of each option that are tried, the usual one first."""
    found = {}
    for name, kind in game.layout.options.items():
        few = len(kind.values) <= _LONG
        values = list(kind.all_values) if few else [kind.values[0], kind.values[-1], *([OFF] if kind.off else [])]
        found[name] = [kind.default, *(value for value in values if value != kind.default)]
    return found


Row = dict[str, Any]
"""All choices of a setting by their names, in order, but for those that mean nothing with the others."""


class _Cover:
    """Choices of options, and the combinations of several of them that no setting has had yet."""

    def __init__(self, game: Game, numbers: Iterable[int], strength: int) -> None:
        self.game, self.strength, self.chance = game, strength, random.Random(0)
        self.choices = {PLAYERS: list(numbers), **tried(game)}
        self.missing: dict[tuple[Choice, ...], None] = {}
        for names in combinations(self.choices, strength):
            pairs = ([(name, value) for value in self.choices[name]] for name in names)
            self.missing |= dict.fromkeys(product(*pairs))

    def settings(self, given: Iterable[Setting]) -> Iterator[Setting]:
        """Settings that have what is missing, beside those given."""
        for players, options in given:
            self._note(self._row({PLAYERS: players, **options}))
        while self.missing:
            wanted = next(iter(self.missing))
            row = self._best(dict(wanted))
            if row is None:
                del self.missing[wanted]  # these cannot meet
                continue
            self._note(row)
            usual = {name: values[0] for name, values in self.choices.items()}
            yield row[PLAYERS], {name: value for name, value in row.items() if name and value != usual[name]}

    def _row(self, chosen: Mapping[str, Any]) -> Row:
        """These choices, and what is usual for the rest."""
        row = {name: chosen.get(name, values[0]) for name, values in self.choices.items()}
        for name, kind in self.game.layout.options.items():
            if kind.only and str(row.get(kind.only[0])) != kind.only[1]:
                del row[name]
        return row

    def _note(self, row: Row) -> None:
        for meeting in combinations(row.items(), self.strength):
            self.missing.pop(meeting, None)

    def _gain(self, row: Row, wanted: Mapping[str, Any]) -> int:
        """Number of missing pairs that a row covers; 0 if it is not allowed or not what is wanted."""
        options = {name: value for name, value in row.items() if name}
        if not wanted.items() <= row.items() or not self.game.allows(row[PLAYERS], options):
            return 0
        return sum(meeting in self.missing for meeting in combinations(row.items(), self.strength))

    def _best(self, wanted: Mapping[str, Any]) -> Row | None:
        """A row with the wanted choices that has much of what is missing; None where none is allowed."""
        needed = dict(wanted)
        for name, kind in self.game.layout.options.items():
            if name in wanted and kind.only:
                value = next(value for value in self.choices[kind.only[0]] if str(value) == kind.only[1])
                needed.setdefault(kind.only[0], value)
        pick = self.chance.choice
        rows = [self._row(needed)]
        for _ in range(_TRIES):
            rows.append(self._row({name: pick(values) for name, values in self.choices.items()} | needed))
        best = max(rows, key=lambda row: self._gain(row, wanted))
        for name, values in self.choices.items():
            changed = [self._row({**best, name: value, **needed}) for value in values]
            best = max([best, *changed], key=lambda row: self._gain(row, wanted))
        return best if self._gain(best, wanted) else None
