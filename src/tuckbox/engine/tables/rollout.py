"""Whole rollouts in compiled code: what a policy sees, does and gets at a block of tables, step after step.

A policy is a number; `choose` is the one place that knows what it means. Where there is room for its advice it is the
network of the scratch, and none of the others is compiled.
"""

from collections.abc import Sequence
from typing import Any

from tuckbox.engine.injected import blind
from tuckbox.engine.scratch import Advice, Batch, Observed, Shares, Steps, Workspace
from tuckbox.engine.tables.batch import FIRST, carry_out, clear, show
from tuckbox.engine.think.network import compute_values
from tuckbox.engine.think.playout import NOTHING, ROOT, WORLD, note_stuck, options, preferred
from tuckbox.engine.think.policies import learned
from tuckbox.engine.worlds.sampling import sample_world
from tuckbox.kit.plain import assign, below, rule

RANDOM, PREFER = 0, 1
"""Any legal action; and one by the leanings of the game's `prefer` in a world that looks the same to the seat."""


@rule
def advised(work: Workspace, table: int, probabilities: Shares, values: Sequence[Shares], place: int) -> int:
    """An action drawn from the policy of the network; its probability and the values are written to a place."""
    states, scratch, row = work.states, work.scratches[0], FIRST + table
    own, seat, players = work.rngs[2 * table : 2 * table + 2], states[row].turn + 0, states[row].players + 0
    assign(states, ROOT, row)
    blind(states[ROOT], seat)
    action = learned(states, own, work.scratches, seat, 0, 1.0)
    probabilities[place] = scratch.score[scratch.slot[0]]
    compute_values(scratch.networks[0], seat, players, values[place])
    return action


@rule
def choose(policy: int, work: Workspace, table: int, at: int, place: int, advice: Advice | None) -> int:
    """The action of a policy at a table, `place` among all, at a step, by what the seat to decide sees; `NOTHING` where it
    has none.

    The legal actions have been gathered in the scratch.
    """
    if advice is not None:
        return advised(work, table, advice.probabilities[at], advice.values[at], place)
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return chosen(policy, work, table)


@rule
def chosen(policy: int, work: Workspace, table: int) -> int:
    """The action of a policy without a network."""
    states, moves, row = work.states, work.scratches[0].moves, FIRST + table
    own = work.rngs[2 * table : 2 * table + 2]
    if policy == PREFER:
        assign(states, ROOT, row)
        blind(states[ROOT], states[row].turn + 0)
        sample_world(states, own, work.scratches)
        return preferred(states[WORLD], moves, own[0]) if options(states[WORLD], moves) > 0 else NOTHING
    return moves.action[below(own[0], moves.n)] + 0 if moves.n > 0 else NOTHING


@rule
def tables_at(array: Any, at: int, first: int, last: int) -> Any:
    """Rows of some tables at a step; none of none."""
    if array is None:
        return None
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return array[at][first:last]


@rule
def roll(work: Workspace, batch: Batch, cap: int, first: int, policy: int, steps: Steps) -> None:
    """Play on at the tables of a block, of which `first` is the first among all; then show where they stand.

    The large arrays hold all steps at all tables and are written once, in the order of the steps.
    """
    last = first + len(batch.seats)
    o = steps.observed
    for at in range(len(steps.actions)):
        indices, counts = tables_at(o.indices, at, first, last), tables_at(o.counts, at, first, last)
        now = Batch(
            Observed(o.values[at][first:last], indices, counts, o.scaled), steps.masks[at][first:last],
            steps.seats[at][first:last], steps.rewards[at][first:last], steps.ended[at][first:last],
            steps.cut[at][first:last], batch.lengths, batch.finals, batch.watcher, batch.history,
        )  # fmt: skip
        for table in range(len(batch.seats)):
            show(work, now, table)
            action = choose(policy, work, table, at, first + table, steps.advice)
            if action < 0:
                note_stuck(work.scratches[0], now.seats[table] + 0)
                continue
            steps.actions[at][first + table] = action
            clear(now, table)
            carry_out(work, now, cap, table, action)
    for table in range(len(batch.seats)):
        show(work, batch, table)
