"""Setting the table, drawing from its decks and filling its row (WS-4.1 to WS-4.7, WS-5.22, WS-5.31, WS-5.33)."""

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.state import News, State
from tuckbox.kit import (
    Cells,
    Rng,
    card_of,
    deal_round,
    draw,
    give,
    lift,
    peek,
    push,
    put,
    rule,
    shuffle,
    take_at,
    tell,
    top,
    turn_over,
)

STAYS = 1  # a stalled row


@rule
def lay_out(s: State, rng: Rng) -> None:
    """The road deck and the row (WS-4.1 to WS-4.4)."""
    scratch = s.stack[0]
    if s.mini:
        for i in range(len(c.IN_MINI)):
            push(scratch, c.ROAD + c.IN_MINI[i])
        shuffle(scratch, rng)
        for _ in range(s.places):
            tell(s, t.ROW, -1, draw(scratch, s.row))
        turn_over(scratch, s.tail)
        push(s.tail, c.CRASH)
        shuffle(s.tail, rng)
        return
    for year in range(3, 0, -1):
        for road in range(c.SEGMENTS if s.players > 2 else c.FIRST_VENTURE):  # WS-4.2
            if c.YEAR[road] == year:
                push(scratch, c.ROAD + road)
        shuffle(scratch, rng)
        if year == 3:  # WS-4.3
            for _ in range(5):
                draw(scratch, s.tail)
            push(s.tail, c.CRASH)
            shuffle(s.tail, rng)
        turn_over(scratch, s.roads)
    first_row(s, rng)


@rule
def first_row(s: State, rng: Rng) -> None:
    """Four roads; joint ventures that turn up go back into what is left of the first year (WS-4.4)."""
    scratch = s.stack[0]
    first_year = 13 if s.players > 2 else 11
    while s.row.n < s.places:
        first_year -= 1
        if top(s.roads) >= c.ROAD + c.FIRST_VENTURE:
            draw(s.roads, scratch)
        else:
            tell(s, t.ROW, -1, draw(s.roads, s.row))
    if scratch.n > 0:
        for _ in range(first_year):
            draw(s.roads, scratch)
        shuffle(scratch, rng)
        turn_over(scratch, s.roads)


@rule
def deal(s: State, rng: Rng) -> None:
    """Hands, decks and start money (WS-4.5, WS-4.6)."""
    for kind in range(c.KINDS):
        for _ in range(c.COPIES_IN_MINI[kind] if s.mini else c.COPIES[kind]):
            push(s.deck[0], kind)
    shuffle(s.deck[0], rng)
    deal_round(s, s.deck[0], s.hand, s.seated + s.players - 1, 2 if s.mini else 5)
    if s.three:
        turn_over(s.deck[0], s.stack[0])
        while s.stack[0].n > 0:
            cell = lift(s.stack[0])
            put(s.deck[c.BACK_OF[card_of(cell)]], cell)
    else:
        draw(s.deck[0], s.top)
    if s.start_money and not s.mini:
        for step in range(s.players):
            s.money[(s.seated + step) % s.players] = c.START_MONEY[s.players - 2][step]


@rule
def renew_deck(s: State, back: int, rng: Rng) -> None:
    """Make a new deck of the discards where the old one is used up (WS-5.31)."""
    if s.deck[back].n == 0 and s.discards[back].n > 0:
        turn_over(s.discards[back], s.deck[back])
        shuffle(s.deck[back], rng)
        tell(s, t.RENEWED, -1)


@rule
def draw_resource(s: State, back: int, rng: Rng) -> None:
    """The active seat draws a card; without any the draw is lost (WS-5.31).

    From the one deck it is the card whose back all can see, and the next takes its place.
    """
    if s.three:
        renew_deck(s, back, rng)
        tell(s, t.DREW, s.active, draw(s.deck[back], s.hand[s.active]))
        return
    if s.top.n == 0:
        renew_deck(s, 0, rng)
        if s.deck[0].n == 0:
            tell(s, t.NO_CARD, s.active)
            return
        draw(s.deck[0], s.top)
    tell(s, t.DREW, s.active, draw(s.top, s.hand[s.active]))
    if s.deck[0].n > 0:
        draw(s.deck[0], s.top)


@rule
def fill_row(s: State) -> None:
    """Fill the row from the road deck for the active seat (WS-5.22)."""
    ventures = 0
    while s.row.n < s.places and s.roads.n + s.tail.n > 0:
        s.moved = True
        cell = lift(s.roads) if s.roads.n > 0 else lift(s.tail)
        card = card_of(cell)
        if card == c.CRASH:
            tell(s, t.CRASHED, s.active, put(s.gone, cell))
            s.crash = True
            s.news = News.CRASH
            s.left = s.players
        elif card < c.ROAD + c.FIRST_VENTURE:
            tell(s, t.ROW, -1, put(s.row, cell))
        elif ventures == 0:
            ventures = 1
            s.front[card - c.ROAD - c.FIRST_VENTURE] = s.active + 1
            tell(s, t.VENTURE, s.active, put(s.fronts, cell))
        else:
            tell(s, t.NO_VENTURE, -1, put(s.gone, cell))


@rule
def discard_to(s: State, kind: int) -> Cells:
    """The open pile a card goes to: there is one for all backs, or one for each."""
    return s.discards[c.BACK_OF[kind] if s.three else 0]


@rule
def lift_judge(s: State, road: int) -> None:
    """Discard the judge that lies on a road of the row; the road is free again."""
    s.blocked[road] = 0
    tell(s, t.LIFTED, -1, give(s.judges, s.judge[road], discard_to(s, s.judge[road])))
    s.judge[road] = 0


@rule
def expire(s: State) -> None:
    """Discard the joint ventures that have had their turn (WS-5.27)."""
    for i in range(s.fronts.n - 1, -1, -1):
        venture = peek(s.fronts, i) - c.ROAD - c.FIRST_VENTURE
        if s.due[venture]:
            s.due[venture] = False
            s.front[venture] = 0
            tell(s, t.EXPIRED, s.active, put(s.gone, take_at(s.fronts, i)))


@rule
def stir_row(s: State) -> None:
    """A row from which nothing has been drawn for a round loses its first road, unless it is to stay (WS-5.33)."""
    if s.stalled == STAYS:
        return
    s.idle = 0 if s.moved else s.idle + 1
    if s.idle < s.players or s.crash:
        return
    s.idle = 0
    road = peek(s.row, 0) - c.ROAD
    if s.blocked[road]:
        lift_judge(s, road)
    tell(s, t.STALLED, -1, put(s.gone, take_at(s.row, 0)))
    fill_row(s)
