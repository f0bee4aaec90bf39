"""The rules of Whipsaw!: the course of a turn. Numbers such as WS-5.8 point into docs/games/whipsaw.md."""

from tuckbox.games.whipsaw.building import pay, start_building, start_payment
from tuckbox.games.whipsaw.calls import after_fix, fix, next_pending, resolve
from tuckbox.games.whipsaw.cards import B_CARD, J_CARD, L_CARD, ROAD
from tuckbox.games.whipsaw.choices import bound, can_pay, legal, open_cost, paying
from tuckbox.games.whipsaw.leanings import NAMES, lean, prefer, value
from tuckbox.games.whipsaw.state import (
    ACTION,
    BLOCK,
    BLOCKED,
    BLOCKED_WITH,
    BLOCKING,
    BORROW,
    BUILD,
    BUILDING,
    CALL,
    CALLED,
    DELAY,
    DELAYED,
    DELAYED_WITH,
    DISCARD,
    DRAW,
    DRAWING,
    FIRST,
    FIX,
    LAST_ROUND,
    LET_PASS,
    LIMIT,
    NEWS_BLOCKED,
    NEWS_DELAYED,
    NO_ACTION,
    NO_BUILD,
    NO_CARD,
    NO_DELAY,
    NO_FIX,
    OFFER,
    PENDING,
    RESOLVING,
    SCORED,
    SETTLED,
    SPEND,
    SPENDING,
    TOKENS,
    TURN_DRAW,
    TURN_END,
    WON,
    State,
    act,
    told,
)
from tuckbox.games.whipsaw.table import deal, discard_to, draw_resource, expire, lay_out, lift_judge, stir_row
from tuckbox.games.whipsaw.tally import best_cancelling, coming, holdings, pays, points_with, units
from tuckbox.kit import (
    answer,
    answerer,
    ask,
    asking,
    close,
    give,
    lowest,
    next_seat,
    peek,
    rule,
    standing,
    tell,
    top,
    window,
)

__all__ = [
    "NAMES",
    "State",
    "act",
    "after",
    "apply",
    "continues",
    "lean",
    "legal",
    "possible",
    "prefer",
    "setup",
    "told",
    "value",
]


@rule
def setup(s, rng):
    s.three = s.decks == 1 and not s.mini
    s.places = 2 if s.mini else 4
    s.most = 3 if s.mini else 10
    s.partner = -1
    s.active = s.seated
    tell(s, FIRST, s.active)
    lay_out(s, rng)
    deal(s, rng)
    begin_turn(s)


@rule
def begin_turn(s):
    """The action step begins: judges are lifted (WS-5.2), joint ventures that lie there have their one turn (WS-5.27)."""
    seat = s.active + 0
    s.turn = seat
    s.phase = ACTION
    s.turns += 1
    s.moved = False
    for i in range(s.row.n):
        road = peek(s.row, i) - ROAD
        if s.blocked[road] == seat + 1:
            lift_judge(s, road)
    for venture in range(len(s.refused)):
        s.refused[venture] = 0
        s.due[venture] = s.front[venture] == seat + 1


@rule
def apply(s, action, rng):
    s.news = 0
    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s)
    while s.phase >= PENDING and not s.over:
        proceed(s, rng)


@rule
def move(s, action, rng):
    """An ordinary action; true when a window is to be settled at once."""
    seat = s.turn + 0
    if action < FIX:
        return act_or_call(s, seat, action)
    if action >= BUILD and action < OFFER:
        s.road = action - BUILD
        return ask(s, BLOCKING, seat, seat, s.road + 0, coming(s) & ~(1 << seat), LET_PASS)
    if action < NO_FIX:
        fix(s, seat, action - FIX)
    elif action == NO_FIX:
        after_fix(s)
    elif action < NO_BUILD:
        start_building(s, seat, action)
    elif action == NO_BUILD:
        s.phase = TURN_DRAW
        s.draws = 1 if s.mini else 2
    elif action < DISCARD:
        pay(s, seat, action)
    elif action < DRAW:
        give(s.hand[seat], action - DISCARD, discard_to(s, action - DISCARD))
        if s.hand[seat].n <= s.most:
            s.phase = TURN_END
    else:
        draw_resource(s, action - DRAW, rng)
        s.draws -= 1
        s.phase = TURN_DRAW
    return False


@rule
def act_or_call(s, seat, action):
    """The action step, and whether a call is delayed once more; true when nobody is asked about a call."""
    if action < BORROW:
        s.road = action - CALL
        s.phase = SPENDING
    elif action < NO_ACTION:  # WS-5.3a
        kind = B_CARD[action - BORROW]
        give(s.hand[seat], kind, discard_to(s, kind))
        s.money[seat] += 3
        s.debts[seat] += 3
        s.phase = PENDING
    elif action == NO_ACTION:
        s.phase = PENDING
    elif action < DELAY:
        kind = L_CARD[action - SPEND]
        give(s.hand[seat], kind, discard_to(s, kind))
        s.caller[s.road] = seat + 1
        owners = s.owners[s.road] + 0
        return ask(s, CALLED, seat, lowest(owners), s.road + 0, owners & coming(s), NO_DELAY)  # WS-5.9
    elif action < NO_DELAY:  # WS-5.12
        kind = J_CARD[action - DELAY]
        give(s.hand[seat], kind, discard_to(s, kind))
        s.pushed_at[s.road] = s.turns
        s.phase = PENDING
    else:
        s.phase = RESOLVING
    return False


@rule
def settle(s):
    """A window has an answer: the first judge stands, without one things take their course (WS-5.8, WS-5.21)."""
    blocking, seat, action = window(s).kind == BLOCKING, answerer(s), standing(s)
    close(s)
    if blocking:
        if action == LET_PASS:
            start_payment(s, s.turn + 0)
            return False
        kind = J_CARD[action - BLOCK]
        s.blocked[s.road] = seat + 1
        s.judge[s.road] = kind
        tell(s, BLOCKED_WITH, seat, give(s.hand[seat], kind, s.judges))
        tell(s, BLOCKED, seat, s.road)
        s.news = NEWS_BLOCKED
        s.phase = BUILDING
    elif action == NO_DELAY:  # WS-5.10
        s.phase = RESOLVING
    else:
        kind = J_CARD[action - DELAY]
        s.waiter[s.road] = seat + 1
        s.calls += 1
        s.called_at[s.road] = s.calls
        s.pushed_at[s.road] = s.turns
        tell(s, DELAYED_WITH, seat, give(s.hand[seat], kind, discard_to(s, kind)))
        tell(s, DELAYED, seat, s.road)
        s.news = NEWS_DELAYED
        s.phase = PENDING
    return False


@rule
def proceed(s, rng):
    """What runs by itself between decisions."""
    if s.phase == PENDING:
        next_pending(s)
    elif s.phase == RESOLVING:
        resolve(s)
    elif s.phase == TURN_DRAW:
        draw_step(s, rng)
    else:
        end_turn(s)


@rule
def draw_step(s, rng):
    """Draw two, from decks of one's choice with `decks=three`; then down to ten (WS-5.31)."""
    if s.three and s.draws > 0:
        for back in range(3):
            if s.deck[back].n + s.discards[back].n > 0:
                s.phase = DRAWING
                return
    while s.draws > 0:
        s.draws -= 1
        if s.three:
            tell(s, NO_CARD, s.active)
        else:
            draw_resource(s, 0, rng)
    s.phase = LIMIT if s.hand[s.active].n > s.most else TURN_END


@rule
def end_turn(s):
    """What is due at the end of a turn; then the next seat, or the end (WS-5.32)."""
    expire(s)
    stir_row(s)
    if s.crash:
        if s.left == 0:
            finish(s)
            return
        s.left -= 1
        if not s.last:
            s.last = True
            tell(s, LAST_ROUND, -1)
    s.active = next_seat(s, s.active)
    begin_turn(s)


@rule
def rank(s, seat):
    """What decides between seats: total, then fewer debts, more $, more segments (WS-8.4)."""
    k = s.cancelled[seat]
    key = (s.total[seat] + 1000) * 1000 + 999 - (s.debts[seat] - k)
    return (key * 1000 + s.money[seat] - k) * 64 + (holdings(s, seat) >> 54)


@rule
def finish(s):
    """Settlement and totals (WS-8.2, WS-8.3)."""
    s.over = True
    for seat in range(s.players):
        s.cancelled[seat] = best_cancelling(s, seat)
    best, winners = -1, 0
    for seat in range(s.players):
        s.total[seat] = points_with(s, seat, s.cancelled[seat])
        tell(s, SETTLED, seat, s.cancelled[seat])
        tell(s, SCORED, seat, s.total[seat])
        best = max(best, rank(s, seat))
    for seat in range(s.players):
        winners += rank(s, seat) == best
    for seat in range(s.players):
        if rank(s, seat) == best:
            s.payoff[seat] = 1 / winners
            tell(s, WON, seat, winners)


@rule
def after(s):
    """Book the game; in a rotation every seat begins as often (WS-8.6)."""
    for seat in range(s.players):
        s.wins[seat] += int(12 * s.payoff[seat] + 0.5)
        s.points[seat] += s.total[seat]
    s.played += 1
    s.seated = (s.seated + 1) % s.players
    if s.match == 1 and s.played < s.rounds * s.players:
        return
    s.done = True
    for seat in range(s.players):
        s.place[seat] = 1
        for rival in range(s.players):
            s.place[seat] += comes_before(s, rival, seat)


@rule
def comes_before(s, one, other):
    """Whether a seat has done better in the match than another."""
    if s.match == 0:
        return rank(s, one) > rank(s, other)
    return s.wins[one] > s.wins[other] or (s.wins[one] == s.wins[other] and s.points[one] > s.points[other])


@rule
def possible(s):
    """In the last round whoever has named a road, or joined, can pay for it (WS-6.1)."""
    if not s.last:
        return True
    if asking(s) and window(s).kind == BLOCKING:
        return can_pay(s, window(s).by + 0, window(s).subject + 0)
    if paying(s) and bound(s):
        least = top(s.stack[s.road]) if s.laid > 0 else 0
        packed = units(s.stack[s.road], 0) + units(s.hand[s.turn], least)
        tokens = min(s.money[s.turn], open_cost(s, s.road + 0)) if s.phase == TOKENS else 0
        return pays(s.road + 0, packed, s.paid[s.road] + tokens)
    return True


@rule
def continues(s):
    """A payment is one sequence, and so is a call with the card it costs."""
    return not asking(s) and (s.phase == SPENDING or (paying(s) and s.begun != 0))
