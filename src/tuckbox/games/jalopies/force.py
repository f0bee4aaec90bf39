"""What is in force: sides, partners, abilities, the sum of standing effects, what cards count as, what a hand holds."""

from tuckbox.games.jalopies.cards import EFFECT, EVERY, KEEPING, MISHAPS, PLOTS, PRINTED, SUBPLOTS
from tuckbox.games.jalopies.effects import (
    CAP,
    DRAW,
    HAND,
    MUTE,
    PURSE,
    REST,
    STANDING,
    WILD_MISHAP,
    WILD_PLOT,
)
from tuckbox.games.jalopies.racers import ABILITY, ALSO
from tuckbox.games.jalopies.table import ENDURANCE, MAIN, NEUTRAL, PARTNER, TEAM
from tuckbox.kit import has, rule

STANDINGS, KEEPS = len(STANDING), len(KEEPING)


@rule
def car(s, seat):
    """Whose pawn a seat drives: partners share that of the first of them (JJ-8.30)."""
    half = s.players // 2
    return seat - half if s.form == PARTNER and seat >= half else seat


@rule
def friends(s, seat, other):
    """Whether two seats are the same or partners (JJ-8.32)."""
    if s.form in (PARTNER, TEAM):
        return (seat - other) % (s.players // 2) == 0
    return seat == other


@rule
def out(s, seat):
    """Whether a racer has finished (JJ-5.91)."""
    return s.home[car(s, seat)] > 0


@rule
def rivals(s, seat):
    """The rivals of a racer, as a mask of seats (JJ-1.5)."""
    found = 0
    for other in range(s.players):
        if not friends(s, seat, other) and not out(s, other):
            found |= 1 << other
    return found


@rule
def working(s, seat, which):
    """Whether the main (0) or the sidekick's (1) ability of a sheet is in force (JJ-8.20, JJ-8.30).

    Hands are dealt, in round 0, by main abilities.
    """
    if s.force[seat][MUTE] > 0:
        return False
    if s.form == ENDURANCE:
        by_night = s.round > 0 and (s.round + s.flip_first) % 2 == 0
        return by_night == (which != MAIN)
    if s.form in (PARTNER, TEAM):
        return which == MAIN
    return True


@rule
def reckon(s, seat):
    """Add up all standing effects on a racer anew: what lies before him, then his abilities (JJ-4.5)."""
    force = s.force[seat]
    for effect in range(STANDINGS):
        force[effect] = 0
    for slot in range(len(s.trouble[seat])):
        if s.trouble[seat][slot] == 0:
            break
        add_up(force, EFFECT[s.trouble[seat][slot] - 1], 1)
    for place in range(KEEPS):
        if s.kept[seat][place] > 0:
            add_up(force, EFFECT[KEEPING[place]], s.kept[seat][place])
    main, sidekick = working(s, seat, 0), working(s, seat, 1)
    if main:
        add_up(force, ABILITY[2 * s.sheet[seat]], 1)
    if sidekick:
        add_up(force, ABILITY[2 * s.sheet[seat] + 1], 1)


@rule
def add_up(force, effects, times):
    """Add the standing effects of a card or ability; of two caps the lower one stays."""
    for effect in range(STANDINGS):
        if effect != CAP:
            force[effect] += times * effects[effect]
    if effects[CAP] > 0 and (force[CAP] == 0 or effects[CAP] < force[CAP]):
        force[CAP] = effects[CAP]


@rule
def hand_size(s, seat):
    """The Hand Size of a racer now, at least 1."""
    return max(1, s.base[0] + s.force[seat][HAND])


@rule
def draw_rate(s, seat):
    """The Draw Rate of a racer now."""
    return max(0, s.base[1] + s.force[seat][DRAW])


@rule
def rest_rate(s, seat):
    """How many cards a racer draws for Resting now."""
    return max(0, s.base[2] + s.force[seat][REST])


@rule
def purse(s, seat):
    """How many discards Retained cards stand for (JJ-5.17)."""
    total = 0
    for place in range(KEEPS):
        total += s.kept[seat][place] * EFFECT[KEEPING[place]][PURSE]
    return total


@rule
def counting_as(s, seat, letter):
    """The kinds that count as a type for a racer, by print or by an ability in force."""
    kinds = PRINTED[letter]
    if working(s, seat, 0):
        kinds |= ALSO[2 * s.sheet[seat]][letter]
    if working(s, seat, 1):
        kinds |= ALSO[2 * s.sheet[seat] + 1][letter]
    return kinds


@rule
def meeting(s, helper, owner, kind, letter):
    """The kinds with which a helper meets a requirement of a trouble that lies before its owner (JJ-5.35, `wild`)."""
    if helper == owner:
        if has(SUBPLOTS, kind) and s.side[owner] == NEUTRAL:
            return EVERY
        if has(MISHAPS, kind) and s.force[owner][WILD_MISHAP] > 0:
            return EVERY
        if has(PLOTS, kind) and s.force[owner][WILD_PLOT] > 0:
            return EVERY
    return counting_as(s, helper, letter)


@rule
def held(s, seat):
    """The kinds a racer has at hand, as a set."""
    kinds = 0
    hand, karma = s.hand[seat], s.karma[seat]
    for place in range(hand.n):
        kinds |= 1 << (hand.cell[place] & 255)
    for place in range(karma.n):
        kinds |= 1 << (karma.cell[place] & 255)
    return kinds


@rule
def tally(s, seat, kinds):
    """How many cards of these kinds a racer has at hand."""
    total = 0
    hand, karma = s.hand[seat], s.karma[seat]
    for place in range(hand.n):
        total += kinds >> (hand.cell[place] & 255) & 1
    for place in range(karma.n):
        total += kinds >> (karma.cell[place] & 255) & 1
    return total


@rule
def at_hand(s, seat):
    """How many cards a racer has at hand, a public number (JJ-5.71)."""
    return s.hand[seat].n + s.karma[seat].n
