"""Walks through games in plain mode, for the tests of the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import PUBLIC


def legal(game: Game, state: Any) -> list[int]:
    """The actions of the seat whose turn it is."""
    plain = engine(game, "plain")
    moves = plain.moves()
    found: list[int] = moves.action[: plain.playout.options(state, moves)]
    return found


def blinded(game: Game, state: Any, viewer: int) -> Any:
    """What a viewer (a seat, or `PUBLIC`) sees of a state."""
    copy = state.copy()
    engine(game, "plain").rules.blind(copy, viewer)
    return copy


def sight(game: Game, state: Any, viewer: int) -> bytes:
    """What a viewer sees, as bytes."""
    return record_bytes(game, blinded(game, state, viewer))


def redealt(game: Game, state: Any, viewer: int, rng: Any) -> Any:
    """A world that agrees with what a viewer sees of a state."""
    plain = engine(game, "plain")
    world = blinded(game, state, viewer)
    assert plain.rules.redeal(world, rng, plain.pool())
    return world


def stepped(game: Game, state: Any, action: int, rng: Any) -> Any:
    """The state after an action."""
    copy = state.copy()
    engine(game, "plain").rules.apply(copy, action, rng)
    return copy


def viewers(state: Any) -> list[int]:
    """All seats and the onlookers."""
    return [*range(state.players), PUBLIC]


def walk(game: Game, seed: int, players: int | None = None, **options: Any) -> Iterator[Any]:
    """The states of a whole match, series and all, played at random, each family of actions as likely as any other."""
    rules, chance, rng = engine(game, "plain").rules, random.Random(seed), Fast(seed)
    state: Any = game.blank(players, options)
    while not state.done:
        rules.begin(state, rng)
        while not state.over:
            yield state
            actions = legal(game, state)
            family = chance.choice(sorted({game.actions.family(action) for action in actions}))
            actions = [action for action in actions if family <= action < family + family.size]
            state = stepped(game, state, chance.choice(actions), rng)
        yield state
        rules.after(state)
