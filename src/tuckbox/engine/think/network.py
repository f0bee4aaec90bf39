"""A policy and a value for a seat, from what it sees: a small network over its observation, which compiled rules work out.

Two layers of `WIDTH` units read the observation of the blind record (`tuckbox.definition.planes`). From the second a row for
each legal action makes its share in the policy, beside what the game's `prefer` says of it; and a row for each seat, counted
from who sees, what of the game's payoff it may hope for. A *mind* is the memory of one such network. All of it is sums and
products in a fixed order (`tuckbox.engine.think.sums`), so that it comes to the same on every machine.
"""

from tuckbox.engine.injected import observe
from tuckbox.engine.scratch import Mind, Scratch, Shares, States
from tuckbox.engine.think.playout import weigh
from tuckbox.engine.think.sums import add_row, chance, falling, logarithm, product
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import rule


@rule
def perceive(states: States, row: int, seat: int, scratch: Scratch, mind: Mind) -> None:
    """Let a mind take in what a seat sees: its blind record, in a row of the states."""
    observe(states[row], seat, scratch.seen)
    for k in range(len(mind.unit)):
        mind.unit[k] = mind.unit_shift[k]
        mind.felt[k] = mind.felt_shift[k]
    for i in range(len(scratch.seen)):
        if scratch.seen[i] != 0.0 and mind.reads[i] > 0:
            add_row(mind.unit, mind.units[mind.reads[i] - 1], scratch.seen[i])
    for k in range(len(mind.unit)):
        if mind.unit[k] > 0.0:
            add_row(mind.felt, mind.felts[k], mind.unit[k])
    for k in range(len(mind.felt)):
        mind.felt[k] = max(mind.felt[k], 0.0)


@rule
def incline(s: GameState, scratch: Scratch, mind: Mind, keenness: float) -> None:
    """Into ``scratch.score`` the policy of a mind that has perceived: the share of each gathered action. The keener, the
    more goes to those it likes best; 1 is what it has learnt."""
    weigh(s, scratch.moves)
    most = -1e30
    for i in range(scratch.moves.n):
        action = scratch.moves.action[i]
        liking = mind.action_shift[action] + product(mind.felt, mind.actions[action])
        scratch.score[i] = keenness * (liking + mind.trust[0] * logarithm(1 + scratch.moves.weight[i]))
        most = max(most, scratch.score[i])
    total = 0.0
    for i in range(scratch.moves.n):
        scratch.score[i] = falling(scratch.score[i] - most)
        total += scratch.score[i]
    for i in range(scratch.moves.n):
        scratch.score[i] /= total


@rule
def hope(mind: Mind, seat: int, players: int, out: Shares) -> None:
    """For every seat the share of the game's payoff that it may hope for, as a seat sees it whose mind has perceived."""
    for i in range(players):
        other = seat + i if seat + i < players else seat + i - players
        out[other] = chance(mind.hope_shift[i] + product(mind.felt, mind.hopes[i]))
