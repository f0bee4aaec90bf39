"""The state of Gin Rummy: phases, actions, reasons, events, fields."""

from enum import IntEnum

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Cards,
    Choice,
    Events,
    Flag,
    GameState,
    Int,
    Pile,
    Range,
    Reasons,
    Small,
    state,
    table,
)
from tuckbox_ginrummy.melds import MELDS, NAMES, PACK, SETS

DEALT, KNOCK_WITH, BONUS, WALL, MOST_TAKEN = 10, 10, 25, 2, 50
MOST = 98 + BONUS  # points for a deal
NOTHING = -1


class Phase(IntEnum):
    """Kind of decision of the seat to move."""

    OFFER = 0  # the first card turned up goes round
    REFUSED = 1  # both have passed: the first has to draw
    DRAW = 2
    DISCARD = 3
    KNOCKED = 4  # the last discard of who has knocked
    SPREAD = 5  # the melds of who has knocked
    LAY_OFF = 6
    MELD = 7  # the other's melds
    END = 8  # the stock is used up: knock with the card put down, or nobody scores


act = Actions()
DISCARD = act("discard {card}", PACK)
TAKE = act("take discard")
DRAW = act("draw stock")
PASS = act("pass")
KNOCK = act("knock")
DONE = act("done")
LAY_OFF = act("lay off {card}", PACK)
LAY = act("lay {meld}", NAMES)
WHEN = {
    DISCARD: (Phase.DISCARD, Phase.KNOCKED),
    TAKE: (Phase.OFFER, Phase.DRAW),
    DRAW: (Phase.REFUSED, Phase.DRAW),
    PASS: (Phase.OFFER, Phase.END),
    KNOCK: (Phase.DISCARD, Phase.END),
    DONE: (Phase.SPREAD, Phase.LAY_OFF, Phase.MELD),
    LAY_OFF: (Phase.LAY_OFF,),
    LAY: (Phase.SPREAD, Phase.MELD),
}
PHASES = table([sum(1 << phase for phase in WHEN[act.family(action)]) for action in range(act.size)])
FIRST_RUN = LAY + len(SETS)
CARDS = table([*(1 << card if card >= 0 else 0 for card in act.column("card")[:LAY]), *MELDS])  # that an action puts down

reasons = Reasons()
NOT_NOW = reasons("that is not what is to be decided now")
NOT_HELD = reasons("you do not hold {what}")
JUST_TAKEN = reasons("{card} was taken up in this turn and stays")
TOO_MUCH = reasons("more than {limit} would be left outside of melds")
NO_PLACE = reasons("{card} belongs to none of the melds on the table")

told = Events()
TURNED = told("turned")
DREW = told("drew")
TOOK = told("took")
SCORED = told("scored", NUMBER)
UNDERCUT = told("undercut", NUMBER)
VOID = told("void")


@state(players=(2,), deck=PACK)
class State(GameState):
    """One deal; the fields that are `kept` belong to the match."""

    target = Range(1, 500, default=100, of_match=True)
    knock = Choice("ten", "upcard", default="ten")  # with how much one may knock
    equal = Choice("undercut", "nothing", default="undercut")  # what it is worth to have as little as who knocks
    put_back = Choice("false", "true", default="false")  # the card just taken up may be put down again
    first = Choice("random", "0", "1", default="random", of_match=True)

    hand = Cards[2].seen_by(OWNER)
    stock = Pile(52)
    discards = Pile(52).seen_by(ALL)
    sets = Cards[2].seen_by(ALL)
    runs = Cards[2].seen_by(ALL)
    phase = Small
    limit = Small  # with how much one may knock in this deal
    taken = Small  # the card that was taken up in this turn
    takes = Small  # cards taken up in this deal
    returned = Flag  # whether the last card was put down by who had taken it up
    knocker = Small

    leading = Small.kept()
    deals = Int.kept()
    points = Int[2].kept()
