"""The course of a training, of a network or a belief: the settings that are played, by whom, and for how long."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import product
from typing import Any

from tuckbox.bots.bots import Policy
from tuckbox.definition.game import Game
from tuckbox.engine.weights import told_options
from tuckbox.errors import OptionError
from tuckbox.run.blocks import Setting

Options = Mapping[str, Sequence[str]]

MINUTES = 30.0
"""Minutes that a training may take."""

ROWS = 40_000
"""Number of decisions in a round in which a network learns, about."""

REFRESH = 40
"""Number of rounds after which a network becomes the reference to which it is pulled."""

MIXED = 40
"""Percentage of games with a rival at some seats: one of the bots or a former self, each as often."""

ENTROPY, CLIP = 0.01, 0.2
"""Weight of the entropy of the policy at first, and the distance from 1 at which the ratio of probabilities is clipped."""

RATE = 1e-3
"""Learning rate at first."""

_FORM = 6
"""Version of what is written to go on with."""


@dataclass(frozen=True)
class Learning:
    """Parameters by which a network learns.

    `pull` is the strength of the pull to a reference, which is refreshed every `refresh` rounds. In `mixed` games of a
    hundred the network meets rivals. `entropy` is the worth of the entropy of its policy at first, `clip` where ratios of
    probabilities are clipped. `mirror` is the step of mirror descent by a critic that sees all cards, which takes the place
    of PPO, and `average` the part of a running mean of the weights that is kept at each round, where that is to ship
    instead of the last weights. `rate` is the learning rate at first.
    """

    pull: float = 0.0
    refresh: int = REFRESH
    mixed: int = MIXED
    entropy: float = ENTROPY
    clip: float = CLIP
    mirror: float = 0.0
    average: float = 0.0
    rate: float = RATE

    @property
    def unusual(self) -> dict[str, float]:
        """Values that differ from the usual ones, by name."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name)) != each.default}


@dataclass(frozen=True)
class Course:
    """A training to be run: the given `rounds`, or those that fit in the `minutes`, each of a number of `rows`. A counter to
    a network is trained for `counter` more rounds; a network may `begin` with the weights in a file."""

    game: Game
    players: int
    options: Options
    rivals: tuple[str, ...]
    seed: int = 0
    rows: int = ROWS
    rounds: int = 0
    minutes: float = MINUTES
    learning: Learning = Learning()
    counter: int = 0
    begin: str = ""

    @classmethod
    def of(cls, game: Game, players: int | None, options: Options, rivals: Sequence[str], **more: Any) -> Course:
        """A course; all that is not given is as usual. Raises `OptionError`."""
        number = game.players[0] if players is None else players
        return cls(game, number, options, tuple(checked(rivals or usual_rivals(game))), **more)

    @property
    def key(self) -> str:
        """The name of the course, whatever time there is for it."""
        game, how = self.game, (self.seed, self.rows, self.rounds, *astuple(self.learning), self.counter, self.begin)
        said = [_FORM, game.name, game.hash, self.players, dict(self.options), self.rivals, *how]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:20]

    @property
    def played(self) -> list[Setting]:
        """The settings that are played. Raises `OptionError`."""
        return settings(self.game, self.players, self.options)

    @property
    def told(self) -> dict[Setting, tuple[int, ...]]:
        """The settings that are played, with what a network is told of the options of each."""
        options = values_of(self.game, self.played)
        return {each: tuple(told_options(options, dict(each.options))) for each in self.played}

    def check_network(self) -> None:
        """Raise `OptionError` for settings and rivals that are not allowed where a network learns."""
        check_rivals(self.game, self.rivals)
        _ = self.played
        unheard = {"pull", "refresh", "clip"} & self.learning.unusual.keys()
        if self.learning.mirror and unheard:
            raise OptionError(f"{', '.join(sorted(unheard))} means nothing to mirror descent: it is for PPO")


def settings(game: Game, players: int, options: Options) -> list[Setting]:
    """Settings to be played: each allowed combination of the options' values. An option that is only for some value of
    another is left out where that has one of its other values. Raises `OptionError`."""
    found = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    trimmed = [_meant(game, options, one) for one in found]
    allowed = {Setting.of(game, players, one): None for one in trimmed if game.allows(players, one)}
    return list(allowed) or [Setting.of(game, players, found[0])]  # which says what is wrong


def _meant(game: Game, options: Options, one: Mapping[str, str]) -> dict[str, str]:
    """A combination without the options that mean nothing in it, but do with another value that is played."""
    only = {name: kind.only for name, kind in game.layout.options.items() if kind.only}
    nothing = {name for name, (other, value) in only.items() if value in options.get(other, ()) and one[other] != value}
    return {name: value for name, value in one.items() if name not in nothing}


def checked(rivals: Sequence[str]) -> list[str]:
    """The names of who plays. Raises `OptionError` for those that play otherwise on another machine."""
    policies = [Policy.parse(name) for name in rivals]
    if any(policy.source for policy in policies):
        raise OptionError("who plays to be learnt from goes by nothing but what the game ships")
    if any(policy.milliseconds for policy in policies):
        raise OptionError("who plays to be learnt from counts iterations, not milliseconds: say search:200, for instance")
    return [policy.name for policy in policies]


def check_rivals(game: Game, rivals: Sequence[str]) -> None:
    """Raise `OptionError` for rivals of a network in training that are not allowed. With a former self it takes all places
    that there are for what has been learnt, so none may go by that."""
    for policy in map(Policy.parse, rivals):
        policy.code(game)  # raises for a manner that it does not know
        if policy.network(game) is not None or policy.belief(game) is not None:
            raise OptionError(
                f"{policy.name} goes by what the game ships, for which there is no place beside a network in training: "
                "let it learn from greedy, or from a search that is bare, as search:200:bare"
            )


def usual_rivals(game: Game) -> list[str]:
    """The default rivals: `greedy`, in all manners that the game knows."""
    return [f"greedy:{manner}" for manner in game.manners] or ["greedy"]


def values_of(game: Game, played: Sequence[Setting]) -> dict[str, tuple[str, ...]]:
    """The values that were played with of each option that means something."""
    each = [(name, str(value)) for setting in played for name, value in setting.options]
    found = {name: tuple(dict.fromkeys(value for of, value in each if of == name)) for name in game.layout.options}
    return {name: values for name, values in found.items() if values}
