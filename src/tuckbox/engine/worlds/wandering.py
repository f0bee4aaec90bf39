"""Dealing cards into many boxes: from any way that fits, by cards that wander until all are mixed.

A card leaves its place for any place where it may lie, each as likely; whoever lay there moves on in the same way, until
one comes to the place that was left. Going such a round forth or back is equally likely, so that all deals become equally
likely; and by rounds any deal that fits can become any other, which swaps alone cannot.
"""

from tuckbox.engine.scratch import Limits
from tuckbox.kit.plain import below, rule
from tuckbox.kit.types import Rng

ROUNDS = 24
"""Number of rounds of the walk; on average each round moves every card about once."""


@rule
def fits(limits: Limits, i: int, place: int) -> bool:
    """Whether a card may lie in a place."""
    return not limits.shut[i] >> limits.sort[limits.box[place]] & 1


@rule
def match_cards(limits: Limits) -> bool:
    """Lay all cards where they may lie; false where there is no way."""
    for box in range(limits.boxes):
        for place in range(limits.start[box], limits.start[box] + limits.size[box]):
            limits.box[place] = box
            limits.who[place] = -1
    for i in range(limits.n):
        if not seat_card(limits, i):
            return False
    return True


@rule
def seat_card(limits: Limits, i: int) -> bool:
    """Find a place for one more card, where need be by others moving on: the shortest way is searched for."""
    for place in range(limits.n):
        limits.by[place] = -1
    limits.queue[0] = i
    head, tail = 0, 1
    while head < tail:
        card = limits.queue[head] + 0
        head += 1
        for place in range(limits.n):
            if limits.by[place] < 0 and fits(limits, card, place):
                limits.by[place] = card
                if limits.who[place] < 0:
                    move_on(limits, i, place)
                    return True
                limits.queue[tail] = limits.who[place]
                tail += 1
    return False


@rule
def move_on(limits: Limits, i: int, place: int) -> None:
    """Along the way that was found, each card moves to the place it was to take."""
    card = limits.by[place] + 0
    while card != i:
        before = limits.place[card] + 0
        take_place(limits, card, place)
        place = before
        card = limits.by[place] + 0
    take_place(limits, i, place)


@rule
def take_place(limits: Limits, i: int, place: int) -> None:
    """A card comes to lie in a place."""
    limits.place[i] = place
    limits.who[place] = i


@rule
def wander(limits: Limits, rng: Rng) -> None:
    """Go the rounds, and lay the cards down where they are then."""
    for _ in range(ROUNDS):
        go_round(limits, rng)
    for place in range(limits.n):
        limits.laid[place] = limits.card[limits.who[place]]


@rule
def go_round(limits: Limits, rng: Rng) -> None:
    """A card leaves its place, and others move on until it is taken again."""
    left = below(rng, limits.n)
    card = limits.who[left] + 0
    place = -1
    while place != left:
        place = below(rng, limits.n)
        while not fits(limits, card, place):
            place = below(rng, limits.n)
        other = limits.who[place] + 0
        take_place(limits, card, place)
        card = other
