"""Many tables stepped together in compiled code, for learners: actions in; observations, masks and rewards out.

Tables lie in blocks, each with the engine's own rows before its tables, from row `FIRST` of its states. Threads take blocks
as they come to them (`tuckbox.engine.tables.sharing`), each with scratch of its own. Each table has two generators, for bots
and for deals: what happens at it depends neither on the other tables nor on the number of threads.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import apply, begin, blind, observe
from tuckbox.engine.scratch import Flags, Numbers, Rngs, Scratches, Shares, States, Tree, Words
from tuckbox.engine.think.playout import BLANK, ROOT, options
from tuckbox.engine.think.policies import decide, decide_at_once
from tuckbox.kit.plain import assign, rule

FIRST = 5
"""The row of the first table, behind the engine's own rows."""

OUTSIDE = -1
"""The policy of a seat whose actions come from outside."""

RESET, STEP = 0, 1
"""What is to be done at all tables."""


@rule
def first_refused(masks: Sequence[Flags], actions: Sequence[int]) -> int:
    """The first table whose action is not legal; -1 where all are."""
    for table in range(len(actions)):
        action = actions[table]
        if action < 0 or action >= len(masks[table]) or not masks[table][action]:
            return table
    return -1


@rule
def new_game(states: States, row: int, rngs: Rngs, lengths: Numbers, table: int) -> None:
    """Deal a game of its own at a table, from the options alone."""
    assign(states, row, BLANK)
    begin(states[row], rngs[2 * table + 1])
    lengths[table] = 0


@rule
def close(
    states: States, row: int, rngs: Rngs, cap: int, table: int, lengths: Numbers, rewards: Sequence[Shares],
    ended: Flags, cut: Flags,
) -> None:  # fmt: skip
    """Where a game is over, or has gone on for too long, pay its seats and deal the next."""
    s = states[row]
    if not s.over and lengths[table] < cap:
        return
    if s.over:
        ended[table] = True
        for seat in range(s.players):
            rewards[table][seat] += s.payoff[seat]
    else:
        cut[table] = True
    new_game(states, row, rngs, lengths, table)


@rule
def carry_out(
    states: States, rngs: Rngs, cap: int, table: int, lengths: Numbers, rewards: Sequence[Shares], ended: Flags,
    cut: Flags, action: int,
) -> None:  # fmt: skip
    """Make one decision at a table."""
    apply(states[FIRST + table], action, rngs[2 * table + 1])
    lengths[table] += 1
    close(states, FIRST + table, rngs, cap, table, lengths, rewards, ended, cut)


@rule
def bot_action(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int, policy: int, effort: int,
    low: float, high: float,
) -> int:  # fmt: skip
    """What a bot does in the position it sees at ``ROOT``; without a tree nobody searches, and search is not compiled."""
    if tree is None:
        return decide_at_once(states, rngs, scratches, seat, policy, effort)
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return decide(states, words, rngs, tree, scratches, seat, policy, effort, low, high)


@rule
def let_bots_play(
    states: States, rngs: Rngs, scratches: Scratches, cap: int, rewards: Sequence[Shares], ended: Flags, cut: Flags,
    lengths: Numbers, words: Words, tree: Tree, policies: Sequence[int], efforts: Sequence[int], low: float,
    high: float, table: int,
) -> None:  # fmt: skip
    """Play on until somebody from outside is to decide. A game that comes and goes without one is paid all the same."""
    row = FIRST + table
    while policies[states[row].turn] != OUTSIDE:
        seat = states[row].turn + 0
        assign(states, ROOT, row)
        blind(states[ROOT], seat)
        own = rngs[2 * table : 2 * table + 2]
        action = bot_action(states, words, own, tree, scratches, seat, policies[seat], efforts[seat], low, high)
        carry_out(states, rngs, cap, table, lengths, rewards, ended, cut, action)


@rule
def show(
    states: States, scratches: Scratches, table: int, observations: Sequence[Shares], masks: Sequence[Flags],
    seats: Numbers,
) -> None:  # fmt: skip
    """Write what the seat to decide sees, what it may do, and which it is."""
    row = FIRST + table
    seat = states[row].turn + 0
    seats[table] = seat
    moves = scratches[0].moves
    n = options(states[row], moves)
    for action in range(len(masks[table])):
        masks[table][action] = False
    for i in range(n):
        masks[table][moves.action[i]] = True
    assign(states, ROOT, row)
    blind(states[ROOT], seat)
    observe(states[ROOT], seat, observations[table])


@rule
def clear(table: int, rewards: Sequence[Shares], ended: Flags, cut: Flags) -> None:
    """Nothing has been paid yet."""
    for seat in range(len(rewards[table])):
        rewards[table][seat] = 0.0
    ended[table] = False
    cut[table] = False


@rule
def turn(
    job: int, states: States, rngs: Rngs, scratches: Scratches, cap: int, observations: Sequence[Shares],
    masks: Sequence[Flags], seats: Numbers, rewards: Sequence[Shares], ended: Flags, cut: Flags, lengths: Numbers,
    actions: Sequence[int],
) -> None:  # fmt: skip
    """Carry a legal action out at every table of a block, or begin a game there."""
    for table in range(len(seats)):
        clear(table, rewards, ended, cut)
        if job == STEP:
            carry_out(states, rngs, cap, table, lengths, rewards, ended, cut, actions[table] + 0)
        else:
            new_game(states, FIRST + table, rngs, lengths, table)
        show(states, scratches, table, observations, masks, seats)


@rule
def turn_among_bots(
    job: int, states: States, rngs: Rngs, scratches: Scratches, cap: int, observations: Sequence[Shares],
    masks: Sequence[Flags], seats: Numbers, rewards: Sequence[Shares], ended: Flags, cut: Flags, lengths: Numbers,
    actions: Sequence[int], words: Words, tree: Tree, policies: Sequence[int], efforts: Sequence[int], low: float,
    high: float,
) -> None:  # fmt: skip
    """The same, and let bots play until somebody from outside is to decide."""
    for table in range(len(seats)):
        clear(table, rewards, ended, cut)
        if job == STEP:
            carry_out(states, rngs, cap, table, lengths, rewards, ended, cut, actions[table] + 0)
        else:
            new_game(states, FIRST + table, rngs, lengths, table)
        let_bots_play(
            states, rngs, scratches, cap, rewards, ended, cut, lengths, words, tree, policies, efforts, low, high, table
        )
        if job == RESET:
            clear(table, rewards, ended, cut)
        show(states, scratches, table, observations, masks, seats)
