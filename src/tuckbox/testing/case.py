"""One setting a game is checked in, and the positions a walk through it passes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tuckbox.bots.leaning import wrong_weight
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine
from tuckbox.errors import RulesError
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import OFF
from tuckbox.match.match import Match
from tuckbox.view.view import blind

Failure = tuple[str, str]
"""The name of a property and what is wrong with it."""


@dataclass(frozen=True)
class Case:
    """A game with a number of players and options, and a seed for the walk."""

    game: Game
    players: int
    options: Mapping[str, Any]
    seed: int

    @property
    def plain(self) -> Engine:
        """The game's rules in plain mode."""
        return engine(self.game, "plain")

    @property
    def unlimited(self) -> bool:
        """Whether a limit of the game is off, so that a game need not end."""
        options = self.game.layout.options.items()
        return any(kind.off and str(self.options.get(name, kind.default)) == OFF for name, kind in options)

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}, {self.players} players{', ' + options if options else ''}, seed {self.seed}"

    def walk(self, steps: int) -> Iterator[Match]:
        """A match at every decision on the way and at the end of every game: half of the choices any, half by leaning."""
        chance, rng = random.Random(self.seed), Fast(self.seed)
        match = Match(self.game, self.players, seed=self.seed, options=self.options)
        moves = self.plain.moves()
        for _ in range(steps):
            yield match
            if match.done:
                return
            if match.between:
                match.deal()
                continue
            seat = chance.choice(match.waiting)
            actions = match.actions(seat)
            action = chance.choice(actions)
            if chance.random() < 0.5:
                state = asked(match, seat)
                self.plain.playout.options(state, moves)
                leaning = self.leaning(self.plain.playout.preferred, state, moves, rng)
                action = action if leaning is None else leaning
            match.play(action, seat)

    def leaning(self, choose: Callable[..., Any], state: Any, moves: Any, rng: Fast) -> int | None:
        """One of the gathered actions, chosen by weights; None where these are no weights."""
        try:
            return int(self.plain.call(choose, state, moves, rng))
        except RulesError:
            if not wrong_weight(self.plain, state, moves.action[: moves.n]):
                raise
            return None


def asked(match: Match, seat: int) -> Any:
    """A copy of the state in which it is this seat's turn to answer."""
    state = match.state
    state.turn = seat
    return state


_TRIES = 200


def viewers(match: Match) -> list[int | None]:
    """All seats, and the onlookers."""
    return [*range(match.players), None]


def world_for(match: Match, viewer: int | None, rng: Fast) -> Any:
    """Another world that looks the same to a viewer, or None where none was possible in a number of deals."""
    plain = engine(match.game, "plain")
    pool = plain.pool()
    for _ in range(_TRIES):
        world = blind(match.game, match.state, viewer)
        if plain.call(plain.rules.redeal, world, rng, pool):
            return world
    return None
