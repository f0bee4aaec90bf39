"""Envoys: one card in the hand, one drawn, one sent; looked at, shown, traded and guessed, so who knows what is the game."""

from tuckbox.kit import (
    ALL,
    OWNER,
    Actions,
    Deck,
    Events,
    GameState,
    Hand,
    Long,
    Moves,
    Pile,
    Rng,
    Seats,
    Small,
    add,
    count,
    draw,
    give,
    glimpse,
    next_seat,
    one,
    peek,
    push,
    reveal,
    rule,
    show,
    shuffle,
    state,
    table,
    tell,
)

COPIES = (5, 3, 2, 2, 3, 1)
DECK = Deck(["page", "seer", "guest", "thief", "clerk", "crown"], copies=COPIES)  # by rank
PAGE, SEER, GUEST, THIEF, CLERK, CROWN = range(6)
SEATS = 4

act = Actions()
GUESS = act("guess that {seat} holds {card}", Seats.numbered(SEATS), DECK)
LOOK = act("look at {seat}", Seats.numbered(SEATS))
MEET = act("meet {seat}", Seats.numbered(SEATS))
TRADE = act("trade with {seat}", Seats.numbered(SEATS))
REST = act("rest")
YIELD = act("yield")
DRAW = act("draw")
SENT = {GUESS: PAGE, LOOK: SEER, MEET: GUEST, TRADE: THIEF, REST: CLERK, YIELD: CROWN}
KIND = table([SENT.get(act.family(action), -1) for action in range(act.size)])
DECK_COPIES = table(COPIES)
AT, NAMED, SENDS = table(act.column("seat")), table(act.column("card")), table([LOOK, LOOK, MEET, TRADE])

told = Events()
DREW = told("drew")
SAW = told("saw")
SHOWED = told("showed")


@state(players=(2, 3, 4), deck=DECK)
class State(GameState):
    hand = Hand(2)[SEATS].seen_by(OWNER).with_knowers()
    stock = Pile(16)
    sent = Pile(16).seen_by(ALL)
    wrong = Long  # guesses that have failed, as a set: 16 for each seat
    out = Small  # seats that have left, as a set


@rule
def setup(s: State, rng: Rng) -> None:
    for card in range(CROWN + 1):
        for _ in range(DECK_COPIES[card]):
            push(s.stock, card)
    shuffle(s.stock, rng)
    for seat in range(s.players):
        draw(s.stock, s.hand[seat])


@rule
def legal(s: State, moves: Moves) -> None:
    hand = s.hand[s.turn]
    if hand.n == 1:
        add(moves, DRAW)
        return
    for card in range(CROWN + 1):
        if count(hand, card) > 0:
            add_all(s, moves, card)


@rule
def add_all(s: State, moves: Moves, card: int) -> None:
    """Add what one card can do."""
    if card >= CLERK:
        add(moves, REST if card == CLERK else YIELD)
        return
    for seat in range(s.players):
        if seat == s.turn or s.out >> seat & 1:
            continue
        if card == PAGE:
            for named in range(SEER, CROWN + 1):
                add(moves, GUESS + seat * (CROWN + 1) + named)
        else:
            add(moves, SENDS[card] + seat)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat, kind, at = s.turn + 0, KIND[action], AT[action]
    if action == DRAW:
        tell(s, DREW, seat, draw(s.stock, s.hand[seat]))
        return
    give(s.hand[seat], kind, s.sent)
    if kind == PAGE:
        guess(s, at, NAMED[action])
    elif kind == SEER:
        tell(s, SAW, seat, glimpse(s.hand[at], peek(s.hand[at], 0), seat))
    elif kind == GUEST:
        tell(s, SAW, seat, glimpse(s.hand[at], peek(s.hand[at], 0), seat))
        tell(s, SAW, at, glimpse(s.hand[seat], peek(s.hand[seat], 0), at))
    elif kind == THIEF:
        trade(s, seat, at)
    elif kind == CROWN:
        leave(s, seat)
    end_turn(s)


@rule
def guess(s: State, at: int, card: int) -> None:
    """Who is guessed leaves; who is not shows what they hold."""
    if count(s.hand[at], card) > 0:
        leave(s, at)
    else:
        s.wrong |= one(16 * at + card)
        tell(s, SHOWED, at, reveal(s.hand[at], peek(s.hand[at], 0)))


@rule
def trade(s: State, seat: int, at: int) -> None:
    """Exchange the cards; each is aware that the other knows what they gave."""
    mine, theirs = peek(s.hand[seat], 0), peek(s.hand[at], 0)
    give(s.hand[seat], mine, s.hand[at])
    give(s.hand[at], theirs, s.hand[seat])
    tell(s, SAW, at, glimpse(s.hand[at], mine, seat))
    tell(s, SAW, seat, glimpse(s.hand[seat], theirs, at))


@rule
def leave(s: State, seat: int) -> None:
    s.out |= 1 << seat
    give(s.hand[seat], peek(s.hand[seat], 0), s.sent)


@rule
def end_turn(s: State) -> None:
    left = 0
    for seat in range(s.players):
        left += 1 - (s.out >> seat & 1)
    if left == 1 or s.stock.n == 0:
        end(s)
        return
    s.turn = next_seat(s, s.turn)
    while s.out >> s.turn & 1:
        s.turn = next_seat(s, s.turn)


@rule
def end(s: State) -> None:
    """The highest card that is left wins."""
    s.over = True
    best = -1
    for seat in range(s.players):
        if not s.out >> seat & 1:
            show(s.hand[seat])
            best = max(best, peek(s.hand[seat], 0))
    for seat in range(s.players):
        s.payoff[seat] = not s.out >> seat & 1 and peek(s.hand[seat], 0) == best
