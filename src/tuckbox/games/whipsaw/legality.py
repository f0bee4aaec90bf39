"""Legal actions, and the reasons against the others: each condition stands once, `legal` and `refuse` share them."""

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.state import Phase, Proof, State, WindowKind, reasons
from tuckbox.games.whipsaw.tally import kinds, pays, true, units
from tuckbox.kit import Moves, add, asking, each, peek, rule, table, top, window

ROAD_NAMED = reasons("a road has been named: block it with a judge, or let it pass", "WS-5.21")
ROAD_CALLED = reasons("your road is called: delay with a judge, or do not", "WS-5.8")
ONE_ACTION = reasons("there is one action a turn, and it comes first: call, borrow, or neither", "WS-5.3")
NO_NEW_CALL = reasons("a card is spent on a call that has just been made", "WS-5.7")
NONE_DUE = reasons("no call that waits for you is due", "WS-5.11")
FIX_FIRST = reasons("first comes a card under the called road, or none; then it may be delayed", "WS-5.12")
FIXED = reasons("one card at the most is put under a called road before it is judged or delayed", "WS-5.11")
NO_BLUFF_FOUND = reasons("there is no bluff that you have just found out, to take the road over or leave it", "WS-5.16")
NOT_BUILDING = reasons("roads are named in the build step of your turn", "WS-5.18")
NOT_OFFERING = reasons("joint ventures are offered in the build step, or when one is taken over", "WS-5.23")
BUILDING_NOW = reasons("you are building {current} already", "WS-5.18")
NONE_NAMED = reasons("nobody else has named a road", "WS-5.21")
NOT_PAYING = reasons("there is no road that you are paying for", "WS-5.18")
TOKENS_FIRST = reasons("first comes how many $ tokens you pay", "WS-5.18")
TOKENS_OVER = reasons("$ tokens are paid before the cards, if the road costs any and you have them", "WS-5.18")
NOT_OFFERED = reasons("nobody has offered you a joint venture", "WS-5.24")
NOT_TO_SIGN = reasons("there is no joint venture for you to sign", "WS-5.24")
NOT_TOO_MANY = reasons("cards are discarded at the end of a turn, by whoever holds more than {most}", "WS-5.31")
ONE_DECK = reasons("there is one deck, and its cards are drawn without a choice", "WS-5.31")
NOT_DRAWING = reasons("cards are drawn when the build step is over", "WS-5.31")

NOT_HELD = reasons("you do not hold {card}", "WS-2.1")
NOT_BUILT = reasons("nobody has built {road}", "WS-5.7")
OWN_ROAD = reasons("{road} is your own", "WS-5.7")
CALL_PENDING = reasons("a call on {road} is pending already", "WS-5.7")
IS_VERIFIED = reasons("{road} is verified, and cannot be called again", "WS-5.15")
BUILT_OPENLY = reasons("{road} was built in the open, so there is nothing to call", "WS-5.7")
NO_LEGISLATOR = reasons("a call costs a card with a legislator, and you hold none", "WS-5.7")
NOT_IN_ROW = reasons("{road} does not lie in the row", "WS-5.18")
CLOSED = reasons("{road} is closed until {blocker} moves", "WS-5.21")
NEEDS_PARTNER = reasons("a joint venture is taken over with a partner: offer it", "WS-5.17")
EMPTY_HAND = reasons("a road needs at least one card under it, and you hold none", "WS-5.18")
BEYOND_MEANS = reasons("in the last round a road must be paid for in full, which you cannot", "WS-5.19")
NO_SEAT = reasons("nobody has the seat {seat}", "WS-5.23")
YOURSELF = reasons("a joint venture is built with another player", "WS-5.23")
BEFORE_NOBODY = reasons("{road} lies before nobody", "WS-5.23")
NOT_FOUND_OUT = reasons("only the joint venture that was found out can be taken over now", "WS-5.17")
HAS_REFUSED = reasons("{seat} has been asked about {road}, and cannot be asked again", "WS-5.25")
NO_CARDS_LEFT = reasons("neither of you holds a card to put under {road}", "WS-6.2")
TOO_MANY = reasons("that is more than the road costs in $", "WS-5.18")
OVER_DUE = reasons("that is more than is still due: {paid} $ of the cost is paid", "WS-5.24")
TOO_POOR = reasons("you do not have so many $", "WS-5.18")
TOO_FEW = reasons("with so few $ your cards could not meet the cost, as they must in the last round", "WS-6.1")
TOO_LOW = reasons("cards are put down in their order, and {card} comes before the last one", "WS-6.1")
NO_HELP = reasons("after {card} the cost could not be met in full, as it must in the last round", "WS-6.1")
NO_CARD_YET = reasons("at least one card must lie under the road", "WS-6.3")
NOT_PAID_UP = reasons("in the last round the cost must be met in full before you are done", "WS-5.19")
NO_CARD_OF_EITHER = reasons("the proposer has put no card and you hold none, so none would lie under the road", "WS-6.3")
CANNOT_COMPLETE = reasons("in the last round you can join only if you complete the cost", "WS-5.26")
NONE_TO_DRAW = reasons("there is no card with that back to draw", "WS-5.31")


@rule
def refuse(s: State, action: int) -> int:
    """Return the reason against an action of the seat `s.turn`; 0 if it is legal."""
    family, card = t.FAMILY[action], t.CARD_OF[action]
    reason = refuse_answer(s, family) if asking(s) else refuse_step(s, family)
    if reason:
        return reason
    return NOT_HELD if card >= 0 and not kinds(s.hand[s.turn]) >> card & 1 else forbid(s, action)


@rule
def refuse_answer(s: State, family: int) -> int:
    """Refuse everything in a window except its answers (WS-5.8, WS-5.21)."""
    if window(s).kind == WindowKind.BLOCKING:
        return 0 if family in (t.BLOCK, t.LET_PASS) else ROAD_NAMED
    return 0 if family in (t.DELAY, t.NO_DELAY) else ROAD_CALLED


@rule
def refuse_step(s: State, family: int) -> int:
    """Refuse an action outside its step of the turn (WS-5.1)."""
    phase = s.phase
    if family in (t.CALL, t.BORROW, t.NO_ACTION):
        return 0 if phase == Phase.ACTION else ONE_ACTION
    if family == t.SPEND:
        return 0 if phase == Phase.SPENDING else NO_NEW_CALL
    if family in (t.FIX, t.NO_FIX, t.DELAY, t.NO_DELAY):
        return refuse_mending(s, family)
    if family in (t.TAKE, t.LEAVE):
        return 0 if phase == Phase.TAKING else NO_BLUFF_FOUND
    if family in (t.BUILD, t.NO_BUILD, t.OFFER):
        return refuse_building(s, family)
    if family in (t.BLOCK, t.LET_PASS):
        return NONE_NAMED
    if family in (t.PAY, t.PUT, t.DONE):
        return refuse_paying(s, family)
    if family in (t.JOIN, t.DECLINE):
        return 0 if phase == Phase.JOINING else NOT_OFFERED
    if family in (t.SIGN, t.WITHDRAW):
        return 0 if phase == Phase.SIGNING else NOT_TO_SIGN
    if family == t.DISCARD:
        return 0 if phase == Phase.LIMIT else NOT_TOO_MANY
    if not s.three:
        return ONE_DECK
    return 0 if phase == Phase.DRAWING else NOT_DRAWING


@rule
def refuse_mending(s: State, family: int) -> int:
    """Refuse to mend or delay out of order: when a call is due, a card or none, then a delay or none (WS-5.11, WS-5.12)."""
    if s.phase not in (Phase.FIXING, Phase.PUSHING):
        return NONE_DUE
    if family in (t.FIX, t.NO_FIX):
        return 0 if s.phase == Phase.FIXING else FIXED
    return 0 if s.phase == Phase.PUSHING else FIX_FIRST


@rule
def refuse_building(s: State, family: int) -> int:
    """Refuse to name a road outside the build step, except to offer a venture that is taken over (WS-5.17, WS-5.18)."""
    if s.phase == Phase.BUILDING or (family == t.OFFER and s.phase == Phase.TAKING):
        return 0
    if paying(s) or s.phase == Phase.SIGNING:
        return BUILDING_NOW
    return NOT_OFFERING if family == t.OFFER else NOT_BUILDING


@rule
def refuse_paying(s: State, family: int) -> int:
    """Refuse to pay out of order: tokens first, then cards (WS-5.18)."""
    if not paying(s):
        return NOT_PAYING
    if family == t.PAY:
        return 0 if s.phase == Phase.TOKENS else TOKENS_OVER
    return 0 if s.phase == Phase.CARDS else TOKENS_FIRST


@rule
def forbid(s: State, action: int) -> int:
    """Return the reason against an action whose step has come and whose card is held; 0 if it is legal."""
    family, road = t.FAMILY[action], t.ROAD_OF[action]
    if family == t.CALL:
        return forbid_call(s, road, kinds(s.hand[s.turn]))
    if family == t.BUILD:
        return forbid_build(s, road)
    if family == t.TAKE:
        return NEEDS_PARTNER if s.road >= c.FIRST_VENTURE else forbid_alone(s, s.road + 0)
    if family == t.OFFER:
        return forbid_offer(s, road - c.FIRST_VENTURE, t.SEAT_OF[action])
    if family in (t.PAY, t.PUT, t.DONE):
        return forbid_payment(s, family, action)
    if family == t.JOIN:
        return forbid_joining(s)
    if family == t.DRAW and s.deck[t.BACK_OF[action]].n + s.discards[t.BACK_OF[action]].n == 0:
        return NONE_TO_DRAW
    return 0


@rule
def forbid_call(s: State, road: int, held: int) -> int:
    """Refuse to call except a hidden segment of somebody else, with a legislator to spend (WS-5.7)."""
    if s.owners[road] == 0:
        return NOT_BUILT
    if s.owners[road] >> s.turn & 1:
        return OWN_ROAD
    if s.proof[road] == Proof.VERIFIED:
        return IS_VERIFIED
    if s.proof[road] == Proof.OPENLY:
        return BUILT_OPENLY
    if s.caller[road]:
        return CALL_PENDING
    return 0 if held & c.L_MASK else NO_LEGISLATOR


@rule
def forbid_build(s: State, road: int) -> int:
    """Refuse to build a road that is not in the row, is closed, or is beyond one's means (WS-5.18, WS-5.21)."""
    for i in range(s.row.n):
        if peek(s.row, i) == c.ROAD + road:
            return CLOSED if s.blocked[road] else forbid_alone(s, road)
    return NOT_IN_ROW


@rule
def forbid_alone(s: State, road: int) -> int:
    """Refuse to build alone without a card, or in the last round without the whole cost (WS-5.18, WS-5.19)."""
    if s.hand[s.turn].n == 0:
        return EMPTY_HAND
    return BEYOND_MEANS if s.last and not can_pay(s, s.turn + 0, road) else 0


@rule
def forbid_offer(s: State, venture: int, seat: int) -> int:
    """Refuse to offer a joint venture except to another seat, once a turn, with a card in either hand (WS-5.23, WS-6.2)."""
    if seat >= s.players:
        return NO_SEAT
    if seat == s.turn:
        return YOURSELF
    if s.phase == Phase.TAKING and s.road != c.FIRST_VENTURE + venture:
        return NOT_FOUND_OUT
    if s.phase == Phase.BUILDING and s.front[venture] == 0:
        return BEFORE_NOBODY
    if s.refused[venture] >> seat & 1:
        return HAS_REFUSED
    return 0 if s.hand[seat].n + s.hand[s.turn].n > 0 else NO_CARDS_LEFT


@rule
def forbid_payment(s: State, family: int, action: int) -> int:
    """Refuse tokens beyond the cost, cards out of order, an end without a card, and less than is due (WS-6.1, WS-6.3)."""
    if family == t.DONE:
        if s.partner >= 0 and not s.second:
            return 0
        if s.laid + s.given == 0:
            return NO_CARD_YET
        return NOT_PAID_UP if bound(s) and not true(s, s.road + 0) else 0
    if family == t.PUT:
        if t.CARD_OF[action] < least(s):
            return TOO_LOW
        return NO_HELP if bound(s) and not reaches(s, t.CARD_OF[action], 0) else 0
    if t.TOKENS_OF[action] > open_cost(s, s.road + 0):
        return OVER_DUE if s.paid[s.road] > 0 else TOO_MANY
    if t.TOKENS_OF[action] > s.money[s.turn]:
        return TOO_POOR
    return TOO_FEW if bound(s) and not reaches(s, 0, t.TOKENS_OF[action]) else 0


@rule
def forbid_joining(s: State) -> int:
    """Refuse to join where neither has a card, or in the last round without all that is missing (WS-6.3, WS-5.26)."""
    if s.given + s.hand[s.turn].n == 0:
        return NO_CARD_OF_EITHER
    return CANNOT_COMPLETE if s.last and not can_pay(s, s.turn + 0, s.road + 0) else 0


@rule
def paying(s: State) -> bool:
    """Whether somebody puts tokens or cards under a road."""
    return s.phase in (Phase.TOKENS, Phase.CARDS)


@rule
def open_cost(s: State, road: int) -> int:
    """Return the $ of the cost that no token has been paid for; bankers under the road do not count here (WS-5.24)."""
    return c.COST_D[road] - s.paid[road]


@rule
def can_pay(s: State, seat: int, road: int) -> bool:
    """Whether all the cards and tokens of a seat, with what lies there, would meet the cost (WS-6.1)."""
    packed = units(s.stack[road], 0) + units(s.hand[seat], 0)
    return pays(road, packed, s.paid[road] + min(s.money[seat], open_cost(s, road)))


@rule
def bound(s: State) -> bool:
    """Whether whoever pays now must pay in full: in the last round all but a proposer (WS-5.19, WS-5.26)."""
    return s.last != 0 and (s.partner < 0 or s.second != 0)


@rule
def least(s: State) -> int:
    """Return the lowest kind of card that may be put down next."""
    return top(s.stack[s.road]) if s.laid > 0 else 0


@rule
def reaches(s: State, kind: int, tokens: int) -> bool:
    """Whether a number of $ more and all cards of the hand from a kind on would meet the cost."""
    road = s.road + 0
    return pays(road, units(s.stack[road], 0) + units(s.hand[s.turn], kind), s.paid[road] + tokens)


@rule
def possible(s: State) -> bool:
    """Whether, in the last round, whoever has named a road or joined can pay for it (WS-6.1)."""
    if s.last and asking(s) and window(s).kind == WindowKind.BLOCKING:
        return can_pay(s, window(s).by + 0, window(s).subject + 0)
    if paying(s) and bound(s):
        tokens = min(s.money[s.turn], open_cost(s, s.road + 0)) if s.phase == Phase.TOKENS else 0
        return reaches(s, least(s), tokens)
    return True


# What a seat may do without a condition, step by step, and in two steps more while windows are open: one word, and with
# the cards of its hand that bear what it takes.
STEPS = len(Phase)
_WORDS = {
    Phase.ACTION: t.NO_ACTION, Phase.FIXING: t.NO_FIX, Phase.PUSHING: t.NO_DELAY, Phase.TAKING: t.LEAVE,
    Phase.BUILDING: t.NO_BUILD, Phase.JOINING: t.DECLINE, Phase.SIGNING: t.WITHDRAW,
    STEPS + WindowKind.CALLED: t.NO_DELAY, STEPS + WindowKind.BLOCKING: t.LET_PASS,
}  # fmt: skip
_PLAYS = {
    Phase.ACTION: t.BORROW, Phase.SPENDING: t.SPEND, Phase.FIXING: t.FIX, Phase.PUSHING: t.DELAY, Phase.LIMIT: t.DISCARD,
    STEPS + WindowKind.CALLED: t.DELAY, STEPS + WindowKind.BLOCKING: t.BLOCK,
}  # fmt: skip
_ROWS = [t.act.grid(_PLAYS[step]) if step in _PLAYS else [-1] * c.KINDS for step in range(STEPS + 3)]
WORD = table([_WORDS.get(step, -1) for step in range(STEPS + 3)])
PLAY = table(_ROWS)
BEARING = table([sum(1 << kind for kind, action in enumerate(row) if action >= 0) for row in _ROWS])


@rule
def legal(s: State, moves: Moves) -> None:
    """List the legal actions of the seat `s.turn`: those of the present step that nothing forbids."""
    step, held = STEPS + window(s).kind if asking(s) else s.phase + 0, kinds(s.hand[s.turn])
    if WORD[step] >= 0:
        add(moves, WORD[step])
    for kind in each(held & BEARING[step]):
        add(moves, PLAY[step][kind])
    if step == Phase.ACTION:
        for i in range(s.built.n if held & c.L_MASK else 0):
            road = peek(s.built, i) - c.ROAD
            if not forbid_call(s, road, held):
                add(moves, t.CALL + road)
    elif step == Phase.BUILDING:
        for i in range(s.row.n):
            road = peek(s.row, i) - c.ROAD
            if not s.blocked[road] and not forbid_alone(s, road):
                add(moves, t.BUILD + road)
        for i in range(s.fronts.n):
            may_offer(s, moves, peek(s.fronts, i) - c.ROAD)
    elif step < STEPS:
        may_go_on(s, moves, held)


@rule
def may_go_on(s: State, moves: Moves, held: int) -> None:
    """List the legal actions that depend on a named road, or on the decks."""
    if s.phase == Phase.CARDS:
        low, must = least(s), bound(s)
        may(s, moves, t.DONE)
        for kind in each(held >> low << low):
            if not must or not forbid_payment(s, t.PUT, t.PUT + kind):
                add(moves, t.PUT + kind)
    elif s.phase == Phase.TOKENS:
        for tokens in range(min(s.money[s.turn], open_cost(s, s.road + 0)) + 1):
            may(s, moves, t.PAY + tokens)
    elif s.phase == Phase.JOINING:
        may(s, moves, t.JOIN)
    elif s.phase == Phase.SIGNING:
        add(moves, t.SIGN)
    elif s.phase == Phase.DRAWING:
        for back in range(3):
            may(s, moves, t.DRAW + back)
    elif s.phase == Phase.TAKING and s.road >= c.FIRST_VENTURE:
        may_offer(s, moves, s.road + 0)
    elif s.phase == Phase.TAKING:
        may(s, moves, t.TAKE)


@rule
def may(s: State, moves: Moves, action: int) -> None:
    """Add an action unless something forbids it."""
    if not forbid(s, action):
        add(moves, action)


@rule
def may_offer(s: State, moves: Moves, road: int) -> None:
    """Add every offer of a joint venture that nothing forbids."""
    for seat in range(s.players):
        if not forbid_offer(s, road - c.FIRST_VENTURE, seat):
            add(moves, t.OFFERS[road][seat])
