"""Threads that share the blocks of many tables without ever meeting in Python.

One thread leads: it begins a turn and does blocks itself. Followers do the same, and wait in compiled code for the next
turn: waking a thread by the system takes longer than a thousand tables of a small game. Each begins with the blocks it had
in the last turn, which lie in its core's cache; then it takes what others have not come to. So a follower that is asleep or
busy elsewhere holds nothing up.

They agree by the numbers in `bell`, each in a cache line of its own: the number of the turn, what is to be done in it, how
many blocks have ever been done, and from `CLAIMS` for each block the turn in which it was taken last.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Flags, Numbers, Rngs, Scratches, Shares, States, Tree, Words
from tuckbox.engine.tables.batch import FIRST, turn, turn_among_bots
from tuckbox.engine.tables.rollout import roll
from tuckbox.kit.plain import claim, fetch_add, load, part, pause, rule, store

LINE = 8
"""Numbers in a cache line."""

TURN, DONE, JOB, CLAIMS = 0, LINE, 2 * LINE, 3 * LINE


@rule
def ring(bell: Numbers, job: int) -> None:
    """Begin a turn, of which all else is known."""
    store(bell, JOB, job)
    fetch_add(bell, TURN, 1)


@rule
def awaited(bell: Numbers, seen: int, patience: int) -> int:
    """The number of the next turn; of the one that was `seen` last where none has begun for some time."""
    for _ in range(patience):
        if load(bell, TURN) != seen:
            break
        pause()
    return load(bell, TURN)


@rule
def block_at(step: int, blocks: int, threads: int, thread: int) -> int:
    """Where a thread looks for work at each step: its own blocks, first to last, then those of others, last to first."""
    first, last = blocks * thread // threads, blocks * (thread + 1) // threads
    own = last - first
    return first + step if step < own else (first - 1 - (step - own) + blocks) % blocks


@rule
def take(bell: Numbers, number: int, step: int, blocks: int, threads: int, thread: int) -> int:
    """The first step from one on at which there is a block to do in a turn, which is taken then."""
    while step < blocks:
        if claim(bell, CLAIMS + LINE * block_at(step, blocks, threads, thread), number - 1, number):
            break
        step += 1
    return step


@rule
def wait_for_all(bell: Numbers, number: int, blocks: int) -> None:
    """Wait until all blocks of a turn are done."""
    while load(bell, DONE) < number * blocks:
        pause()


@rule
def serve(
    bell: Numbers, job: int, seen: int, patience: int, threads: int, thread: int, size: int, states: States,
    rngs: Rngs, scratches: Scratches, cap: int, observations: Sequence[Shares], masks: Sequence[Flags], seats: Numbers,
    rewards: Sequence[Shares], ended: Flags, cut: Flags, lengths: Numbers, actions: Sequence[int],
) -> int:  # fmt: skip
    """As thread 0 lead one turn at all tables, in blocks of `size`; as another follow until none has begun for some time.

    `seen` is the number of the last turn a follower took part in, as it was returned.
    """
    blocks = (len(seats) + size - 1) // size
    while True:
        if thread == 0:
            ring(bell, job)
        number = awaited(bell, seen, patience)
        if number == seen:
            return number
        seen = number
        step = take(bell, number, 0, blocks, threads, thread)
        while step < blocks:
            block = block_at(step, blocks, threads, thread)
            a, b = block * size, min(block * size + size, len(seats))
            rows = part(states, a + block * FIRST, b + (block + 1) * FIRST)
            turn(
                load(bell, JOB), rows, rngs[2 * a : 2 * b], scratches, cap, observations[a:b], masks[a:b], seats[a:b],
                rewards[a:b], ended[a:b], cut[a:b], lengths[a:b], actions[a:b],
            )  # fmt: skip
            fetch_add(bell, DONE, 1)
            step = take(bell, number, step + 1, blocks, threads, thread)
        if thread == 0:
            wait_for_all(bell, number, blocks)
            return number


@rule
def serve_among_bots(
    bell: Numbers, job: int, seen: int, patience: int, threads: int, thread: int, size: int, states: States,
    rngs: Rngs, scratches: Scratches, cap: int, observations: Sequence[Shares], masks: Sequence[Flags], seats: Numbers,
    rewards: Sequence[Shares], ended: Flags, cut: Flags, lengths: Numbers, actions: Sequence[int], words: Words, tree: Tree,
    policies: Sequence[int], efforts: Sequence[int], low: float, high: float,
) -> int:  # fmt: skip
    """The same with bots at some seats."""
    blocks = (len(seats) + size - 1) // size
    while True:
        if thread == 0:
            ring(bell, job)
        number = awaited(bell, seen, patience)
        if number == seen:
            return number
        seen = number
        step = take(bell, number, 0, blocks, threads, thread)
        while step < blocks:
            block = block_at(step, blocks, threads, thread)
            a, b = block * size, min(block * size + size, len(seats))
            first, last = a + block * FIRST, b + (block + 1) * FIRST
            turn_among_bots(
                load(bell, JOB), part(states, first, last), rngs[2 * a : 2 * b], scratches, cap, observations[a:b],
                masks[a:b], seats[a:b], rewards[a:b], ended[a:b], cut[a:b], lengths[a:b], actions[a:b],
                part(words, first, last), tree, policies, efforts, low, high,
            )  # fmt: skip
            fetch_add(bell, DONE, 1)
            step = take(bell, number, step + 1, blocks, threads, thread)
        if thread == 0:
            wait_for_all(bell, number, blocks)
            return number


@rule
def serve_rollout(
    bell: Numbers, threads: int, thread: int, size: int, states: States, rngs: Rngs, scratches: Scratches, cap: int,
    observations: Sequence[Shares], masks: Sequence[Flags], seats: Numbers, lengths: Numbers, policy: int,
    all_observations: Sequence[Sequence[Shares]], all_masks: Sequence[Sequence[Flags]], all_seats: Sequence[Numbers],
    actions: Sequence[Numbers], rewards: Sequence[Sequence[Shares]], ended: Sequence[Flags], cut: Sequence[Flags],
) -> None:  # fmt: skip
    """Do blocks of a rollout, which has been rung for, as long as there are any."""
    blocks, number = (len(seats) + size - 1) // size, load(bell, TURN)
    step = take(bell, number, 0, blocks, threads, thread)
    while step < blocks:
        block = block_at(step, blocks, threads, thread)
        a, b = block * size, min(block * size + size, len(seats))
        rows = part(states, a + block * FIRST, b + (block + 1) * FIRST)
        roll(
            a, rows, rngs[2 * a : 2 * b], scratches, cap, observations[a:b], masks[a:b], seats[a:b], lengths[a:b], policy,
            all_observations, all_masks, all_seats, actions, rewards, ended, cut,
        )  # fmt: skip
        step = take(bell, number, step + 1, blocks, threads, thread)
