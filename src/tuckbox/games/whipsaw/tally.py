"""Payments of the cards under a road, and scores of roads, money and debts (WS-5.14, WS-8.2 to WS-8.4)."""

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw.cards import Worth
from tuckbox.games.whipsaw.state import State
from tuckbox.kit import Cells, peek, rule


@rule
def units(zone: Cells, lowest_kind: int) -> int:
    """The units of all cards of a zone from a kind on: L, J and B, packed in eight bits each."""
    packed = 0
    for i in range(zone.n):
        kind = zone.cell[i] & 255
        if kind >= lowest_kind:
            packed += c.UNITS[kind]
    return packed


@rule
def pays(road: int, packed: int, tokens: int) -> bool:
    """Whether units and $ tokens meet the cost of a road (WS-5.14)."""
    if packed & 255 < c.COST_L[road] or packed >> 8 & 255 < c.COST_J[road]:
        return False
    return (packed >> 16) + tokens >= c.COST_D[road]


@rule
def true(s: State, road: int) -> bool:
    """Whether what lies under a segment meets its cost."""
    return pays(road, units(s.stack[road], 0), s.paid[road])


@rule
def kinds(zone: Cells) -> int:
    """The set of the kinds of cards in a zone."""
    held = 0
    for i in range(zone.n):
        held |= 1 << (zone.cell[i] & 255)
    return held


@rule
def coming(s: State) -> int:
    """The seats that have a turn to come, a mask (WS-5.29)."""
    if not s.last:
        return (1 << s.players) - 1
    seats = 0
    for step in range(1, s.left + 1):
        seats |= 1 << (s.active + step) % s.players
    return seats


@rule
def holdings(s: State, seat: int) -> int:
    """Property of a seat, packed in six bits each: four parkways, four amenities, joint ventures, segments."""
    held = 0
    for i in range(s.built.n):
        road = peek(s.built, i) - c.ROAD
        if s.owners[road] >> seat & 1:
            held += c.HOLDING[road]
    return held


@rule
def road_points(road: int, held: int, beaches: int, debts: int) -> int:
    """Points of a road for an owner by their property and debts; no rival has more than `beaches`."""
    worth, n = c.WORTH[road], c.POINTS[road]
    if worth == Worth.PER_SEGMENT:
        return held >> 6 * c.PARKWAY[road] & 63
    if worth == Worth.PER_AMENITY:
        return n * (held >> 24 + 6 * c.AMENITY[road] & 63)
    if worth == Worth.PER_PARKWAY:
        return n * ((held & 63 > 0) + (held >> 6 & 63 > 0) + (held >> 12 & 63 > 0) + (held >> 18 & 63 > 0))
    if worth == Worth.PER_VENTURE:
        return 1 + n * (held >> 48 & 63)
    if worth == Worth.PER_SET:
        return 1 + n * min(held >> 24 & 63, held >> 30 & 63, held >> 36 & 63, held >> 42 & 63)
    if worth == Worth.MOST_BEACHES:
        return n if held >> 42 & 63 >= max(1, beaches) else 1
    if worth == Worth.NO_DEBT:
        return n if debts == 0 else 1
    if worth == Worth.PER_DEBT:
        return 1 + n * min(3, debts)
    return n


@rule
def most_beaches(s: State) -> int:
    """The most beach segments any seat owns."""
    most = 0
    for seat in range(s.players):
        most = max(most, holdings(s, seat) >> 42 & 63)
    return most


@rule
def points_with(s: State, seat: int, cancelled: int) -> int:
    """A seat's total if it cancels a number of pairs of $ and debt (WS-8.3)."""
    held, beaches, debts = holdings(s, seat), most_beaches(s), s.debts[seat] - cancelled
    total = (s.money[seat] - cancelled) // 3 - 3 * debts
    for i in range(s.built.n):
        road = peek(s.built, i) - c.ROAD
        if s.owners[road] >> seat & 1:
            total += road_points(road, held, beaches, debts)
    return total


@rule
def best_cancelling(s: State, seat: int) -> int:
    """Number of pairs of $ and debt that a seat cancels: the one with the highest total, the largest of these (WS-8.2).

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
def points(s: State, seat: int) -> int:
    """Score of a seat if the game ended now; nothing hidden counts (WS-7.5)."""
    return points_with(s, seat, best_cancelling(s, seat))
