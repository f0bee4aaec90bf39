"""What cards under a road pay for, and what roads, money and debts are worth (WS-5.14, WS-8.2 to WS-8.4)."""

from tuckbox.games.whipsaw.cards import (
    COST_D,
    COST_J,
    COST_L,
    HOLDING,
    MOST_BEACHES,
    NO_DEBT,
    PARKWAY,
    PER_BASEBALL,
    PER_DEBT,
    PER_PARKWAY,
    PER_PLAYGROUND,
    PER_SEGMENT,
    PER_SET,
    PER_VENTURE,
    POINTS,
    ROAD,
    UNITS,
    WORTH,
)
from tuckbox.games.whipsaw.state import HIDDEN
from tuckbox.kit import peek, rule


@rule
def units(zone, lowest_kind):
    """The units of all cards of a zone from a kind on: L, J and B, packed in eight bits each."""
    packed = 0
    for i in range(zone.n):
        kind = zone.cell[i] & 255
        if kind >= lowest_kind:
            packed += UNITS[kind]
    return packed


@rule
def pays(road, packed, tokens):
    """Whether units and $ tokens meet the cost of a road (WS-5.14)."""
    if packed & 255 < COST_L[road] or packed >> 8 & 255 < COST_J[road]:
        return False
    return (packed >> 16) + tokens >= COST_D[road]


@rule
def true(s, road):
    """Whether what lies under a segment meets its cost."""
    return pays(road, units(s.stack[road], 0), s.paid[road])


@rule
def kinds(zone):
    """The set of the kinds of cards in a zone."""
    held = 0
    for i in range(zone.n):
        held |= 1 << (zone.cell[i] & 255)
    return held


@rule
def coming(s):
    """The seats that have a turn to come, a mask (WS-5.29)."""
    if not s.last:
        return (1 << s.players) - 1
    seats = 0
    for step in range(1, s.left + 1):
        seats |= 1 << (s.active + step) % s.players
    return seats


@rule
def may_be_called(s, road, seat):
    """Whether a seat may call a built segment (WS-5.7)."""
    if s.owners[road] == 0 or s.owners[road] >> seat & 1:
        return False
    return s.proof[road] == HIDDEN and s.caller[road] == 0


@rule
def holdings(s, seat):
    """What a seat owns, packed in six bits each: four parkways, four amenities, joint ventures, segments."""
    held = 0
    for i in range(s.built.n):
        road = peek(s.built, i) - ROAD
        if s.owners[road] >> seat & 1:
            held += HOLDING[road]
    return held


@rule
def parkways(held):
    """In how many parkways there is a segment."""
    number = 0
    for parkway in range(4):
        number += held >> 6 * parkway & 63 != 0
    return number


@rule
def sets(held):
    """How many sets of the four amenities there are."""
    least = 63
    for amenity in range(4):
        least = min(least, held >> 24 + 6 * amenity & 63)
    return least


@rule
def road_points(road, held, beaches, debts):
    """What a road counts for an owner who holds so much and has so many debts; no rival has more than `beaches`."""
    worth, n = WORTH[road], POINTS[road]
    if worth == PER_SEGMENT:
        return held >> 6 * PARKWAY[road] & 63
    if PER_BASEBALL <= worth <= PER_PLAYGROUND:
        return n * (held >> 24 + 6 * (worth - PER_BASEBALL) & 63)
    if worth == PER_PARKWAY:
        return n * parkways(held)
    if worth == PER_VENTURE:
        return 1 + n * (held >> 48 & 63)
    if worth == PER_SET:
        return 1 + n * sets(held)
    if worth == MOST_BEACHES:
        return n if held >> 42 & 63 >= max(1, beaches) else 1
    if worth == NO_DEBT:
        return n if debts == 0 else 1
    if worth == PER_DEBT:
        return 1 + n * min(3, debts)
    return n


@rule
def most_beaches(s):
    """The most beach segments any seat owns."""
    most = 0
    for seat in range(s.players):
        most = max(most, holdings(s, seat) >> 42 & 63)
    return most


@rule
def points_with(s, seat, cancelled):
    """A seat's total if it cancels so many pairs of $ and debt (WS-8.3)."""
    held, beaches, debts = holdings(s, seat), most_beaches(s), s.debts[seat] - cancelled
    total = (s.money[seat] - cancelled) // 3 - 3 * debts
    for i in range(s.built.n):
        road = peek(s.built, i) - ROAD
        if s.owners[road] >> seat & 1:
            total += road_points(road, held, beaches, debts)
    return total


@rule
def best_cancelling(s, seat):
    """How many pairs of $ and debt a seat cancels: what makes its total highest, the most of these (WS-8.2).

    Only the last four debts can count for something, so beyond them each pair cancelled gains.
    """
    most = min(s.money[seat], s.debts[seat])
    best, chosen = points_with(s, seat, most), most
    for k in range(most - 1, max(0, most - 4) - 1, -1):
        total = points_with(s, seat, k)
        if total > best:
            best, chosen = total, k
    return chosen


@rule
def points(s, seat):
    """What a seat would have if the game ended now; nothing hidden counts (WS-7.5)."""
    return points_with(s, seat, best_cancelling(s, seat))
