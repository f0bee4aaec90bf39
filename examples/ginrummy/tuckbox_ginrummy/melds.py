"""Melds of Gin Rummy, and the cards that no arrangement of a hand can use: sets of three or four alike, runs in a suit."""

from itertools import combinations

from tuckbox.kit import Deck, each, rule, size, table

RANKS = "A23456789TJQK"
PACK = Deck.standard(RANKS)  # card = 4 * rank + suit, aces first
ALL = (1 << 52) - 1
ACES_TO_KINGS = ALL // 15  # of clubs

SETS = [
    sum(1 << 4 * rank + suit for suit in suits) for rank in range(13) for n in (3, 4) for suits in combinations(range(4), n)
]
RUNS = [sum(1 << 4 * (low + i) + suit for i in range(n)) for n in (3, 4, 5) for suit in range(4) for low in range(14 - n)]
MELDS = SETS + RUNS  # longer runs are laid as two
NAMES = ["".join(PACK[card] for card in range(52) if meld >> card & 1) for meld in MELDS]
FACES = [" ".join(PACK.face(card) for card in range(52) if meld >> card & 1) for meld in MELDS]

VALUE = table([min(card // 4 + 1, 10) for card in range(52)])
BIT = table([sum(1 << card for card in range(52) if min(card // 4 + 1, 10) >> bit & 1) for bit in range(4)])


@rule
def worth(cards: int) -> int:
    """Return the value of cards: court cards count ten, aces one."""
    return size(cards & BIT[0]) + 2 * size(cards & BIT[1]) + 4 * size(cards & BIT[2]) + 8 * size(cards & BIT[3])


@rule
def threes(cards: int) -> int:
    """Return all cards of the ranks of which there are three or four among some cards."""
    a, b, c, d = cards, cards >> 1, cards >> 2, cards >> 3
    return ((a & b & (c | d) | c & d & (a | b)) & ACES_TO_KINGS) * 15


@rule
def in_sets(cards: int) -> int:
    """Return those of some cards of which there are three or four of a rank."""
    return cards & threes(cards)


@rule
def in_runs(cards: int) -> int:
    """Return those of some cards that belong to three or more of a suit in sequence."""
    lows = cards & cards >> 4 & cards >> 8
    return lows | lows << 4 | lows << 8


@rule
def beside(cards: int) -> int:
    """Return the cards that would lengthen runs of these."""
    return (cards << 4 | cards >> 4) & ALL


@rule
def deadwood(cards: int) -> int:
    """Return the least value that is left when the cards are arranged in melds."""
    return least(cards, False, 0)


@rule
def least(cards: int, discarding: bool, barred: int) -> int:
    """Return the deadwood of cards, with `discarding` that after the best discard, which is none of the `barred` cards.

    Only cards that might lie in a set as well as in a run ask for a choice: each choice of those that go into runs is tried.
    """
    contested = in_sets(cards) & in_runs(cards)
    running, best = contested, worth(cards)
    while True:
        rest = cards & ~in_sets(cards & ~running)
        dead = rest & ~in_runs(rest)
        left = worth(dead)
        if discarding:
            left -= dearest(dead & ~barred)
        best = min(best, left)
        if running == 0:
            return best
        running = (running - 1) & contested


@rule
def dearest(cards: int) -> int:
    """Return the greatest value of a card; 0 without any."""
    most = 0
    for card in each(cards):
        most = VALUE[card]  # they come in order
    return most


@rule
def laying_off(cards: int, sets: int, runs: int) -> int:
    """Return those of some cards that belong to sets or runs that have been laid."""
    return cards & (beside(runs) | threes(sets) & ~sets)
