"""Whole games with a policy at each seat, in compiled code: what `simulate` runs by the thousand.

Policies are honest: each decides from a redealt world of its own view, never from the table's state.
"""

from collections.abc import Sequence

from tuckbox.engine.injected import MANNERS, VALUED, after, apply, begin, blind, value
from tuckbox.engine.scratch import Numbers, Rngs, Scratch, Scratches, Shares, States, Tree, Weighed, Words
from tuckbox.engine.think.equilibrium import CHUNK, UNHEARD, agreed, drawn, listen, settle
from tuckbox.engine.think.network import incline, perceive
from tuckbox.engine.think.playout import BLANK, ROOT, SPARE, TABLE, WORLD, options, weigh
from tuckbox.engine.think.search import grow, most_visited, take_advice
from tuckbox.engine.think.tree import forget
from tuckbox.engine.worlds.sampling import imagine, start_believing
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, blend, rule
from tuckbox.kit.types import Rng

RANDOM, GREEDY, SEARCH, LEARNED = 0, 1, 2, 3
KIND, UNIFORM, MANNER, MIND, BARE, CARELESS = 7, 8, 4, 9, 1 << 10, 1 << 11
"""A policy is one of these kinds in its lowest bits; with the next bit a search takes every world to be as likely, whatever
is believed; from bit 4 on follows the number of a manner in which the game's rules can lean, in bit 9 that of the mind that
plays or advises a search. A search that is bare does without a network; who is careless and does not search overlooks some
of the legal actions."""

OVERLOOKED = 20
"""So many of a hundred legal actions somebody careless overlooks."""

ANY_MANNER = 31
"""In a search: in every world each seat plays in one of the game's manners, drawn anew."""

EXPLORE = 1.5
FARTHEST = 10_000
"""A playout of a search that has gone on for so many decisions is judged as it stands."""


@rule
def at_random(s: GameState, rng: Rng, moves: Weighed) -> int:
    """Any legal action: all it takes from a state is what its seat may know, the list of them."""
    return moves.action[below(rng, options(s, moves))] + 0


@rule
def noticed(s: GameState, scratch: Scratch, rng: Rng) -> int:
    """Gather the legal actions, for somebody careless only those he has not overlooked; returns how many there are."""
    moves, n = scratch.moves, options(s, scratch.moves)
    if not scratch.careless or n == 1:
        return n
    moves.n = 0
    spared = below(rng, n)
    for i in range(n):
        if i == spared or below(rng, 100) >= OVERLOOKED:
            moves.action[moves.n] = moves.action[i]
            moves.n += 1
    return moves.n + 0


@rule
def greedy(states: States, rngs: Rngs, scratches: Scratches, seat: int, worlds: int) -> int:
    """The action of greatest `prefer`; among equals the one after which `value` is best on average over redeals; then any.

    ``scratch.score`` holds what each gathered action is worth.
    """
    rng, scratch = rngs[0], scratches[0]
    imagine(states, rngs, scratches)
    n = noticed(states[WORLD], scratch, rng)
    weigh(states[WORLD], scratch.moves)
    most = 0
    for i in range(n):
        scratch.score[i] = 0.0
        most = max(most, scratch.moves.weight[i])
    equals = 0
    for i in range(n):
        equals += scratch.moves.weight[i] == most
    for _ in range(worlds if VALUED and equals > 1 else 0):
        imagine(states, rngs, scratches)
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
    scratches[0].careless = policy & CARELESS != 0
    manner = policy >> MANNER & ANY_MANNER
    scratches[0].varied = manner == ANY_MANNER and MANNERS > 1
    for seat in range(len(scratches[0].moves.manner)):
        scratches[0].moves.manner[seat] = 0 if manner == ANY_MANNER else manner


@rule
def learned(states: States, rngs: Rngs, scratches: Scratches, seat: int, which: int, keenness: float) -> int:
    """An action drawn from the policy of a mind; ``scratch.score`` holds the policy, ``slot[0]`` the place of the action."""
    scratch = scratches[0]
    mind = scratch.minds[which]
    perceive(states, ROOT, seat, scratch, mind)
    imagine(states, rngs, scratches)
    noticed(states[WORLD], scratch, rngs[0])
    incline(states[WORLD], scratch, mind, keenness)
    scratch.slot[0] = drawn(scratch, scratch.moves.n, 0.0, rngs[0])
    return scratch.moves.action[scratch.slot[0]] + 0


@rule
def start_thinking(states: States, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int, policy: int) -> None:
    """Get ready for a search from the blind record of a seat at ``ROOT``."""
    take_manner(scratches, policy)
    start_believing(states, rngs, scratches, seat, policy & UNIFORM == 0)
    scratches[0].advised, scratches[0].mind = False, policy >> MIND & 1
    mind = scratches[0].minds[policy >> MIND & 1]
    if mind.on and policy & BARE == 0:
        take_advice(states, scratches[0], mind, seat)
    forget(tree, scratches)


@rule
def think(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int, iterations: int,
    low: float, high: float,
) -> None:  # fmt: skip
    """Search so many iterations on."""
    grow(states, words, rngs, tree, scratches, seat, iterations, low, high, EXPLORE, True, FARTHEST)


@rule
def concluded(states: States, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int) -> int:
    """What a search has come to: the action it has tried most; where no world was possible, what `prefer` leans to."""
    imagine(states, rngs, scratches)
    scratch, visits = scratches[0], 0
    action = most_visited(states, tree, scratches, seat)
    for i in range(scratch.moves.n):
        visits += tree[scratch.slot[i]].visits
    return action if visits > 0 else greedy(states, rngs, scratches, seat, 0)


@rule
def solve(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, heard: int, effort: int
) -> int:  # fmt: skip
    """Where the game is small, a decision of an equilibrium for who has `heard` so much, after `effort` games for each seat;
    -1 where it is not."""
    forget(tree, scratches)
    whole, played = effort * states[ROOT].players, 0
    while played < whole:
        games = min(CHUNK, whole - played)
        if not settle(states, words, rngs, tree, scratches, played, games, whole):
            return -1
        played += games
    return settled(states, words, rngs, tree, scratches, heard)


@rule
def settled(states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, heard: int) -> int:
    """The decision that such games have led to; -1 where none has come there."""
    if not imagine(states, rngs, scratches):
        return -1
    options(states[WORLD], scratches[0].moves)
    return agreed(states, words, rngs, tree, scratches, heard)


@rule
def decide_at_once(states: States, rngs: Rngs, scratches: Scratches, seat: int, policy: int, effort: int) -> int:
    """Decide from the blind record at ``ROOT`` by a policy that does not search; `effort` is worlds for greedy, keenness for
    what has learnt to play. Who is to play by a mind that is not there is greedy."""
    kind, mind = policy & KIND, policy >> MIND & 1
    if kind == LEARNED and scratches[0].minds[mind].on:
        take_manner(scratches, policy & CARELESS)
        return learned(states, rngs, scratches, seat, mind, effort * 1.0)
    take_manner(scratches, policy)
    if kind == RANDOM:
        imagine(states, rngs, scratches)
        return at_random(states[WORLD], rngs[0], scratches[0].moves)
    return greedy(states, rngs, scratches, seat, effort)


@rule
def decide(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int, policy: int, effort: int,
    low: float, high: float,
) -> int:  # fmt: skip
    """Decide from the blind record at ``ROOT`` by a policy; the `effort` of a search is iterations."""
    if policy & KIND != SEARCH:
        return decide_at_once(states, rngs, scratches, seat, policy, effort)
    if scratches[0].heard[seat] != 0:
        take_manner(scratches, policy)
        action = solve(states, words, rngs, tree, scratches, scratches[0].heard[seat] + 0, effort)
        if action >= 0:
            return action
    start_thinking(states, rngs, tree, scratches, seat, policy)
    think(states, words, rngs, tree, scratches, seat, effort, low, high)
    return concluded(states, rngs, tree, scratches, seat)


@rule
def deal(s: GameState, rngs: Rngs, scratches: Scratches) -> None:
    """Deal the next game, of which nobody has heard anything yet."""
    begin(s, rngs[1])
    for seat in range(s.players):
        scratches[0].heard[seat] = UNHEARD


@rule
def seat_chance(rngs: Rngs, seed: int, chance: int, mind: int) -> None:
    """Set the streams of a game: chance draws from those of one number, decisions from those of another."""
    stream = blend(seed, 0)  # seeds that are near each other must not share games
    rngs[0].s = blend(stream, 2 * mind)
    rngs[1].s = blend(stream, 2 * chance + 1)


@rule
def anybody_searches(s: GameState, policies: Sequence[int]) -> bool:
    """Whether a search sits at the table: then what is played has to be heard."""
    for seat in range(s.players):
        if policies[seat] & KIND == SEARCH:
            return True
    return False


@rule
def chosen(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seat: int, policy: int, effort: int,
    low: float, high: float,
) -> int:  # fmt: skip
    """What the seat to decide in ``states[TABLE]`` does, by its policy and what it sees."""
    if policy == RANDOM:
        return at_random(states[TABLE], rngs[0], scratches[0].moves)
    assign(states, ROOT, TABLE)
    blind(states[ROOT], seat)
    return decide(states, words, rngs, tree, scratches, seat, policy, effort, low, high)


@rule
def note_result(s: GameState, g: int, steps: int, whole: bool, lengths: Numbers, payoffs: Sequence[Shares]) -> None:
    """Write how long game g was (negative: it was broken off) and what each seat got, of a whole match its part of 1."""
    finished = s.done if whole else s.over
    lengths[g] = steps if finished else -steps
    winners = 0
    for seat in range(s.players):
        winners += s.place[seat] == 1
    for seat in range(s.players):
        payoffs[g][seat] = s.payoff[seat]
        if whole:
            payoffs[g][seat] = 1.0 / winners if finished and s.place[seat] == 1 else 0.0


@rule
def play_game(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, cap: int, policies: Sequence[int],
    efforts: Sequence[int], low: float, high: float, whole: bool,
) -> int:  # fmt: skip
    """Play the game in ``states[TABLE]`` from its deal to its end, or the `whole` match; returns the number of decisions,
    at most `cap`."""
    s = states[TABLE]
    deal(s, rngs, scratches)
    steps, searching = 0, anybody_searches(s, policies)
    while steps < cap:
        seat = s.turn + 0
        action = chosen(states, words, rngs, tree, scratches, seat, policies[seat], efforts[seat], low, high)
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
def play_games(
    states: States, words: Words, rngs: Rngs, tree: Tree, scratches: Scratches, seed: int, first: int, games: int,
    cap: int, policies: Sequence[int], efforts: Sequence[int], low: float, high: float, whole: bool, lengths: Numbers,
    payoffs: Sequence[Shares],
) -> None:  # fmt: skip
    """Play games `first` to ``first + games - 1`` of a seed, seat p by ``policies[p]`` with ``efforts[p]``.

    Deals and decisions draw from two streams of each game's own number, so neither order nor company matters. A whole
    match pays 1, shared by those in the first place. Results as for `playouts`.
    """
    for g in range(games):
        seat_chance(rngs, seed, first + g, first + g)
        assign(states, TABLE, BLANK)
        steps = play_game(states, words, rngs, tree, scratches, cap, policies, efforts, low, high, whole)
        note_result(states[TABLE], g, steps, whole, lengths, payoffs)
