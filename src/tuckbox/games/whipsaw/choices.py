"""What a seat may do: the legal actions of every phase (WS-5.3 to WS-6.4)."""

from tuckbox.games.whipsaw.cards import B_AT, B_MASK, COST_D, FIRST_VENTURE, J_AT, J_MASK, L_AT, L_MASK, ROAD
from tuckbox.games.whipsaw.state import (
    ACTION,
    BLOCK,
    BLOCKING,
    BORROW,
    BUILD,
    BUILDING,
    CALL,
    CARDS,
    DECLINE,
    DELAY,
    DISCARD,
    DONE,
    DRAW,
    DRAWING,
    FIX,
    FIXING,
    JOIN,
    JOINING,
    LEAVE,
    LET_PASS,
    NO_ACTION,
    NO_BUILD,
    NO_DELAY,
    NO_FIX,
    OFFER,
    PAY,
    PUSHING,
    PUT,
    SIGN,
    SIGNING,
    SPEND,
    SPENDING,
    TAKE,
    TAKING,
    TOKENS,
    WITHDRAW,
)
from tuckbox.games.whipsaw.tally import kinds, may_be_called, pays, units
from tuckbox.kit import add, asking, each, peek, rule, top, window


@rule
def legal(s, moves):
    """The actions of the seat `s.turn`."""
    held = kinds(s.hand[s.turn])
    if asking(s):
        blocking = window(s).kind == BLOCKING
        add(moves, LET_PASS if blocking else NO_DELAY)
        for kind in each(held & J_MASK):
            add(moves, (BLOCK if blocking else DELAY) + J_AT[kind])
    elif s.phase == ACTION:
        may_act(s, moves, held)
    elif s.phase == BUILDING:
        may_build(s, moves, held)
    elif paying(s):
        may_pay(s, moves, held)
    elif s.phase == TAKING:
        add(moves, LEAVE)
        if s.road >= FIRST_VENTURE:
            may_offer(s, moves, s.road + 0)
        elif held and (not s.last or can_pay(s, s.turn + 0, s.road + 0)):
            add(moves, TAKE)
    elif s.phase == DRAWING:
        for back in range(3):
            if s.deck[back].n + s.discards[back].n > 0:
                add(moves, DRAW + back)
    else:
        may_answer(s, moves, held)


@rule
def paying(s):
    """Whether somebody puts tokens or cards under a road."""
    return TOKENS <= s.phase <= CARDS


@rule
def may_act(s, moves, held):
    """One action or none (WS-5.3)."""
    add(moves, NO_ACTION)
    for kind in each(held & B_MASK):
        add(moves, BORROW + B_AT[kind])
    if not held & L_MASK:
        return
    for i in range(s.built.n):
        road = peek(s.built, i) - ROAD
        if may_be_called(s, road, s.turn + 0):
            add(moves, CALL + road)


@rule
def may_build(s, moves, held):
    """A free road of the row, a joint venture, or nothing (WS-5.18, WS-5.23)."""
    add(moves, NO_BUILD)
    for i in range(s.row.n):
        road = peek(s.row, i) - ROAD
        if held and not s.blocked[road] and (not s.last or can_pay(s, s.turn + 0, road)):
            add(moves, BUILD + road)
    for i in range(s.fronts.n):
        may_offer(s, moves, peek(s.fronts, i) - ROAD)


@rule
def may_offer(s, moves, road):
    """The seats a joint venture may be offered to: not yet refused by them, and a card in the two hands (WS-6.2)."""
    venture = road - FIRST_VENTURE
    for seat in range(s.players):
        asked = seat == s.turn or s.refused[venture] >> seat & 1
        if not asked and s.hand[seat].n + s.hand[s.turn].n > 0:
            add(moves, OFFER + 4 * venture + seat)


@rule
def open_cost(s, road):
    """How many $ of the cost no token has been paid for; bankers under the road do not count here (WS-5.24)."""
    return COST_D[road] - s.paid[road]


@rule
def can_pay(s, seat, road):
    """Whether all the cards and tokens of a seat, with what lies there, would meet the cost (WS-6.1)."""
    packed = units(s.stack[road], 0) + units(s.hand[seat], 0)
    return pays(road, packed, s.paid[road] + min(s.money[seat], open_cost(s, road)))


@rule
def bound(s):
    """Whether whoever pays now must pay in full: in the last round all but a proposer (WS-5.19, WS-5.26)."""
    return s.last and (s.partner < 0 or s.second)


@rule
def may_pay(s, moves, held):
    """Tokens first, then cards in their order, until it is done (WS-5.18, WS-6.1, WS-6.3)."""
    road, hand, must = s.road + 0, s.hand[s.turn], bound(s)
    packed = units(s.stack[road], 0)
    if s.phase == TOKENS:
        for tokens in range(min(s.money[s.turn], open_cost(s, road)) + 1):
            if not must or pays(road, packed + units(hand, 0), s.paid[road] + tokens):
                add(moves, PAY + tokens)
        return
    if (s.partner >= 0 and not s.second) or (s.laid + s.given > 0 and (not must or pays(road, packed, s.paid[road]))):
        add(moves, DONE)
    least = top(s.stack[road]) if s.laid > 0 else 0
    for kind in each(held >> least << least):
        if not must or pays(road, packed + units(hand, kind), s.paid[road]):
            add(moves, PUT + kind)


@rule
def may_answer(s, moves, held):
    """The smaller decisions: cards to spend, fix, delay or discard, and the two words of a joint venture."""
    if s.phase == SPENDING:
        for kind in each(held & L_MASK):
            add(moves, SPEND + L_AT[kind])
    elif s.phase == FIXING:
        add(moves, NO_FIX)
        for kind in each(held):
            add(moves, FIX + kind)
    elif s.phase == PUSHING:
        add(moves, NO_DELAY)
        for kind in each(held & J_MASK):
            add(moves, DELAY + J_AT[kind])
    elif s.phase == JOINING:
        add(moves, DECLINE)
        if can_pay(s, s.turn + 0, s.road + 0) if s.last else s.given > 0 or held != 0:
            add(moves, JOIN)
    elif s.phase == SIGNING:
        add(moves, SIGN)
        add(moves, WITHDRAW)
    else:
        for kind in each(held):
            add(moves, DISCARD + kind)
