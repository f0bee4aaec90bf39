"""Games played again from what was written of them (`tuckbox.engine.tables.games`), to look at them once more."""

from collections.abc import Sequence

from tuckbox.engine.injected import after, apply, begin, blind, observe, stir
from tuckbox.engine.scratch import Numbers, Rngs, Scratches, Shares, States
from tuckbox.engine.tables.games import ACTION, SEAT, set_streams
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, WORLD, options, playout
from tuckbox.engine.think.policies import take_manner
from tuckbox.kit.plain import assign, rule


@rule
def restart(states: States, rngs: Rngs, seed: int, chance: int) -> None:
    """Deal the first game of a number once more."""
    set_streams(rngs, seed, chance, chance)
    assign(states, TABLE, BLANK)
    begin(states[TABLE], rngs[1])


@rule
def go_on(states: States, rngs: Rngs, rows: Sequence[Numbers], first: int, last: int) -> None:
    """Carry out what was written in the rows from `first` up to `last`; where a game of a match is over the next is dealt
    when something is still to come."""
    for i in range(first, last):
        s = states[TABLE]
        if s.over:
            after(s)
            begin(s, rngs[1])
        apply(s, rows[i][ACTION] + 0, rngs[1])


@rule
def come_to(states: States, rngs: Rngs, rows: Sequence[Numbers], i: int) -> None:
    """Come from the decision before to the one in row `i`, which may be of the next game of a match."""
    if i > 0:
        go_on(states, rngs, rows, i - 1, i)
    s = states[TABLE]
    if s.over:
        after(s)
        begin(s, rngs[1])


@rule
def list_legal(states: States, rngs: Rngs, scratches: Scratches, rows: Sequence[Numbers], out: Numbers) -> None:
    """Play a game again from its deal, and write the legal actions of every decision, one after the other."""
    at, moves = 0, scratches[0].moves
    for i in range(len(rows)):
        come_to(states, rngs, rows, i)
        n = options(states[TABLE], moves)
        for k in range(n):
            out[at + k] = moves.action[k]
        at += n


@rule
def look_on(states: States, rngs: Rngs, rows: Sequence[Numbers], out: Sequence[Shares]) -> None:
    """Play a game again from its deal, and write what each seat observed when it was to decide."""
    for i in range(len(rows)):
        come_to(states, rngs, rows, i)
        assign(states, ROOT, TABLE)
        blind(states[ROOT], rows[i][SEAT] + 0)
        observe(states[ROOT], rows[i][SEAT] + 0, out[i], True)


@rule
def foresee(
    states: States, rngs: Rngs, scratches: Scratches, worlds: int, cap: int, guided: bool, payoffs: Sequence[Shares]
) -> int:  # fmt: skip
    """Play on from ``states[TABLE]`` in a number of worlds, with all that nobody has seen laid out anew; writes what each
    seat got, a row for each game that ended, and returns how many did."""
    n = 0
    take_manner(scratches, 0)
    for _ in range(worlds):
        assign(states, WORLD, TABLE)
        stir(states[WORLD], rngs[0], scratches[0].pool)
        playout(states[WORLD], rngs[0], scratches[0].moves, cap, guided, False)
        s = states[WORLD]
        if s.over:
            for seat in range(s.players):
                payoffs[n][seat] = s.payoff[seat]
            n += 1
    return n
