"""The legal actions of a racer in his own turn."""

from tuckbox.games.jalopies.cards import (
    BRIDGES,
    CHEERS,
    EFFECT,
    EVERY,
    FOLLOWS,
    LESSONS,
    MISHAPS,
    PLOTS,
    PURSES,
    RESCUES,
    RETAINED,
    ROADS,
    STRIKES,
    SUBPLOTS,
    TERRAINS,
    TIPS,
)
from tuckbox.games.jalopies.course import can_drive, can_lay, may_build, may_enter
from tuckbox.games.jalopies.effects import COST, DRIVE, EQUIPMENT, HALT, OVER
from tuckbox.games.jalopies.force import at_hand, car, counting_as, held, out, purse, rivals, tally
from tuckbox.games.jalopies.table import (
    AS_HERO,
    AS_NEUTRAL,
    AS_VILLAIN,
    CAST,
    CHOOSE,
    DONE,
    END,
    EXPERIENCE,
    FIRST,
    FIX,
    GO,
    GO_BACK,
    HERO,
    KEEP,
    LAY_ROAD,
    LAY_TERRAIN,
    LET_PASS,
    NURSE,
    SAVE,
    SETTLE,
    SPEND,
    START,
    STEP,
    STRIKE,
    TAKE,
    TAKE_REST,
    TOSS,
    WITH,
)
from tuckbox.games.jalopies.troubles import remedies, troubled_by
from tuckbox.games.jalopies.turns import cards_over
from tuckbox.kit import add, each, has, rule

MOST_ACTS = 60  # JJ-8.4
SHEETS = 13


@rule
def legal_racers(s, moves):
    """The sheets nobody has taken (JJ-4.2)."""
    taken = 0
    for seat in range(s.players):
        taken |= 1 << s.sheet[seat]
    for racer in range(SHEETS):
        if not has(taken, racer + 1):
            add(moves, FIRST[CHOOSE] + racer)


@rule
def legal_sides(moves):
    """Hero, Neutral, Villain (JJ-4.3)."""
    add(moves, FIRST[AS_HERO])
    add(moves, FIRST[AS_NEUTRAL])
    add(moves, FIRST[AS_VILLAIN])


@rule
def legal_act(s, moves):
    """What may be done in the Action Phase (JJ-5.4, JJ-8.4)."""
    add(moves, FIRST[END] if s.busy else FIRST[TAKE_REST])
    if s.acts >= MOST_ACTS - 1:
        return
    seat = s.mover + 0
    kinds = held(s, seat)
    moving(s, moves, seat, kinds)
    paving(s, moves, seat, kinds)
    attacking(s, moves, seat, kinds)
    helping(s, moves, seat, kinds)
    specials(s, moves, seat, kinds, kinds & RETAINED)


@rule
def moving(s, moves, seat, kinds):
    """Roads to lay and sections to enter."""
    if not may_enter(s, seat):
        return
    pawn = s.pawn[car(s, seat)] + 0
    if may_build(s, seat):
        for card in each(kinds & ROADS):
            if can_lay(s, seat, card):
                add(moves, START[LAY_ROAD][card])
    drives = kinds & counting_as(s, seat, DRIVE)
    for card in each(drives):
        if pawn < s.course.n and can_drive(s, seat, pawn + 1, card):
            add(moves, START[GO][card])
        if pawn > 1 and can_drive(s, seat, pawn - 1, card):  # JJ-5.12
            add(moves, START[GO_BACK][card])


@rule
def may_plot(s, seat, card):
    """Whether a card is no Fiendish Plot, or one that may be played and paid for now (JJ-5.51)."""
    return not has(PLOTS, card) or (s.plotted == 0 and at_hand(s, seat) > EFFECT[card][COST])


@rule
def paving(s, moves, seat, kinds):
    """Terrain, on any section without one; some may replace another (JJ-5.21)."""
    for card in each(kinds & TERRAINS):
        if may_plot(s, seat, card):
            for section in range(1, s.course.n + 1):
                if s.ground[section] == 0 or EFFECT[card][OVER] > 0:
                    add(moves, START[LAY_TERRAIN][card] + section)


@rule
def leaders(s, seat):
    """The rivals whose pawns are ahead of a racer's, as a mask."""
    found = 0
    for other in each(rivals(s, seat)):
        if s.pawn[car(s, other)] > s.pawn[car(s, seat)]:
            found |= 1 << other
    return found


@rule
def on_front(s, seat):
    """The rivals on the front-most section, as a mask."""
    found = 0
    for other in each(rivals(s, seat)):
        if s.pawn[car(s, other)] == s.course.n:
            found |= 1 << other
    return found


@rule
def tipped(s, seat):
    """The rivals an Anonymous Tip would cost a card."""
    found = 0
    for other in each(leaders(s, seat)):
        if s.hand[other].n > 0:
            found |= 1 << other
    return found


@rule
def attacking(s, moves, seat, kinds):
    """Mishaps, Sub-Plots and Fiendish Plots (JJ-5.30, JJ-5.31, JJ-5.53)."""
    for card in each(kinds & STRIKES):
        if (has(MISHAPS, card) and s.side[seat] == HERO) or not may_plot(s, seat, card):
            continue
        for other in each(rivals(s, seat)):
            if not has(SUBPLOTS, card) or not troubled_by(s, other) & SUBPLOTS:
                add(moves, START[STRIKE][card] + other)
    for card in each(kinds & BRIDGES):
        if 0 < s.course.n < s.sections and may_plot(s, seat, card):
            add(moves, START[CAST][card])
    for card in each(kinds & TIPS):
        if tipped(s, seat) and may_plot(s, seat, card):
            add(moves, START[CAST][card])


@rule
def helping(s, moves, seat, kinds):
    """Troubles of one's own to work on, of a Hero also those of others (JJ-5.33, JJ-5.40)."""
    for other in range(s.players):
        if other == seat or (s.side[seat] == HERO and not out(s, other)):
            for kind in each(troubled_by(s, other)):
                if kinds & remedies(s, seat, other, kind):
                    add(moves, START[FIX][kind] + STEP[FIX] * other)


@rule
def may_follow(s, seat):
    """Whether a racer can be in hot pursuit (JJ-5.81)."""
    return s.pawn[car(s, seat)] < s.course.n and s.force[seat][HALT] == 0


@rule
def specials(s, moves, seat, kinds, keeps):
    """Specials that may be played at any point of the own Action Phase, in `full` windows as answers too; and the cards
    to be Retained among `keeps` (JJ-5.80 to JJ-5.83)."""
    for card in each(kinds & CHEERS):
        add(moves, START[CAST][card])
    if may_follow(s, seat):
        for card in each(kinds & FOLLOWS):
            add(moves, START[CAST][card])
    if kinds & RESCUES:
        for other in range(s.players):
            if not out(s, other):
                for kind in each(troubled_by(s, other)):
                    add(moves, START[SAVE][kind] + STEP[SAVE] * other)
    for card in each(keeps):
        add(moves, START[KEEP][card])


# -- paying, curing, learning, mending, making room ---------------------------------------------------------------------


@rule
def group(s):
    """What is being paid: 0 Driving cards, 1 chains, 2 discards."""
    if s.due[0] > 0:
        return 0
    return 1 if s.due[1] > 0 else 2


@rule
def paying(s, seat, part):
    """The kinds that can pay a part of a cost (JJ-5.13)."""
    if part == 2:
        return EVERY
    kinds = counting_as(s, seat, DRIVE)
    return kinds if part == 0 else kinds | counting_as(s, seat, EQUIPMENT)


@rule
def purse_open(s):
    """Whether a Retained card may stand for discards: not for the cost of a Fiendish Plot (JJ-5.17)."""
    return s.verb in (LAY_ROAD, GO, GO_BACK)


@rule
def still_due(s, seat, part):
    """How many cards have to pay a part of the cost, if all Retained cards help."""
    return s.due[2] - purse(s, seat) if part == 2 and purse_open(s) else s.due[part] + 0


@rule
def legal_pay(s, moves):
    """The kinds that can pay, in kind order, so that enough are left; and the purse (JJ-6.1, JJ-6.2)."""
    seat, part = s.mover + 0, group(s)
    payable = held(s, seat) & paying(s, seat, part) & ~((1 << s.bound) - 1)
    after = tally(s, seat, payable)
    need = still_due(s, seat, part)
    for card in each(payable):
        if after < need:
            break
        add(moves, START[SETTLE][card])
        after -= tally(s, seat, 1 << card)
    if part == 2 and purse_open(s) and purse(s, seat) > 0:
        for card in each(PURSES):
            add(moves, START[SPEND][card])


@rule
def payable_now(s):
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


@rule
def fitting(s):
    """The kinds at hand that meet the requirement a `fix` is about."""
    return held(s, s.mover) & remedies(s, s.mover, s.goal, s.ailment)


@rule
def legal_cure(s, moves):
    """Any card that meets the requirement."""
    for card in each(fitting(s)):
        add(moves, START[WITH][card])


@rule
def legal_learn(s, moves):
    """Valuable Experience, or not (JJ-5.36)."""
    if held(s, s.mover) & LESSONS:
        add(moves, FIRST[EXPERIENCE])
    add(moves, LET_PASS)


@rule
def legal_tend(s, moves):
    """A Mishap to remove while Resting, or no more (JJ-5.6)."""
    for kind in each(troubled_by(s, s.mover) & MISHAPS):
        add(moves, START[NURSE][kind])
    add(moves, FIRST[DONE])


@rule
def legal_room(s, moves):
    """Hand cards to discard before drawing, in kind order, while there are too many (JJ-5.7, JJ-6.1)."""
    if cards_over(s) > 0:
        hand, kinds = s.hand[s.mover], 0
        for place in range(hand.n):
            kinds |= 1 << (hand.cell[place] & 255)
        for card in each(kinds & ~((1 << s.bound) - 1)):
            add(moves, START[TOSS][card])
    add(moves, FIRST[TAKE])
