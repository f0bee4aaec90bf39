"""Words for games of tricks with the standard pack, in which a card is ``4 * rank + suit``."""

from tuckbox.kit.plain import rule
from tuckbox.kit.types import Cells
from tuckbox.kit.zones import one, peek

CLUBS = 0x1_1111_1111_1111  # shifted by a suit the cards of that suit
NO_TRUMPS = -1
"""The suit of trumps where there are none."""


@rule
def suited(suit: int) -> int:
    """Return the set of all cards of a suit."""
    return CLUBS << suit


@rule
def as_set(zone: Cells) -> int:
    """Return the cards of a hand or pile, of which there are no two alike, as a set."""
    cards = 0
    for i in range(zone.n):
        cards |= one(zone.cell[i] & 255)
    return cards


@rule
def follow(hand: int, trick: Cells) -> int:
    """Return the cards of a hand that follow the suit led; all of them if none does, or where nothing is led yet."""
    following = hand & CLUBS << peek(trick, 0) % 4 if trick.n > 0 else hand
    return following if following != 0 else hand


@rule
def beats(card: int, other: int, trumps: int) -> bool:
    """Return whether a card beats one played before it: a higher one of its suit, or a trump another suit.

    Without trumps `trumps` is ``NO_TRUMPS``.
    """
    return card > other if card % 4 == other % 4 else card % 4 == trumps


@rule
def best_place(trick: Cells, trumps: int) -> int:
    """Return the place in a trick, counted from the lead, of the card that takes it."""
    best = 0
    for place in range(1, trick.n):
        if beats(peek(trick, place), peek(trick, best), trumps):
            best = place
    return best
