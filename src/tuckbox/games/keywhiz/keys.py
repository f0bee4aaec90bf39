"""Keys: which own cards may be presented at a door, and how they go to the table (KW-5.6 to KW-5.13)."""

from __future__ import annotations

from tuckbox.games.keywhiz import reasons as why
from tuckbox.games.keywhiz.actions import FROM_HAND, FROM_WHIZ, KEY, NO_PATTERN, OF_RANK, PATTERN_OF
from tuckbox.games.keywhiz.board import WHIZ_DOOR
from tuckbox.games.keywhiz.state import State
from tuckbox.kit import Cells, Moves, add, each, give, peek, rule

RANKS = 13


@rule
def held(zone: Cells) -> int:
    """Return the number of cards of each rank in a hand, four bits for each rank, the lowest first."""
    counts = 0
    for i in range(zone.n):
        counts += 1 << 4 * peek(zone, i)
    return counts


@rule
def ranks_in(zone: Cells) -> int:
    """The set of ranks of a hand."""
    found = 0
    for i in range(zone.n):
        found |= 1 << peek(zone, i)
    return found


@rule
def ranks_on_table(s: State) -> int:
    """The set of ranks that lie on the table."""
    found = 0
    for rank in range(RANKS):
        found |= (s.table[rank].n > 0) << rank
    return found


@rule
def reach(s: State, seat: int) -> int:
    """Return the most of a kind that a seat can present: hand and table cards count one, its WHIZ cards two (KW-5.8).

    Zero without an own card, since the table alone opens nothing.
    """
    hand, whiz = s.hand[seat], s.whiz[seat]
    counts = held(hand) + 2 * held(whiz)
    best = 0
    for rank in each(ranks_in(hand) | ranks_in(whiz)):
        best = max(best, (counts >> 4 * rank & 15) + s.table[rank].n)
    return best


@rule
def can_open(s: State, seat: int, door: int, most: int) -> bool:
    """Return whether a seat that can present `most` of a kind has a key for a door (KW-5.7, KW-5.8)."""
    return s.whiz[seat].n > 0 if door == WHIZ_DOOR else most >= door


@rule
def refuse_door(s: State, door: int, most: int) -> int:
    """Refuse a door to the seat to move, which can present `most` of a kind, if it has no key."""
    if can_open(s, s.turn, door, most):
        return 0
    return why.NO_WHIZ if door == WHIZ_DOOR else why.NO_KEY


@rule
def refuse_key(s: State, door: int, key: int, cards: int, doubles: int) -> int:
    """Refuse a key that is not right for a door, by its owner's cards of each rank, in hand and WHIZ (see `held`)."""
    rank, from_hand, from_whiz = OF_RANK[key], FROM_HAND[key], FROM_WHIZ[key]
    if from_hand > cards >> 4 * rank & 15 or from_whiz > doubles >> 4 * rank & 15:
        return why.NOT_OWN
    if door == WHIZ_DOOR:
        return 0 if from_hand == 0 and from_whiz == 1 else why.ONE_WHIZ
    count = from_hand + 2 * from_whiz
    if count + s.table[rank].n < door:
        return why.TOO_FEW
    if (from_hand > 0 and count - 1 >= door) or (from_whiz > 0 and count - 2 >= door):  # the others would do (KW-5.9)
        return why.NEEDLESS
    return 0


@rule
def add_keys(s: State, moves: Moves) -> None:
    """Add every key that the seat to move may present at the door its piece stands before."""
    hand, whiz = s.hand[s.turn], s.whiz[s.turn]
    cards, doubles = held(hand), held(whiz)
    for rank in each(ranks_in(whiz) if s.door == WHIZ_DOOR else ranks_in(hand) | ranks_in(whiz)):
        for from_whiz in range((doubles >> 4 * rank & 15) + 1):
            for from_hand in range((cards >> 4 * rank & 15) + 1):
                pattern = PATTERN_OF[from_hand][from_whiz]
                if pattern != NO_PATTERN and refuse_key(s, s.door, RANKS * pattern + rank, cards, doubles) == 0:
                    add(moves, KEY + RANKS * pattern + rank)


@rule
def lay(s: State, key: int) -> int:
    """Lay the own cards of a key on the table, those that others know first (KW-5.11, KW-5.12).

    Returns how many cards of the table complete the key.
    """
    rank, from_hand, from_whiz = OF_RANK[key], FROM_HAND[key], FROM_WHIZ[key]
    for _ in range(from_hand):
        give(s.hand[s.turn], rank, s.table[rank])
    for _ in range(from_whiz):
        give(s.whiz[s.turn], rank, s.table[rank])
    if s.door == WHIZ_DOOR:
        return 0
    return max(0, s.door - from_hand - 2 * from_whiz)
