"""Whole rollouts in compiled code: what a policy sees, does and gets at a block of tables, step after step.

A policy is a number; `choose` is the one place that knows what it means.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import blind
from tuckbox.engine.scratch import Flags, Numbers, Rngs, Scratches, Shares, States
from tuckbox.engine.tables.batch import FIRST, carry_out, clear, show
from tuckbox.engine.think.playout import ROOT, WORLD, options, preferred
from tuckbox.engine.worlds.sampling import imagine
from tuckbox.kit.plain import assign, below, rule

RANDOM, PREFER = 0, 1
"""Any legal action; and one by the leanings of the game's `prefer` in a world that looks the same to the seat."""


@rule
def choose(
    policy: int, states: States, row: int, rngs: Rngs, scratches: Scratches, table: int, observation: Shares, mask: Flags
) -> int:  # fmt: skip
    """What a policy does at a table, by what the seat to decide sees: its observation and mask are there for a policy that
    reads them, and the legal actions have been gathered in the scratch."""
    own, moves = rngs[2 * table : 2 * table + 2], scratches[0].moves
    if policy == PREFER:
        assign(states, ROOT, row)
        blind(states[ROOT], states[row].turn + 0)
        imagine(states, own, scratches)
        options(states[WORLD], moves)
        return preferred(states[WORLD], moves, own[0])
    return moves.action[below(own[0], moves.n)] + 0


@rule
def roll(
    first: int, states: States, rngs: Rngs, scratches: Scratches, cap: int, observations: Sequence[Shares],
    masks: Sequence[Flags], seats: Numbers, lengths: Numbers, policy: int, all_observations: Sequence[Sequence[Shares]],
    all_masks: Sequence[Sequence[Flags]], all_seats: Sequence[Numbers], actions: Sequence[Numbers],
    rewards: Sequence[Sequence[Shares]], ended: Sequence[Flags], cut: Sequence[Flags],
) -> None:  # fmt: skip
    """Play on at the tables of a block, of which `first` is the first among all; then show where they stand.

    The large arrays hold all steps at all tables and are written once, in the order of the steps.
    """
    last = first + len(seats)
    for at in range(len(actions)):
        looks, allowed, asked = all_observations[at][first:last], all_masks[at][first:last], all_seats[at][first:last]
        paid, over, off = rewards[at][first:last], ended[at][first:last], cut[at][first:last]
        for table in range(len(seats)):
            show(states, scratches, table, looks, allowed, asked)
            action = choose(policy, states, FIRST + table, rngs, scratches, table, looks[table], allowed[table])
            actions[at][first + table] = action
            clear(table, paid, over, off)
            carry_out(states, rngs, cap, table, lengths, paid, over, off, action)
    for table in range(len(seats)):
        show(states, scratches, table, observations, masks, seats)
