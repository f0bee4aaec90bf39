"""Dealing cards into few boxes exactly: by a table of the ways in which the cards still to be dealt can go.

Cards that are barred from some box are dealt one by one, each to a box with a chance proportional to the places left there
times the ways that leaves to the rest. A *state* says how many places each box but the first has left, as one number. The
table is kept with the question it answers: most redeals ask it again.
"""

from tuckbox.engine.scratch import Limits
from tuckbox.kit.plain import below, by_script, rule, scripted_choice
from tuckbox.kit.types import Rng

MOST_CARDS = 150
"""Largest number of cards; the ways of more would be too many for a float."""


@rule
def countable(limits: Limits) -> bool:
    """Whether the table of ways has room for these boxes and cards; the strides of states are found on the way."""
    states = 1
    for box in range(1, limits.boxes):
        limits.stride[box] = states
        states = min(states * (limits.size[box] + 1), len(limits.ways) + 1)
    limits.stride[0] = 0
    limits.states = states
    return limits.n <= MOST_CARDS and states * (limits.tight + 1) <= len(limits.ways)


@rule
def remembered(limits: Limits) -> bool:
    """Whether the table is that of these boxes and groups; if not they are noted as what it will be."""
    same = limits.was[0] == limits.boxes and limits.was[1] == limits.groups and limits.was[2] == limits.n
    limits.was[0], limits.was[1], limits.was[2] = limits.boxes + 0, limits.groups + 0, limits.n + 0
    for box in range(limits.boxes):
        same = same and limits.old_sort[box] == limits.sort[box] and limits.old_size[box] == limits.size[box]
        limits.old_sort[box] = limits.sort[box]
        limits.old_size[box] = limits.size[box]
    for group in range(limits.groups):
        same = same and limits.old_barred[group] == limits.barred[group] and limits.old_many[group] == limits.many[group]
        limits.old_barred[group] = limits.barred[group]
        limits.old_many[group] = limits.many[group]
    return same


@rule
def first_state(limits: Limits) -> None:
    """Nothing is left in any box but the first: there as much as there are cards."""
    for box in range(limits.boxes):
        limits.left[box] = 0


@rule
def next_state(limits: Limits) -> None:
    """Count one up in the places left; the first box is not counted."""
    box = 1
    while box < limits.boxes and limits.left[box] == limits.size[box]:
        limits.left[box] = 0
        box += 1
    if box < limits.boxes:
        limits.left[box] += 1


@rule
def left_in_first(limits: Limits, cards: int) -> int:
    """Number of places of the first box left for a number of cards, beside those left in the others."""
    left = cards + 0
    for box in range(1, limits.boxes):
        left -= limits.left[box]
    return left


@rule
def count_ways(limits: Limits) -> None:
    """Fill the table: for each card and state the ways to deal that card and all behind it, but for those barred from
    nowhere, which fill what is left."""
    states = limits.states + 0
    first_state(limits)
    for state in range(states):
        left = left_in_first(limits, limits.n - limits.tight)
        limits.ways[limits.tight * states + state] = 1.0 if 0 <= left <= limits.size[0] else 0.0
        next_state(limits)
    for i in range(limits.tight - 1, -1, -1):
        first_state(limits)
        for state in range(states):
            limits.left[0] = left_in_first(limits, limits.n - i)
            ways = 0.0
            if 0 <= limits.left[0] <= limits.size[0]:
                for box in range(limits.boxes):
                    ways += ways_with(limits, i, state, box)
            limits.ways[i * states + state] = ways
            next_state(limits)


@rule
def ways_with(limits: Limits, i: int, state: int, box: int) -> float:
    """Number of ways in which a card and those behind it can go if it goes to a box, from a state."""
    if limits.left[box] == 0 or limits.shut[i] >> limits.sort[box] & 1:
        return 0.0
    return limits.left[box] * limits.ways[(i + 1) * limits.states + state - limits.stride[box]]


@rule
def choose_boxes(limits: Limits, rng: Rng) -> bool:
    """Deal the barred cards, each to a random place of a box by the ways it leaves; false where there is no way at all."""
    state = limits.states - 1
    if limits.ways[state] == 0.0:
        return False
    for box in range(limits.boxes):
        limits.left[box] = limits.size[box]
    for place in range(limits.n):
        limits.spot[place] = place
    for i in range(limits.tight):
        box = drawn(limits, i, state, rng) if state > 0 else 0
        lay_at_random(limits, limits.card[i], box, rng)
        state -= limits.stride[box]
    return True


@rule
def drawn(limits: Limits, i: int, state: int, rng: Rng) -> int:
    """The box for a card, each as likely as it leaves ways."""
    if by_script(rng):
        for box in range(limits.boxes):
            limits.weight[box] = ways_with(limits, i, state, box)
        return scripted_choice(rng, limits.weight, limits.boxes)
    share = (below(rng, 1 << 26) * 134217728.0 + below(rng, 1 << 27)) / 9007199254740992.0
    at, last = share * limits.ways[i * limits.states + state], 0
    for box in range(limits.boxes):
        ways = ways_with(limits, i, state, box)
        if ways > 0.0:
            last = box
            if at < ways:
                return box
            at -= ways
    return last


@rule
def lay_at_random(limits: Limits, card: int, box: int, rng: Rng) -> None:
    """Lay a card on one of the places left in a box."""
    limits.left[box] -= 1
    last = limits.start[box] + limits.left[box]
    spot = limits.start[box] + (below(rng, limits.left[box] + 1) if limits.left[box] > 0 else 0)
    limits.laid[limits.spot[spot]] = card
    limits.spot[spot] = limits.spot[last]
