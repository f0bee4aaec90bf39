"""From race to race: setting up, choosing racers and sides, dealing, Rallies and Circuits (JJ-4.1 to JJ-4.4, JJ-8.10 to
JJ-8.52)."""

from tuckbox.games.jalopies.cards import COPIES, NUMBER, PLOT
from tuckbox.games.jalopies.force import hand_size, reckon
from tuckbox.games.jalopies.piles import draw_cards
from tuckbox.games.jalopies.racers import WORDS
from tuckbox.games.jalopies.table import (
    ANSWER,
    CIRCUIT,
    NEUTRAL,
    PARTNER,
    PICK_RACER,
    PICK_SIDE,
    RACE_BEGINS,
    RALLY,
    VILLAIN,
)
from tuckbox.games.jalopies.turns import SEGMENTS, begin_turn, new_round
from tuckbox.kit import below, count, is_list, listed, pop, push, rule, shuffle, tell

RACERS = len(WORDS)
MINI = 1  # deck
DEAL = 1  # racers
POINTS = 10  # of a Circuit race, less the place
LENGTHS = (8, 10, 12)  # of a race for 2, 3, or more racers (JJ-3.2)
STAGE_LENGTH = 6  # of a Rally segment
HAND, RATE, REST = 6, 2, 2


@rule
def setup(s, rng):
    """Lay out a race or a segment, as far as it goes before the first choice."""
    s.form = listed(s.circuit_races, s.race_number) if s.race == CIRCUIT else s.race + 0
    opening = s.race_number == 0 and s.segment == 0
    if opening:
        s.first = first_racer(s, rng)
        deal_racers(s, rng)
    tell(s, RACE_BEGINS, s.first, s.form)
    measure(s)
    gather(s, rng)
    for seat in range(s.players):
        line_up(s, seat)
    s.mover = s.first
    s.turn = s.first
    if s.segment > 0:
        start(s, rng)
    elif opening and s.sheet[0] == 0 and s.deck != MINI:
        s.phase = PICK_RACER
        s.turn = (s.first + s.players - 1) % s.players
    else:
        choose_sides(s, rng)


@rule
def first_racer(s, rng):
    """Who goes first: a seat named by the option, or one drawn (JJ-4.1); in the mini version the first (JJ-11.1)."""
    if s.deck == MINI:
        return 0
    return s.first_racer - 1 if s.first_racer > 0 else below(rng, s.players)


@rule
def deal_racers(s, rng):
    """Racers by the option `racers`, where it says more than to pick (JJ-4.2)."""
    for seat in range(s.players):
        if is_list(s.racers):
            s.sheet[seat] = 1 + listed(s.racers, seat)
        elif s.racers == DEAL and s.deck != MINI:
            s.sheet[seat] = draw_sheet(s, seat, rng)


@rule
def draw_sheet(s, seats, rng):
    """A random sheet that none of the first so many seats has."""
    nth = below(rng, RACERS - seats)
    sheet = 0
    while nth >= 0:
        sheet += 1
        taken = False
        for other in range(seats):
            taken = taken or s.sheet[other] == sheet
        nth -= not taken
    return sheet


@rule
def measure(s):
    """How long the course is, and what hands are dealt (JJ-3.2, JJ-11.1)."""
    s.sections = LENGTHS[min(2, s.players - 2)]
    if s.form == RALLY:
        s.sections = STAGE_LENGTH
    s.base[0] = HAND
    s.base[1] = RATE
    s.base[2] = REST
    if s.deck == MINI:
        s.sections = 2
        s.base[0] = 2
        s.base[1] = 1
        s.base[2] = 1


@rule
def gather(s, rng):
    """Both decks, without what lies in Karma hands, which only last through a Rally (JJ-8.11, JJ-8.51); shuffled."""
    if s.segment == 0:
        for seat in range(s.players):
            while s.karma[seat].n > 0:
                pop(s.karma[seat])
    sets = s.sets + 0 if s.sets > 0 else (2 if s.players > 4 else 1)
    for card in range(NUMBER):
        copies = sets * COPIES[s.deck][card]
        for seat in range(s.players):
            copies -= count(s.karma[seat], card)
        for _ in range(copies):
            if PLOT[card]:
                push(s.plots, card)
            else:
                push(s.stock, card)
    shuffle(s.stock, rng)
    shuffle(s.plots, rng)


@rule
def line_up(s, seat):
    """A pawn at the Starting Line, in turn order (JJ-8.3)."""
    order = (seat - s.first) % s.players
    s.arrivals = s.players
    if s.form != PARTNER:
        s.arrived[seat] = order
    elif seat < s.players // 2:
        s.arrived[seat] = order % (s.players // 2)


@rule
def choose_sides(s, rng):
    """Ask for sides in turn order, or take them from the options (JJ-4.3)."""
    if s.deck == MINI:
        s.side[0] = VILLAIN
        s.side[1] = NEUTRAL
    elif is_list(s.sides):
        for seat in range(s.players):
            s.side[seat] = listed(s.sides, seat)
    else:
        s.phase = PICK_SIDE
        s.turn = s.first
        return
    start(s, rng)


@rule
def start(s, rng):
    """Deal by the abilities of the open sheet, then the first racer's turn begins (JJ-4.4, JJ-8.20)."""
    s.phase = ANSWER
    for seat in range(s.players):
        reckon(s, seat)
    for step in range(s.players):
        seat = (s.first + step) % s.players
        cards = hand_size(s, seat)
        if s.segment > 0:
            cards = max(0, cards - s.last[seat])
        draw_cards(s, seat, cards, rng)
    new_round(s)
    begin_turn(s, s.first, rng)


@rule
def pick_racer(s, sheet, rng):
    """A seat takes a sheet; after the first seat in turn order the sides are chosen (JJ-4.2)."""
    s.sheet[s.turn] = sheet
    if s.turn == s.first:
        choose_sides(s, rng)
    else:
        s.turn = (s.turn + s.players - 1) % s.players


@rule
def pick_side(s, side, rng):
    """A seat chooses Hero, Neutral or Villain; after the last the race begins (JJ-4.3)."""
    s.side[s.turn] = side
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.first:
        start(s, rng)


@rule
def after(s):
    """Book a race or a segment; then the next one follows, or the match is decided (JJ-8.10 to JJ-8.12, JJ-8.50)."""
    for seat in range(s.players):
        s.last[seat] = s.rank[seat]
    if s.form == RALLY and s.segment < SEGMENTS - 1:
        s.segment += 1
        s.first = placed(s, 1)
        return
    s.segment = 0
    s.race_number += 1
    for seat in range(s.players):
        s.points[seat] += POINTS - s.rank[seat]
        s.wins[seat] += s.rank[seat] == 1
    if s.race == CIRCUIT and listed(s.circuit_races, s.race_number) >= 0:
        s.first = placed(s, s.players)  # JJ-8.51
        return
    s.done = True
    for seat in range(s.players):
        s.place[seat] = s.rank[seat]
        if s.race == CIRCUIT:
            s.place[seat] = 1
            for other in range(s.players):
                s.place[seat] += outscores(s, other, seat)


@rule
def placed(s, place):
    """The seat with a place in the race just run."""
    for seat in range(s.players):
        if s.rank[seat] == place:
            return seat
    return 0


@rule
def outscores(s, one, other):
    """Whether a racer is ahead of another in a Circuit: points, race wins, the place in the last race (JJ-8.52)."""
    if s.points[one] != s.points[other]:
        return s.points[one] > s.points[other]
    if s.wins[one] != s.wins[other]:
        return s.wins[one] > s.wins[other]
    return s.last[one] < s.last[other]
