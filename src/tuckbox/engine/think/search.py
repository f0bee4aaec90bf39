"""Multi-observer information-set Monte Carlo tree search, in the kit's vocabulary: it runs plain and compiled.

Each seat has a tree of its own. An edge is known by the history its seat has seen, the labels of all actions and what the
chance in between has shown (the searcher's tree: all the searcher sees; the others': what everybody sees), and by the action
taken. So a rival's tree is one for all hands the rival may hold, and availability counts make up for actions that exist
only in some worlds. Edges lie in one open-addressed table of fixed size; a full table grows no further.
"""

from math import sqrt

from tuckbox.engine.injected import LABELS, apply, blind, value
from tuckbox.engine.scratch import Network, Scratch, Scratches, States, Tree, Words, Workspace
from tuckbox.engine.think.network import compute_hidden, compute_policy, compute_values
from tuckbox.engine.think.playout import ROOT, SPARE, WORLD, options, playout, weigh
from tuckbox.engine.think.tree import edge, new_edge
from tuckbox.engine.worlds.sampling import draw_world
from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, blend, digest, rule
from tuckbox.kit.types import Rng

EVEN = 0.25
"""The share of exploration that goes to all actions alike, whatever `prefer` says."""


@rule
def set_root_prior(states: States, scratch: Scratch, network: Network, seat: int) -> None:
    """Let a network give the prior of the root, before a search from the blind record at ``ROOT``; a world has been dealt.

    From then on it also evaluates the leaves.
    """
    scratch.advised = True
    compute_hidden(states, ROOT, seat, scratch, network)
    options(states[WORLD], scratch.moves)
    compute_policy(states[WORLD], scratch, network, 1.0)
    for i in range(scratch.moves.n):
        scratch.prior[scratch.moves.action[i]] = scratch.score[i]


@rule
def evaluate_leaf(states: States, scratch: Scratch, network: Network) -> None:
    """Write each seat's value of the world into ``scratch.values``, as a network sees it from the seat to move."""
    assign(states, SPARE, WORLD)
    seat = states[WORLD].turn + 0
    blind(states[SPARE], seat)
    compute_hidden(states, SPARE, seat, scratch, network)
    compute_values(network, seat, states[WORLD].players + 0, scratch.values)


@rule
def compute_prior(states: States, scratch: Scratch, guided: bool) -> None:
    """Write the prior of each gathered action into ``scratch.score``: at the root that of a network, if there is one."""
    s, n = states[WORLD], scratch.moves.n
    if scratch.advised and scratch.depth == 0:
        for i in range(n):
            scratch.score[i] = scratch.prior[scratch.moves.action[i]]
    elif guided:
        total = weigh(s, scratch.moves)
        for i in range(n):
            scratch.score[i] = scratch.moves.weight[i] / total
    else:
        for i in range(n):
            scratch.score[i] = 1.0 / n


@rule
def select(scratch: Scratch, tree: Tree, explore: float) -> int:
    """The gathered action with the highest bound: what it has brought so far (untried: what the node has),
    and the more on top the less it was tried of the times it was there, and the more is leaned to it (PUCT)."""
    n = scratch.moves.n
    visits, worth = 0, 0.0
    for i in range(n):
        e = tree[scratch.slot[i]]
        visits += e.visits
        worth += e.worth
    best, most = 0, -1.0
    for i in range(n):
        e = tree[scratch.slot[i]]
        leaning = (1 - EVEN) * scratch.score[i] + EVEN / n
        mean = e.worth / e.visits if e.visits > 0 else (worth / visits if visits > 0 else 0.5)
        there = e.available if e.key != 0 else visits
        bound = mean + explore * leaning * sqrt(there + 1.0) / (1 + e.visits)
        if bound > most:
            best, most = i, bound
    return best


@rule
def step_down(states: States, scratch: Scratch, tree: Tree, explore: float, guided: bool) -> int:
    """Choose for the seat to move within its tree, which grows by this edge if it is new; returns the action."""
    s = states[WORLD]
    node = scratch.key[s.turn]
    for i in range(scratch.moves.n):
        scratch.slot[i] = edge(tree, node, scratch.moves.action[i])
    compute_prior(states, scratch, guided)
    i = select(scratch, tree, explore)
    chosen = tree[scratch.slot[i]]
    for k in range(scratch.moves.n):
        if tree[scratch.slot[k]].key != 0:
            tree[scratch.slot[k]].available += 1
    if chosen.key == 0:
        scratch.growing = False
        if scratch.edges < len(tree) - len(tree) // 4:
            new_edge(tree, scratch, scratch.slot[i], node, scratch.moves.action[i])
            chosen.available = 1
    if chosen.key != 0:
        scratch.path[scratch.depth] = scratch.slot[i]
        scratch.actor[scratch.depth] = s.turn
        scratch.depth += 1
    return scratch.moves.action[i] + 0


@rule
def follow(states: States, words: Words, scratch: Scratch, seat: int, actor: int, action: int) -> None:
    """Lead every seat's tree on by what the seat has seen of an action and of the chance that followed."""
    assign(states, SPARE, WORLD)
    blind(states[SPARE], PUBLIC)
    common = digest(states, words, SPARE)
    for other in range(states[WORLD].players):
        label = action if other == actor else LABELS[action]
        if other != seat:
            scratch.key[other] = blend(blend(scratch.key[other], label), common)
    assign(states, SPARE, WORLD)
    blind(states[SPARE], seat)
    label = action if seat == actor else LABELS[action]
    scratch.key[seat] = blend(blend(scratch.key[seat], label), digest(states, words, SPARE))


@rule
def descend(
    states: States, words: Words, tree: Tree, scratch: Scratch, rng: Rng, seat: int, explore: float, guided: bool, cap: int,
) -> bool:  # fmt: skip
    """Walk all trees together from the root to the first new edge, or for `cap` decisions, since those that leave no choice
    lie on no edge; false where the world ran dry."""
    s = states[WORLD]
    steps = 0
    scratch.depth = 0
    scratch.growing = True
    for other in range(s.players):
        scratch.key[other] = other + 1
    while scratch.growing and not s.over and scratch.depth < len(scratch.path) and steps < cap:
        n = options(s, scratch.moves)
        if n == 0:
            return False
        actor = s.turn + 0
        if n == 1:
            action = scratch.moves.action[0] + 0
        else:
            action = step_down(states, scratch, tree, explore, guided)
        apply(s, action, rng)
        steps += 1
        if scratch.growing:
            follow(states, words, scratch, seat, actor, action)
    return True


@rule
def back_up(s: GameState, tree: Tree, scratch: Scratch, low: float, high: float) -> None:
    """Book the result of a playout on every edge of the path, for the seat that chose it."""
    for i in range(scratch.depth):
        e = tree[scratch.path[i]]
        e.visits += 1
        if scratch.advised and not s.over:
            e.worth += scratch.values[scratch.actor[i]]
        else:
            payoff = s.payoff[scratch.actor[i]] if s.over else value(s, scratch.actor[i])
            e.worth += (payoff - low) / (high - low)


@rule
def grow(
    work: Workspace, seat: int, iterations: int, low: float, high: float, explore: float, guided: bool, cap: int
) -> int:
    """Run iterations from the blind record in ``states[ROOT]``; returns how many counted.

    Worlds that cannot be (the game's `possible`) or run dry are thrown away. Where the trees end a search with a network
    asks it for values; others play on to the end of the game or, after `cap` decisions, go by the game's `value`.
    """
    states, tree, rng, scratch = work.states, work.tree, work.rngs[0], work.scratches[0]
    counted = 0
    for _ in range(iterations):
        if not draw_world(states, rng, scratch, seat):
            continue
        if not descend(states, work.words, tree, scratch, rng, seat, explore, guided, cap):
            continue
        s = states[WORLD]
        if not scratch.advised and playout(s, rng, scratch.moves, cap, guided, True) < 0:
            continue
        if scratch.advised and not s.over:
            evaluate_leaf(states, scratch, scratch.networks[scratch.advisor])
        back_up(s, tree, scratch, low, high)
        counted += 1
    return counted


@rule
def most_visited(states: States, tree: Tree, scratches: Scratches, seat: int) -> int:
    """The action of the root with most visits, from a world dealt to ``WORLD``; ``slot`` holds the edges of all."""
    scratch = scratches[0]
    n = options(states[WORLD], scratch.moves)
    best = 0
    for i in range(n):
        scratch.slot[i] = edge(tree, seat + 1, scratch.moves.action[i])
        if tree[scratch.slot[i]].visits > tree[scratch.slot[best]].visits:
            best = i
    return scratch.moves.action[best] + 0
