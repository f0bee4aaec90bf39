"""A network may go by nothing but what its seat sees, whatever its numbers are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from tuckbox.definition.game import Game
from tuckbox.engine.memory import MOST_READ
from tuckbox.engine.weights import Net, blank_net, packed
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure, world_for
from tuckbox.view.view import blind


@cache
def any_network(game: Game) -> Net:
    """A network that has learnt nothing and says anything: rows of random numbers, as many as it may have."""
    chance = np.random.default_rng(1)
    net = {name: chance.normal(0, 0.2, row.shape) for name, row in blank_net(game, "network").items()}
    net["weights1"][chance.permutation(len(net["weights1"]))[MOST_READ:]] = 0
    return net


@cache
def _scratches(game: Game, plain: Any) -> Any:
    return plain.scratches((), [packed(any_network(game))])


def thought(case: Case, match: Match, rng: Fast) -> Iterator[Failure]:
    """Check that a network's policy and values are the same in a world that looks the same."""
    seat = match.waiting[0]
    world = world_for(match, seat, Fast(rng.s))  # chance of its own: what is played and checked besides stays the same
    if world is None:
        return
    mine, theirs = (_thoughts(case, blind(case.game, state, seat), seat, rng.s) for state in (match.state, world))
    if mine != theirs:
        yield "network", f"seat {seat} decides otherwise in a world that looks the same to it"


def _thoughts(case: Case, view: Any, seat: int, seed: int) -> tuple[int, list[float], list[float]]:
    """The action of a network, its policy and its values, from a view."""
    plain = case.plain
    states, _ = plain.states(view)
    rngs, scratches = plain.rngs(seed), _scratches(case.game, plain)
    states[plain.sampling.ROOT] = view
    action = plain.call(plain.policies.learned, states, rngs, scratches, seat, 0, 1.0)
    scratch, values = scratches[0], [0.0] * view.players
    plain.call(plain.network.compute_values, scratch.networks[0], seat, view.players, values)
    return action, scratch.score[: scratch.moves.n], values
