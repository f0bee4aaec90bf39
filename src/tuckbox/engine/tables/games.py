"""Whole games with a policy at each seat, in compiled code: what `simulate` runs by the thousand, perhaps written down.

Chance and decisions draw from two streams of each game's own numbers, so neither order nor company matters, and the same
deal can be played again by other players in other seats.
"""

from tuckbox.engine.injected import after, apply, begin, blind
from tuckbox.engine.scratch import Array, Deals, Lineup, Notes, Results, Rngs, Scratches, Tree, Workspace
from tuckbox.engine.think.equilibrium import UNHEARD, listen
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, note_stuck, options
from tuckbox.engine.think.policies import KIND, RANDOM, SEARCH, at_random, decide
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, blend, rule

SEAT, ACTION, CHOICES, THOUGHTS = 0, 1, 2, 3
"""Columns of a decision that is written down: who, what, of how many legal actions, and the number of its thoughts."""


@rule
def deal(s: GameState, rngs: Rngs, scratches: Scratches) -> None:
    """Deal the next game, of which nobody has heard anything yet."""
    begin(s, rngs[1])
    for seat in range(s.players):
        scratches[0].heard[seat] = UNHEARD


@rule
def set_streams(rngs: Rngs, seed: int, chance: int, decision: int) -> None:
    """Set the streams of a game: chance draws from those of one number, decisions from those of another."""
    stream = blend(seed, 0)  # seeds that are near each other must not share games
    rngs[0].s = blend(stream, 2 * decision)
    rngs[1].s = blend(stream, 2 * chance + 1)


@rule
def anybody_searches(s: GameState, policies: Array) -> bool:
    """Whether a search sits at the table: then what is played has to be heard."""
    for seat in range(s.players):
        if policies[seat] & KIND == SEARCH:
            return True
    return False


@rule
def chosen(work: Workspace, lineup: Lineup, seat: int) -> int:
    """The action of the seat to decide in ``states[TABLE]``, by its policy and what it sees."""
    if lineup.policies[seat] == RANDOM:
        return at_random(work.states[TABLE], work.rngs[0], work.scratches[0].moves)
    assign(work.states, ROOT, TABLE)
    blind(work.states[ROOT], seat)
    return decide(work, work.tree, lineup, seat, seat)


@rule
def has_settled(work: Workspace) -> bool:
    """Whether the search that has just decided came to an equilibrium: only then actions have shares of its policies."""
    scratch, shares = work.scratches[0], 0.0
    for i in range(scratch.moves.n):
        shares += work.tree[scratch.slot[i]].share
    return shares > 0


@rule
def note_thoughts(work: Workspace, notes: Notes, low: float, high: float) -> int:
    """Write of each gathered action how often a search has tried it and what all of that has brought, as shares of the
    payoff between `low` and `high`. A search that settles keeps means of the payoff itself.

    Returns the number of actions, -1 where there is no room.
    """
    scratch, at, n = work.scratches[0], notes.used[1] + 0, work.scratches[0].moves.n + 0
    if at + n > len(notes.worths):
        return -1
    settled = has_settled(work)
    for i in range(n):
        e = work.tree[scratch.slot[i]]
        notes.thoughts[at + i][0] = scratch.moves.action[i]
        notes.thoughts[at + i][1] = e.visits
        notes.worths[at + i] = e.visits * (e.worth - low) / (high - low) if settled else e.worth
    notes.used[1] += n
    return n


@rule
def note_decision(work: Workspace, tree: Tree | None, lineup: Lineup, seat: int, action: int, notes: Notes) -> bool:
    """Write a decision of the seat to decide in ``states[TABLE]`` into the next row, with the thoughts of a search; `tree`
    is the one of `work`. Returns False, and writes nothing, where there is no room for the thoughts."""
    choices, noted = options(work.states[TABLE], work.scratches[0].moves), 0
    if tree is not None:  # noqa: SIM102
        if lineup.policies[seat] & KIND == SEARCH and choices > 1:  # nested: see `play_game`
            noted = note_thoughts(work, notes, lineup.low, lineup.high)
    if noted < 0:
        return False
    row = notes.rows[notes.used[0]]
    row[SEAT], row[ACTION], row[CHOICES], row[THOUGHTS] = seat, action, choices, noted
    notes.used[0] += 1
    return True


@rule
def play_game(work: Workspace, lineup: Lineup, cap: int, whole: bool, notes: Notes | None) -> int:
    """Play a game from its deal in ``states[TABLE]`` to its end, or the `whole` match; write it down where there are notes.

    Returns the number of decisions, at most `cap`; -1 where the notes have no room for more, or a seat is stuck.
    """
    s, rng = work.states[TABLE], work.rngs[1]
    deal(s, work.rngs, work.scratches)
    steps, searching = 0, anybody_searches(s, lineup.policies)
    while steps < cap:
        seat = s.turn + 0
        if notes is not None:  # noqa: SIM102
            if notes.used[0] == len(notes.rows):  # nested: numba drops what a `None` closes, if it stands alone
                return -1
        action = chosen(work, lineup, seat)
        if action < 0:
            note_stuck(work.scratches[0], seat)
            return -1
        if notes is not None:  # noqa: SIM102
            if not note_decision(work, work.tree, lineup, seat, action, notes):  # nested, as above
                return -1
        steps += 1
        if searching:
            listen(s, work.scratches[0].heard, action)
        apply(s, action, rng)
        if s.over:
            after(s)
            if s.done or not whole:
                return steps
            deal(s, work.rngs, work.scratches)
    return steps


@rule
def note_result(s: GameState, g: int, steps: int, whole: bool, results: Results) -> None:
    """Write the results of game g, or of the `whole` match."""
    finished = s.done if whole else s.over
    results.lengths[g] = steps if finished else -steps
    winners = 0
    for seat in range(s.players):
        winners += s.place[seat] == 1
    for seat in range(s.players):
        results.payoffs[g][seat] = s.payoff[seat]
        if whole:
            results.payoffs[g][seat] = 1.0 / winners if finished and s.place[seat] == 1 else 0.0
        results.places[g][seat] = s.place[seat] if s.done else 0


@rule
def play_games(
    work: Workspace, lineup: Lineup, deals: Deals, cap: int, whole: bool, results: Results, notes: Notes | None
) -> int:
    """Play games, seat p by ``policies[p]``, and write them down where there are notes, game after game.

    Returns the number of games that were finished: all, unless the notes have no room for the next, or a seat
    is stuck in it.
    """
    for g in range(len(deals.chances)):
        set_streams(work.rngs, deals.seed, deals.chances[g] + 0, deals.decisions[g] + 0)
        assign(work.states, TABLE, BLANK)
        steps = play_game(work, lineup, cap, whole, notes)
        if steps < 0:
            return g
        note_result(work.states[TABLE], g, steps, whole, results)
    return len(deals.chances)
