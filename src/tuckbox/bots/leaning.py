"""Weights that a game gives to actions by `prefer` or `lean`, before bots go by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tuckbox.definition.faults import returned_at
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine
from tuckbox.errors import RulesError
from tuckbox.match.match import Match

_WEIGHTS = "weights are whole numbers from 1, below 2^31, and together below 2^32"


def leanings(plain: Engine) -> list[tuple[Callable[..., Any], tuple[int, ...]]]:
    """The rule that weighs actions, once for each manner, with what it is given besides a state and an action."""
    if "lean" not in plain.game.brings:
        return [(plain.rules.prefer, ())]
    return [(plain.rules.lean, (manner,)) for manner in range(max(1, len(plain.game.manners)))]


def wrong_weight(plain: Engine, state: Any, actions: Iterable[int]) -> str:
    """The fault of the weights of these actions, in any manner: one is no whole number from 1, or they are too large
    together; empty if there is none."""
    for rule, more in leanings(plain):
        total = 0
        for action in actions:
            weight = plain.call(rule, state, action, *more)
            if not (isinstance(weight, int) and 1 <= weight < 1 << 31):
                said = f"gives {repr(weight)[:40]} to `{plain.game.actions.text(action)}`"
                return f"`{rule.__name__}` {said} ({returned_at(rule, state, action, *more)}): {_WEIGHTS}"
            total += weight
        if total >= 1 << 32:
            return f"`{rule.__name__}` gives {total:,} to all legal actions together: {_WEIGHTS}"
    return ""


def check_leaning(game: Game, players: int, options: Mapping[str, Any]) -> None:
    """Raise `RulesError` where the first actions of a game have invalid weights: compiled bots would go by them in silence,
    and play at random."""
    match = Match(game, players, seed=1, options=options)
    if match.over:
        return
    state = match.state
    state.turn = seat = match.waiting[0]
    if wrong := wrong_weight(engine(game, "plain"), state, match.actions(seat)):
        raise RulesError(f"{game.name}: {wrong}")
