"""Games to learn from: what a network sees, may do and does at its seats, and what comes of it.

Rows are written one behind the other: of each decision the numbers of its observation that are not zero, its legal actions,
and where a critic learns the numbers that would be seen with all cards open; ``ends`` tells where each row ends.
"""

from tuckbox.engine.injected import apply, begin, blind, observe
from tuckbox.engine.scratch import Array, DecisionNotes, Lineup, Numbers, Scratch, Shares, Workspace
from tuckbox.engine.tables.games import set_streams
from tuckbox.engine.think.network import compute_values, policy_row
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, note_stuck, options
from tuckbox.engine.think.policies import decide, learned, take_manner
from tuckbox.engine.think.sums import log
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

LEARNER = 0
"""The place of the network that learns among the policies, and among the networks."""


@rule
def seat_players(s: GameState, rng: Rng, mixed: int, policies: Array, seated: Numbers) -> None:
    """In `mixed` of a hundred games one seat or more, but not all, are a rival's, each number of seats as often; of rivals
    there is one a game. In all other games the learner plays against itself."""
    among = below(rng, 100) < mixed and len(policies) > 1 and s.players > 1
    rival = 1 + below(rng, len(policies) - 1) if among else LEARNER
    left = 1 + below(rng, s.players - 1) if among else 0
    for seat in range(s.players):
        seated[seat] = LEARNER
        if left > 0 and below(rng, s.players - seat) < left:
            seated[seat] = rival
            left -= 1


@rule
def start_of(notes: DecisionNotes, row: int, column: int) -> int:
    """The place where a row begins: behind the one before it."""
    return notes.ends[row - 1][column] + 0 if row > 0 else 0


@rule
def room_left(scratch: Scratch, row: int, notes: DecisionNotes) -> bool:
    """Whether there is room for one more row, as long as it may be."""
    seen, may, opened = len(scratch.seen), len(scratch.moves.action), len(notes.open_inputs)
    if row == len(notes.ends) or (opened > 0 and start_of(notes, row, 2) + seen > opened):
        return False
    return start_of(notes, row, 0) + seen <= len(notes.inputs) and start_of(notes, row, 1) + may <= len(notes.actions)


@rule
def note_numbers(observation: Shares, at: int, inputs: Array, numbers: Array) -> int:
    """Write down the numbers of an observation that are not zero, from a place on; returns the place behind them."""
    for i in range(len(observation)):
        if observation[i] != 0.0:
            inputs[at] = i
            numbers[at] = observation[i]
            at += 1
    return at


@rule
def note(s: GameState, scratch: Scratch, row: int, notes: DecisionNotes) -> None:
    """Write down what was seen and gathered: actions by their rows in the policy."""
    may = start_of(notes, row, 1)
    for i in range(scratch.moves.n):
        notes.actions[may] = policy_row(s, scratch.moves.action[i] + 0)
        notes.log_priors[may] = log(1 + scratch.moves.weight[i])
        may += 1
    notes.ends[row][0] = note_numbers(scratch.seen, start_of(notes, row, 0), notes.inputs, notes.numbers)
    notes.ends[row][1] = may


@rule
def note_open(s: GameState, scratch: Scratch, row: int, notes: DecisionNotes) -> None:
    """Write down what who decides would see with all cards open."""
    observe(s, s.turn + 0, scratch.seen, True)
    notes.ends[row][2] = note_numbers(scratch.seen, start_of(notes, row, 2), notes.open_inputs, notes.open_numbers)


@rule
def play_and_note(
    work: Workspace, lineup: Lineup, seed: int, first: int, games: int, cap: int, mixed: int, seated: Numbers,
    notes: DecisionNotes,
) -> int:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed, each of at most `cap` decisions; ``policies[0]`` learns.
    Returns the number of rows noted.

    ``told[row]`` gets the game (of this block), the seat and the place of its action among the legal ones;
    ``probabilities[row]`` that of the action, ``values[row]`` each seat's expected share of the payoff, counted from the one
    that decides. Of each game ``lineups`` gets the policies at its seats (-1: there was no room for all of it, and nothing
    was noted), ``payoffs`` the shares of the game's payoff.
    """
    states, rngs, scratch, row = work.states, work.rngs, work.scratches[0], 0
    for g in range(games):
        set_streams(rngs, seed, first + g, first + g)
        assign(states, TABLE, BLANK)
        s = states[TABLE]
        begin(s, rngs[1])
        seat_players(s, rngs[0], mixed, lineup.policies, seated)
        steps, start, whole = 0, row + 0, True
        while whole and not s.over:
            seat = s.turn + 0
            which = seated[seat] + 0
            assign(states, ROOT, TABLE)
            blind(states[ROOT], seat)
            if which != LEARNER:
                action = decide(work, work.tree, lineup, which, seat)
            elif options(s, scratch.moves) == 1:
                action = scratch.moves.action[0] + 0
            else:
                whole = room_left(scratch, row, notes)
                take_manner(work.scratches, 0)
                action = learned(states, rngs, work.scratches, seat, LEARNER, 1.0)
                if whole:
                    note(s, scratch, row, notes)
                    told = notes.told[row]
                    told[0], told[1], told[2] = g, seat, scratch.slot[0]
                    notes.probabilities[row] = scratch.score[scratch.slot[0]]
                    compute_values(scratch.networks[LEARNER], 0, s.players + 0, notes.values[row])
                    if len(notes.open_inputs) > 0:
                        note_open(s, scratch, row, notes)
                    row += 1
            if action < 0:
                note_stuck(scratch, seat)
                return start
            apply(s, action, rngs[1])
            steps += 1
            whole = whole and (s.over or steps < cap)
        if not whole:
            row = start
        for seat in range(s.players):
            notes.lineups[g][seat] = seated[seat] if whole else -1
            notes.payoffs[g][seat] = (s.payoff[seat] - lineup.low) / (lineup.high - lineup.low)
    return row
