"""The life of roads: called and resolved, paid for and built, alone or as joint ventures (WS-5.11 to WS-5.26)."""

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.decks import discard_to, fill_row
from tuckbox.games.whipsaw.legality import open_cost
from tuckbox.games.whipsaw.state import News, Phase, Proof, State
from tuckbox.games.whipsaw.tally import true
from tuckbox.kit import clear_pile, draw, give, peek, put, remove, rule, show, show_to, slip, tell, top

# -- calls -------------------------------------------------------------------------------------------------------------


@rule
def next_pending(s: State) -> None:
    """The oldest call that waits for the active seat and was not delayed in this turn; without one, on to building."""
    found = -1
    for i in range(s.built.n):
        road = peek(s.built, i) - c.ROAD
        waits = s.waiter[road] == s.active + 1 and s.pushed_at[road] < s.turns
        if waits and (found < 0 or s.called_at[road] < s.called_at[found]):
            found = road
    s.turn = s.active
    s.phase = Phase.BUILDING
    if found < 0:
        return
    s.road = found
    s.phase = Phase.FIXING
    if s.hand[s.turn].n == 0:
        after_fix(s)


@rule
def mend(s: State, seat: int, family: int, kind: int) -> None:
    """A call is due: one card more under the segment or none, then another judge or none (WS-5.11, WS-5.12)."""
    if family == t.FIX:
        lay(s, seat, kind)
    if family in (t.FIX, t.NO_FIX):
        after_fix(s)
    elif family == t.DELAY:
        give(s.hand[seat], kind, discard_to(s, kind))
        s.pushed_at[s.road] = s.turns
        s.phase = Phase.PENDING
    else:
        s.phase = Phase.RESOLVING


@rule
def lay(s: State, seat: int, kind: int) -> None:
    """Put a card of a hand under the road, in the last round face up (WS-5.30)."""
    if s.last:
        tell(s, t.LAID_OPEN, seat, put(s.stack[s.road], remove(s.hand[seat], kind) | 255 << 8))
    else:
        slip(s.hand[seat], kind, s.stack[s.road], c.BACK_OF)


@rule
def after_fix(s: State) -> None:
    """Another delay is asked about only where there is a turn to come and a card left (WS-5.12)."""
    s.phase = Phase.RESOLVING if s.last or s.hand[s.turn].n == 0 else Phase.PUSHING


@rule
def resolve(s: State) -> None:
    """The cards are turned up (WS-5.15, WS-5.16)."""
    road, stack = s.road + 0, s.stack[s.road]
    caller = s.caller[road] - 1
    s.caller[road] = 0
    s.waiter[road] = 0
    show(stack)
    for i in range(stack.n):
        tell(s, t.TURNED, caller, stack.cell[i])
    passed = true(s, road)
    for seat in range(s.players):
        if s.owners[road] >> seat & 1:
            s.truths[seat] += passed
            s.lies[seat] += not passed
    if passed:
        s.proof[road] = Proof.VERIFIED
        s.phase = Phase.PENDING
        tell(s, t.TRUE, caller, road)
        s.news = News.TRUE
        return
    while stack.n > 0:
        draw(stack, discard_to(s, top(stack)))
    clear_pile(stack, 0)
    s.paid[road] = 0
    s.owners[road] = 0
    s.proof[road] = Proof.HIDDEN
    if road >= c.FIRST_VENTURE:
        s.refused[road - c.FIRST_VENTURE] = 0
    s.builder = caller
    s.turn = caller
    s.phase = Phase.TAKING
    tell(s, t.FALSE, caller, road)
    s.news = News.FALSE


# -- payments ----------------------------------------------------------------------------------------------------------


@rule
def start_building(s: State, seat: int, action: int) -> None:
    """After a call has failed, or a joint venture is offered."""
    s.taking = s.phase == Phase.TAKING
    family = t.FAMILY[action]
    if family == t.LEAVE:
        give(s.built, c.ROAD + s.road, s.gone)
        s.taking = False
        s.phase = Phase.PENDING
        return
    if family == t.OFFER:
        s.road = t.ROAD_OF[action]
        s.partner = t.SEAT_OF[action]
    start_payment(s, seat)
    s.begun = True


@rule
def start_payment(s: State, seat: int) -> None:
    """A seat begins to pay for the road; without tokens to choose it goes on to cards (WS-5.18)."""
    s.turn = seat
    s.laid = 0
    s.begun = False
    if not s.second:
        s.builder = seat
        show_to(s.stack[s.road], seat)
    s.phase = Phase.TOKENS if min(s.money[seat], open_cost(s, s.road + 0)) > 0 else Phase.CARDS


@rule
def pay(s: State, seat: int, action: int) -> None:
    """Tokens, cards, and the end of a payment; the words of a joint venture (WS-5.18, WS-5.24)."""
    family = t.FAMILY[action]
    if family == t.PAY:
        tokens = t.TOKENS_OF[action]
        s.money[seat] -= tokens
        s.paid[s.road] += tokens
        if s.partner >= 0 and not s.second:
            s.tokens = tokens
        s.begun = True
        s.phase = Phase.CARDS
    elif family == t.PUT:
        lay(s, seat, t.CARD_OF[action])
        s.laid += 1
        s.begun = True
    elif family == t.DONE:
        paid_up(s)
    elif family == t.JOIN:
        s.second = True
        start_payment(s, seat)
        s.begun = True
    elif family == t.SIGN:
        complete(s, 1 << s.builder | 1 << s.partner)
    else:
        call_off(s)


@rule
def paid_up(s: State) -> None:
    """A payment is finished: the segment stands, or the other of the two is to speak."""
    s.begun = False
    if s.partner < 0:
        complete(s, 1 << s.turn + 0)
    elif s.second:
        s.turn = s.builder
        s.phase = Phase.SIGNING
    else:
        s.given = s.laid
        s.laid = 0
        show_to(s.stack[s.road], s.partner)
        s.turn = s.partner
        s.phase = Phase.JOINING


@rule
def complete(s: State, owners: int) -> None:
    """The segment belongs to its owners, who take the $ it gives; a place in the row is filled (WS-5.20, WS-5.22)."""
    road, venture = s.road + 0, s.partner >= 0
    s.owners[road] = owners
    s.proof[road] = Proof.OPENLY if s.last else Proof.HIDDEN
    for seat in range(s.players):
        if owners >> seat & 1:
            s.money[seat] += c.GIVES[road]
            tell(s, t.BUILT, seat, road)
            if c.GIVES[road] > 0:
                tell(s, t.GAINED, seat, c.GIVES[road])
    taking = s.taking
    end_payment(s)
    if taking:
        s.phase = Phase.PENDING
        return
    if venture:
        give(s.fronts, c.ROAD + road, s.built)
        s.front[road - c.FIRST_VENTURE] = 0
        s.due[road - c.FIRST_VENTURE] = False
    else:
        give(s.row, c.ROAD + road, s.built)
        fill_row(s)
    s.phase = Phase.TURN_DRAW
    s.draws = 1 if s.mini else 2


@rule
def end_payment(s: State) -> None:
    """Nobody is paying any more."""
    s.partner = -1
    s.second = False
    s.taking = False
    s.given = 0
    s.laid = 0
    s.tokens = 0


@rule
def call_off(s: State) -> None:
    """Declined or withdrawn: every card and token goes back, and the partner is not asked again this turn (WS-5.25)."""
    stack, road = s.stack[s.road], s.road + 0
    s.refused[road - c.FIRST_VENTURE] |= 1 << s.partner
    while stack.n > s.given:
        draw(stack, s.hand[s.partner])
    while stack.n > 0:
        draw(stack, s.hand[s.builder])
    clear_pile(stack, 0)
    s.money[s.builder] += s.tokens
    s.money[s.partner] += s.paid[road] - s.tokens
    s.paid[road] = 0
    s.phase = Phase.TAKING if s.taking else Phase.BUILDING
    s.turn = s.builder
    end_payment(s)
