"""One setting a game is checked in, and the positions a walk through it passes."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine
from tuckbox.errors import RulesError
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import OFF
from tuckbox.match.match import Match
from tuckbox.view.view import blind

Failure = tuple[str, str]
"""The name of a property and what is wrong with it."""

_WEIGHTS = "weights are whole numbers from 1, below 2^31, and together below 2^32"


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
            if not self.wrong_weight(state, moves.action[: moves.n]):
                raise
            return None

    def wrong_weight(self, state: Any, actions: Iterable[int]) -> str:
        """The fault of the weights of these actions, in any manner: one is no whole number from 1, or they are too large
        together; empty if there is none."""
        for rule, more in self.leanings():
            total = 0
            for action in actions:
                weight = self.plain.call(rule, state, action, *more)
                if not (isinstance(weight, int) and 1 <= weight < 1 << 31):
                    said = f"gives {repr(weight)[:40]} to `{self.game.actions.text(action)}`"
                    where = returned_at(rule, state, action, *more)
                    return f"`{rule.__name__}` {said} ({where}): {_WEIGHTS}"
                total += weight
            if total >= 1 << 32:
                return f"`{rule.__name__}` gives {total:,} to all legal actions together: {_WEIGHTS}"
        return ""

    def leanings(self) -> list[tuple[Callable[..., Any], tuple[int, ...]]]:
        """The rule that weighs actions, once for each manner, with what it is given besides a state and an action."""
        if "lean" not in self.game.brings:
            return [(self.plain.rules.prefer, ())]
        return [(self.plain.rules.lean, (manner,)) for manner in range(max(1, len(self.game.manners)))]


@contextmanager
def tracing(trace: Callable[[FrameType, str, Any], Any]) -> Iterator[None]:
    """Trace what Python runs meanwhile; whoever traced before goes on after it."""
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def returned_at(rule: Callable[..., Any], *given: Any) -> str:
    """The file and line from which a rule returns."""
    line = 0

    def trace(frame: FrameType, event: str, value: object) -> Callable[..., Any]:
        nonlocal line
        if event == "return" and frame.f_code is rule.__code__:
            line = frame.f_lineno
        return trace

    with tracing(trace):
        rule(*given)
    return f"{Path(rule.__code__.co_filename).name}, line {line}"


def asked(match: Match, seat: int) -> Any:
    """A copy of the state in which it is this seat's turn to answer."""
    state = match.state
    state.turn = seat
    return state


def viewers(match: Match) -> list[int | None]:
    """All seats, and the onlookers."""
    return [*range(match.players), None]


def world_for(match: Match, viewer: int | None, rng: Fast, tries: int = 200) -> Any:
    """Another world that looks the same to a viewer, or None where none was possible in a number of deals."""
    plain = engine(match.game, "plain")
    pool = plain.pool()
    for _ in range(tries):
        world = blind(match.game, match.state, viewer)
        if plain.call(plain.rules.redeal, world, rng, pool):
            return world
    return None
