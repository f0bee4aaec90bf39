"""Positions to learn a belief from: what goes with each secret, the cards that truly lie there, and others that might.

Of the worlds noted with a position the first is the true one. In those of the first half that follow all hidden cards lie at
random. In the others, as long as nothing has been learnt, some have changed places, 2, 4, 8 or 16 times; later they are
drawn by the belief as it is, so that it finds out where it is wrong.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import apply, begin, blind, regard
from tuckbox.engine.scratch import Belief, Numbers, Rngs, Scratches, Shares, States, Tree, Words
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE
from tuckbox.engine.think.policies import decide, seat_chance
from tuckbox.engine.worlds.belief import keep_cards, ponder, stir, take_back
from tuckbox.engine.worlds.sampling import imagine
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

MIXING = 30
"""So many changes for each place make any order as likely as another."""


@rule
def note_position(
    belief: Belief, rng: Rng, common: Shares, own: Sequence[Shares], kind: Numbers, of: Numbers, worlds: Sequence[Numbers]
) -> None:
    """Write down what was regarded, and worlds beside the true one."""
    for i in range(len(common)):
        common[i] = belief.common[i]
    for a in range(belief.secrets):
        kind[a] = belief.kind[a]
        for i in range(len(own[a])):
            own[a][i] = belief.own[a][i]
    for i in range(belief.places):
        of[i] = belief.of[i]
        worlds[0][i] = belief.card[i]
    keep_cards(belief)
    half = len(worlds) // 2
    for w in range(1, len(worlds)):
        if w == 1 or (w == half + 1 and not belief.on):
            think_nothing(belief)
        elif w == half + 1:
            ponder(belief)
        near = w > half and not belief.on
        stir(belief, rng, 2 << below(rng, 4) if near else MIXING * belief.places)
        for i in range(belief.places):
            worlds[w][i] = belief.card[i]
        take_back(belief)


@rule
def think_nothing(belief: Belief) -> None:
    """Let all worlds weigh the same."""
    for a in range(belief.secrets):
        for k in range(len(belief.gate[a])):
            belief.sum[a][k] = 0.0
            belief.gate[a][k] = 0.0


@rule
def gather(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seed: int, first: int, games: int, cap: int,
    policies: Sequence[int], efforts: Sequence[int], low: float, high: float, every: int, seated: Numbers,
    common: Sequence[Shares], own: Sequence[Sequence[Shares]], kind: Sequence[Numbers], of: Sequence[Numbers],
    worlds: Sequence[Sequence[Numbers]], told: Sequence[Numbers],
) -> int:  # fmt: skip
    """Play games as `play_games` does, each seat by a policy drawn from a list, and note about one decision in `every`;
    returns how many were noted, at most as many as there are rows.

    ``told[row]`` gets the game, the number of decisions before, the seat, how many secrets and places there are, and the
    policies of all seats.
    """
    rows, belief = 0, scratches[0].belief
    for g in range(games):
        seat_chance(rngs, seed, first + g, first + g)
        assign(states, TABLE, BLANK)
        s = states[TABLE]
        begin(s, rngs[1])
        for seat in range(s.players):
            seated[seat] = below(rngs[0], len(policies))
        steps = 0
        while steps < cap and not s.over and rows < len(worlds):
            seat = s.turn + 0
            assign(states, ROOT, TABLE)
            blind(states[ROOT], seat)
            if below(rngs[0], every) == 0 and imagine(states, rngs, scratches):
                regard(states[ROOT], s, seat, belief, scratches[0].pool)
                if 0 < belief.places <= len(of[rows]) and belief.secrets <= len(kind[rows]):
                    note_position(belief, rngs[0], common[rows], own[rows], kind[rows], of[rows], worlds[rows])
                    note = told[rows]
                    note[0], note[1], note[2] = first + g, steps, seat
                    note[3], note[4] = belief.secrets, belief.places
                    for other in range(s.players):
                        note[5 + other] = seated[other]
                    rows += 1
            which = seated[seat] + 0
            action = decide(states, words, rngs, tree, scratches, seat, policies[which], efforts[which], low, high)
            apply(s, action, rngs[1])
            steps += 1
    return rows
