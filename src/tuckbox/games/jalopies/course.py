"""The course: what it costs to enter a section, who can pay, and how pawns move (JJ-5.10 to JJ-5.22)."""

from tuckbox.games.jalopies.cards import EFFECT, PRINTED
from tuckbox.games.jalopies.effects import (
    CAP,
    DRIVE,
    EQUIPMENT,
    EXTRA,
    GROUND_CHAINS,
    GROUND_EXTRA,
    GROUND_TOLL,
    HALT,
    HOLLOW,
    HOLLOWS,
    NOBUILD,
    ROUGH,
    STEADY,
    SURE,
    TOLL,
    TOLL_ANY,
    TOLL_EXISTING,
    TOLL_FIRST,
    TOLL_FIRST_PLUS,
    TOLL_ROUGH,
)
from tuckbox.games.jalopies.force import car, counting_as, purse, tally
from tuckbox.games.jalopies.piles import discard_from
from tuckbox.games.jalopies.table import ARRIVED, COLLAPSED, FELL, NEUTRAL
from tuckbox.kit import has, lift, peek, remove, rule, tell


@rule
def may_enter(s, seat):
    """Whether a racer may still enter sections by Road or Driving cards this turn (`halt`, `cap`)."""
    force = s.force[seat]
    return force[HALT] == 0 and (force[CAP] == 0 or s.entered < force[CAP])


@rule
def may_build(s, seat):
    """Whether a racer may put a Road Section into play, whatever it costs (JJ-5.10)."""
    return (
        may_enter(s, seat) and s.force[seat][NOBUILD] == 0 and s.course.n < s.sections and s.pawn[car(s, seat)] == s.course.n
    )


@rule
def cost(s, seat, road, terrain, card, new):
    """What entering a section costs beyond the announced card: Driving cards, chains, discards (JJ-5.13).

    `road` is its kind, `terrain` the kind lying on it or -1, `card` the announced one, `new` if it is put into play now.
    """
    force = s.force[seat]
    sure, hollows = force[SURE] > 0, force[HOLLOWS] > 0
    driving, chains, toll = force[EXTRA] + 0, 0, force[TOLL_ANY] + 0
    if new and not hollows and not has(PRINTED[DRIVE], road):
        driving += 1  # JJ-5.11
    if not (hollows and EFFECT[road][HOLLOW] > 0):
        toll += EFFECT[road][TOLL]
    if terrain >= 0:
        ground = EFFECT[terrain]
        if not sure:
            driving += ground[GROUND_EXTRA]
            chains += ground[GROUND_CHAINS]
        if ground[GROUND_TOLL] < 0 or not sure:
            toll += ground[GROUND_TOLL]
    if not new:
        toll += force[TOLL_EXISTING]
    if s.entered == 0:
        toll += force[TOLL_FIRST]
    if s.entered == 0 or s.side[seat] == NEUTRAL:
        toll += force[TOLL_FIRST_PLUS]
    if EFFECT[road][ROUGH] > 0:
        toll += force[TOLL_ROUGH]
    if EFFECT[card][STEADY] > 0 and s.side[seat] == NEUTRAL:
        toll = 0
    return driving, chains, max(0, toll)


@rule
def entry_cost(s, seat, section, card):
    """What entering a section in play costs with an announced Driving card."""
    return cost(s, seat, peek(s.course, section - 1), s.ground[section] - 1, card, False)


@rule
def affords(s, seat, card, driving, chains, toll):
    """Whether a racer can pay a whole cost after announcing a card (JJ-5.15). Whoever can pay the Driving cards with any
    can pay the rest with any, since each group takes all the one before it takes."""
    drives = counting_as(s, seat, DRIVE)
    gear = drives | counting_as(s, seat, EQUIPMENT)
    if driving > 0 and tally(s, seat, drives) - has(drives, card) < driving:
        return False
    if chains > 0 and tally(s, seat, gear) - has(gear, card) < driving + chains:
        return False
    left = s.hand[seat].n + s.karma[seat].n - 1 - driving - chains
    return left >= 0 and left + purse(s, seat) >= toll


@rule
def can_lay(s, seat, card):
    """Whether a racer who may build can pay for this road (JJ-5.15)."""
    driving, chains, toll = cost(s, seat, card, -1, card, True)
    return affords(s, seat, card, driving, chains, toll)


@rule
def can_drive(s, seat, section, card):
    """Whether a racer who may enter sections can pay for this one."""
    driving, chains, toll = entry_cost(s, seat, section, card)
    return affords(s, seat, card, driving, chains, toll)


@rule
def arrive(s, seat, section):
    """A pawn comes to a section, by whatever way."""
    s.pawn[car(s, seat)] = section
    s.arrivals += 1
    s.arrived[car(s, seat)] = s.arrivals


@rule
def move_to(s, seat, section):
    """A pawn enters a section."""
    arrive(s, seat, section)
    tell(s, ARRIVED, seat, section)


@rule
def fall_back(s, seat, steps):
    """A pawn goes back, not past the Starting Line, without penalty (`back n`, JJ-5.18)."""
    before = s.pawn[car(s, seat)] + 0
    if before > 0 and steps > 0:
        arrive(s, seat, max(0, before - steps))
        tell(s, FELL, seat, s.pawn[car(s, seat)])


@rule
def collapse(s):
    """The front-most section is removed; pawns on it stand on the one before, in the order in which they came (JJ-5.22)."""
    section = s.course.n + 0
    for _ in range(s.players):
        earliest = -1
        for seat in range(s.players):
            there = car(s, seat) == seat and s.pawn[seat] == section
            if there and (earliest < 0 or s.arrived[seat] < s.arrived[earliest]):
                earliest = seat
        if earliest >= 0:
            fall_back(s, earliest, 1)
    tell(s, COLLAPSED, -1, s.course.cell[section - 1])
    discard_from(s, lift(s.course))
    clear_ground(s, section)


@rule
def clear_ground(s, section):
    """The Terrain of a section is discarded, if there is any."""
    if s.ground[section] > 0:
        discard_from(s, remove(s.verge, s.ground[section] - 1))
        s.ground[section] = 0
