"""Turns: their start, resting and drawing, whose turn is next, and how a race ends (JJ-5.1 to JJ-5.8, JJ-8.1 to JJ-8.41)."""

from tuckbox.games.jalopies.cards import MISHAPS, NUMBER
from tuckbox.games.jalopies.effects import MEND, ROB
from tuckbox.games.jalopies.force import car, draw_rate, hand_size, out, reckon, rest_rate
from tuckbox.games.jalopies.piles import discard_from, fill_hand, rob
from tuckbox.games.jalopies.table import (
    ACT,
    CIRCUIT,
    CURFEW,
    DRAWING,
    ENDURANCE,
    FINISHED,
    PARTNER,
    PLACED,
    RALLY,
    RESTING,
    ROOM,
    ROUND,
    TEAM,
    TEND,
    TENDING,
)
from tuckbox.games.jalopies.troubles import clear_front, troubled_by
from tuckbox.kit import count, next_seat, remove, rule, tell

SEGMENTS = 3  # of a Rally


@rule
def begin_turn(s, seat, rng):
    """A racer's turn begins: robbers first (JJ-5.2), then the Action Phase."""
    s.mover = seat
    s.turn = seat
    s.phase = ACT
    s.acts = 0
    s.busy = False
    s.entered = 0
    s.plotted = False
    rob(s, seat, s.force[seat][ROB], rng)


@rule
def next_turn(s, rng):
    """The turn passes clockwise to the next racer still in the race; past the first seat a new round begins (JJ-8.2)."""
    seat = next_seat(s, s.mover)
    while True:
        if seat == s.first:
            if s.round == s.curfew:
                tell(s, CURFEW, -1, s.round)
                end_race(s)
                return
            new_round(s)
        if not out(s, seat):
            break
        seat = next_seat(s, seat)
    begin_turn(s, seat, rng)


@rule
def new_round(s):
    """The first racer's seat is passed: in an Endurance race the sheet is turned (JJ-8.20)."""
    s.round += 1
    tell(s, ROUND, -1, s.round)
    if s.form == ENDURANCE:
        for seat in range(s.players):
            reckon(s, seat)


# -- resting and drawing --------------------------------------------------------------------------------------------------


@rule
def rest(s, rng):
    """Rest: draw, mend, draw (JJ-5.6)."""
    s.stage = RESTING
    s.rate = rest_rate(s, s.mover)
    s.tending = 1 + s.force[s.mover][MEND]
    proceed(s, rng)


@rule
def draw_phase(s, rng):
    """The Draw Phase."""
    s.stage = DRAWING
    s.rate = draw_rate(s, s.mover)
    proceed(s, rng)


@rule
def cards_over(s):
    """By how many cards a hand would outgrow the Hand Size with the draw to come (JJ-5.7); 0 where nothing is drawn."""
    return s.hand[s.mover].n + s.rate - hand_size(s, s.mover) if s.rate > 0 else 0


@rule
def proceed(s, rng):
    """Go on after the actions of a turn until the racer has to decide or the turn has passed."""
    while True:
        if s.stage == TENDING:
            if s.tending > 0 and troubled_by(s, s.mover) & MISHAPS:
                s.phase = TEND
                return
            s.stage = DRAWING
            s.rate = draw_rate(s, s.mover)
        if cards_over(s) > 0:
            s.phase = ROOM
            s.bound = 0
            return
        if drawn(s, rng):
            return


@rule
def drawn(s, rng):
    """The cards are drawn; true when the turn has passed."""
    fill_hand(s, s.mover, s.rate, rng)
    if s.stage == DRAWING:
        next_turn(s, rng)
        return True
    s.stage = TENDING
    return False


@rule
def room_is_made(s, rng):
    """The racer has said enough about room, or there is enough: draw and go on."""
    if not drawn(s, rng):
        proceed(s, rng)


# -- the end --------------------------------------------------------------------------------------------------------------


@rule
def to_the_last(s):
    """Whether the race is run until all but one have finished (JJ-8.10, JJ-8.50)."""
    return s.form == RALLY or s.race == CIRCUIT


@rule
def check_finish(s, seat):
    """Where a pawn has entered the last section, its racer has finished, and perhaps the race with him (JJ-5.90)."""
    own = car(s, seat)
    if s.pawn[own] < s.sections or s.home[own] > 0:
        return
    s.finishers += 1
    s.home[own] = s.finishers
    tell(s, FINISHED, seat, s.finishers)
    if s.form == TEAM:
        clear_racer(s, seat)
        if s.home[(seat + s.players // 2) % s.players] > 0:
            end_race(s)
    elif to_the_last(s):
        clear_racer(s, seat)
        if s.finishers == s.players - 1:
            end_race(s)
    else:
        end_race(s)


@rule
def clear_racer(s, seat):
    """A finished racer's hand and all that lies before him is discarded, in kind order; Karma stays (JJ-5.91)."""
    for card in range(NUMBER):
        for _ in range(count(s.hand[seat], card)):
            discard_from(s, remove(s.hand[seat], card))
    clear_front(s, seat)


@rule
def ahead(s, one, other):
    """Whether a car is ranked before another (JJ-8.3)."""
    if s.home[one] > 0 or s.home[other] > 0:
        return s.home[one] > 0 and (s.home[other] == 0 or s.home[one] < s.home[other])
    if s.pawn[one] != s.pawn[other]:
        return s.pawn[one] > s.pawn[other]
    return s.arrived[one] < s.arrived[other]


@rule
def rear(s, team):
    """The car of a team that is behind the other."""
    partner = team + s.players // 2
    return partner if ahead(s, team, partner) else team


@rule
def team_ahead(s, one, other):
    """Whether a team is ranked before another: finished pawns, rear pawn, front pawn, who came first (JJ-8.41)."""
    half = s.players // 2
    mine, theirs = rear(s, one), rear(s, other)
    fore, foremost = 2 * one + half - mine, 2 * other + half - theirs
    finished = (s.home[one] > 0) + (s.home[one + half] > 0)
    others = (s.home[other] > 0) + (s.home[other + half] > 0)
    if finished != others:
        return finished > others
    if s.pawn[mine] != s.pawn[theirs]:
        return s.pawn[mine] > s.pawn[theirs]
    if s.pawn[fore] != s.pawn[foremost]:
        return s.pawn[fore] > s.pawn[foremost]
    return ahead(s, mine, theirs)


@rule
def standing_of(s, seat):
    """The place of a racer now, from 1; partners share theirs."""
    place = 1
    if s.form in (PARTNER, TEAM):
        half = s.players // 2
        for pair in range(half):
            before = team_ahead(s, pair, seat % half) if s.form == TEAM else ahead(s, pair, seat % half)
            place += 2 * before
        return place
    for other in range(s.players):
        place += ahead(s, other, seat)
    return place


@rule
def decides(s):
    """Whether only winning counts: all races but those of a Circuit and the first segments of a Rally."""
    return s.race != CIRCUIT and (s.form != RALLY or s.segment == SEGMENTS - 1)


@rule
def end_race(s):
    """The race or segment is over: everybody has a place, and payoffs follow."""
    s.over = True
    s.turn = s.mover
    for seat in range(s.players):
        s.rank[seat] = standing_of(s, seat)
        tell(s, PLACED, seat, s.rank[seat])
        if decides(s):
            s.payoff[seat] = s.rank[seat] == 1
        else:
            s.payoff[seat] = (s.players - s.rank[seat]) / (s.players - 1)
