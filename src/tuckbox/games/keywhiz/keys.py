"""Keys: which own cards may be presented at a door, and how they go to the table (KW-5.6 to KW-5.13)."""

from tuckbox.games.keywhiz.actions import KEY, OF_PATTERN, ONE_WHIZ
from tuckbox.games.keywhiz.board import WHIZ_DOOR
from tuckbox.games.keywhiz.state import State  # noqa: F401 - what `s` is
from tuckbox.kit import add, each, give, peek, rule, table

RANKS = 13
WORTH = table([1] * WHIZ_DOOR + [2])


@rule
def held(zone):
    """How many cards of each rank a hand holds, four bits for each rank, the lowest first."""
    counts = 0
    for i in range(zone.n):
        counts += 1 << 4 * peek(zone, i)
    return counts


@rule
def ranks_in(zone):
    """The set of ranks of a hand."""
    found = 0
    for i in range(zone.n):
        found |= 1 << peek(zone, i)
    return found


@rule
def ranks_on_table(s):
    """The set of ranks that lie on the table."""
    found = 0
    for rank in range(RANKS):
        found |= (s.table[rank].n > 0) << rank
    return found


@rule
def reach(s, seat):
    """How many of a kind a seat can present at most: hand and table cards count one, its WHIZ cards two (KW-5.8).

    Zero without an own card, since the table alone opens nothing.
    """
    hand, whiz = s.hand[seat], s.whiz[seat]
    counts = held(hand) + 2 * held(whiz)
    best = 0
    for rank in each(ranks_in(hand) | ranks_in(whiz)):
        best = max(best, (counts >> 4 * rank & 15) + s.table[rank].n)
    return best


@rule
def can_open(s, seat, door):
    """Whether a seat has a key for a door."""
    if door == WHIZ_DOOR:
        return s.whiz[seat].n > 0
    return reach(s, seat) >= door


@rule
def add_keys(s, moves):
    """Add every key that the seat to move may present at the door its piece stands before."""
    hand, whiz = s.hand[s.turn], s.whiz[s.turn]
    if s.door == WHIZ_DOOR:
        for rank in each(ranks_in(whiz)):
            add(moves, KEY + RANKS * ONE_WHIZ + rank)
        return
    cards, doubles = held(hand), held(whiz)
    for rank in each(ranks_in(hand) | ranks_in(whiz)):
        for pattern in range(len(OF_PATTERN)):
            from_hand, from_whiz = OF_PATTERN[pattern][0], OF_PATTERN[pattern][1]
            if from_hand <= cards >> 4 * rank & 15 and from_whiz <= doubles >> 4 * rank & 15:
                count = from_hand + 2 * from_whiz
                enough = count + s.table[rank].n >= s.door
                if enough and needed(from_hand, from_whiz, count, s.door):
                    add(moves, KEY + RANKS * pattern + rank)


@rule
def needed(from_hand, from_whiz, count, door):
    """Whether no own card could be left out: without any one of them the others alone fall short (KW-5.9)."""
    return (from_hand == 0 or count - 1 < door) and (from_whiz == 0 or count - 2 < door)


@rule
def lay(s, action):
    """Lay the own cards of a key on the table, those that others know first (KW-5.11, KW-5.12).

    Returns how many cards of the table complete the key.
    """
    pattern, rank = (action - KEY) // RANKS, (action - KEY) % RANKS
    from_hand, from_whiz = OF_PATTERN[pattern][0], OF_PATTERN[pattern][1]
    for _ in range(from_hand):
        give(s.hand[s.turn], rank, s.table[rank])
    for _ in range(from_whiz):
        give(s.whiz[s.turn], rank, s.table[rank])
    if s.door == WHIZ_DOOR:
        return 0
    return max(0, s.door - from_hand - 2 * from_whiz)
