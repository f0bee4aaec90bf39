"""The rules of Bluff, a small game of claims, calls and counters.

A card goes face down to one's stack as some good with the same back. Rivals may call it (with a writ), the loader may
counter a call (with a seal), and anybody else may call the counter. A call that stands turns the card up.
"""

# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, disable-error-code="valid-type,misc,no-any-return"

from tuckbox.kit import (
    ALL,
    BACKS,
    CHOSEN,
    COUNTED,
    OWNER,
    Actions,
    Deck,
    Events,
    GameState,
    Hand,
    Int,
    Pile,
    Range,
    Small,
    Window,
    add,
    answer,
    answerer,
    ask,
    asking,
    card_of,
    close,
    count,
    dismiss,
    draw,
    give,
    knows,
    lift,
    push,
    put,
    rule,
    show_to,
    shuffle,
    slip,
    standing,
    state,
    table,
    tell,
    turn_over,
    window,
)

DECK = Deck(
    ["tea", "silk", "writ", "gold", "jade", "seal"],
    copies=[5, 4, 5, 3, 4, 5],
    backs=[0, 0, 0, 1, 1, 1],
    back_names=["crate", "casket"],
)
KINDS, CARDS = len(DECK), sum(DECK.copies)
COPIES, BACK_OF = table(DECK.copies), table(DECK.backs)
WRIT, SEAL = DECK.card("writ"), DECK.card("seal")
GOODS = ("tea", "silk", "gold", "jade")
GOOD, WORTH = table([DECK.card(good) for good in GOODS]), table([1, 2, 4, 3])
STACK = 6
CALLED, COUNTERED, EXPOSED = 1, 2, 3  # windows

act = Actions()
LOAD = act("load {card} as {good}", DECK, GOODS, others=BACKS)
RECALL = act("recall")
CONFIDE = act("confide in {seat}", ("P1", "P2", "P3", "P4"))
REST = act("rest")
LET = act("let pass")
CALL = act("call with {card}", DECK)
COUNTER = act("counter with {card}", DECK)

told = Events()
DREW = told("drew")
SPENT = told("spent")
SHOWN = told("shown")


@state(players=(2, 3, 4), deck=DECK)
class State(GameState):
    rounds = Range(1, 9, default=3)
    games = Range(1, 5, default=1)

    hand = Hand(CARDS)[4].seen_by(OWNER)
    stack = Pile(STACK)[4].seen_by(CHOSEN)
    proven = Pile(CARDS)[4].seen_by(ALL)
    deck = Pile(CARDS).backs(COUNTED)
    discards = Pile(CARDS).seen_by(ALL)
    window = Window(3)
    good = Small
    turns = Int
    gain = Int[4]

    dealt = Int.kept()
    points = Int[4].kept()


@rule
def setup(s, rng):
    for card in range(KINDS):
        for _ in range(COPIES[card]):
            push(s.deck, card)
    shuffle(s.deck, rng)
    for seat in range(s.players):
        show_to(s.stack[seat], seat)
        for _ in range(4):
            draw(s.deck, s.hand[seat])
    s.turn = s.dealt % s.players


@rule
def legal(s, moves):
    hand = s.hand[s.turn]
    if asking(s):
        add(moves, LET)
        if window(s).kind == COUNTERED and count(hand, SEAL) > 0:
            add(moves, COUNTER + SEAL)
        if window(s).kind != COUNTERED and count(hand, WRIT) > 0:
            add(moves, CALL + WRIT)
        return
    stack = s.stack[s.turn]
    add(moves, REST)
    for card in range(KINDS):
        if stack.n < STACK and count(hand, card) > 0:
            for good in range(len(GOOD)):
                if BACK_OF[GOOD[good]] == BACK_OF[card]:
                    add(moves, LOAD + len(GOOD) * card + good)
    if stack.n > 0:
        add(moves, RECALL)
    for seat in range(s.players):
        if not stack.seen >> seat & 1:
            add(moves, CONFIDE + seat)


@rule
def apply(s, action, rng):
    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s, rng)


@rule
def move(s, action, rng):
    """The turn of a seat; true when a window is to be settled at once."""
    seat = s.turn + 0
    if action < RECALL:
        slip(s.hand[seat], (action - LOAD) // len(GOOD), s.stack[seat], BACK_OF)
        s.good = (action - LOAD) % len(GOOD)
        return ask(s, CALLED, seat, seat, s.good, with_cards(s, seat), LET)
    if action == RECALL:
        draw(s.stack[seat], s.hand[seat])
    elif action < REST:
        show_to(s.stack[seat], action - CONFIDE)
    end_turn(s, rng)
    return False


@rule
def with_cards(s, but):
    """The seats that hold cards, without one."""
    seats = 0
    for seat in range(s.players):
        if seat != but and s.hand[seat].n > 0:
            seats |= 1 << seat
    return seats


@rule
def settle(s, rng):
    kind, seat, action = window(s).kind + 0, answerer(s), standing(s)
    if action == LET:
        close(s)
        return unanswered(s, kind, rng)
    card = SEAL if kind == COUNTERED else WRIT
    if count(s.hand[seat], card) == 0:  # spent in another window since
        return dismiss(s)
    tell(s, SPENT, seat, give(s.hand[seat], card, s.discards))
    if kind == CALLED:
        loader = window(s).on + 0
        return ask(s, COUNTERED, seat, loader, card, 1 << loader, LET)
    if kind == COUNTERED:
        return ask(s, EXPOSED, seat, seat, card, with_cards(s, seat), LET)
    close(s)
    return dismiss(s)


@rule
def unanswered(s, kind, rng):
    """A window has closed without an answer that stands."""
    if kind == EXPOSED:  # the counter stands, the call falls
        close(s)
        return dismiss(s)
    if kind == COUNTERED:  # the call stands
        turn_up(s, window(s).on + 0, answerer(s))
        close(s)
    else:
        s.gain[s.turn] += WORTH[s.good]
    end_turn(s, rng)
    return False


@rule
def turn_up(s, loader, caller):
    cell = lift(s.stack[loader])
    if card_of(cell) == GOOD[s.good]:
        cell = put(s.proven[loader], cell)
        s.gain[loader] += 2 * WORTH[s.good]
    else:
        cell = put(s.discards, cell)
        s.gain[caller] += 2 * WORTH[s.good]
    tell(s, SHOWN, loader, cell)


@rule
def end_turn(s, rng):
    s.turns += 1
    if s.deck.n == 0:
        turn_over(s.discards, s.deck)
        shuffle(s.deck, rng)
    if s.deck.n > 0:
        tell(s, DREW, s.turn, draw(s.deck, s.hand[s.turn]))
    s.turn = (s.turn + 1) % s.players
    if s.turns == s.rounds * s.players:
        finish(s)


@rule
def finish(s):
    s.over = True
    best, winners = 0, 0
    for seat in range(s.players):
        best = max(best, s.gain[seat])
    for seat in range(s.players):
        winners += s.gain[seat] == best
    for seat in range(s.players):
        if s.gain[seat] == best:
            s.payoff[seat] = 1 / winners


@rule
def after(s):
    s.dealt += 1
    for seat in range(s.players):
        s.points[seat] += s.gain[seat]
    if s.dealt < s.games:
        return
    s.done = True
    for seat in range(s.players):
        s.place[seat] = 1
        for rival in range(s.players):
            s.place[seat] += s.points[rival] > s.points[seat]


@rule
def prefer(s, action):
    if action < RECALL:
        honest = GOOD[(action - LOAD) % len(GOOD)] == (action - LOAD) // len(GOOD)
        return 12 if honest else 3
    return 3 if action == LET or action >= CALL else 1


@rule
def value(s, seat):
    total = 1.0
    for rival in range(s.players):
        total += s.gain[rival]
    return (s.gain[seat] + 0.5) / total


@rule
def trusted(s, seat):
    """How many cards of a seat's hand somebody else knows (for tests)."""
    number = 0
    for i in range(s.hand[seat].n):
        for rival in range(s.players):
            number += rival != seat and knows(s.hand[seat].cell[i], rival)
    return number
