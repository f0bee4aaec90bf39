"""Many tables stepped together in compiled code, for learners: actions in; observations, masks and rewards out.

Tables lie in blocks, each with the engine's own rows before its tables, from row `FIRST` of its states. Threads take blocks
as they come to them (`tuckbox.engine.tables.sharing`), each with scratch of its own. Each table has two generators, for bots
and for deals: what happens at it depends neither on the other tables nor on the number of threads.
"""

from collections.abc import Sequence
from typing import Any

from tuckbox.engine.injected import ACTIONS, apply, begin, blind, continues, cover, observe
from tuckbox.engine.memory import STATES
from tuckbox.engine.scratch import Batch, Flags, Lineup, Numbers, Observed, Shares, Workspace
from tuckbox.engine.tables.history import add_history, forget, is_sealed, keep_action, mark_draft
from tuckbox.engine.think.playout import BLANK, ROOT, SPARE, note_stuck, options
from tuckbox.engine.think.policies import decide
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, index, rule

FIRST = STATES
"""The row of the first table, behind the engine's own rows."""

OUTSIDE = -1
"""The policy of a seat whose actions come from outside."""

RESET, STEP = 0, 1
"""Jobs at all tables."""


@rule
def first_refused(masks: Sequence[Flags], actions: Sequence[int]) -> int:
    """The first table whose action is not legal; -1 where all are."""
    for table in range(len(actions)):
        action = actions[table]
        if action < 0 or action >= len(masks[table]) or not masks[table][action]:
            return table
    return -1


@rule
def new_game(work: Workspace, batch: Batch, table: int) -> None:
    """Deal a game of its own at a table, from the options alone."""
    assign(work.states, FIRST + table, BLANK)
    begin(work.states[FIRST + table], work.rngs[2 * table + 1])
    batch.lengths[table] = 0
    begin_history(batch.history, table)


@rule
def begin_history(history: Any, table: int) -> None:
    """A new game begins, if the last actions are kept."""
    if history is not None:
        forget(history, table)


@rule
def note_action(history: Any, s: GameState, table: int, action: int) -> None:
    """Take down what the seat to decide is about to do, if the last actions are kept."""
    if history is not None:
        keep_action(history, table, s.turn + 0, action, is_sealed(s, history.windows))


@rule
def note_draft(history: Any, s: GameState, table: int, seat: int) -> None:
    """Take down whether a seat is in the middle of a sequence by what it has done, if the last actions are kept."""
    if history is not None:
        mark_draft(history, table, not s.over and s.turn == seat and continues(s))


@rule
def keep_final(work: Workspace, finals: Sequence[Shares] | None, watcher: int, history: Any, table: int) -> None:
    """Write what a seat sees of a game before the next is dealt, if that is kept."""
    if finals is not None:
        states, row = work.states, FIRST + table
        seat = states[row].turn + 0 if watcher < 0 else watcher
        assign(states, SPARE, row)
        cover(states[SPARE], seat)
        observe(states[SPARE], seat, finals[table], True)
        add_history(history, table, finals[table], states[row].players, seat, seat == states[row].turn)


@rule
def close(work: Workspace, batch: Batch, cap: int, table: int) -> None:
    """Pay the seats of a game that is over, or has gone on for too long, and deal the next."""
    s = work.states[FIRST + table]
    if not s.over and (batch.lengths[table] < cap or continues(s)):  # nobody sees the middle of a sequence
        return
    keep_final(work, batch.finals, batch.watcher, batch.history, table)
    if s.over:
        batch.ended[table] = True
        for seat in range(s.players):
            batch.rewards[table][seat] += s.payoff[seat]
    else:
        batch.cut[table] = True
    new_game(work, batch, table)


@rule
def carry_out(work: Workspace, batch: Batch, cap: int, table: int, action: int) -> None:
    """Make one decision at a table."""
    s = work.states[FIRST + table]
    seat = s.turn + 0
    note_action(batch.history, s, table, action)
    apply(s, action, work.rngs[2 * table + 1])
    note_draft(batch.history, s, table, seat)
    batch.lengths[table] += 1
    close(work, batch, cap, table)


@rule
def bot_action(work: Workspace, lineup: Lineup, table: int, seat: int) -> int:
    """The action of a bot in the position it sees at ``ROOT``."""
    own = work.rngs[2 * table : 2 * table + 2]
    of_table = Workspace(work.states, work.words, own, work.tree, work.scratches, work.row)
    return decide(of_table, work.tree, lineup, seat, seat)


@rule
def let_bots_play(work: Workspace, batch: Batch, cap: int, lineup: Lineup, table: int) -> None:
    """Play on until somebody from outside is to decide. A game that comes and goes without one is paid all the same."""
    row = FIRST + table
    while lineup.policies[work.states[row].turn] != OUTSIDE:
        seat = work.states[row].turn + 0
        assign(work.states, ROOT, row)
        blind(work.states[ROOT], seat)
        action = bot_action(work, lineup, table, seat)
        if action < 0:
            note_stuck(work.scratches[0], seat)
            return
        carry_out(work, batch, cap, table, action)


@rule
def gather_row(row: Shares, indices: Numbers, values: Shares) -> int:
    """Write the numbers of a row that are not zero, and their places, as far as there is room; return how many they are."""
    n = 0
    for i in range(len(row)):
        if n < len(indices):  # what is zero is written over by the next: a store is cheaper than a guess that fails
            indices[index(n)] = i
            values[index(n)] = row[i]
        n += row[i] != 0
    for i in range(n, len(indices)):
        indices[i] = 0
        values[i] = 0
    return n


@rule
def look(
    s: GameState, seat: int, row: Shares, observed: Observed, indices: Sequence[Numbers] | None, history: Any, table: int
) -> None:
    """Write what a seat sees by its covered record, as a whole row or by way of one."""
    if indices is None:
        observe(s, seat, observed.values[table], observed.scaled)
        add_history(history, table, observed.values[table], s.players, seat, True)
    else:
        observe(s, seat, row, observed.scaled)
        add_history(history, table, row, s.players, seat, True)
        observed.counts[table] = gather_row(row, indices[table], observed.values[table])


@rule
def show(work: Workspace, batch: Batch, table: int) -> None:
    """Write what the seat to decide sees, what it may do, and which it is."""
    states, moves, mask, row = work.states, work.scratches[0].moves, batch.masks[table], FIRST + table
    seat = states[row].turn + 0
    batch.seats[table] = seat
    n = options(states[row], moves)
    if n == 0:
        note_stuck(work.scratches[0], seat)
    for action in range(ACTIONS):
        mask[action] = False
    for i in range(n):
        mask[index(moves.action[i])] = True
    assign(states, ROOT, row)
    cover(states[ROOT], seat)
    look(states[ROOT], seat, work.row, batch.observed, batch.observed.indices, batch.history, table)


@rule
def clear(batch: Batch, table: int) -> None:
    """Nothing has been paid yet."""
    for seat in range(len(batch.rewards[table])):
        batch.rewards[table][seat] = 0.0
    batch.ended[table] = False
    batch.cut[table] = False


@rule
def turn(job: int, work: Workspace, batch: Batch, cap: int, actions: Sequence[int], lineup: Lineup | None) -> None:
    """Carry a legal action out at every table, or begin a game there; bots, where there are any, play until somebody from
    outside is to decide."""
    for table in range(len(batch.seats)):
        clear(batch, table)
        if job == STEP:
            carry_out(work, batch, cap, table, actions[table] + 0)
        else:
            new_game(work, batch, table)
        if lineup is not None:
            let_bots_play(work, batch, cap, lineup, table)
            if job == RESET:
                clear(batch, table)
        show(work, batch, table)
