"""Threads that share the blocks of many tables without ever meeting in Python.

One thread leads: it begins a turn and does blocks itself. Followers do the same, and wait in compiled code for the next
turn: waking a thread by the system takes longer than a thousand tables of a small game. Each begins with the blocks it had
in the last turn, which lie in its core's cache; then it takes what others have not come to. So a follower that is asleep or
busy elsewhere holds nothing up.

They coordinate by the atomic numbers in `control`, each in a cache line of its own: the number of the turn, what is to be
done in it, how many blocks have ever been done, whether a seat was stuck (see `Scratch`), and from `CLAIMS` for each block
the turn in which it was taken last.
"""

from collections.abc import Sequence
from typing import Any

from tuckbox.engine.scratch import Batch, History, Lineup, Numbers, Observed, Scratch, Share, Steps, Words, Workspace
from tuckbox.engine.tables.batch import FIRST, turn
from tuckbox.engine.tables.rollout import roll
from tuckbox.kit.plain import claim, fetch_add, load, part, pause, rule, store

LINE = 8
"""Numbers in a cache line."""

TURN, DONE, JOB, STUCK, CLAIMS = 0, LINE, 2 * LINE, 3 * LINE, 4 * LINE


@rule
def begin_turn(control: Numbers, job: int) -> None:
    """Begin a turn, of which all else is known."""
    store(control, JOB, job)
    fetch_add(control, TURN, 1)


@rule
def awaited(control: Numbers, seen: int, patience: int) -> int:
    """The number of the next turn; of the one that was `seen` last where none has begun for some time."""
    for _ in range(patience):
        if load(control, TURN) != seen:
            break
        pause()
    return load(control, TURN)


@rule
def block_at(step: int, blocks: int, share: Share) -> int:
    """The block at which a thread looks for work in a step: its own, first to last, then those of others, last to first."""
    first, last = blocks * share.thread // share.threads, blocks * (share.thread + 1) // share.threads
    own = last - first
    return first + step if step < own else (first - 1 - (step - own) + blocks) % blocks


@rule
def take(control: Numbers, number: int, step: int, blocks: int, share: Share) -> int:
    """The first step from one on at which there is a block to do in a turn, which is taken then."""
    while step < blocks:
        if claim(control, CLAIMS + LINE * block_at(step, blocks, share), number - 1, number):
            break
        step += 1
    return step


@rule
def wait_for_all(control: Numbers, number: int, blocks: int) -> None:
    """Wait until all blocks of a turn are done."""
    while load(control, DONE) < number * blocks:
        pause()


@rule
def tell_stuck(control: Numbers, scratch: Scratch) -> None:
    """Note a seat without an action that a thread has found."""
    if scratch.stuck > 0:
        store(control, STUCK, scratch.stuck + 0)
        scratch.stuck = 0


@rule
def words_between(words: Words, first: int, last: int) -> Words:
    """Rows of words; none in plain mode."""
    if words is None:
        return None
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return part(words, first, last)


@rule
def rows_between(array: Any, first: int, last: int) -> Any:
    """Rows of an array; none of none."""
    if array is None:
        return None
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return array[first:last]


@rule
def history_between(history: Any, first: int, last: int) -> Any:
    """The last actions at some tables; none of none."""
    if history is None:
        return None
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        rings, counts = history.rings[first:last], history.counts[first:last]
        return History(rings, counts, history.columns, history.start, history.width, history.windows)


@rule
def work_of(work: Workspace, block: int, a: int, b: int) -> Workspace:
    """The workspace of a block: the rows and generators of its tables, from a to before b."""
    first, last = a + block * FIRST, b + (block + 1) * FIRST
    words = words_between(work.words, first, last)
    return Workspace(part(work.states, first, last), words, work.rngs[2 * a : 2 * b], work.tree, work.scratches, work.row)


@rule
def batch_of(batch: Batch, a: int, b: int) -> Batch:
    """The tables from a to before b."""
    o = batch.observed
    observed = Observed(o.values[a:b], rows_between(o.indices, a, b), rows_between(o.counts, a, b), o.scaled)
    return Batch(
        observed, batch.masks[a:b], batch.seats[a:b], batch.rewards[a:b], batch.ended[a:b], batch.cut[a:b],
        batch.lengths[a:b], rows_between(batch.finals, a, b), batch.watcher, history_between(batch.history, a, b),
    )  # fmt: skip


@rule
def serve(
    control: Numbers, share: Share, job: int, seen: int, patience: int, work: Workspace, batch: Batch, cap: int,
    actions: Sequence[int], lineup: Lineup | None,
) -> int:  # fmt: skip
    """As thread 0 lead one turn at all tables; as another follow until none has begun for some time.

    `seen` is the number of the last turn a follower took part in, as it was returned.
    """
    blocks = (len(batch.seats) + share.size - 1) // share.size
    while True:
        if share.thread == 0:
            begin_turn(control, job)
        number = awaited(control, seen, patience)
        if number == seen:
            return number
        seen = number
        step = take(control, number, 0, blocks, share)
        while step < blocks:
            block = block_at(step, blocks, share)
            a, b = block * share.size, min(block * share.size + share.size, len(batch.seats))
            turn(load(control, JOB), work_of(work, block, a, b), batch_of(batch, a, b), cap, actions[a:b], lineup)
            tell_stuck(control, work.scratches[0])
            fetch_add(control, DONE, 1)
            step = take(control, number, step + 1, blocks, share)
        if share.thread == 0:
            wait_for_all(control, number, blocks)
            return number


@rule
def serve_rollout(
    control: Numbers, share: Share, work: Workspace, batch: Batch, cap: int, policy: int, steps: Steps
) -> None:
    """Do blocks of a rollout that has begun, as long as there are any."""
    blocks, number = (len(batch.seats) + share.size - 1) // share.size, load(control, TURN)
    step = take(control, number, 0, blocks, share)
    while step < blocks:
        block = block_at(step, blocks, share)
        a, b = block * share.size, min(block * share.size + share.size, len(batch.seats))
        roll(work_of(work, block, a, b), batch_of(batch, a, b), cap, a, policy, steps)
        tell_stuck(control, work.scratches[0])
        step = take(control, number, step + 1, blocks, share)
