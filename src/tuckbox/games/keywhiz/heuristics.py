"""The heuristic policy and value of a sensible player, for bots: none of it is a rule.

Both reckon by how far a piece still has to go, in tenths of a turn, a door costing more the more of a kind it takes.
"""

from __future__ import annotations

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz.board import BOARDS, NO_DOOR, PAYOFF, WHIZ_DOOR, Board, Kind
from tuckbox.games.keywhiz.keys import can_open, held, reach
from tuckbox.games.keywhiz.places import DOOR, HOME, HOP, KIND, LEADS, RIGHT, SQUARES, START_DOORS
from tuckbox.games.keywhiz.state import State
from tuckbox.kit import each, rule, table

TURN = 10
TOLL = (0, 12, 18, 27, 40, 30)
"""The cost of passing a door, by its number, in tenths of a turn: the turn itself and finding the key."""


def distances(board: Board) -> list[int]:
    """Return the distance from each place to PAYOFF, in tenths of a turn.

    >>> from tuckbox.games.keywhiz.board import STANDARD
    >>> far = distances(STANDARD)
    >>> far[SQUARES.index("4-4")], far[SQUARES.index("4-12")]
    (47, 37)
    """
    far = dict.fromkeys(board.squares, 999) | {PAYOFF: 0}
    for _ in far:
        doorways = min(far[name] for name, square in board.squares.items() if square.kind == Kind.DOORWAY)
        for name, square in board.squares.items():
            ways = [far[square.right] + (TURN if square.kind != Kind.FORK else 0)] if square.right else []
            ways += [TOLL[square.door] + far[square.leads]] if square.door else []
            ways += [far[square.hop]] if square.hop else []
            ways += [doorways] if square.kind == Kind.CHOICE else []
            far[name] = min(far[name], *ways)
    return [far.get(name, 0) for name in SQUARES]


FAR = table([[*distances(board), *[0] * (63 - len(SQUARES))] for board in BOARDS])  # PAYOFF is a place too, with 0
START_FAR = table([[TOLL[door] + distances(b)[SQUARES.index(b.starts[door - 1])] for door in (1, 2)] for b in BOARDS])

HAND_WORTH = table([0, 16, 24, 30, 35, 39, 42])
"""The worth of a hand by its number of cards, in tenths of a turn: the first is the way out of START."""

WHIZ_WORTH = 22
"""The worth of a WHIZ card: a way through a WHIZ DOOR."""


@rule
def weight(gain: int) -> int:
    """Return the weight of an action by the tenths of a turn that it gains; at most 2 to the power of 28."""
    return 1 + min(128, max(0, gain + 10)) ** 4


@rule
def prefer(s: State, action: int) -> int:
    """Weigh an action: doors before steps, squares that give a card before others, and never the last card lightly."""
    seat, family = s.turn, acts.FAMILY[action]
    if family == acts.KEY:
        gain = 60 - key_cost(s, seat, acts.OWN_CARDS[action])
    elif family in (acts.STOP, acts.MISS):
        gain = 0
    elif family == acts.DRAW:
        gain = 60
    elif family == acts.CHOOSE:
        gain = 60 - FAR[s.board][acts.PLACE[action]] + ready(s, seat, acts.PLACE[action])
    elif family == acts.TAKE:
        gain = hold(s, seat, acts.CARD[action])
    elif family == acts.GIVE:
        gain = 40 - hold(s, seat, acts.CARD[action])
    else:
        gain = move_gain(s, seat, action)
    return weight(gain)


@rule
def move_gain(s: State, seat: int, action: int) -> int:
    """Return the gain of a move in tenths of a turn, including the cards it costs or brings."""
    board, family, place = s.board, acts.FAMILY[action], acts.PLACE[action]
    nearest = min(START_FAR[board][0], START_FAR[board][1])
    if family == acts.START_AT:
        gain = nearest - FAR[board][START_DOORS[board][acts.START_DOOR[action]]]
        return gain - card_cost(s, seat, s.start[seat] - 1)
    if family == acts.OPEN_AT:
        gain = TOLL[DOOR[board][place]] if LEADS[board][place] == HOME else 0
        gain = max(gain, FAR[board][place] - FAR[board][LEADS[board][place]]) + 15
        return gain - (WHIZ_WORTH if DOOR[board][place] == WHIZ_DOOR else card_cost(s, seat, s.start[seat]))
    if family == acts.STEP_FROM:
        to = RIGHT[board][place]
        return FAR[board][place] - FAR[board][to] + brought(s, seat, KIND[board][to]) + ready(s, seat, to)
    if family == acts.HOP_FROM:
        to = HOP[board][place]
        return FAR[board][place] - FAR[board][to] + ready(s, seat, to)
    return FAR[board][place] - nearest


@rule
def card_cost(s: State, seat: int, waiting: int) -> int:
    """Return the cost of presenting one card; the last one is dear while pieces wait in START."""
    n = s.hand[seat].n
    cost = HAND_WORTH[n] - HAND_WORTH[max(0, n - 1)]
    return cost + 20 if n <= 1 and waiting > 0 else cost


@rule
def brought(s: State, seat: int, kind: int) -> int:
    """Return the gain from the directions of a square for a seat that steps on it."""
    n = s.hand[seat].n
    if kind == Kind.SWAP:
        return HAND_WORTH[n + 1] - HAND_WORTH[n] if s.deck.n > 0 and n < s.limit else 2
    if kind == Kind.WHIZ:
        return WHIZ_WORTH if s.deck.n > 0 else 0
    return 0


@rule
def ready(s: State, seat: int, place: int) -> int:
    """Return how much nearer a piece on a place is if its seat has the key for the door below."""
    door = DOOR[s.board][place]
    if door == NO_DOOR or s.on[seat] >> LEADS[s.board][place] & 1:
        return 0
    return TOLL[door] - TURN if can_open(s, seat, door, reach(s, seat)) else 0


@rule
def hold(s: State, seat: int, rank: int) -> int:
    """Return the strength of a seat's cards of a rank: how many of a kind they could present as a key."""
    own = held(s.hand[seat]) + 2 * held(s.whiz[seat])
    return 5 * ((own >> 4 * rank & 15) + s.table[rank].n)


@rule
def key_cost(s: State, seat: int, key: int) -> int:
    """Return the cost of a key: its cards, and the strength of their rank if no own card of it is left."""
    rank, from_hand, from_whiz = acts.OF_RANK[key], acts.FROM_HAND[key], acts.FROM_WHIZ[key]
    left = (held(s.hand[seat]) >> 4 * rank & 15) - from_hand + (held(s.whiz[seat]) >> 4 * rank & 15) - from_whiz
    lost = hold(s, seat, rank) if left == 0 else 0
    return 8 * from_hand + 12 * from_whiz + lost // 2


@rule
def way(s: State, seat: int) -> int:
    """Return how far a seat still has to go, in tenths of a turn: its pieces, less what it holds and can open at once."""
    board = s.board
    hand, most = s.hand[seat].n, reach(s, seat)
    left = s.start[seat] * min(START_FAR[board][0], START_FAR[board][1])
    for place in each(s.on[seat]):
        left += FAR[board][place]
        door = DOOR[board][place]
        if NO_DOOR < door < WHIZ_DOOR and most >= door:
            left -= (TOLL[door] - TURN) // 2
    return left - HAND_WORTH[hand] - WHIZ_WORTH * s.whiz[seat].n


@rule
def value(s: State, seat: int) -> float:
    """Return the value of an unfinished game: more than an equal share for a seat with less far to go than its rivals."""
    mine = way(s, seat)
    best = 100_000
    for rival in range(s.players):
        if rival != seat:
            best = min(best, way(s, rival))
    lead = (best - mine) / 300.0
    return 1.0 / s.players * (1.0 + lead / (1.0 + abs(lead)))
