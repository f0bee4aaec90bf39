"""The rules of Crazy Eights: follow the rank or the suit; eights are wild; an empty hand wins.

Whoever cannot or will not play draws; with the stock gone they pass. When all have passed, the smallest hand wins.
"""

from tuckbox.kit import (
    ALL,
    OWNER,
    Actions,
    Cards,
    Deck,
    Events,
    Flag,
    GameState,
    Moves,
    Pile,
    Reasons,
    Rng,
    Small,
    add,
    draw,
    each,
    fill,
    give,
    has,
    next_seat,
    rule,
    shuffle,
    size,
    state,
    table,
    tell,
    top,
)

PACK = Deck.standard()  # card = 4 * rank + suit, deuces first
SUITS = ("clubs", "diamonds", "hearts", "spades")
CLUBS = 0x1_1111_1111_1111  # the set of all clubs; shifted by a suit that of its cards
RANK = 0b1111  # the set of the deuces; shifted by four times a rank that of its cards
EIGHT = 6  # the rank

act = Actions()
PLAY = act("play {card}", PACK)
NAME = act("name {suit}", SUITS)
DRAW = act("draw")
PASS = act("pass")
FAMILY, CARD, SUIT = table(act.families_of_all()), table(act.column("card")), table(act.column("suit"))

reasons = Reasons()
NAME_FIRST = reasons("name a suit for the eight first")
NO_EIGHT = reasons("only who has played an eight names a suit")
NOT_HELD = reasons("you do not hold {card}")
NO_MATCH = reasons("{card} is neither of {follow} nor of the rank on the pile")
NO_STOCK = reasons("there is no card left to draw")
MAY_DRAW = reasons("you may draw")
MAY_PLAY = reasons("you have a card that fits")

told = Events()
TURNED = told("turned")
DREW = told("drew")
WON = told("won")


@state(players=(2, 3, 4, 5, 6), deck=PACK)
class State(GameState):
    hand = Cards[6].seen_by(OWNER)
    stock = Pile(52)
    pile = Pile(52).seen_by(ALL)
    suit = Small  # to be followed
    naming = Flag  # an eight has been played: its suit is to be named
    passes = Small  # in a row


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    for _ in range(7 if s.players == 2 else 5):
        for seat in range(s.players):
            draw(s.stock, s.hand[seat])
    tell(s, TURNED, -1, draw(s.stock, s.pile))
    s.suit = top(s.pile) % 4


@rule
def refuse(s: State, action: int) -> int:
    """Why not: this tells of one action what `legal` lists quickly."""
    hand, family = s.hand[s.turn].cards, FAMILY[action]
    if family == NAME:
        return 0 if s.naming else NO_EIGHT
    if s.naming:
        return NAME_FIRST
    if family == PLAY:
        if not has(hand, CARD[action]):
            return NOT_HELD
        return 0 if has(fitting(s), CARD[action]) else NO_MATCH
    if family == DRAW:
        return 0 if s.stock.n > 0 else NO_STOCK
    if s.stock.n > 0:
        return MAY_DRAW
    return MAY_PLAY if hand & fitting(s) else 0


@rule
def legal(s: State, moves: Moves) -> None:
    if s.naming:
        for suit in range(4):
            add(moves, NAME + suit)
        return
    for card in each(s.hand[s.turn].cards & fitting(s)):
        add(moves, PLAY + card)
    if s.stock.n > 0:
        add(moves, DRAW)
    elif moves.n == 0:
        add(moves, PASS)


@rule
def fitting(s: State) -> int:
    """The cards that may follow: all of the rank on the pile, of the suit to be followed, and eights."""
    return RANK << 4 * (top(s.pile) // 4) | CLUBS << s.suit | RANK << 4 * EIGHT


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if action == DRAW:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
        return  # the same seat may play now, or draw again
    if action == PASS:
        s.passes += 1
    elif FAMILY[action] == NAME:
        s.suit = action - NAME
        s.naming = False
    else:
        play(s, action - PLAY)
    if s.passes == s.players or s.hand[s.turn].cards == 0:
        finish(s)
    elif not s.naming:
        s.turn = next_seat(s, s.turn)


@rule
def play(s: State, card: int) -> None:
    give(s.hand[s.turn], card, s.pile)
    s.suit = card % 4
    s.naming = card // 4 == EIGHT
    s.passes = 0


@rule
def finish(s: State) -> None:
    s.over = True
    fewest, winners = 52, 0
    for seat in range(s.players):
        fewest = min(fewest, size(s.hand[seat].cards))
    for seat in range(s.players):
        winners += size(s.hand[seat].cards) == fewest
    for seat in range(s.players):
        if size(s.hand[seat].cards) == fewest:
            s.payoff[seat] = 1 / winners
            tell(s, WON, seat)


@rule
def continues(s: State) -> bool:
    return s.naming  # an eight and its suit are one move: rivals see it when it is complete


@rule
def prefer(s: State, action: int) -> int:
    """Shed what leaves the longest suit, keep the eights, draw last."""
    if FAMILY[action] == NAME:
        return 1 + 10 * of_suit(s, SUIT[action])
    if FAMILY[action] != PLAY:
        return 1
    return 2 if CARD[action] // 4 == EIGHT else 20 + 10 * of_suit(s, CARD[action] % 4)


@rule
def of_suit(s: State, suit: int) -> int:
    return size(s.hand[s.turn].cards & CLUBS << suit)
