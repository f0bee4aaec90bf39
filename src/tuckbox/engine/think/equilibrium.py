"""Monte Carlo counterfactual regret minimisation (outcome sampling with baselines), in the kit's vocabulary.

Where a game is so small that its decisions come up again and again, players who answer best to each other settle near an
equilibrium: each decision gets a mixture of actions that nobody can exploit. A search from what a seat sees cannot find it,
since it knows nothing of why the rivals came to where they are; so this one plays whole games from the deal, each seat
learning in turn, until every decision has come up often enough. It finds out by itself that a game is not small.

A decision is known by what its seat sees (the blind record) and has heard since the deal (the labels of all actions); its
edges lie in the table of the search. Every game played is one path: the seat that learns in it strays from its policy now
and then, the others do not; what it did not try is judged by what that has brought before (the baseline), so one path
teaches something of all actions it passed (Schmid and others, 2019). Regrets are kept from falling below zero and later
policies weigh more, as in CFR+.
"""

from tuckbox.engine.injected import LABELS, apply, begin, blind
from tuckbox.engine.scratch import Numbers, Scratch, States, Tree, Words, Workspace
from tuckbox.engine.think.playout import BLANK, FARTHEST, ROOT, SPARE, WORLD, options, playout
from tuckbox.engine.think.tree import edge, new_edge
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import assign, below, blend, digest, rule
from tuckbox.kit.types import Rng

EXPLORATION = 0.5
"""Probability with which the learning seat explores: it then takes any action, whatever its policy says."""

GAMES_PER_EDGE = 10
"""Minimum number of games for each edge; a game with more edges than that allows is too large for this."""

UNHEARD = 1
"""Key of a seat that has heard nothing since the deal."""

GRAIN = 1 << 30
CHUNK = 64


@rule
def heard_after(key: int, actor: int, label: int) -> int:
    """Extend what a seat has heard by one more action, as it was told of it."""
    return blend(blend(key, actor), label)


@rule
def listen(s: GameState, keys: Numbers, action: int) -> None:
    """Extend what each seat has heard by an action about to be carried out."""
    for seat in range(s.players):
        keys[seat] = heard_after(keys[seat], s.turn, action if seat == s.turn else LABELS[action])


@rule
def carry_out(s: GameState, scratch: Scratch, action: int, rng: Rng) -> None:
    """Carry an action out, and let each seat hear of it."""
    listen(s, scratch.key, action)
    apply(s, action, rng)


@rule
def mix(tree: Tree, scratch: Scratch, first: int, n: int) -> None:
    """Write the policy of a decision by its regrets into ``scratch.score``; note its edges from `first` on."""
    total = 0.0
    for i in range(n):
        total += tree[scratch.noted[first + i]].regret
    for i in range(n):
        scratch.score[i] = tree[scratch.noted[first + i]].regret / total if total > 0 else 1.0 / n


@rule
def drawn(scratch: Scratch, n: int, exploration: float, rng: Rng) -> int:
    """One of n actions by ``scratch.score``; or, as often as `exploration` says, any."""
    dart = below(rng, GRAIN) / GRAIN
    for i in range(n):
        dart -= exploration / n + (1 - exploration) * scratch.score[i]
        if dart < 0:
            return i
    return n - 1


@rule
def note_edges(states: States, words: Words, tree: Tree, scratch: Scratch, first: int) -> bool:
    """Note the edges of the decision in ``WORLD``, whose actions are gathered, making those that are new; false where there
    is no room."""
    n, seat = scratch.moves.n, states[WORLD].turn
    if first + n > len(scratch.noted) or scratch.edges + n > len(tree) // 2:
        return False
    assign(states, SPARE, WORLD)
    blind(states[SPARE], seat)
    node = blend(scratch.key[seat], digest(states, words, SPARE))
    for i in range(n):
        place = edge(tree, node, scratch.moves.action[i])
        if tree[place].key == 0:
            new_edge(tree, scratch, place, node, scratch.moves.action[i])
        scratch.noted[first + i] = place
    return True


@rule
def play_down(states: States, words: Words, tree: Tree, scratch: Scratch, rng: Rng, learner: int, weight: float) -> bool:
    """Play one game from the deal along the policies, noting its path; false where it came to nothing.

    Policies of the others are added to their averages, `weight` times.
    """
    s = states[WORLD]
    scratch.depth = 0
    first, reach, forced = 0, 1.0, 0
    for seat in range(s.players):
        scratch.key[seat] = UNHEARD
    while not s.over:
        n = options(s, scratch.moves)
        if n == 0 or scratch.depth == len(scratch.path):
            return False
        if n == 1:
            forced += 1
            if forced > FARTHEST:
                return False
            carry_out(s, scratch, scratch.moves.action[0] + 0, rng)
            continue
        if not note_edges(states, words, tree, scratch, first):
            return playout(s, rng, scratch.moves, FARTHEST, False, False) >= 0
        mix(tree, scratch, first, n)
        exploration = EXPLORATION if s.turn == learner else 0.0
        i = drawn(scratch, n, exploration, rng)
        odds = exploration / n + (1 - exploration) * scratch.score[i]
        if s.turn != learner:
            for k in range(n):
                tree[scratch.noted[first + k]].share += weight * scratch.score[k] / reach
        step = scratch.depth + 0
        scratch.path[step], scratch.actor[step], scratch.many[step], scratch.pick[step] = first, s.turn, n, i
        scratch.odds[step], scratch.reach[step] = odds, reach
        scratch.depth += 1
        first += n
        if s.turn == learner:
            reach *= odds
        carry_out(s, scratch, scratch.moves.action[i] + 0, rng)
    return True


@rule
def learn(tree: Tree, scratch: Scratch, learner: int, paid: float) -> None:
    """Lead what a game has paid back along its path, and book the regrets of the seat that learns."""
    for step in range(scratch.depth - 1, -1, -1):
        if scratch.actor[step] != learner:
            continue
        first, n, i = scratch.path[step] + 0, scratch.many[step] + 0, scratch.pick[step] + 0
        mix(tree, scratch, first, n)
        tried = tree[scratch.noted[first + i]]
        gain = (paid - tried.worth) / scratch.odds[step]
        expected = scratch.score[i] * gain
        for k in range(n):
            expected += scratch.score[k] * tree[scratch.noted[first + k]].worth
        for k in range(n):
            e = tree[scratch.noted[first + k]]
            worth = e.worth + (gain if k == i else 0.0)
            e.regret = max(0.0, e.regret + (worth - expected) / scratch.reach[step])
        tried.visits += 1
        tried.worth += (paid - tried.worth) / tried.visits
        paid = expected


@rule
def run_cfr(work: Workspace, first: int, games: int, whole: int) -> bool:
    """Play games from the deal in ``BLANK``, each seat learning in turn, from number `first` on, of `whole` games in all;
    false as soon as the game proves too large."""
    states, tree, rng, scratch = work.states, work.tree, work.rngs[0], work.scratches[0]
    for g in range(first, first + games):
        assign(states, WORLD, BLANK)
        begin(states[WORLD], rng)
        s = states[WORLD]
        learner = g % s.players
        if play_down(states, work.words, tree, scratch, rng, learner, g + 1.0) and s.over:
            learn(tree, scratch, learner, s.payoff[learner] + 0.0)
        if scratch.edges * GAMES_PER_EDGE > whole or scratch.edges > len(tree) // 4:
            return False
    return True


@rule
def average_action(work: Workspace, heard: int) -> int:
    """An action by the average policy for the seat of the blind record at ``ROOT``, which has `heard` this much and whose
    legal actions are gathered; -1 where no game has come there. ``scratch.slot`` holds the edges of all actions,
    ``scratch.score`` the policy."""
    tree, scratch = work.tree, work.scratches[0]
    node = blend(heard, digest(work.states, work.words, ROOT))
    n, total = scratch.moves.n, 0.0
    for i in range(n):
        scratch.slot[i] = edge(tree, node, scratch.moves.action[i])
        total += tree[scratch.slot[i]].share
    if total <= 0:
        return -1
    for i in range(n):
        scratch.score[i] = tree[scratch.slot[i]].share / total
    return scratch.moves.action[drawn(scratch, n, 0.0, work.rngs[0])] + 0
