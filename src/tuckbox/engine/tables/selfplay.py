"""Games to learn from: what a network sees, may do and does at its seats, and what comes of it.

Rows are written one behind the other: of each decision the numbers of its observation that are not zero, then its legal
actions; ``ends`` tells where each row ends.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import apply, begin, blind
from tuckbox.engine.scratch import Numbers, Rngs, Scratch, Scratches, Shares, States, Tree, Words
from tuckbox.engine.think.network import hope
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, options
from tuckbox.engine.think.policies import decide, learned, seat_chance, take_manner
from tuckbox.engine.think.sums import logarithm
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

LEARNER = 0
"""The place of the network that learns among the policies, and its mind."""


@rule
def seat_players(s: GameState, rng: Rng, mixed: int, policies: Sequence[int], seated: Numbers) -> None:
    """In `mixed` of a hundred games some seats, by tossing coins, are a rival's; of these there is one a game, and one seat
    at least is the learner's. In all other games it plays against itself."""
    among = below(rng, 100) < mixed and len(policies) > 1
    rival = 1 + below(rng, len(policies) - 1) if among else LEARNER
    for seat in range(s.players):
        seated[seat] = rival if among and below(rng, 2) == 0 else LEARNER
    if among:
        seated[below(rng, s.players)] = LEARNER


@rule
def room_left(scratch: Scratch, row: int, ends: Sequence[Numbers], inputs: Numbers, actions: Numbers) -> bool:
    """Whether there is room for one more row, as long as it may be."""
    seen, may = (ends[row - 1][0], ends[row - 1][1]) if row > 0 else (0, 0)
    return row < len(ends) and seen + len(scratch.seen) <= len(inputs) and may + len(scratch.moves.action) <= len(actions)


@rule
def note(
    scratch: Scratch, row: int, ends: Sequence[Numbers], inputs: Numbers, numbers: Shares, actions: Numbers, leans: Shares,
) -> None:  # fmt: skip
    """Write down what was seen and gathered."""
    seen, may = (ends[row - 1][0] + 0, ends[row - 1][1] + 0) if row > 0 else (0, 0)
    for i in range(len(scratch.seen)):
        if scratch.seen[i] != 0.0:
            inputs[seen] = i
            numbers[seen] = scratch.seen[i]
            seen += 1
    for i in range(scratch.moves.n):
        actions[may] = scratch.moves.action[i]
        leans[may] = logarithm(1 + scratch.moves.weight[i])
        may += 1
    ends[row][0] = seen
    ends[row][1] = may


@rule
def play_and_note(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seed: int, first: int, games: int, cap: int,
    policies: Sequence[int], efforts: Sequence[int], low: float, high: float, mixed: int, seated: Numbers,
    ends: Sequence[Numbers], inputs: Numbers, numbers: Shares, actions: Numbers, leans: Shares, told: Sequence[Numbers],
    odds: Shares, hopes: Sequence[Shares], lineups: Sequence[Numbers], payoffs: Sequence[Shares],
) -> int:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed; ``policies[0]`` learns. Returns how many rows were noted.

    ``told[row]`` gets the game (of this block), the seat and the place of its action among the legal ones; ``odds[row]``
    how likely that was, ``hopes[row]`` what each seat might hope for, counted from the one that decides. Of each game
    ``lineups`` gets the policies at its seats (-1: there was no room for all of it, and nothing was noted), ``payoffs`` the
    shares of the game's payoff.
    """
    row, scratch = 0, scratches[0]
    for g in range(games):
        seat_chance(rngs, seed, first + g, first + g)
        assign(states, TABLE, BLANK)
        s = states[TABLE]
        begin(s, rngs[1])
        seat_players(s, rngs[0], mixed, policies, seated)
        steps, start, whole = 0, row + 0, True
        while whole and not s.over:
            seat = s.turn + 0
            which = seated[seat] + 0
            assign(states, ROOT, TABLE)
            blind(states[ROOT], seat)
            if which != LEARNER:
                action = decide(states, words, rngs, tree, scratches, seat, policies[which], efforts[which], low, high)
            elif options(s, scratch.moves) == 1:
                action = scratch.moves.action[0] + 0
            else:
                whole = room_left(scratch, row, ends, inputs, actions)
                take_manner(scratches, 0)
                action = learned(states, rngs, scratches, seat, LEARNER, 1.0)
                if whole:
                    note(scratch, row, ends, inputs, numbers, actions, leans)
                    told[row][0], told[row][1], told[row][2] = g, seat, scratch.slot[0]
                    odds[row] = scratch.score[scratch.slot[0]]
                    hope(scratch.minds[LEARNER], 0, s.players + 0, hopes[row])
                    row += 1
            steps += 1
            whole = whole and steps < cap
            apply(s, action, rngs[1])
        if not whole:
            row = start
        for seat in range(s.players):
            lineups[g][seat] = seated[seat] if whole else -1
            payoffs[g][seat] = (s.payoff[seat] - low) / (high - low)
    return row
