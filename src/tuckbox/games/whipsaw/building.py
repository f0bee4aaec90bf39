"""Building: payments, joint ventures, and the roads they end in (WS-5.16 to WS-5.26)."""

from tuckbox.games.whipsaw.calls import lay_open
from tuckbox.games.whipsaw.cards import BACK_OF, FIRST_VENTURE, GIVES, ROAD
from tuckbox.games.whipsaw.choices import open_cost
from tuckbox.games.whipsaw.state import (
    BUILDING,
    BUILT,
    CARDS,
    DONE,
    GAINED,
    HIDDEN,
    JOIN,
    JOINING,
    LAID_OPEN,
    LEAVE,
    OFFER,
    OPENLY,
    PAY,
    PENDING,
    PUT,
    SIGN,
    SIGNING,
    TAKING,
    TOKENS,
    TURN_DRAW,
)
from tuckbox.games.whipsaw.table import fill_row
from tuckbox.kit import clear_pile, draw, give, rule, show_to, slip, tell


@rule
def start_building(s, seat, action):
    """After a call has failed, or a joint venture is offered."""
    s.taking = s.phase == TAKING
    if action == LEAVE:
        give(s.built, ROAD + s.road, s.gone)
        s.taking = False
        s.phase = PENDING
        return
    if action >= OFFER:
        s.road = FIRST_VENTURE + (action - OFFER) // 4
        s.partner = (action - OFFER) % 4
    start_payment(s, seat)
    s.begun = True


@rule
def start_payment(s, seat):
    """A seat begins to pay for the road; without tokens to choose it goes on to cards (WS-5.18)."""
    s.turn = seat
    s.laid = 0
    s.begun = False
    if not s.second:
        s.builder = seat
        show_to(s.stack[s.road], seat)
    s.phase = TOKENS if min(s.money[seat], open_cost(s, s.road + 0)) > 0 else CARDS


@rule
def pay(s, seat, action):
    """Tokens, cards, and the end of a payment; the words of a joint venture (WS-5.18, WS-5.24)."""
    if action < PUT:
        s.money[seat] -= action - PAY
        s.paid[s.road] += action - PAY
        if s.partner >= 0 and not s.second:
            s.tokens = action - PAY
        s.begun = True
        s.phase = CARDS
    elif action < DONE:
        if s.last:
            tell(s, LAID_OPEN, seat, lay_open(s, seat, action - PUT))
        else:
            slip(s.hand[seat], action - PUT, s.stack[s.road], BACK_OF)
        s.laid += 1
        s.begun = True
    elif action == DONE:
        paid_up(s)
    elif action == JOIN:
        s.second = True
        start_payment(s, seat)
        s.begun = True
    elif action == SIGN:
        complete(s, 1 << s.builder | 1 << s.partner)
    else:
        call_off(s)


@rule
def paid_up(s):
    """A payment is finished: the segment stands, or the other of the two is to speak."""
    s.begun = False
    if s.partner < 0:
        complete(s, 1 << s.turn + 0)
    elif s.second:
        s.turn = s.builder
        s.phase = SIGNING
    else:
        s.given = s.laid
        s.laid = 0
        show_to(s.stack[s.road], s.partner)
        s.turn = s.partner
        s.phase = JOINING


@rule
def complete(s, owners):
    """The segment belongs to its owners, who take the $ it gives; a place in the row is filled (WS-5.20, WS-5.22)."""
    road, venture = s.road + 0, s.partner >= 0
    s.owners[road] = owners
    s.proof[road] = OPENLY if s.last else HIDDEN
    for seat in range(s.players):
        if owners >> seat & 1:
            s.money[seat] += GIVES[road]
            tell(s, BUILT, seat, road)
            if GIVES[road] > 0:
                tell(s, GAINED, seat, GIVES[road])
    taking = s.taking
    end_payment(s)
    if taking:
        s.phase = PENDING
        return
    if venture:
        give(s.fronts, ROAD + road, s.built)
        s.front[road - FIRST_VENTURE] = 0
        s.due[road - FIRST_VENTURE] = False
    else:
        give(s.row, ROAD + road, s.built)
        fill_row(s)
    s.phase = TURN_DRAW
    s.draws = 1 if s.mini else 2


@rule
def end_payment(s):
    """Nobody is paying any more."""
    s.partner = -1
    s.second = False
    s.taking = False
    s.given = 0
    s.laid = 0
    s.tokens = 0


@rule
def call_off(s):
    """Declined or withdrawn: every card and token goes back, and he is not asked again this turn (WS-5.25)."""
    stack, road = s.stack[s.road], s.road + 0
    s.refused[road - FIRST_VENTURE] |= 1 << s.partner
    while stack.n > s.given:
        draw(stack, s.hand[s.partner])
    while stack.n > 0:
        draw(stack, s.hand[s.builder])
    clear_pile(stack, 0)
    s.money[s.builder] += s.tokens
    s.money[s.partner] += s.paid[road] - s.tokens
    s.paid[road] = 0
    s.phase = TAKING if s.taking else BUILDING
    s.turn = s.builder
    end_payment(s)
