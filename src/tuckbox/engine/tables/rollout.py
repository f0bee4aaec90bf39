"""Whole rollouts in compiled code: what a policy sees, does and gets at a block of tables, step after step.

A policy is a number; `choose` is the one place that knows what it means.
"""

from tuckbox.engine.injected import blind
from tuckbox.engine.scratch import Batch, Steps, Workspace
from tuckbox.engine.tables.batch import FIRST, carry_out, clear, show
from tuckbox.engine.think.playout import ROOT, WORLD, options, preferred
from tuckbox.engine.worlds.sampling import sample_world
from tuckbox.kit.plain import assign, below, rule

RANDOM, PREFER = 0, 1
"""Any legal action; and one by the leanings of the game's `prefer` in a world that looks the same to the seat."""


@rule
def choose(policy: int, work: Workspace, batch: Batch, table: int) -> int:
    """The action of a policy at a table, by what the seat to decide sees.

    Its observation and mask are there for a policy that reads them; the legal actions have been gathered in the scratch.
    """
    states, moves, row = work.states, work.scratches[0].moves, FIRST + table
    own = work.rngs[2 * table : 2 * table + 2]
    if policy == PREFER:
        assign(states, ROOT, row)
        blind(states[ROOT], states[row].turn + 0)
        sample_world(states, own, work.scratches)
        options(states[WORLD], moves)
        return preferred(states[WORLD], moves, own[0])
    return moves.action[below(own[0], moves.n)] + 0


@rule
def roll(work: Workspace, batch: Batch, cap: int, first: int, policy: int, steps: Steps) -> None:
    """Play on at the tables of a block, of which `first` is the first among all; then show where they stand.

    The large arrays hold all steps at all tables and are written once, in the order of the steps.
    """
    last = first + len(batch.seats)
    for at in range(len(steps.actions)):
        now = Batch(
            steps.observations[at][first:last], steps.masks[at][first:last], steps.seats[at][first:last],
            steps.rewards[at][first:last], steps.ended[at][first:last], steps.cut[at][first:last], batch.lengths,
        )  # fmt: skip
        for table in range(len(batch.seats)):
            show(work, now, table)
            action = choose(policy, work, now, table)
            steps.actions[at][first + table] = action
            clear(now, table)
            carry_out(work, now, cap, table, action)
    for table in range(len(batch.seats)):
        show(work, batch, table)
