"""Games played on from what a seat sees: a redealt world, an action, and from then on a policy at every seat.

Two actions that are played on with the same numbers meet the same worlds, one by one, so that what they bring can be
compared pair by pair.
"""

from tuckbox.engine.injected import apply, value
from tuckbox.engine.scratch import Lineup, Shares, Workspace
from tuckbox.engine.tables.games import chosen, set_streams
from tuckbox.engine.think.network import compute_hidden, compute_values
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, WORLD
from tuckbox.engine.worlds.sampling import sample_world
from tuckbox.kit.plain import assign, rule

NO_WORLD = -1.0
"""The share of a game for which no world was found in which it can be played on."""


@rule
def expected(work: Workspace, seat: int) -> float:
    """The share of the payoff that the first network expects for a seat, from its blind record at ``ROOT``."""
    scratch = work.scratches[0]
    compute_hidden(work.states, ROOT, seat, scratch, scratch.networks[0])
    compute_values(scratch.networks[0], seat, work.states[ROOT].players + 0, scratch.values)
    return scratch.values[seat] + 0.0


@rule
def play_on(
    work: Workspace, lineup: Lineup, seat: int, action: int, seed: int, first: int, games: int, cap: int, shares: Shares,
) -> int:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed on from a seat's blind record at ``BLANK`` and an action of it,
    every seat by its policy of the line-up; a game that has not ended after `cap` decisions goes by `value`.

    ``shares[g]`` gets the seat's share of the payoff, or `NO_WORLD`, also where somebody had nothing to do in the world.
    Returns the number of decisions.
    """
    states, rngs, made = work.states, work.rngs, 0
    for g in range(games):
        set_streams(rngs, seed, first + g, first + g)
        assign(states, ROOT, BLANK)
        shares[g] = NO_WORLD
        if not sample_world(states, rngs, work.scratches):
            continue
        assign(states, TABLE, WORLD)
        s, steps, dry = states[TABLE], 0, False
        apply(s, action, rngs[1])
        while not s.over and not dry and steps < cap:
            reply = chosen(work, lineup, s.turn + 0)
            dry = reply < 0
            if not dry:
                apply(s, reply, rngs[1])
                steps += 1
        if not dry:
            payoff = s.payoff[seat] if s.over else value(s, seat)
            shares[g] = (payoff - lineup.low) / (lineup.high - lineup.low)
        made += steps
    return made
