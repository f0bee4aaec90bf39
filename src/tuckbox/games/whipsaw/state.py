"""The state of Whipsaw!: its fields and zones, the actions, and the events for the log."""

from enum import IntEnum

from tuckbox.games.whipsaw.cards import ANY_ROAD, B_KINDS, FIRST_VENTURE, J_KINDS, KIND, L_KINDS, PACK, SEGMENTS
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
    Reasons,
    Seats,
    Small,
    Window,
    state,
    table,
)

SEATS = Seats(("P1", "P2", "P3", "P4"))


FROM_ROW = ANY_ROAD.only(range(FIRST_VENTURE))
VENTURES = ANY_ROAD.only(range(FIRST_VENTURE, SEGMENTS))
L_CARDS, J_CARDS, B_CARDS = (KIND.only(kinds) for kinds in (L_KINDS, J_KINDS, B_KINDS))

act = Actions()
CALL = act("call {road}", ANY_ROAD)
BORROW = act("borrow {card}", B_CARDS)
NO_ACTION = act("no action")
SPEND = act("spend {card}", L_CARDS)
DELAY = act("delay with {card}", J_CARDS)
NO_DELAY = act("no delay")
FIX = act("fix {card}", KIND, others=BACKS)
NO_FIX = act("no fix")
TAKE = act("take")
LEAVE = act("leave")
BUILD = act("build {road}", FROM_ROW)
OFFER = act("offer {road} to {seat}", VENTURES, SEATS)
NO_BUILD = act("no build")
BLOCK = act("block with {card}", J_CARDS)
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

FAMILY = table(act.families_of_all())
CARD_OF, ROAD_OF, SEAT_OF, TOKENS_OF, BACK_OF = (
    table(act.column(slot)) for slot in ("card", "road", "seat", "tokens", "back")
)
OFFERS = table(act.grid(OFFER))

reasons = Reasons()

told = Events()
FIRST, LAST_ROUND, CRASHED, RENEWED = map(told, ("first", "last round", "crashed", "renewed"))
ROW, VENTURE, NO_VENTURE, EXPIRED, STALLED = map(told, ("row", "venture", "no venture", "expired", "stalled"))
DREW, NO_CARD, LIFTED, TURNED, LAID_OPEN = map(told, ("drew", "no card", "lifted", "turned", "laid open"))
DELAYED_WITH, BLOCKED_WITH = map(told, ("delayed with", "blocked with"))
DELAYED, BLOCKED, TRUE, FALSE = (told(road, NUMBER) for road in ("delayed", "blocked", "true", "false"))
BUILT, GAINED, SETTLED, SCORED, WON = (told(name, NUMBER) for name in ("built", "gained", "settled", "scored", "won"))


class Phase(IntEnum):
    """Where a turn stands: phases in which a seat decides, then those that run by themselves.

    While a window is open its kind says what is asked.
    """

    ACTION = 0
    SPENDING = 1
    FIXING = 2
    PUSHING = 3
    TAKING = 4
    BUILDING = 5
    TOKENS = 6
    CARDS = 7
    JOINING = 8
    SIGNING = 9
    DRAWING = 10
    LIMIT = 11
    PENDING = 12
    RESOLVING = 13
    TURN_DRAW = 14
    TURN_END = 15


class WindowKind(IntEnum):
    """The kinds of windows."""

    CALLED = 1
    BLOCKING = 2


class Proof(IntEnum):
    """States of a segment."""

    HIDDEN = 0
    VERIFIED = 1
    OPENLY = 2


class News(IntEnum):
    """Event of the last step that all should look at."""

    NOTHING = 0
    TRUE = 1
    FALSE = 2
    BLOCKED = 3
    DELAYED = 4
    CRASH = 5


@state(players=(3, 4, 2), deck=PACK)
class State(GameState):
    """One game; the fields that are `kept` belong to the match. Fields of seats in which 0 means nobody hold seat + 1."""

    decks = Choice("one", "three", default="one")
    start_money = Choice(
        "false", "true", default="false", before="true",
        house="Later seats begin with a few $. Among sly bots the last of four then wins .98 of a fair share, else .74.",
    )  # fmt: skip
    stalled = Choice("moves", "stays", default="moves", before="moves")
    unofficial = Choice("false", "true", default="false")
    mini = Choice("false", "true", default="false")
    match = Choice("single", "rotation", default="single", of_match=True)
    rounds = Range(1, 9, default=1, only=("match", "rotation"), rule="WS-8.6", of_match=True)

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
    proof = Small[39]  # see Proof
    caller = Small[39]  # of a pending call
    waiter = Small[39]  # the seat a pending call waits for
    called_at = Int[39]  # the order pending calls were made in
    pushed_at = Int[39]  # the turn in which one was last delayed
    blocked = Small[39]  # who has laid a judge on a road of the row
    judge = Small[39]  # and which one
    front = Small[6]  # before whom a joint venture lies
    due = Flag[6]  # whether it is discarded at the end of this turn
    refused = Small[6]  # the seats that have said no to it this turn, a mask

    phase = Small  # see Phase
    active = Small  # whose turn it is
    builder = Small
    partner = Small  # of an offer, -1 without one
    road = Small  # called, built or resolved now
    news = Small  # see News
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
