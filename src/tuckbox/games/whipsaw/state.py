"""The table of Whipsaw!: its fields and zones, the actions there are, and what the log may tell."""

from tuckbox.games.whipsaw.cards import ANY_ROAD, B_KINDS, FROM_ROW, J_KINDS, KIND, L_KINDS, PACK, RESOURCES, VENTURE_ROAD
from tuckbox.kit import (
    ALL,
    BACKS,
    CHOSEN,
    COUNTED,
    NUMBER,
    OWNER,
    Actions,
    Choice,
    Events,
    Flag,
    GameState,
    Hand,
    Int,
    Pile,
    Range,
    Seats,
    Small,
    Window,
    state,
)

SEATS = Seats(("P1", "P2", "P3", "P4"))


def _named(kinds: list[int]) -> list[str]:
    return [RESOURCES[kind][0] for kind in kinds]


act = Actions()
CALL = act("call {road}", ANY_ROAD)
BORROW = act("borrow {card}", _named(B_KINDS))
NO_ACTION = act("no action")
SPEND = act("spend {card}", _named(L_KINDS))
DELAY = act("delay with {card}", _named(J_KINDS))
NO_DELAY = act("no delay")
FIX = act("fix {card}", KIND, others=BACKS)
NO_FIX = act("no fix")
TAKE = act("take")
LEAVE = act("leave")
BUILD = act("build {road}", FROM_ROW)
OFFER = act("offer {road} to {seat}", VENTURE_ROAD, SEATS)
NO_BUILD = act("no build")
BLOCK = act("block with {card}", _named(J_KINDS))
LET_PASS = act("let pass")
PAY = act("pay {tokens}", "01234")
PUT = act("put {card}", KIND, others=BACKS)
DONE = act("done")
JOIN = act("join")
DECLINE = act("decline")
SIGN = act("sign")
WITHDRAW = act("withdraw")
DISCARD = act("discard {card}", KIND)
DRAW = act("draw {back}", "kgo")

told = Events()
FIRST = told("first")
ROW = told("row")
VENTURE = told("venture")
NO_VENTURE = told("no venture")
CRASHED = told("crashed")
LIFTED = told("lifted")
DREW = told("drew")
RENEWED = told("renewed")
NO_CARD = told("no card")
DELAYED = told("delayed", NUMBER)
DELAYED_WITH = told("delayed with")
TURNED = told("turned")
TRUE = told("true", NUMBER)
FALSE = told("false", NUMBER)
BLOCKED = told("blocked", NUMBER)
BLOCKED_WITH = told("blocked with")
BUILT = told("built", NUMBER)
GAINED = told("gained", NUMBER)
LAID_OPEN = told("laid open")
FIXED_OPEN = told("fixed open")
EXPIRED = told("expired")
STALLED = told("stalled")
LAST_ROUND = told("last round")
SETTLED = told("settled", NUMBER)
SCORED = told("scored", NUMBER)
WON = told("won", NUMBER)

# Phases in which a seat decides, then those that run by themselves. While a window is open its kind says what is asked.
ACTION, SPENDING, FIXING, PUSHING, TAKING, BUILDING, TOKENS, CARDS, JOINING, SIGNING, DRAWING, LIMIT = range(12)
PENDING, RESOLVING, TURN_DRAW, TURN_END = range(12, 16)
CALLED, BLOCKING = 1, 2  # windows
HIDDEN, VERIFIED, OPENLY = 0, 1, 2  # how a segment stands
NEWS_TRUE, NEWS_FALSE, NEWS_BLOCKED, NEWS_DELAYED, NEWS_CRASH = 1, 2, 3, 4, 5


@state(players=(3, 4, 2), deck=PACK)
class State(GameState):
    """One game; the fields that are `kept` belong to the match. Fields of seats in which 0 means nobody hold seat + 1."""

    decks = Choice("one", "three", default="one")
    start_money = Choice("false", "true", default="true")
    unofficial = Choice("false", "true", default="false")
    mini = Choice("false", "true", default="false")
    match = Choice("single", "rotation", default="single")
    rounds = Range(1, 9, default=1, only=("match", "rotation"), rule="WS-8.6")

    hand = Hand(12)[4].seen_by(OWNER)
    stack = Pile(90)[39].seen_by(CHOSEN)
    top = Pile(12)
    deck = Pile(90)[3].backs(COUNTED)
    discards = Pile(90)[3].seen_by(ALL)
    roads = Pile(90)
    tail = Pile(12).backs(COUNTED)
    row = Pile(12).seen_by(ALL)
    fronts = Pile(12).seen_by(ALL)
    judges = Hand(12).seen_by(ALL)
    built = Pile(90).seen_by(ALL)
    gone = Hand(90).seen_by(ALL)
    window = Window(1)

    money = Int[4]
    debts = Int[4]
    owners = Small[39]  # a mask of seats
    paid = Small[39]  # $ tokens under a segment
    proof = Small[39]  # HIDDEN, VERIFIED or OPENLY
    caller = Small[39]  # of a pending call
    waiter = Small[39]  # the seat a pending call waits for
    called_at = Int[39]  # the order pending calls were made in
    pushed_at = Int[39]  # the turn in which one was last delayed
    blocked = Small[39]  # who has laid a judge on a road of the row
    judge = Small[39]  # and which one
    front = Small[6]  # before whom a joint venture lies
    due = Flag[6]  # whether it is discarded at the end of this turn
    refused = Small[6]  # the seats that have said no to it this turn, a mask

    phase = Small
    active = Small  # whose turn it is
    builder = Small
    partner = Small  # of an offer, -1 without one
    road = Small  # called, built or resolved now
    news = Small  # what the last step has brought that all should look at
    laid = Small  # cards put in this payment
    given = Small  # cards the proposer has put
    tokens = Small  # $ the proposer has put
    begun = Flag  # whether a payment has begun
    taking = Flag  # a failed road is built by its caller
    second = Flag  # the partner pays
    draws = Small  # cards still to be drawn
    turns = Int
    calls = Int
    idle = Small  # turns without a card from the road deck
    moved = Flag  # one has been drawn in this turn
    crash = Flag
    left = Small  # turns still to come after this one, once the crash is out
    last = Flag
    three = Flag
    places = Small  # of the row
    most = Small  # cards in a hand
    lies = Small[4]  # bluffs shown
    truths = Small[4]  # calls survived
    total = Int[4]
    cancelled = Int[4]

    seated = Small.kept()  # the seat that is P1 in this game
    played = Small.kept()
    wins = Int[4].kept()  # in twelfths
    points = Int[4].kept()
