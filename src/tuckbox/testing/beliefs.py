"""A belief may go by nothing but what its seat sees, whatever its networks say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from tuckbox.definition.game import Game
from tuckbox.engine.engine import record_bytes
from tuckbox.engine.traits import secret_zones, widths
from tuckbox.engine.weights import Net, blank_net
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure, world_for
from tuckbox.view.view import blind

_DRAWN = 3


@cache
def any_nets(game: Game) -> tuple[Net, ...]:
    """Networks that have learnt nothing and say anything: rows of random numbers."""
    chance = np.random.default_rng(1)
    blank = blank_net(game, "belief")
    return tuple({name: chance.normal(0, 0.4, row.shape) for name, row in blank.items()} for _ in range(widths(game).nets))


@cache
def _scratches(game: Game, plain: Any) -> Any:
    return plain.scratches(any_nets(game))


def believed(case: Case, match: Match, rng: Fast) -> Iterator[Failure]:
    """The worlds that a belief draws look to the seat like the true one, and are the same in a world that looks the same."""
    seat = match.waiting[0]
    if not secret_zones(case.game.layout):
        return
    world = world_for(match, seat, rng)
    if world is None:
        return
    views = [blind(case.game, state, seat) for state in (match.state, world)]
    mine, theirs = (_drawn(case, view, seat, rng.s) for view in views)
    if mine != theirs:
        yield "belief", f"seat {seat} believes other things in a world that looks the same to it"
    for drawn in mine:
        seen = blind(case.game, drawn, seat)
        if record_bytes(case.game, seen) != record_bytes(case.game, views[0]):
            yield "belief", f"seat {seat} takes a world to be likely that does not look like the one it sees"


def _drawn(case: Case, view: Any, seat: int, seed: int) -> list[Any]:
    """Some worlds by belief, from a view."""
    plain = case.plain
    states, _ = plain.states(view)
    rngs, scratches = plain.rngs(seed), _scratches(case.game, plain)
    states[plain.sampling.ROOT] = view
    plain.call(plain.sampling.start_belief, states, rngs, scratches, seat, True)
    found = []
    for _ in range(_DRAWN):
        if plain.call(plain.sampling.draw_world, states, rngs[0], scratches[0], seat):
            found.append(states[plain.sampling.WORLD].copy())
    return found
