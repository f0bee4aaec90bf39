"""The heuristic policies of a sensible player, in several manners: honest, sly, a liar; calling or not; with judges or not.

Worths are told in tenths of a point. A card is worth about a point for each of its units until the last round comes.
"""

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.legality import bound, can_pay, least, open_cost
from tuckbox.games.whipsaw.odds import chance
from tuckbox.games.whipsaw.state import Phase, State, WindowKind
from tuckbox.games.whipsaw.tally import holdings, kinds, pays, points, road_points, true, units
from tuckbox.kit import Cells, asking, each, peek, rule, size, table, window

NEVER, AT_A_PROFIT, OFTEN = 0, 1, 2
_MANNERS = {  # bluffs, calls, judges, ventures, loans
    "honest": (NEVER, AT_A_PROFIT, 1, 1, AT_A_PROFIT),
    "sly": (AT_A_PROFIT, AT_A_PROFIT, 1, 1, AT_A_PROFIT),
    "liar": (OFTEN, AT_A_PROFIT, 1, 1, AT_A_PROFIT),
    "trusting": (NEVER, NEVER, 1, 1, AT_A_PROFIT),
    "sly-trusting": (AT_A_PROFIT, NEVER, 1, 1, AT_A_PROFIT),
    "liar-trusting": (OFTEN, NEVER, 1, 1, AT_A_PROFIT),
    "hasty": (AT_A_PROFIT, OFTEN, 1, 1, AT_A_PROFIT),
    "peaceful": (NEVER, AT_A_PROFIT, 0, 1, AT_A_PROFIT),
    "loner": (NEVER, AT_A_PROFIT, 1, 0, AT_A_PROFIT),
    "thrifty": (AT_A_PROFIT, AT_A_PROFIT, 1, 1, NEVER),
    "spendthrift": (AT_A_PROFIT, AT_A_PROFIT, 1, 1, OFTEN),
}
NAMES, MANNERS = tuple(_MANNERS), table(list(_MANNERS.values()))
CARD, TOKEN, DEBT = 11, 4, 30  # what a unit and a $ are worth, and what a debt costs that is not paid back
AIRPORT, CLEAN = c.IDS.index("A05"), c.IDS.index("A03")  # the roads that count debts


@rule
def prefer(s: State, action: int) -> int:
    """Weigh an action as an honest player."""
    return lean(s, action, 0)


@rule
def lean(s: State, action: int, manner: int) -> int:
    """Return the weight of an action for the seat to move, in one of the manners."""
    if asking(s):
        return lean_answer(s, action, manner)
    if s.phase == Phase.ACTION:
        return lean_action(s, action, manner)
    if s.phase in (Phase.BUILDING, Phase.TAKING):
        return lean_build(s, action, manner)
    if s.phase in (Phase.TOKENS, Phase.CARDS):
        return lean_pay(s, action, manner)
    if s.phase in (Phase.JOINING, Phase.SIGNING):
        return lean_venture(s, action, manner)
    if s.phase in (Phase.FIXING, Phase.PUSHING):
        return lean_pending(s, action)
    if s.phase in (Phase.SPENDING, Phase.LIMIT):
        return 9 if packed_size(c.UNITS[t.CARD_OF[action]]) == 1 else 1
    return 1


@rule
def packed_size(packed: int) -> int:
    """Return the total number of units."""
    return (packed & 255) + (packed >> 8 & 255) + (packed >> 16)


@rule
def steep(net: int) -> int:
    """A weight that grows steeply with a net worth; 1 for anything that is no good."""
    return 1 + min(110, max(0, net + 15)) ** 4


@rule
def unit_price(s: State) -> int:
    """Return the worth of a unit in hand: little once nothing more will be built."""
    return 2 if s.last else CARD


# -- worths ------------------------------------------------------------------------------------------------------------


@rule
def gain(s: State, seat: int, road: int) -> int:
    """Return a seat's gain from a road; on a parkway with something for the segments that may still come."""
    held = holdings(s, seat)
    ahead = 0 if s.last else s.roads.n + s.tail.n
    total = 10 * road_points(road, held + c.HOLDING[road], 1, s.debts[seat] + 0) + TOKEN * c.GIVES[road]
    if c.PARKWAY[road] >= 0:
        return total + 10 * (held >> 6 * c.PARKWAY[road] & 63) + ahead // 3
    return total


@rule
def loss(s: State, seat: int, road: int) -> int:
    """Return an owner's loss if a road is taken away."""
    held = holdings(s, seat)
    if c.PARKWAY[road] >= 0:
        return 20 * (held >> 6 * c.PARKWAY[road] & 63) - 10
    return 10 * road_points(road, held, 1, s.debts[seat] + 0)


@rule
def price(s: State, seat: int, road: int) -> int:
    """Return the cost to a seat of paying for a road in full."""
    tokens = min(s.money[seat], open_cost(s, road))
    units_owing = c.COST_L[road] + c.COST_J[road] + open_cost(s, road) - tokens
    return unit_price(s) * units_owing + token_price(s, seat) * tokens


@rule
def believed(s: State, road: int) -> int:
    """Return the probability that a segment is true, in thousandths: by its backs, and by its owners' record so far."""
    odds = chance(s, road)
    if odds == 0:
        return 0
    honest = 0
    for seat in range(s.players):
        if s.owners[road] >> seat & 1:
            honest = max(honest, 1000 * (10 + 3 * s.truths[seat]) // (12 + 3 * s.truths[seat] + 6 * s.lies[seat]))
    thin = min(1000, 400 + 2 * odds)
    return honest * thin // 1000 + (1000 - honest * thin // 1000) * odds // 1000


@rule
def call_worth(s: State, road: int) -> int:
    """Return the expected gain from calling a segment: its owners lose it, the caller may take it, a card is spent.

    A rival's loss helps all the others as much, at no cost to them, so it counts half. One in four of the bluffs near
    the truth is delayed and mended before it is found out.
    """
    harm = 0
    for seat in range(s.players):
        if s.owners[road] >> seat & 1:
            harm += loss(s, seat, road)
    mine = 0
    if road < c.FIRST_VENTURE and can_pay(s, s.turn + 0, road):
        mine = max(0, gain(s, s.turn + 0, road) - price(s, s.turn + 0, road))
    false = 1000 - believed(s, road)
    return false * (3 * harm // (8 * (s.players - 1)) + mine) // (1350 if chance(s, road) else 1000) - unit_price(s)


# -- the steps of a turn -----------------------------------------------------------------------------------------------


@rule
def lean_action(s: State, action: int, manner: int) -> int:
    """Call or borrow where it pays."""
    if action == t.NO_ACTION:
        return steep(0)
    if t.FAMILY[action] == t.BORROW:
        return lean_loan(s, t.CARD_OF[action], MANNERS[manner][4])
    calls = MANNERS[manner][1]
    if calls == NEVER:
        return 1
    net = call_worth(s, t.ROAD_OF[action])
    if calls == OFTEN:
        return steep(net + 8)
    return steep(net) if net > 2 else 1 + steep(net) // 500


@rule
def lean_loan(s: State, kind: int, loans: int) -> int:
    """Borrow where three $ more and three debts more are better than a card."""
    seat = s.turn + 0
    if loans == NEVER or not wants_money(s, seat):
        return 1
    hand, money, debts = units(s.hand[seat], 0), s.money[seat] + 0, s.debts[seat] + 0
    net = outlook(s, seat, hand - c.UNITS[kind], money + 3, debts + 3) - outlook(s, seat, hand, money, debts)
    net -= unit_price(s) * packed_size(c.UNITS[kind])
    enough = 0 if loans == OFTEN else 20
    return steep(net) if net > enough else 1 + steep(net) // 500


@rule
def wants_money(s: State, seat: int) -> bool:
    """Whether there is a road to pay $ for, or to count debts."""
    if s.owners[AIRPORT] >> seat & 1:
        return True
    for i in range(s.row.n):
        road = peek(s.row, i) - c.ROAD
        if c.COST_D[road] > 0 or road == AIRPORT:
            return True
    return False


@rule
def outlook(s: State, seat: int, hand: int, money: int, debts: int) -> int:
    """Return a seat's worth after the best building now, if any, with these units, $ and debts: gain, $ and debts left."""
    airport = s.owners[AIRPORT] >> seat & 1
    best = purse(s, seat, money, debts, airport)
    for i in range(s.row.n):
        road = peek(s.row, i) - c.ROAD
        if s.blocked[road] > 0:
            continue
        worth = 10 if road == AIRPORT else gain(s, seat, road) - TOKEN * c.GIVES[road]
        for used in range(min(money, c.COST_D[road]) + 1):
            if pays(road, hand, used):
                left = money - used + c.GIVES[road]
                net = worth - unit_price(s) * (c.COST[road] - used)
                best = max(best, net + purse(s, seat, left, debts, airport or road == AIRPORT))
    return best


@rule
def purse(s: State, seat: int, money: int, debts: int, airport: int) -> int:
    """Return the worth of $ and debts: an owner of the airport keeps three debts, and each $ pays one of the others."""
    kept = min(3, debts) if airport else 0
    paid = min(money, debts - kept)
    unpaid = debts - kept - paid
    total = 10 * kept + TOKEN * (money - paid) - DEBT * unpaid
    return total - DEBT if s.owners[CLEAN] >> seat & 1 and kept + unpaid > 0 else total


@rule
def token_price(s: State, seat: int) -> int:
    """Return the worth of a $ to a seat: that of a debt, where it has no more $ than debts to pay back."""
    kept = 3 if s.owners[AIRPORT] >> seat & 1 else 0
    return DEBT if s.money[seat] <= s.debts[seat] - kept else TOKEN


@rule
def lean_build(s: State, action: int, manner: int) -> int:
    """Weigh a road by its worth less its price; only a manner that bluffs builds what it cannot pay for."""
    seat = s.turn + 0
    if action in (t.NO_BUILD, t.LEAVE):
        return steep(-6)
    if t.FAMILY[action] == t.OFFER:
        return lean_offer(s, t.ROAD_OF[action], manner)
    road = s.road + 0 if action == t.TAKE else t.ROAD_OF[action]
    worth = gain(s, seat, road)
    if road == AIRPORT and units(s.hand[seat], 0) >> 16:
        worth += 10 * (3 - min(3, s.debts[seat]))
    honest = steep(worth - price(s, seat, road)) if can_pay(s, seat, road) else 0
    bluffs = NEVER if s.last else MANNERS[manner][0]
    if bluffs == NEVER or (bluffs == AT_A_PROFIT and honest):
        return max(1, honest)
    trust = 90 if bluffs == OFTEN else 62
    if not looks_right(s.hand[seat], front(s, road, s.money[seat])):
        trust //= 2
    tokens = min(s.money[seat], open_cost(s, road))
    bluff = unit_price(s) * max(1, packed_size(front(s, road, tokens))) + TOKEN * tokens  # one unit a card
    return max(honest, steep(trust * worth // 100 - bluff))


@rule
def front(s: State, road: int, tokens: int) -> int:
    """Return the number of cards of each back that a bluff needs, if each could be a double one: black, green, gold in
    eight bits each."""
    owing = max(0, open_cost(s, road) - tokens)
    return (c.COST_J[road] + 1) // 2 | (owing + 1) // 2 << 8 | (c.COST_L[road] + 1) // 2 << 16


@rule
def looks_right(zone: Cells, wanted: int) -> bool:
    """Whether a zone holds the cards of each back that a bluff needs."""
    held = 0
    for i in range(zone.n):
        held += 1 << 8 * c.BACK_OF[zone.cell[i] & 255]
    return held & 255 >= wanted & 255 and held >> 8 & 255 >= wanted >> 8 & 255 and held >> 16 >= wanted >> 16


@rule
def lean_offer(s: State, road: int, manner: int) -> int:
    """Weigh the offer of a venture: worth making where one's own cards and tokens pay for half of it."""
    if not MANNERS[manner][3] or 2 * useful(s, s.turn + 0, road) < c.COST[road]:
        return 1
    half = (c.COST[road] + 1) // 2
    return steep(7 * gain(s, s.turn + 0, road) // 10 - unit_price(s) * half + 8)


@rule
def useful(s: State, seat: int, road: int) -> int:
    """Return the number of units of a road's cost that the cards and tokens of a seat can meet."""
    packed = units(s.hand[seat], 0)
    met = min(packed & 255, c.COST_L[road]) + min(packed >> 8 & 255, c.COST_J[road])
    return met + min((packed >> 16) + s.money[seat], c.COST_D[road])


@rule
def lean_answer(s: State, action: int, manner: int) -> int:
    """Block a road that helps the builder much, or that one wants oneself; delay a call on a bluff that can be mended."""
    if window(s).kind == WindowKind.BLOCKING:
        if action == t.LET_PASS:
            return steep(0)
        if not MANNERS[manner][2]:
            return 1
        road, builder = window(s).subject + 0, window(s).by + 0
        net = gain(s, builder, road) // (3 * (s.players - 1)) + 7 * longing(s, s.turn + 0, road) // 10
        return 1 + steep(net - judge_price(s, t.CARD_OF[action])) // 2
    road = window(s).subject + 0
    if action == t.NO_DELAY:
        return 400_000 if true(s, road) else 30_000
    if not MANNERS[manner][2] or true(s, road):
        return 1
    worth = loss(s, s.turn + 0, road) - 10 if mendable(s, road) else loss(s, s.turn + 0, road) // 4
    return 1 + 2 * steep(worth - judge_price(s, t.CARD_OF[action]))


@rule
def longing(s: State, seat: int, road: int) -> int:
    """Return how much more a road would bring a seat than the best other one of the row, paid for honestly."""
    if not can_pay(s, seat, road):
        return 0
    best, mine = 0, gain(s, seat, road) - price(s, seat, road)
    for i in range(s.row.n):
        other = peek(s.row, i) - c.ROAD
        if other != road and can_pay(s, seat, other):
            best = max(best, gain(s, seat, other) - price(s, seat, other))
    return max(0, mine - best)


@rule
def judge_price(s: State, kind: int) -> int:
    """Return the cost of spending a judge: less where the hand has many kinds of cards, or many judges."""
    many = size(kinds(s.hand[s.turn])) > 5 or (units(s.hand[s.turn], 0) >> 8 & 255) > 4
    return packed_size(c.UNITS[kind]) * (unit_price(s) * (7 if many else 10)) // 10


@rule
def mends(s: State, road: int, kind: int) -> bool:
    """Whether one card more makes a segment true."""
    return pays(road, units(s.stack[road], 0) + c.UNITS[kind], s.paid[road])


@rule
def mendable(s: State, road: int) -> bool:
    """Whether some card of the hand makes a segment true."""
    for kind in each(kinds(s.hand[s.turn])):
        if mends(s, road, kind):
            return True
    return False


@rule
def lean_pending(s: State, action: int) -> int:
    """Mend a bluff with the least card that does it; where none does, push the call on if the road is worth it."""
    truth = true(s, s.road + 0)
    if action == t.NO_FIX:
        return 1_000 if truth else 100
    if t.FAMILY[action] == t.FIX:
        if truth or not mends(s, s.road + 0, t.CARD_OF[action]):
            return 1 if truth else 10
        return 20_000 // packed_size(c.UNITS[t.CARD_OF[action]]) ** 3
    if action == t.NO_DELAY:
        return 100_000 if truth else steep(0)
    if truth:
        return 1
    return 1 + steep(loss(s, s.turn + 0, s.road + 0) // 3 - judge_price(s, t.CARD_OF[action])) // 2


# -- payments ----------------------------------------------------------------------------------------------------------


@rule
def lean_venture(s: State, action: int, manner: int) -> int:
    """Join and sign what is true and worth it."""
    if s.phase == Phase.JOINING:
        if action != t.JOIN:
            return steep(0)
        if not MANNERS[manner][3] or not can_pay(s, s.turn + 0, s.road + 0):
            return 1
        laid = packed_size(units(s.stack[s.road], 0)) + s.paid[s.road]
        left = max(0, c.COST[s.road] - laid)
        return steep(7 * gain(s, s.turn + 0, s.road + 0) // 10 - unit_price(s) * left + 5)
    honest = true(s, s.road + 0) or (MANNERS[manner][0] > 0 and chance(s, s.road + 0) > 300)
    return 1_000 if (action == t.SIGN) == honest else 1


@rule
def lean_pay(s: State, action: int, manner: int) -> int:
    """Tokens before bankers; then the cards that pay best, or in a bluff the least that look right."""
    road, hand = s.road + 0, s.hand[s.turn]
    if t.FAMILY[action] == t.PAY:
        return lean_tokens(s, t.TOKENS_OF[action])
    laid = units(s.stack[road], 0)
    if s.partner >= 0 and not s.second:
        return lean_share(s, action, laid)
    honest = pays(road, laid + units(hand, least(s)), s.paid[road])
    if not bound(s) and (not honest or (MANNERS[manner][0] == OFTEN and s.partner < 0)):
        return lean_bluff(s, action)
    if action == t.DONE:
        return 1_000_000 if pays(road, laid, s.paid[road]) else 1
    kind = t.CARD_OF[action]
    if not pays(road, laid + units(hand, kind), s.paid[road]):
        return 1
    return lean_card(s, kind, laid)


@rule
def lean_tokens(s: State, tokens: int) -> int:
    """Pay as many $ as the road takes; but as few as will do, where one needs them to pay debts back."""
    road, seat = s.road + 0, s.turn + 0
    if s.partner < 0 and token_price(s, seat) > unit_price(s):
        enough = pays(road, units(s.stack[road], 0) + units(s.hand[seat], 0), s.paid[road] + tokens)
        return 1 << 4 * (5 - tokens) if enough else 1
    return 1 << 4 * tokens


@rule
def lean_card(s: State, kind: int, laid: int) -> int:
    """Weigh a card: the more by the missing units it meets, the less by those it wastes."""
    road, bears = s.road + 0, c.UNITS[kind]
    met = min(bears & 255, max(0, c.COST_L[road] - (laid & 255)))
    met += min(bears >> 8 & 255, max(0, c.COST_J[road] - (laid >> 8 & 255)))
    met += min(bears >> 16, max(0, open_cost(s, road) - (laid >> 16)))
    return 1 if met == 0 else 1 + max(0, 10 + 6 * met - 5 * (packed_size(bears) - met)) ** 3


@rule
def lean_share(s: State, action: int, laid: int) -> int:
    """As a proposer, pay for half and leave the rest to the partner."""
    enough = 2 * (packed_size(laid) + s.paid[s.road]) >= c.COST[s.road]
    if action == t.DONE:
        return 1_000_000 if enough else 10
    return 1 if enough else lean_card(s, t.CARD_OF[action], laid)


@rule
def lean_bluff(s: State, action: int) -> int:
    """Show backs that an honest builder might show, by the cards with the fewest units."""
    stack, wanted = s.stack[s.road], front(s, s.road + 0, 0)
    if action == t.DONE:
        return 1_000_000 if s.laid + s.given > 0 and looks_right(stack, wanted) else 10
    kind = t.CARD_OF[action]
    back = 8 * c.BACK_OF[kind]
    if looks_right(stack, wanted & 255 << back):
        return 2 // packed_size(c.UNITS[kind]) or 1
    return (60 << 16 - back) // packed_size(c.UNITS[kind]) ** 2


@rule
def value(s: State, seat: int) -> float:
    """Return a seat's value in an unfinished game: by the points as they stand, and a little for the cards in hand."""
    own, best = 0, -1000
    for rival in range(s.players):
        total = 10 * points(s, rival) + 3 * s.hand[rival].n
        if rival == seat:
            own = total
        else:
            best = max(best, total)
    return max(0.0, min(1.0, 0.5 + (own - best) / 800))
