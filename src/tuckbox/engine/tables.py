"""Whole games with a policy at each seat, in compiled code: what `simulate` runs by the thousand.

Policies are honest: each decides from a redealt world of its own view, never from the table's state.
"""

from tuckbox.engine.play import BLANK, ROOT, SCRATCH, TABLE, WORLD, options, weigh
from tuckbox.engine.search import forget, grow, most_visited
from tuckbox.engine.slots import VALUED, after, apply, begin, blind, redeal, value
from tuckbox.kit.plain import assign, below, blend, rule

RANDOM, GREEDY, SEARCH = 0, 1, 2
MANNER = 4
"""A policy is one of these kinds, and from this bit on the number of a manner in which the game's rules can lean."""

TRIES = 100
EXPLORE = 1.5


@rule
def at_random(s, rng, moves):
    """Any legal action: all it takes from a state is what its seat may know, the list of them."""
    return moves.action[below(rng, options(s, moves))] + 0


@rule
def imagine(states, rngs, desks):
    """Deal a world from the blind record at ``ROOT`` to ``WORLD``; false if none was possible in `TRIES` deals."""
    for _ in range(TRIES):
        assign(states, WORLD, ROOT)
        if redeal(states[WORLD], rngs[0], desks[0].pool):
            return True
    return False


@rule
def greedy(states, rngs, desks, seat, worlds):
    """The action of greatest `prefer`; among equals the one after which `value` is best on average over redeals; then any.

    ``desk.score`` holds what each gathered action is worth.
    """
    rng, desk = rngs[0], desks[0]
    imagine(states, rngs, desks)
    n = options(states[WORLD], desk.moves)
    weigh(states[WORLD], desk.moves)
    most = 0
    for i in range(n):
        desk.score[i] = 0.0
        most = max(most, desk.moves.weight[i])
    equals = 0
    for i in range(n):
        equals += desk.moves.weight[i] == most
    for _ in range(worlds if VALUED and equals > 1 else 0):
        imagine(states, rngs, desks)
        for i in range(n):
            if desk.moves.weight[i] == most:
                assign(states, SCRATCH, WORLD)
                after = states[SCRATCH]
                apply(after, desk.moves.action[i] + 0, rng)  # one type of number, one compilation of the rules
                desk.score[i] += after.payoff[seat] if after.over else value(after, seat)
    equals, choice = 0, -1
    for i in range(n):
        if desk.moves.weight[i] == most:
            if choice < 0 or desk.score[i] > desk.score[choice] + 1e-9:
                choice, equals = i, 1
            elif desk.score[i] > desk.score[choice] - 1e-9:
                equals += 1
                if below(rng, equals) == 0:
                    choice = i
    return desk.moves.action[choice] + 0


@rule
def decide(states, words, rngs, tree, desks, seat, policy, effort, low, high):
    """Decide from the blind record at ``ROOT`` by a policy; `effort` is iterations for search, worlds for greedy."""
    desks[0].moves.manner = policy >> MANNER
    if policy & 15 == GREEDY:
        return greedy(states, rngs, desks, seat, effort)
    imagine(states, rngs, desks)
    if policy & 15 == RANDOM:
        return at_random(states[WORLD], rngs[0], desks[0].moves)
    forget(tree, desks)
    grow(states, words, rngs, tree, desks, seat, effort, low, high, EXPLORE, True, 10000)
    imagine(states, rngs, desks)
    return most_visited(states, tree, desks, seat)


@rule
def play_table(states, words, rngs, tree, desks, cap, policies, efforts, low, high, whole):
    """Play the game in ``states[TABLE]`` from its deal to its end, or the `whole` match; returns the number of decisions,
    at most `cap`."""
    s = states[TABLE]
    begin(s, rngs[1])
    steps = 0
    while steps < cap:
        seat = s.turn + 0
        if policies[seat] == RANDOM:
            action = at_random(s, rngs[0], desks[0].moves)
        else:
            assign(states, ROOT, TABLE)
            blind(states[ROOT], seat)
            action = decide(states, words, rngs, tree, desks, seat, policies[seat], efforts[seat], low, high)
        apply(s, action, rngs[1])
        steps += 1
        if s.over:
            after(s)
            if s.done or not whole:
                return steps
            begin(s, rngs[1])
    return steps


@rule
def play_tables(
    states, words, rngs, tree, desks, seed, first, games, cap, policies, efforts, low, high, whole, lengths, payoffs
):
    """Play games `first` to ``first + games - 1`` of a seed, seat p by ``policies[p]`` with ``efforts[p]``.

    Deals and decisions draw from two streams of each game's own number, so neither order nor company matters. A whole
    match pays 1, shared by those in the first place. Results as for `playouts`.
    """
    stream = blend(seed, 0)  # seeds that are near each other must not share games
    for g in range(games):
        rngs[0].s = blend(stream, 2 * (first + g))
        rngs[1].s = blend(stream, 2 * (first + g) + 1)
        assign(states, TABLE, BLANK)
        steps = play_table(states, words, rngs, tree, desks, cap, policies, efforts, low, high, whole)
        s = states[TABLE]
        finished = s.done if whole else s.over
        lengths[g] = steps if finished else -steps
        winners = 0
        for seat in range(s.players):
            winners += s.place[seat] == 1
        for seat in range(s.players):
            payoffs[g][seat] = s.payoff[seat]
            if whole:
                payoffs[g][seat] = 1.0 / winners if finished and s.place[seat] == 1 else 0.0
