"""Games written down decision by decision as they are played, and played again from what was written.

`write_games` plays what `policies.play_games` plays, game for game. Chance and minds are told apart: the same deal can be
played again by other minds, in other seats.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import after, apply, begin, blind, observe, stir
from tuckbox.engine.scratch import Numbers, Rngs, Scratches, Shares, States, Tree, Words
from tuckbox.engine.think.equilibrium import listen
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, WORLD, options, playout
from tuckbox.engine.think.policies import (
    KIND,
    SEARCH,
    anybody_searches,
    chosen,
    deal,
    note_result,
    seat_chance,
    take_manner,
)
from tuckbox.kit.plain import assign, rule

SEAT, ACTION, CHOICES, THOUGHTS = 0, 1, 2, 3
"""The columns of what is written of a decision: who, what, of how many, and how many thoughts it has."""


@rule
def note_thoughts(tree: Tree, scratches: Scratches, at: int, thoughts: Sequence[Numbers], worths: Shares) -> int:
    """Write of each gathered action how often a search has tried it and what that has brought; returns how many these are,
    none where there is no room."""
    scratch, n = scratches[0], scratches[0].moves.n + 0
    if at + n > len(worths):
        return 0
    for i in range(n):
        e = tree[scratch.slot[i]]
        thoughts[at + i][0] = scratch.moves.action[i]
        thoughts[at + i][1] = e.visits
        worths[at + i] = e.worth
    return n


@rule
def write_game(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, cap: int, policies: Sequence[int],
    efforts: Sequence[int], low: float, high: float, whole: bool, at: int, rows: Sequence[Numbers], thought: int,
    thoughts: Sequence[Numbers], worths: Shares,
) -> int:  # fmt: skip
    """Play the game in ``states[TABLE]``, or the `whole` match, and write its decisions from row `at` on; returns how many
    there were, -1 where the rows do not suffice."""
    s = states[TABLE]
    deal(s, rngs, scratches)
    steps, searching = 0, anybody_searches(s, policies)
    while steps < cap:
        if at + steps >= len(rows):
            return -1
        seat, row, noted = s.turn + 0, rows[at + steps], 0
        choices = options(s, scratches[0].moves)
        action = chosen(states, words, rngs, tree, scratches, seat, policies[seat], efforts[seat], low, high)
        if policies[seat] & KIND == SEARCH and choices > 1:
            noted = note_thoughts(tree, scratches, thought, thoughts, worths)
        row[SEAT], row[ACTION], row[CHOICES], row[THOUGHTS] = seat, action, choices, noted
        thought += noted
        steps += 1
        if searching:
            listen(s, scratches[0].heard, action)
        apply(s, action, rngs[1])
        if s.over:
            after(s)
            if s.done or not whole:
                return steps
            deal(s, rngs, scratches)
    return steps


@rule
def write_games(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seed: int, chances: Sequence[int],
    minds: Sequence[int], cap: int, policies: Sequence[int], efforts: Sequence[int], low: float, high: float, whole: bool,
    lengths: Numbers, payoffs: Sequence[Shares], places: Sequence[Numbers], rows: Sequence[Numbers],
    thoughts: Sequence[Numbers], worths: Shares,
) -> int:  # fmt: skip
    """Play the games of these numbers, as `policies.play_games` does, and write every decision, game after game; returns
    how many games there was room for. Results as for `play_games`, and of matches that are over the places."""
    at, thought = 0, 0
    for g in range(len(chances)):
        seat_chance(rngs, seed, chances[g] + 0, minds[g] + 0)
        assign(states, TABLE, BLANK)
        steps = write_game(
            states, words, rngs, tree, scratches, cap, policies, efforts, low, high, whole, at, rows, thought, thoughts,
            worths,
        )  # fmt: skip
        if steps < 0:
            return g
        for i in range(steps):
            thought += rows[at + i][THOUGHTS]
        at += steps
        s = states[TABLE]
        note_result(s, g, steps, whole, lengths, payoffs)
        for seat in range(s.players):
            places[g][seat] = s.place[seat] if s.done else 0
    return len(chances)


@rule
def restart(states: States, rngs: Rngs, seed: int, chance: int) -> None:
    """Deal the first game of a number once more."""
    seat_chance(rngs, seed, chance, chance)
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
        observe(states[ROOT], rows[i][SEAT] + 0, out[i])


@rule
def foresee(
    states: States, rngs: Rngs, scratches: Scratches, worlds: int, cap: int, guided: bool, payoffs: Sequence[Shares]
) -> int:  # fmt: skip
    """Play on from ``states[TABLE]`` so many times, what nobody has seen being stirred each time; writes what each seat
    got, a row for each game that ended, and returns how many did."""
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
