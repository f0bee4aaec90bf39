"""The games the environments are tested with: all that are installed, the examples, and toys with what no other has."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import tuckbox_cribbage
import tuckbox_eights
import tuckbox_euchre
import tuckbox_ginrummy
import tuckbox_goofspiel
import tuckbox_hanabi
import tuckbox_hearts
import tuckbox_leduc
import tuckbox_liarsdice
import tuckbox_ohhell
import tuckbox_tictactoe

import tuckbox
from tests.toys.bluff import GAME as BLUFF
from tests.toys.kuhn import GAME as KUHN
from tests.toys.parcel import GAME as PARCEL
from tests.toys.sets import GAME as SETS
from tuckbox.adapters.position import GameSetup, Position
from tuckbox.definition.game import Game

HEAVY = ("jalopies", "whipsaw")
"""These compile for minutes and play long: tests that have them compiled are slow."""
BRIEF = ("liarsdice", "goofspiel", "hearts", "cribbage", "euchre", "ginrummy")
"""These have in their own tests what is compiled, and all settings: here each is seen with its usual numbers of players."""
LIKE_OTHERS = ("hanabi", "ohhell")
"""Compiled, single tables of these behave like those of other games: only batched ones are compiled."""
EXAMPLES = (
    tuckbox_leduc.GAME, tuckbox_tictactoe.GAME, tuckbox_eights.GAME, tuckbox_ohhell.GAME, tuckbox_hanabi.GAME,
    tuckbox_liarsdice.GAME, tuckbox_goofspiel.GAME, tuckbox_hearts.GAME, tuckbox_cribbage.GAME,
    tuckbox_euchre.GAME, tuckbox_ginrummy.GAME,
)  # fmt: skip
TOYS = (BLUFF, KUHN, PARCEL, SETS)
GAMES: tuple[Game, ...] = (*(tuckbox.game(name) for name in tuckbox.installed()), *EXAMPLES, *TOYS)


@dataclass(frozen=True)
class Subject:
    """A game with a number of players and options."""

    game: Game
    players: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.players), *(f"{name}={value}" for name, value in self.options.items())])

    @property
    def setting(self) -> GameSetup:
        """What the adapters make of it."""
        return GameSetup(self.game, self.players, self.options, "plain")


def _subjects(slow: bool) -> Iterator[Subject]:
    """Every number of players as the game usually is; slow are other numbers of players, and its variants and mini version
    with as few players as they allow."""
    for game in GAMES:
        usual = {game.players[0], game.players[0 if game.name in HEAVY else -1]}
        allowed = {players for players in game.players if game.allows(players, {})}
        if not slow:
            yield from (Subject(game, players, {}) for players in game.players if players in usual & allowed)
            continue
        if game.name in BRIEF:
            continue
        forms = [form for form in (*game.variants, game.mini) if form]
        yield from (Subject(game, players, {}) for players in game.players if players in allowed - usual)
        yield from (Subject(game, next(n for n in game.players if game.allows(n, form)), form) for form in forms)


QUICK = list(_subjects(slow=False))
EVERY = pytest.mark.parametrize(
    "subject", [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in _subjects(slow=True))], ids=str
)
"""Marks a test for every game, number of players and variant; those beyond the usual are slow."""

COMPILED = pytest.mark.parametrize(
    "subject",
    [
        *(each for each in QUICK if each.game not in TOYS and each.game.name not in (*HEAVY, *BRIEF)),
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in (*(q for q in QUICK if q.game in TOYS or q.game.name in HEAVY), *_subjects(slow=True))
        ),
    ],
    ids=str,
)
"""The same, for tests that have the games compiled: then toys are slow too, and the heavy games."""

_FIRST = [next(each for each in QUICK if each.game is game) for game in GAMES]
SOME = pytest.mark.parametrize("subject", _FIRST, ids=str)
"""Marks a test for every game once."""


def _heavy_slow(subjects: list[Subject]) -> list[Any]:
    return [pytest.param(each, marks=pytest.mark.slow) if each.game.name in HEAVY else each for each in subjects]


LONG = pytest.mark.parametrize(
    "subject",
    [
        *_heavy_slow(QUICK),
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in _subjects(slow=True)
            if each.game.name not in HEAVY or each.players == 2
        ),
    ],
    ids=str,
)
"""Like `EVERY`, for tests that copy or save each state of whole games, by replaying them: heavy games with their usual
number of players, and variants of two."""

SOME_COMPILED = pytest.mark.parametrize(
    "subject", _heavy_slow([each for each in _FIRST if each.game.name not in BRIEF]), ids=str
)
"""Like `SOME`, for tests that have the games compiled."""


def walk(setting: GameSetup, seed: int, steps: int) -> Iterator[Position]:
    """Positions of games played at random, one after the other."""
    chance = random.Random(seed)
    position = Position(setting, seed)
    for step in range(steps):
        yield position
        position.play(chance.choice(position.legal()))
        if position.over:
            yield position
            position = Position(setting, seed + 1000 * step)


def mode_of(subject: Subject) -> str:
    """How a game is stepped in tests of environments: toys, heavy games and `LIKE_OTHERS` are not worth compiling, the
    rest is used compiled."""
    return "plain" if subject.game in TOYS or subject.game.name in (*HEAVY, *BRIEF, *LIKE_OTHERS) else "native"
