"""Playouts: from a state to the end of the game, uniformly at random or by the game's `prefer`."""

from collections.abc import Sequence

from tuckbox.engine.injected import apply, begin, lean, legal
from tuckbox.engine.scratch import Numbers, Rngs, Scratch, Scratches, Shares, States, Weighed
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, blend, rule
from tuckbox.kit.types import Rng

BLANK, TABLE, ROOT, WORLD, SPARE = 0, 1, 2, 3, 4
"""The rows of `states`: options only; the game played; what the seat to move sees; a redealt world; to be overwritten."""

NOTHING = -1
"""In place of an action: the rule `legal` gives none to the seat that is to decide."""

FARTHEST = 10_000
"""Maximum number of decisions of a playout in a search, which is then judged as it stands, and of those on the way to it."""

SOFT_ONE_IN = 4
"""A greedy playout still draws one decision in this many by the weights, so that playouts differ and none goes round in
circles."""


@rule
def options(s: GameState, moves: Weighed) -> int:
    """Gather the legal actions; returns how many there are."""
    moves.n = 0
    legal(s, moves)
    return moves.n + 0


@rule
def note_stuck(scratch: Scratch, seat: int) -> None:
    """Note that a seat is to decide in a game and has no legal action: the game cannot go on, its rules are wrong."""
    scratch.stuck = seat + 1


@rule
def weigh(s: GameState, moves: Weighed) -> int:
    """Ask the game how a player of the seat's manner leans to each gathered action; returns the sum of the weights."""
    total, manner = 0, moves.manner[s.turn] + 0
    for i in range(moves.n):
        moves.weight[i] = lean(s, moves.action[i], manner)
        total += moves.weight[i]
    return total


@rule
def preferred(s: GameState, moves: Weighed, rng: Rng) -> int:
    """One of the gathered actions, each with a chance proportional to its weight."""
    pick = below(rng, weigh(s, moves))
    for i in range(moves.n):
        pick -= moves.weight[i]
        if pick < 0:
            return moves.action[i] + 0
    return moves.action[0] + 0


@rule
def favourite(s: GameState, moves: Weighed, rng: Rng) -> int:
    """One of those gathered actions to which the seat leans most."""
    weigh(s, moves)
    best, equals = 0, 1
    for i in range(1, moves.n):
        if moves.weight[i] > moves.weight[best]:
            best, equals = i, 1
        elif moves.weight[i] == moves.weight[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return moves.action[best] + 0


@rule
def playout(s: GameState, rng: Rng, moves: Weighed, cap: int, guided: bool, greedy: bool) -> int:
    """Play to the end, or `cap` decisions; returns how many were made, or -1 where somebody had nothing to do.

    `guided` playouts draw actions by the weights of `prefer`; `greedy` ones mostly take the greatest.
    """
    steps = 0
    while not s.over and steps < cap:
        n = options(s, moves)
        if n == 0:
            return -1
        if guided and n > 1:
            action = favourite(s, moves, rng) if greedy and below(rng, SOFT_ONE_IN) else preferred(s, moves, rng)
        else:
            action = moves.action[below(rng, n)] + 0
        apply(s, action, rng)
        steps += 1
    return steps


@rule
def playouts(
    states: States, rngs: Rngs, scratches: Scratches, seed: int, first: int, games: int, cap: int, lengths: Numbers,
    payoffs: Sequence[Shares],
) -> int:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed at random; each has its own stream, so order does not matter.

    ``lengths[g]`` gets the number of decisions (negative: unfinished), ``payoffs[g, seat]`` what each seat got.
    """
    rng = rngs[0]
    stream = blend(seed, 0)  # seeds that are near each other must not share games
    decisions = 0
    for g in range(games):
        rng.s = blend(stream, first + g)
        assign(states, TABLE, BLANK)
        s = states[TABLE]
        begin(s, rng)
        steps = playout(s, rng, scratches[0].moves, cap, False, False)
        decisions += max(steps, 0)
        lengths[g] = steps if s.over else -max(steps, 1)
        for seat in range(s.players):
            payoffs[g][seat] = s.payoff[seat]
    return decisions
