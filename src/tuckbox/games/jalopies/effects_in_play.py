"""The effects in force: sides, partners, abilities, the sum of standing effects, what cards count as, what a hand holds."""

from collections.abc import Sequence

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies.state import Form, Side, State
from tuckbox.kit import Cells, has, rule

STANDINGS, KEEPS = len(c.STANDING), len(c.KEEPING)
MAIN = 0  # ability of a sheet; 1 is the sidekick's


@rule
def car(s: State, seat: int) -> int:
    """Return the seat whose pawn a seat drives: partners share that of the first of them (JJ-8.30)."""
    half = s.players // 2
    return seat - half if s.form == Form.PARTNER and seat >= half else seat


@rule
def friends(s: State, seat: int, other: int) -> bool:
    """Whether two seats are the same or partners (JJ-8.32)."""
    if s.form in (Form.PARTNER, Form.TEAM):
        return (seat - other) % (s.players // 2) == 0
    return seat == other


@rule
def out(s: State, seat: int) -> bool:
    """Whether a racer has finished (JJ-5.91)."""
    return s.home[car(s, seat)] > 0


@rule
def rivals(s: State, seat: int) -> int:
    """The rivals of a racer, as a mask of seats (JJ-1.5)."""
    found = 0
    for other in range(s.players):
        if not friends(s, seat, other) and not out(s, other):
            found |= 1 << other
    return found


@rule
def by_night(s: State) -> bool:
    """Whether sidekicks drive in an Endurance race, as they do in the first round unless a house rule is on (JJ-8.20)."""
    return s.round > 0 and (s.round + s.flip_first) % 2 == 1


@rule
def working(s: State, seat: int, which: int) -> bool:
    """Whether the main (0) or the sidekick's (1) ability of a sheet is in force (JJ-8.20, JJ-8.30).

    Hands are dealt, in round 0, by main abilities.
    """
    if s.force[seat][c.MUTE] > 0:
        return False
    if s.form == Form.ENDURANCE:
        return by_night(s) == (which != MAIN)
    if s.form in (Form.PARTNER, Form.TEAM):
        return which == MAIN
    return True


@rule
def reckon(s: State, seat: int) -> None:
    """Recompute the sum of standing effects on a racer: the cards before them, then their abilities (JJ-4.5)."""
    force = s.force[seat]
    for effect in range(STANDINGS):
        force[effect] = 0
    for slot in range(len(s.trouble[seat])):
        if s.trouble[seat][slot] == 0:
            break
        add_up(force, c.EFFECT[s.trouble[seat][slot] - 1], 1)
    for place in range(KEEPS):
        if s.kept[seat][place] > 0:
            add_up(force, c.EFFECT[c.KEEPING[place]], s.kept[seat][place])
    for which in range(2):
        if working(s, seat, which):
            add_up(force, c.ABILITY[2 * s.sheet[seat] + which], 1)


@rule
def add_up(force: list[int], effects: Sequence[int], times: int) -> None:
    """Add the standing effects of a card or ability; of two caps the lower one stays."""
    for effect in range(STANDINGS):
        if effect != c.CAP:
            force[effect] += times * effects[effect]
    if effects[c.CAP] > 0 and (force[c.CAP] == 0 or effects[c.CAP] < force[c.CAP]):
        force[c.CAP] = effects[c.CAP]


@rule
def hand_size(s: State, seat: int) -> int:
    """Return a racer's present Hand Size, at least 1."""
    return max(1, s.base[0] + s.force[seat][c.HAND])


@rule
def draw_rate(s: State, seat: int) -> int:
    """Return a racer's present Draw Rate."""
    return max(0, s.base[1] + s.force[seat][c.DRAW])


@rule
def rest_rate(s: State, seat: int) -> int:
    """Return the number of cards a racer draws for Resting now."""
    return max(0, s.base[2] + s.force[seat][c.REST])


@rule
def purse(s: State, seat: int) -> int:
    """Return the number of discards that Retained cards stand for (JJ-5.17)."""
    total = 0
    for place in range(KEEPS):
        total += s.kept[seat][place] * c.EFFECT[c.KEEPING[place]][c.PURSE]
    return total


@rule
def counting_as(s: State, seat: int, letter: int) -> int:
    """The kinds that count as a type for a racer, by print or by an ability in force."""
    kinds = c.PRINTED[letter]
    for which in range(2):
        if working(s, seat, which):
            kinds |= c.ALSO[2 * s.sheet[seat] + which][letter]
    return kinds


@rule
def meeting(s: State, helper: int, owner: int, kind: int, letter: int) -> int:
    """The kinds with which a helper can meet a requirement of a trouble (JJ-5.33, JJ-5.35, JJ-5.40, `wild`)."""
    if helper == owner:
        if has(c.SUBPLOTS, kind) and s.side[owner] == Side.NEUTRAL:
            return c.EVERY
        if has(c.MISHAPS, kind) and s.force[owner][c.WILD_MISHAP] > 0:
            return c.EVERY
        if has(c.PLOTS, kind) and s.force[owner][c.WILD_PLOT] > 0:
            return c.EVERY
    return counting_as(s, helper, letter)


@rule
def kinds_in(zone: Cells) -> int:
    """The kinds of the cards in a hand, as a set."""
    kinds = 0
    for place in range(zone.n):
        kinds |= 1 << (zone.cell[place] & 255)
    return kinds


@rule
def held(s: State, seat: int) -> int:
    """The kinds a racer has at hand, as a set."""
    return kinds_in(s.hand[seat]) | kinds_in(s.karma[seat])


@rule
def tally(s: State, seat: int, kinds: int) -> int:
    """Return the number of cards of these kinds a racer has at hand."""
    total = 0
    hand, karma = s.hand[seat], s.karma[seat]
    for place in range(hand.n):
        total += kinds >> (hand.cell[place] & 255) & 1
    for place in range(karma.n):
        total += kinds >> (karma.cell[place] & 255) & 1
    return total


@rule
def at_hand(s: State, seat: int) -> int:
    """Return the number of cards a racer has at hand, which is public (JJ-5.71)."""
    return s.hand[seat].n + s.karma[seat].n
