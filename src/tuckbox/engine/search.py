"""Multi-observer information-set Monte Carlo tree search, in the kit's vocabulary: it runs plain and compiled.

Each seat has a tree of its own. An edge is known by the history its seat has seen, the labels of all actions and what the
chance in between has shown (the searcher's tree: all the searcher sees; the others': what everybody sees), and by the action
taken. So a rival's tree is one for all hands the rival may hold, and availability counts make up for actions that exist
only in some worlds. Edges lie in one open-addressed table of fixed size; a full table grows no further.
"""

from math import sqrt

from tuckbox.engine.play import ROOT, SCRATCH, WORLD, options, playout, weigh
from tuckbox.engine.slots import LABELS, apply, blind, redeal, value
from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.plain import assign, blend, digest, rule

EVEN = 0.25
"""The share of exploration that goes to all actions alike, whatever `prefer` says."""


@rule
def edge(tree, node, action):
    """The place of an edge in the table, or the free place where it would go."""
    key = blend(node, action) | 1
    place = key & (len(tree) - 1)
    while tree[place].key != key and tree[place].key != 0:
        place = (place + 1) & (len(tree) - 1)
    return place


@rule
def select(s, desk, tree, explore, guided):
    """Of the gathered actions the one with the highest bound: what it has brought so far (untried: what the node has),
    and the more on top the less it was tried of the times it was there, and the more `prefer` leans to it (PUCT)."""
    n = desk.moves.n
    visits, worth = 0, 0.0
    for i in range(n):
        e = tree[desk.slot[i]]
        visits += e.visits
        worth += e.worth
    total = weigh(s, desk.moves) if guided else 0
    best, most = 0, -1.0
    for i in range(n):
        e = tree[desk.slot[i]]
        leaning = (1 - EVEN) * desk.moves.weight[i] / total + EVEN / n if guided else 1.0 / n
        mean = e.worth / e.visits if e.visits > 0 else (worth / visits if visits > 0 else 0.5)
        there = e.available if e.key != 0 else visits
        bound = mean + explore * leaning * sqrt(there + 1.0) / (1 + e.visits)
        if bound > most:
            best, most = i, bound
    return best


@rule
def step_down(s, desk, tree, explore, guided):
    """Choose for the seat to move within its tree, which grows by this edge if it is new; returns the action."""
    node = desk.key[s.turn]
    for i in range(desk.moves.n):
        desk.slot[i] = edge(tree, node, desk.moves.action[i])
    i = select(s, desk, tree, explore, guided)
    chosen = tree[desk.slot[i]]
    for k in range(desk.moves.n):
        if tree[desk.slot[k]].key != 0:
            tree[desk.slot[k]].available += 1
    if chosen.key == 0:
        desk.growing = False
        if desk.edges < len(tree) - len(tree) // 4:
            desk.edges += 1
            chosen.key = blend(node, desk.moves.action[i]) | 1
            chosen.available = 1
    if chosen.key != 0:
        desk.path[desk.depth] = desk.slot[i]
        desk.actor[desk.depth] = s.turn
        desk.depth += 1
    return desk.moves.action[i] + 0


@rule
def follow(states, words, desk, seat, actor, action):
    """Lead every seat's tree on by what the seat has seen of an action and of the chance that followed."""
    assign(states, SCRATCH, WORLD)
    blind(states[SCRATCH], PUBLIC)
    common = digest(states, words, SCRATCH)
    for other in range(states[WORLD].players):
        label = action if other == actor else LABELS[action]
        if other != seat:
            desk.key[other] = blend(blend(desk.key[other], label), common)
    assign(states, SCRATCH, WORLD)
    blind(states[SCRATCH], seat)
    label = action if seat == actor else LABELS[action]
    desk.key[seat] = blend(blend(desk.key[seat], label), digest(states, words, SCRATCH))


@rule
def descend(states, words, tree, desk, rng, seat, explore, guided):
    """Walk all trees together from the root to the first new edge; false where the world ran dry."""
    s = states[WORLD]
    desk.depth = 0
    desk.growing = True
    for other in range(s.players):
        desk.key[other] = other + 1
    while desk.growing and not s.over and desk.depth < len(desk.path):
        n = options(s, desk.moves)
        if n == 0:
            return False
        actor = s.turn + 0
        if n == 1:
            action = desk.moves.action[0] + 0
        else:
            action = step_down(s, desk, tree, explore, guided)
        apply(s, action, rng)
        if desk.growing:
            follow(states, words, desk, seat, actor, action)
    return True


@rule
def back_up(s, tree, desk, low, high):
    """Book the result of a playout on every edge of the path, for the seat that chose it."""
    for i in range(desk.depth):
        e = tree[desk.path[i]]
        e.visits += 1
        payoff = s.payoff[desk.actor[i]] if s.over else value(s, desk.actor[i])
        e.worth += (payoff - low) / (high - low)


@rule
def grow(states, words, rngs, tree, desks, seat, iterations, low, high, explore, guided, cap):
    """Run iterations from the blind record in ``states[ROOT]``; returns how many counted.

    Worlds that cannot be (the game's `possible`) or run dry are thrown away. Playouts go to the end of the game or, after
    `cap` decisions, are judged by the game's `value`.
    """
    rng, desk = rngs[0], desks[0]
    counted = 0
    for _ in range(iterations):
        assign(states, WORLD, ROOT)
        if not redeal(states[WORLD], rng, desk.pool):
            continue
        if not descend(states, words, tree, desk, rng, seat, explore, guided):
            continue
        s = states[WORLD]
        if playout(s, rng, desk.moves, cap, guided) < 0:
            continue
        back_up(s, tree, desk, low, high)
        counted += 1
    return counted


@rule
def forget(tree, desks):
    """Empty the table for a new search."""
    desks[0].edges = 0
    for place in range(len(tree)):
        e = tree[place]
        if e.key != 0:
            e.key = 0
            e.visits = 0
            e.available = 0
            e.worth = 0.0


@rule
def most_visited(states, tree, desks, seat):
    """The action of the root with most visits, from a world dealt to ``WORLD``; ``slot`` holds the edges of all."""
    desk = desks[0]
    n = options(states[WORLD], desk.moves)
    best = 0
    for i in range(n):
        desk.slot[i] = edge(tree, seat + 1, desk.moves.action[i])
        if tree[desk.slot[i]].visits > tree[desk.slot[best]].visits:
            best = i
    return desk.moves.action[best] + 0
