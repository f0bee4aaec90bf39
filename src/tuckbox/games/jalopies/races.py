"""Turns and races: setting up, choosing racers and sides, dealing (JJ-4.1 to JJ-4.4), resting and drawing (JJ-5.1 to
JJ-5.8), how a race ends (JJ-8.1 to JJ-8.41), and what follows it in a Rally or Circuit (JJ-8.10 to JJ-8.52)."""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.effects_in_play import car, draw_rate, hand_size, out, reckon, rest_rate
from tuckbox.games.jalopies.legality import SHEETS, sheets_taken
from tuckbox.games.jalopies.state import Form, Phase, Side, Stage, State
from tuckbox.games.jalopies.troubles import clear_front, discard_from, draw_cards, fill_hand, rob, troubled_by
from tuckbox.kit import (
    Rng,
    below,
    count,
    first_seat,
    has,
    is_list,
    listed,
    next_seat,
    pop,
    push,
    remove,
    rule,
    shuffle,
    table,
    tell,
)

MINI = 1  # deck
DEALT = 1  # racers
NO = 0  # second_draws, late_draws, stop_early
LENGTHS = table([8, 10, 12])  # of a race for 2, 3, or more racers (JJ-3.2)
STAGE_LENGTH = 6  # of a Rally segment
MINI_LENGTH = 2
BASE = table([[6, 2, 2], [2, 1, 1]])  # Hand Size, Draw Rate, Rest, by the option `deck`
SEGMENTS = 3  # of a Rally
POINTS = 10  # of a Circuit race, less the place


@rule
def setup(s: State, rng: Rng) -> None:
    """Lay out a race or a segment, as far as it goes before the first choice."""
    s.form = listed(s.circuit_races, s.race_number) if s.race == Form.CIRCUIT else s.race + 0
    opening = s.race_number == 0 and s.segment == 0
    if opening:
        s.first = 0 if s.deck == MINI else first_seat(s, s.first_racer, rng)  # JJ-4.1, JJ-11.1
        deal_racers(s, rng)
    tell(s, t.RACE_BEGINS, s.first, s.form)
    measure(s)
    gather(s, rng)
    for seat in range(s.players):
        line_up(s, seat)
    s.mover = s.first
    s.turn = s.first
    if s.segment > 0:
        start(s, rng)
    elif opening and s.sheet[0] == 0 and s.deck != MINI:
        s.phase = Phase.RACER
        s.turn = (s.first + s.players - 1) % s.players
    else:
        choose_sides(s, rng)


@rule
def deal_racers(s: State, rng: Rng) -> None:
    """Racers by the option `racers`, where it says more than to pick (JJ-4.2)."""
    for seat in range(s.players):
        if is_list(s.racers):
            s.sheet[seat] = 1 + listed(s.racers, seat)
        elif s.racers == DEALT and s.deck != MINI:
            s.sheet[seat] = draw_sheet(s, seat, rng)


@rule
def draw_sheet(s: State, seats: int, rng: Rng) -> int:
    """Return a random sheet that none of the first `seats` seats has."""
    nth, sheet = below(rng, SHEETS - seats), 0
    while nth >= 0:
        sheet += 1
        nth -= not has(sheets_taken(s), sheet)
    return sheet


@rule
def measure(s: State) -> None:
    """Set the length of the course and the size of hands (JJ-3.2, JJ-11.1)."""
    s.sections = LENGTHS[min(2, s.players - 2)]
    if s.form == Form.RALLY:
        s.sections = STAGE_LENGTH
    if s.deck == MINI:
        s.sections = MINI_LENGTH
    for number in range(3):
        s.base[number] = BASE[s.deck][number]


@rule
def gather(s: State, rng: Rng) -> None:
    """Shuffle both decks, without what lies in Karma hands, which only last through a Rally (JJ-8.11, JJ-8.51)."""
    if s.segment == 0:
        for seat in range(s.players):
            while s.karma[seat].n > 0:
                pop(s.karma[seat])
    sets = s.sets + 0 if s.sets > 0 else (2 if s.players > 4 else 1)
    for card in range(c.NUMBER):
        copies = sets * c.COPIES[s.deck][card]
        for seat in range(s.players):
            copies -= count(s.karma[seat], card)
        for _ in range(copies):
            if c.PLOT[card]:
                push(s.plots, card)
            else:
                push(s.stock, card)
    shuffle(s.stock, rng)
    shuffle(s.plots, rng)


@rule
def line_up(s: State, seat: int) -> None:
    """Put the pawns at the Starting Line, in turn order (JJ-8.3)."""
    order = (seat - s.first) % s.players
    s.arrivals = s.players
    if s.form != Form.PARTNER:
        s.arrived[seat] = order
    elif seat < s.players // 2:
        s.arrived[seat] = order % (s.players // 2)


@rule
def choose_sides(s: State, rng: Rng) -> None:
    """Ask for sides in turn order, or take them from the options (JJ-4.3)."""
    if s.deck == MINI:
        s.side[0] = Side.VILLAIN
        s.side[1] = Side.NEUTRAL
    elif is_list(s.sides):
        for seat in range(s.players):
            s.side[seat] = listed(s.sides, seat)
    else:
        s.phase = Phase.SIDE
        s.turn = s.first
        return
    start(s, rng)


@rule
def start(s: State, rng: Rng) -> None:
    """Deal by the abilities of the open sheet, then begin the first racer's turn (JJ-4.4, JJ-8.20)."""
    s.phase = Phase.ANSWER
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
def pick_racer(s: State, sheet: int, rng: Rng) -> None:
    """Give a seat its sheet; after the first seat in turn order the sides are chosen (JJ-4.2)."""
    s.sheet[s.turn] = sheet
    if s.turn == s.first:
        choose_sides(s, rng)
    else:
        s.turn = (s.turn + s.players - 1) % s.players


@rule
def pick_side(s: State, side: int, rng: Rng) -> None:
    """Set a seat's side, Hero, Neutral or Villain; after the last the race begins (JJ-4.3)."""
    s.side[s.turn] = side
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.first:
        start(s, rng)


# -- turns ----------------------------------------------------------------------------------------------------------------


@rule
def begin_turn(s: State, seat: int, rng: Rng) -> None:
    """Begin a racer's turn: robbers first (JJ-5.2), then the Action Phase."""
    s.mover = seat
    s.turn = seat
    s.phase = Phase.ACT
    s.acts = 0
    s.busy = False
    s.entered = 0
    s.plotted = False
    rob(s, seat, s.force[seat][c.ROB], rng)


@rule
def next_turn(s: State, rng: Rng) -> None:
    """Pass the turn clockwise to the next racer still in the race; past the first seat a new round begins (JJ-8.2)."""
    seat = next_seat(s, s.mover)
    while True:
        if seat == s.first:
            if s.round == s.curfew:
                tell(s, t.CURFEW, -1, s.round)
                end_race(s)
                return
            new_round(s)
        if not out(s, seat):
            break
        seat = next_seat(s, seat)
    begin_turn(s, seat, rng)


@rule
def new_round(s: State) -> None:
    """The first racer's seat is passed: in an Endurance race the sheet is turned (JJ-8.20)."""
    s.round += 1
    tell(s, t.ROUND, -1, s.round)
    if s.form == Form.ENDURANCE:
        for seat in range(s.players):
            reckon(s, seat)


@rule
def rest(s: State, rng: Rng) -> None:
    """Rest: draw, mend, draw (JJ-5.6)."""
    s.stage = Stage.RESTING
    s.rate = rest_rate(s, s.mover)
    s.tending = 1 + s.force[s.mover][c.MEND]
    proceed(s, rng)


@rule
def draw_phase(s: State, rng: Rng) -> None:
    """The Draw Phase."""
    s.stage = Stage.DRAWING
    s.rate = draw_phase_rate(s)
    proceed(s, rng)


@rule
def draw_phase_rate(s: State) -> int:
    """Return the number of cards drawn in this turn's Draw Phase (JJ-5.5)."""
    return draw_rate(s, s.mover) + late_cards(s)


@rule
def late_cards(s: State) -> int:
    """Return how many cards more house rules give the racer in turn one for those who have gone before (JJ-5.5)."""
    if s.round > 1 or s.segment > 0 or s.deck == MINI:
        return 0
    before = s.mover - s.first if s.mover >= s.first else s.mover - s.first + s.players
    single = s.form not in (Form.PARTNER, Form.TEAM)
    if s.players == 2 or (s.players == 4 and not single):
        return s.second_draws != NO and before == 1
    return before if s.late_draws != NO and single and s.players > 3 else 0


@rule
def cards_over(s: State) -> int:
    """Return by how many cards the coming draw would exceed the Hand Size (JJ-5.7); 0 where nothing is drawn."""
    return s.hand[s.mover].n + s.rate - hand_size(s, s.mover) if s.rate > 0 else 0


@rule
def proceed(s: State, rng: Rng) -> None:
    """Go on after the actions of a turn until the racer has to decide or the turn has passed."""
    while True:
        if s.stage == Stage.MENDING:
            if s.tending > 0 and troubled_by(s, s.mover) & c.MISHAPS:
                s.phase = Phase.MEND
                return
            s.stage = Stage.DRAWING
            s.rate = draw_phase_rate(s)
        if cards_over(s) > 0:
            s.phase = Phase.ROOM
            s.bound = 0
            return
        if drawn(s, rng):
            return


@rule
def drawn(s: State, rng: Rng) -> bool:
    """Draw the cards; True when the turn has passed."""
    fill_hand(s, s.mover, s.rate, rng)
    if s.stage == Stage.DRAWING:
        next_turn(s, rng)
        return True
    s.stage = Stage.MENDING
    return False


# -- the end --------------------------------------------------------------------------------------------------------------


@rule
def check_finish(s: State, seat: int) -> None:
    """Finish the racer of a pawn that has entered the last section, and perhaps the race with them (JJ-5.90)."""
    own = car(s, seat)
    if s.pawn[own] < s.sections or s.home[own] > 0:
        return
    s.finishers += 1
    s.home[own] = s.finishers
    tell(s, t.FINISHED, seat, s.finishers)
    if s.form == Form.TEAM:
        clear_racer(s, seat)
        if s.home[(seat + s.players // 2) % s.players] > 0:
            end_race(s)
    elif s.form == Form.RALLY or s.race == Form.CIRCUIT:  # to the last racer (JJ-8.10, JJ-8.50)
        clear_racer(s, seat)
        if s.finishers == s.players - (s.stop_early != NO):
            end_race(s)
    else:
        end_race(s)


@rule
def clear_racer(s: State, seat: int) -> None:
    """Discard a finished racer's hand and all that lies before them, in kind order; Karma stays (JJ-5.91)."""
    for card in range(c.NUMBER):
        for _ in range(count(s.hand[seat], card)):
            discard_from(s, remove(s.hand[seat], card))
    clear_front(s, seat)


@rule
def merit(s: State, one: int) -> int:
    """Return a number by which cars rank: by finish, then position, then who came there first (JJ-8.3)."""
    return (1 << 40) - s.home[one] if s.home[one] > 0 else (s.pawn[one] << 24) - s.arrived[one]


@rule
def team_merit(s: State, team: int) -> int:
    """Return a number by which teams rank: finished pawns, position of rear and front pawn, who came first (JJ-8.41)."""
    front, rear = team, team + s.players // 2
    if merit(s, rear) > merit(s, front):
        front, rear = rear, front
    finished = (s.home[front] > 0) + (s.home[rear] > 0)
    return (((finished << 4) + s.pawn[rear] << 4) + s.pawn[front] << 44) + merit(s, rear)


@rule
def standing_of(s: State, seat: int) -> int:
    """Return the present place of a racer, from 1; partners share theirs."""
    place = 1
    if s.form in (Form.PARTNER, Form.TEAM):
        half = s.players // 2
        for pair in range(half):
            if s.form == Form.TEAM:
                place += 2 * (team_merit(s, pair) > team_merit(s, seat % half))
            else:
                place += 2 * (merit(s, pair) > merit(s, seat % half))
        return place
    for other in range(s.players):
        place += merit(s, other) > merit(s, seat)
    return place


@rule
def end_race(s: State) -> None:
    """End the race or segment: give everybody a place and a payoff. Only winning counts, but in the races of a
    Circuit and the first segments of a Rally."""
    decides = s.race != Form.CIRCUIT and (s.form != Form.RALLY or s.segment == SEGMENTS - 1)
    s.over = True
    s.turn = s.mover
    for seat in range(s.players):
        s.rank[seat] = standing_of(s, seat)
        tell(s, t.PLACED, seat, s.rank[seat])
        if decides:
            s.payoff[seat] = s.rank[seat] == 1
        else:
            s.payoff[seat] = (s.players - s.rank[seat]) / (s.players - 1)


# -- from race to race ----------------------------------------------------------------------------------------------------


@rule
def after(s: State) -> None:
    """Book a race or a segment; then begin the next one, or decide the match (JJ-8.10 to JJ-8.12, JJ-8.50)."""
    for seat in range(s.players):
        s.last[seat] = s.rank[seat]
    if s.form == Form.RALLY and s.segment < SEGMENTS - 1:
        s.segment += 1
        s.first = placed(s, 1)
        return
    s.segment = 0
    s.race_number += 1
    for seat in range(s.players):  # nobody has a rank in a race that was cut off
        s.points[seat] += POINTS - (s.rank[seat] if s.rank[seat] > 0 else s.players)
        s.wins[seat] += s.rank[seat] == 1
    if s.race == Form.CIRCUIT and listed(s.circuit_races, s.race_number) >= 0:
        s.first = placed(s, s.players)  # JJ-8.51
        return
    s.done = True
    for seat in range(s.players):
        s.place[seat] = s.rank[seat]
        if s.race == Form.CIRCUIT:
            s.place[seat] = 1
            for other in range(s.players):
                s.place[seat] += score(s, other) > score(s, seat)


@rule
def placed(s: State, place: int) -> int:
    """Return the seat with a place in the race just run."""
    for seat in range(s.players):
        if s.rank[seat] == place:
            return seat
    return 0


@rule
def score(s: State, seat: int) -> int:
    """Return a racer's score in a Circuit: points, then race wins, then the place in the last race (JJ-8.52)."""
    return (s.points[seat] * 10 + s.wins[seat]) * 10 - s.last[seat]
