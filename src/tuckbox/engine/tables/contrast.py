"""Positions to learn a belief from: what goes with each secret, the cards that truly lie there, and others that might.

Of the worlds noted with a position the first is the true one. In those of the first half that follow all hidden cards lie at
random. In the others, as long as nothing has been learnt, some have changed places, 2, 4, 8 or 16 times; later they are
drawn by the belief as it is, so that it finds out where it is wrong.
"""

from tuckbox.engine.injected import apply, begin, blind, regard
from tuckbox.engine.scratch import Belief, Lineup, Numbers, PositionNotes, Workspace
from tuckbox.engine.tables.games import set_streams
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, note_stuck
from tuckbox.engine.think.policies import decide
from tuckbox.engine.worlds.belief import keep_cards, ponder, stir, take_back
from tuckbox.engine.worlds.sampling import sample_world
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

MIXING = 30
"""Number of swaps for each place after which every order is equally likely, nearly."""


@rule
def note_position(belief: Belief, rng: Rng, notes: PositionNotes, row: int) -> None:
    """Write down what was regarded, and worlds beside the true one."""
    common, own, kind, of, worlds = notes.common[row], notes.own[row], notes.kind[row], notes.of[row], notes.worlds[row]
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
    work: Workspace, lineup: Lineup, seed: int, first: int, games: int, cap: int, every: int, seated: Numbers,
    notes: PositionNotes,
) -> int:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed, each seat by a policy drawn from the line-up, and note about
    one decision in `every`.

    Returns the number of positions noted, at most as many as there are rows. ``told[row]`` gets the game, the number of
    decisions before, the seat, the numbers of secrets and places, and the policies of all seats.
    """
    states, rngs, scratch, belief, rows = work.states, work.rngs, work.scratches[0], work.scratches[0].belief, 0
    for g in range(games):
        set_streams(rngs, seed, first + g, first + g)
        assign(states, TABLE, BLANK)
        s = states[TABLE]
        begin(s, rngs[1])
        for seat in range(s.players):
            seated[seat] = below(rngs[0], len(lineup.policies))
        steps = 0
        while steps < cap and not s.over and rows < len(notes.worlds):
            seat = s.turn + 0
            assign(states, ROOT, TABLE)
            blind(states[ROOT], seat)
            if below(rngs[0], every) == 0 and sample_world(states, rngs, work.scratches):
                regard(states[ROOT], s, seat, belief, scratch.pool)
                if 0 < belief.places <= len(notes.of[rows]) and belief.secrets <= len(notes.kind[rows]):
                    note_position(belief, rngs[0], notes, rows)
                    note = notes.told[rows]
                    note[0], note[1], note[2] = first + g, steps, seat
                    note[3], note[4] = belief.secrets, belief.places
                    for other in range(s.players):
                        note[5 + other] = seated[other]
                    rows += 1
            action = decide(work, work.tree, lineup, seated[seat] + 0, seat)
            if action < 0:
                note_stuck(scratch, seat)
                return rows
            apply(s, action, rngs[1])
            steps += 1
    return rows
