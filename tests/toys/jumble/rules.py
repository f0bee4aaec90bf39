"""Jumble is no game: its actions are the verbs for piles and hands, at random, over cards with copies and two backs."""

from tuckbox.kit import (
    ALL,
    BACKS,
    CHOSEN,
    COUNTED,
    OWNER,
    Actions,
    Cells,
    Deck,
    GameState,
    Hand,
    Int,
    Moves,
    Pile,
    Range,
    Rng,
    add,
    card_of,
    count,
    draw,
    give,
    lift,
    next_seat,
    peek,
    pop,
    push,
    put,
    rule,
    show,
    show_to,
    shuffle,
    slip,
    state,
    table,
    take_at,
    top,
    turn_over,
)

DECK = Deck("abcdef", copies=[2, 2, 1, 2, 1, 1], backs=[0, 0, 0, 1, 1, 1], back_names=["red", "blue"])
KINDS, CARDS = len(DECK), sum(DECK.copies)
COPIES, BACK_OF = table(DECK.copies), table(DECK.backs)
SEATS = ("left", "middle", "right")

act = Actions()
DRAW = act("draw")
SLIP = act("slip {card}", DECK, others=BACKS)
GIVE = act("give {card} to {seat}", DECK, SEATS)
PASS = act("pass {card} to {seat}", DECK, SEATS, others=BACKS)
FETCH = act("fetch")
ADMIT = act("admit {seat}", SEATS)
SHOW = act("show hand")
TURN_UP = act("turn up")
LAY = act("lay {card}", DECK)
TAKE = act("take {place}", [str(place) for place in range(CARDS)])
BURY = act("bury open cards")
POP = act("pop")
STIR = act("stir")
FAMILY, CARD, SEAT, PLACE = (
    table(act.families_of_all()), table(act.column("card")), table(act.column("seat")), table(act.column("place")),
)  # fmt: skip
GIVES, PASSES = table(act.grid(GIVE)), table(act.grid(PASS))


@state(players=(3,), deck=DECK)
class State(GameState):
    steps = Range(1, 99, default=40)
    dealt = Range(0, 2, default=1)

    hand = Hand(CARDS)[3].seen_by(OWNER)
    stack = Pile(CARDS)[3][2].seen_by(CHOSEN)
    deck = Pile(CARDS).backs(COUNTED)
    row = Pile(CARDS)
    open = Pile(CARDS).seen_by(ALL)
    step = Int
    kind = Int[2]


@rule
def setup(s: State, rng: Rng) -> None:
    for card in range(KINDS):
        for _ in range(COPIES[card]):
            push(s.deck, card)
    shuffle(s.deck, rng)
    for seat in range(3):
        show_to(s.stack[seat][0], seat)
        for _ in range(s.dealt):
            draw(s.deck, s.hand[seat])
    draw(s.deck, s.row)
    draw(s.deck, s.open)


@rule
def legal(s: State, moves: Moves) -> None:
    hand, stack = s.hand[s.turn], s.stack[s.turn][0]
    add(moves, STIR)
    add(moves, SHOW)
    if s.deck.n > 0:
        add(moves, DRAW)
    for card in range(KINDS):
        if count(hand, card) > 0:
            add(moves, SLIP + card)
            add(moves, LAY + card)
            for seat in range(3):
                if seat != s.turn:
                    add(moves, GIVES[card][seat])
                    add(moves, PASSES[card][seat])
    if stack.n > 0:
        add(moves, FETCH)
    for seat in range(3):
        if not stack.seen >> seat & 1:
            add(moves, ADMIT + seat)
    if s.row.n > 0:
        add(moves, TURN_UP)
        add(moves, POP)
    for place in range(s.open.n):
        add(moves, TAKE + place)
    if s.open.n > 0:
        add(moves, BURY)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    hand, stack, spare = s.hand[s.turn], s.stack[s.turn][0], s.stack[s.turn][1]
    family, card, seat = FAMILY[action], CARD[action], SEAT[action]
    if family == DRAW:
        draw(s.deck, hand)
    elif family == SLIP:
        slip(hand, card, stack, BACK_OF)
    elif family == GIVE:
        give(hand, card, s.open)
        put(s.hand[seat], lift(s.open))
    elif family == PASS:
        slip(hand, card, s.hand[seat], BACK_OF)
    elif family == FETCH:
        draw(stack, hand)
    elif family == ADMIT:
        show_to(stack, seat)
    elif family in (SHOW, TURN_UP, LAY):
        openly(s, action, hand, spare)
    else:
        move_piles(s, action, hand, spare, rng)
    s.turn = next_seat(s, s.turn)
    s.step += 1
    s.over = s.step == s.steps


@rule
def openly(s: State, action: int, hand: Cells, spare: Cells) -> None:
    if action == SHOW:
        show(hand)
    elif action == TURN_UP:
        s.kind[1] = top(s.row)
        draw(s.row, s.open)
    else:
        s.kind[0] = card_of(give(hand, CARD[action], s.open))
        draw(s.open, spare)


@rule
def move_piles(s: State, action: int, hand: Cells, spare: Cells, rng: Rng) -> None:
    if FAMILY[action] == TAKE:
        s.kind[1] = peek(s.open, PLACE[action])
        put(hand, take_at(s.open, PLACE[action]))
    elif action == BURY:
        turn_over(s.open, s.row)
    elif action == POP:
        push(s.open, pop(s.row))
    else:
        turn_over(s.row, s.deck)
        turn_over(spare, s.deck)
        shuffle(s.deck, rng)
