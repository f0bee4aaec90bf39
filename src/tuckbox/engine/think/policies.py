"""Policies: random, greedy, learned and searching ones, each a number with an effort.

They are honest: each decides from a redealt world of its own view, never from the table's state. Where the rule `legal`
gives no action, a policy answers `NOTHING`.
"""

from tuckbox.engine.injected import MANNERS, VALUED, apply, value
from tuckbox.engine.scratch import Lineup, Rngs, Scratch, Scratches, States, Tree, Weighed, Workspace
from tuckbox.engine.think.equilibrium import CHUNK, average_action, drawn, run_cfr
from tuckbox.engine.think.network import compute_hidden, compute_policy
from tuckbox.engine.think.playout import FARTHEST, NOTHING, ROOT, SPARE, WORLD, options, weigh
from tuckbox.engine.think.search import grow, most_visited, set_root_prior
from tuckbox.engine.think.tree import forget
from tuckbox.engine.worlds.sampling import sample_world, start_belief
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

RANDOM, GREEDY, SEARCH, LEARNED = 0, 1, 2, 3
KIND, UNIFORM, MANNER, NETWORK, BARE, CARELESS = 7, 8, 4, 9, 1 << 10, 11
"""A policy is one of these kinds in its lowest bits; with the next bit a search takes every world to be as likely, whatever
is believed; from bit 4 on follows the number of a manner in which the game's rules can lean, in bit 9 that of the network
that plays or advises a search. A search that is bare does without a network. From bit 11 on follows the percentage of legal
actions that a policy which does not search overlooks."""

MOST_CARELESS = 127
"""Maximum of that percentage, as its bits are read."""

ANY_MANNER = 31
"""In a search: in every world each seat plays in one of the game's manners, drawn anew."""

EXPLORE = 1.5


@rule
def at_random(s: GameState, rng: Rng, moves: Weighed) -> int:
    """Any legal action: all it takes from a state is what its seat may know, the list of them."""
    n = options(s, moves)
    return moves.action[below(rng, n)] + 0 if n > 0 else NOTHING


@rule
def noticed(s: GameState, scratch: Scratch, rng: Rng) -> int:
    """Gather the legal actions, for a careless policy only those it has not overlooked; returns their number."""
    moves, n = scratch.moves, options(s, scratch.moves)
    if scratch.careless == 0 or n < 2:
        return n
    moves.n = 0
    spared = below(rng, n)
    for i in range(n):
        if i == spared or below(rng, 100) >= scratch.careless:
            moves.action[moves.n] = moves.action[i]
            moves.n += 1
    return moves.n + 0


@rule
def greedy(states: States, rngs: Rngs, scratches: Scratches, seat: int, worlds: int) -> int:
    """The action of greatest `prefer`; among equals the one after which `value` is best on average over redeals; then any.

    ``scratch.score`` holds what each gathered action is worth.
    """
    rng, scratch = rngs[0], scratches[0]
    sample_world(states, rngs, scratches)
    n = noticed(states[WORLD], scratch, rng)
    if n == 0:
        return NOTHING
    weigh(states[WORLD], scratch.moves)
    most = 0
    for i in range(n):
        scratch.score[i] = 0.0
        most = max(most, scratch.moves.weight[i])
    equals = 0
    for i in range(n):
        equals += scratch.moves.weight[i] == most
    for _ in range(worlds if VALUED and equals > 1 else 0):
        sample_world(states, rngs, scratches)
        for i in range(n):
            if scratch.moves.weight[i] == most:
                assign(states, SPARE, WORLD)
                after = states[SPARE]
                apply(after, scratch.moves.action[i] + 0, rng)  # one type of number, one compilation of the rules
                scratch.score[i] += after.payoff[seat] if after.over else value(after, seat)
    equals, choice = 0, -1
    for i in range(n):
        if scratch.moves.weight[i] == most:
            if choice < 0 or scratch.score[i] > scratch.score[choice] + 1e-9:
                choice, equals = i, 1
            elif scratch.score[i] > scratch.score[choice] - 1e-9:
                equals += 1
                if below(rng, equals) == 0:
                    choice = i
    return scratch.moves.action[choice] + 0


@rule
def take_manner(scratches: Scratches, policy: int) -> None:
    """Let all seats lean as the policy does, as carefully."""
    scratches[0].careless = policy >> CARELESS & MOST_CARELESS
    manner = policy >> MANNER & ANY_MANNER
    scratches[0].varied = manner == ANY_MANNER and MANNERS > 1
    for seat in range(len(scratches[0].moves.manner)):
        scratches[0].moves.manner[seat] = 0 if manner == ANY_MANNER else manner


@rule
def learned(states: States, rngs: Rngs, scratches: Scratches, seat: int, which: int, inverse_temperature: float) -> int:
    """Draw an action from the policy of a network; ``scratch.score`` holds the policy, ``slot[0]`` the place of the
    action."""
    scratch = scratches[0]
    network = scratch.networks[which]
    compute_hidden(states, ROOT, seat, scratch, network)
    sample_world(states, rngs, scratches)
    if noticed(states[WORLD], scratch, rngs[0]) == 0:
        return NOTHING
    compute_policy(states[WORLD], scratch, network, inverse_temperature)
    scratch.slot[0] = drawn(scratch, scratch.moves.n, 0.0, rngs[0])
    return scratch.moves.action[scratch.slot[0]] + 0


@rule
def start_thinking(work: Workspace, seat: int, policy: int) -> None:
    """Get ready for a search from the blind record of a seat at ``ROOT``."""
    states, scratch = work.states, work.scratches[0]
    take_manner(work.scratches, policy)
    start_belief(states, work.rngs, work.scratches, seat, policy & UNIFORM == 0)
    scratch.advised, scratch.advisor = False, policy >> NETWORK & 1
    network = scratch.networks[policy >> NETWORK & 1]
    if network.on and policy & BARE == 0:
        set_root_prior(states, scratch, network, seat)
    forget(work.tree, work.scratches)


@rule
def think(work: Workspace, seat: int, iterations: int, low: float, high: float) -> None:
    """Continue a search for a number of iterations."""
    grow(work, seat, iterations, low, high, EXPLORE, True, FARTHEST)


@rule
def concluded(work: Workspace, seat: int) -> int:
    """The action a search has tried most; where no world was possible, the one that `prefer` leans to most."""
    sample_world(work.states, work.rngs, work.scratches)
    scratch, visits = work.scratches[0], 0
    action = most_visited(work.states, work.tree, work.scratches, seat)
    for i in range(scratch.moves.n):
        visits += work.tree[scratch.slot[i]].visits
    return action if visits > 0 else greedy(work.states, work.rngs, work.scratches, seat, 0)


START, GROW, CONCLUDE = range(3)
"""Steps of a search: `start_thinking`, `think` and `concluded`."""


@rule
def search_step(work: Workspace, step: int, seat: int, policy: int, iterations: int, low: float, high: float) -> int:
    """Take one step of a search; returns the action where it ends, else 0. Between steps Python looks at the clock.

    All are one function because each that Python calls is compiled together with all the rules it needs.
    """
    if step == START:
        start_thinking(work, seat, policy)
    elif step == GROW:
        think(work, seat, iterations, low, high)
    else:
        return concluded(work, seat)
    return 0


@rule
def solve(work: Workspace, heard: int, effort: int) -> int:
    """A decision of an equilibrium after `effort` games for each seat, for a seat that has `heard` this much; -1 where the
    game is too large for it."""
    forget(work.tree, work.scratches)
    whole, played = effort * work.states[ROOT].players, 0
    while played < whole:
        games = min(CHUNK, whole - played)
        if not run_cfr(work, played, games, whole):
            return -1
        played += games
    return equilibrium_action(work, heard)


@rule
def equilibrium_action(work: Workspace, heard: int) -> int:
    """The decision that such games have led to; -1 where none has come there."""
    if not sample_world(work.states, work.rngs, work.scratches):
        return -1
    options(work.states[WORLD], work.scratches[0].moves)
    return average_action(work, heard)


@rule
def decide_randomly(states: States, rngs: Rngs, scratches: Scratches) -> int:
    """Draw one of the legal actions of the seat whose blind record is at ``ROOT``.

    Python calls it for random bots: `decide_at_once`, with all that other policies need, takes several times as long to
    compile.
    """
    sample_world(states, rngs, scratches)
    return at_random(states[WORLD], rngs[0], scratches[0].moves)


@rule
def decide_at_once(states: States, rngs: Rngs, scratches: Scratches, seat: int, policy: int, effort: int) -> int:
    """Decide from the blind record at ``ROOT`` by a policy that does not search.

    `effort` is the number of worlds of greedy, and the inverse temperature of a network; without its network that is greedy.
    """
    kind, network = policy & KIND, policy >> NETWORK & 1
    if kind == LEARNED and scratches[0].networks[network].on:
        take_manner(scratches, policy >> CARELESS << CARELESS)  # a network leans in no manner
        return learned(states, rngs, scratches, seat, network, effort * 1.0)
    if kind == RANDOM:
        return decide_randomly(states, rngs, scratches)
    take_manner(scratches, policy)
    return greedy(states, rngs, scratches, seat, effort)


@rule
def search_on(work: Workspace, seat: int, policy: int, effort: int, low: float, high: float) -> int:
    """Decide by a search of `effort` iterations: of an equilibrium where the game is small enough, else of a tree."""
    heard = work.scratches[0].heard[seat] + 0
    if heard != 0:
        take_manner(work.scratches, policy)
        action = solve(work, heard, effort)
        if action >= 0:
            return action
    start_thinking(work, seat, policy)
    think(work, seat, effort, low, high)
    return concluded(work, seat)


@rule
def decide(work: Workspace, tree: Tree | None, lineup: Lineup, place: int, seat: int) -> int:
    """Decide from the blind record of a seat at ``ROOT`` by the policy at a place of the line-up.

    `tree` is the one of `work`. Where that has none nobody may search, and the search, half of all that there is to
    compile, is left out.
    """
    policy, effort = lineup.policies[place], lineup.efforts[place]
    if tree is None:
        return decide_at_once(work.states, work.rngs, work.scratches, seat, policy, effort)
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        if policy & KIND != SEARCH:
            return decide_at_once(work.states, work.rngs, work.scratches, seat, policy, effort)
        return search_on(work, seat, policy, effort, lineup.low, lineup.high)
