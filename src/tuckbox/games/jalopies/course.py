"""The course: what it costs to enter a section, who can pay, and how pawns move (JJ-5.10 to JJ-5.22)."""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.effects_in_play import at_hand, car, counting_as, purse, tally
from tuckbox.games.jalopies.state import Side, State
from tuckbox.games.jalopies.troubles import discard_from
from tuckbox.kit import has, lift, peek, remove, rule, tell


@rule
def cost(s: State, seat: int, road: int, terrain: int, card: int, new: bool) -> tuple[int, int, int]:
    """Return the cost of entering a section beyond the announced card: Driving cards, chains, discards (JJ-5.13).

    `road` is its kind, `terrain` the kind lying on it or -1, `card` the announced one, `new` if it is put into play now.
    """
    force = s.force[seat]
    sure, hollows = force[c.SURE] > 0, force[c.HOLLOWS] > 0
    driving, chains, toll = force[c.EXTRA] + 0, 0, force[c.TOLL_ANY] + 0
    if new and not hollows and not has(c.PRINTED[c.DRIVE], road):
        driving += 1  # JJ-5.11
    if not (hollows and c.EFFECT[road][c.HOLLOW] > 0):
        toll += c.EFFECT[road][c.TOLL]
    if terrain >= 0:
        ground = c.EFFECT[terrain]
        if not sure:
            driving += ground[c.GROUND_EXTRA]
            chains += ground[c.GROUND_CHAINS]
        if ground[c.GROUND_TOLL] < 0 or not sure:
            toll += ground[c.GROUND_TOLL]
    if not new:
        toll += force[c.TOLL_EXISTING]
    if s.entered == 0:
        toll += force[c.TOLL_FIRST]
    if s.entered == 0 or s.side[seat] == Side.NEUTRAL:
        toll += force[c.TOLL_FIRST_PLUS]
    if c.EFFECT[road][c.ROUGH] > 0:
        toll += force[c.TOLL_ROUGH]
    if c.EFFECT[card][c.STEADY] > 0 and s.side[seat] == Side.NEUTRAL:
        toll = 0
    return driving, chains, max(0, toll)


@rule
def price(s: State, seat: int, verb: int, card: int) -> tuple[int, int, int]:
    """Return the cost of laying a road, or of entering the section ahead or behind, beyond the announced card."""
    if verb == t.ROAD:
        return cost(s, seat, card, -1, card, True)
    section = s.pawn[car(s, seat)] + (1 if verb == t.DRIVE else -1)
    return cost(s, seat, peek(s.course, section - 1), s.ground[section] - 1, card, False)


@rule
def affords(s: State, seat: int, verb: int, card: int) -> bool:
    """Whether a racer can pay the whole cost of entering a section after announcing a card (JJ-5.15). Whoever can pay the
    Driving cards with any can pay the rest with any, since each group takes all the one before it takes."""
    driving, chains, toll = price(s, seat, verb, card)
    drives = counting_as(s, seat, c.DRIVE)
    gear = drives | counting_as(s, seat, c.EQUIPMENT)
    if driving > 0 and tally(s, seat, drives) - has(drives, card) < driving:
        return False
    if chains > 0 and tally(s, seat, gear) - has(gear, card) < driving + chains:
        return False
    left = at_hand(s, seat) - 1 - driving - chains
    return left >= 0 and left + purse(s, seat) >= toll


@rule
def move_to(s: State, seat: int, section: int, event: int) -> None:
    """Move a pawn to a section, whether it drove there or fell back."""
    s.pawn[car(s, seat)] = section
    s.arrivals += 1
    s.arrived[car(s, seat)] = s.arrivals
    tell(s, event, seat, section)


@rule
def fall_back(s: State, seat: int, steps: int) -> None:
    """Move a pawn back, not past the Starting Line, without penalty (`back n`, JJ-5.18)."""
    before = s.pawn[car(s, seat)] + 0
    if before > 0 and steps > 0:
        move_to(s, seat, max(0, before - steps), t.FELL)


@rule
def collapse(s: State) -> None:
    """Remove the front-most section; pawns on it stand on the one before, in the order in which they came (JJ-5.22)."""
    section = s.course.n + 0
    for _ in range(s.players):
        earliest = -1
        for seat in range(s.players):
            there = car(s, seat) == seat and s.pawn[seat] == section
            if there and (earliest < 0 or s.arrived[seat] < s.arrived[earliest]):
                earliest = seat
        if earliest >= 0:
            fall_back(s, earliest, 1)
    tell(s, t.COLLAPSED, -1, s.course.cell[section - 1])
    discard_from(s, lift(s.course))
    clear_ground(s, section)


@rule
def clear_ground(s: State, section: int) -> None:
    """Discard the Terrain of a section, if there is any."""
    if s.ground[section] > 0:
        discard_from(s, remove(s.verge, s.ground[section] - 1))
        s.ground[section] = 0


@rule
def group(s: State) -> int:
    """Return the part of the cost being paid: 0 Driving cards, 1 chains, 2 discards."""
    if s.due[0] > 0:
        return 0
    return 1 if s.due[1] > 0 else 2


@rule
def paying(s: State, seat: int, part: int) -> int:
    """Return the kinds that can pay a part of a cost (JJ-5.13)."""
    if part == 2:
        return c.EVERY
    kinds = counting_as(s, seat, c.DRIVE)
    return kinds if part == 0 else kinds | counting_as(s, seat, c.EQUIPMENT)


@rule
def still_due(s: State, seat: int, part: int) -> int:
    """Return the cards due for a part of the cost if all Retained cards help, as they do not for a plot (JJ-5.17)."""
    return s.due[2] - purse(s, seat) if part == 2 and s.verb in t.ENTERING else s.due[part] + 0


@rule
def payable_now(s: State) -> bool:
    """Whether the racer who is paying can (JJ-7.7)."""
    seat, part = s.mover + 0, group(s)
    bound = ~((1 << s.bound) - 1)
    if tally(s, seat, paying(s, seat, part) & bound) < still_due(s, seat, part):
        return False
    due = s.due[0] + 0
    if due > 0 and tally(s, seat, paying(s, seat, 1)) < due + s.due[1]:
        return False
    due += s.due[1]
    return part == 2 or at_hand(s, seat) >= due + max(0, still_due(s, seat, 2))
