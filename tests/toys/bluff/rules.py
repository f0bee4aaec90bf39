"""The rules of Bluff, a small game of claims, calls and counters.

A card goes face down to one's stack as some good with the same back. Rivals may call it (with a writ), the loader may
counter a call (with a seal), and anybody else may call the counter. A call that stands turns the card up.
"""

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
    Moves,
    Pile,
    Range,
    Rng,
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
    next_seat,
    push,
    put,
    rank_places,
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
FAMILY, CARD, PLACE = table(act.families_of_all()), table(act.column("card")), table(act.column("good"))
LOADS = table(act.grid(LOAD))

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
def setup(s: State, rng: Rng) -> None:
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
def legal(s: State, moves: Moves) -> None:
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
                    add(moves, LOADS[card][good])
    if stack.n > 0:
        add(moves, RECALL)
    for seat in range(s.players):
        if not stack.seen >> seat & 1:
            add(moves, CONFIDE + seat)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s, rng)


@rule
def move(s: State, action: int, rng: Rng) -> bool:
    """The turn of a seat; true when a window is to be settled at once."""
    seat, family = s.turn + 0, FAMILY[action]
    if family == LOAD:
        slip(s.hand[seat], CARD[action], s.stack[seat], BACK_OF)
        s.good = PLACE[action]
        return ask(s, CALLED, seat, seat, s.good, with_cards(s, seat), LET)
    if family == RECALL:
        draw(s.stack[seat], s.hand[seat])
    elif family == CONFIDE:
        show_to(s.stack[seat], action - CONFIDE)
    end_turn(s, rng)
    return False


@rule
def with_cards(s: State, but: int) -> int:
    """The seats that hold cards, without one."""
    seats = 0
    for seat in range(s.players):
        if seat != but and s.hand[seat].n > 0:
            seats |= 1 << seat
    return seats


@rule
def settle(s: State, rng: Rng) -> bool:
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
def unanswered(s: State, kind: int, rng: Rng) -> bool:
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
def turn_up(s: State, loader: int, caller: int) -> None:
    cell = lift(s.stack[loader])
    if card_of(cell) == GOOD[s.good]:
        cell = put(s.proven[loader], cell)
        s.gain[loader] += 2 * WORTH[s.good]
    else:
        cell = put(s.discards, cell)
        s.gain[caller] += 2 * WORTH[s.good]
    tell(s, SHOWN, loader, cell)


@rule
def end_turn(s: State, rng: Rng) -> None:
    s.turns += 1
    if s.deck.n == 0:
        turn_over(s.discards, s.deck)
        shuffle(s.deck, rng)
    if s.deck.n > 0:
        tell(s, DREW, s.turn, draw(s.deck, s.hand[s.turn]))
    s.turn = next_seat(s, s.turn)
    if s.turns == s.rounds * s.players:
        finish(s)


@rule
def finish(s: State) -> None:
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
def after(s: State) -> None:
    s.dealt += 1
    for seat in range(s.players):
        s.points[seat] += s.gain[seat]
    if s.dealt < s.games:
        return
    s.done = True
    rank_places(s, s.points)


@rule
def prefer(s: State, action: int) -> int:
    family = FAMILY[action]
    if family == LOAD:
        return 12 if GOOD[PLACE[action]] == CARD[action] else 3
    return 3 if family in (LET, CALL, COUNTER) else 1


@rule
def value(s: State, seat: int) -> float:
    total = 1.0
    for rival in range(s.players):
        total += s.gain[rival]
    return (s.gain[seat] + 0.5) / total


@rule
def trusted(s: State, seat: int) -> int:
    """Return the number of cards in a seat's hand that somebody else knows (for tests)."""
    number = 0
    for i in range(s.hand[seat].n):
        for rival in range(s.players):
            number += rival != seat and knows(s.hand[seat].cell[i], rival)
    return number
