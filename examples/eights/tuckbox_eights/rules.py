"""The rules of Crazy Eights: follow the rank or the suit; eights are wild; an empty hand wins.

Who cannot or will not play draws; with the stock gone he passes. When all have passed, the smallest hand wins.
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
    Pile,
    Small,
    add,
    draw,
    each,
    fill,
    give,
    next_seat,
    rule,
    shuffle,
    size,
    state,
    tell,
    top,
)

PACK = Deck.standard()  # card = 4 * rank + suit, deuces first
SUITS = ("clubs", "diamonds", "hearts", "spades")
CLUBS = 0x1_1111_1111_1111  # the set of all clubs; shifted by a suit that of its cards
EIGHT = 6  # the rank

act = Actions()
PLAY = act("play {card}", PACK)
NAME = act("name {suit}", SUITS)
DRAW = act("draw")
PASS = act("pass")

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
def setup(s, rng):
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    for _ in range(7 if s.players == 2 else 5):
        for seat in range(s.players):
            draw(s.stock, s.hand[seat])
    tell(s, TURNED, -1, draw(s.stock, s.pile))
    s.suit = top(s.pile) % 4


@rule
def legal(s, moves):
    if s.naming:
        for suit in range(4):
            add(moves, NAME + suit)
        return
    for card in each(s.hand[s.turn].cards):
        rank = card // 4
        if rank == EIGHT or rank == top(s.pile) // 4 or card % 4 == s.suit:
            add(moves, PLAY + card)
    if s.stock.n > 0:
        add(moves, DRAW)
    elif moves.n == 0:
        add(moves, PASS)


@rule
def apply(s, action, rng):
    if action == DRAW:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
        return  # the same seat may play now, or draw again
    if action == PASS:
        s.passes += 1
    elif action >= NAME:
        s.suit = action - NAME
        s.naming = False
    else:
        play(s, action - PLAY)
    if s.passes == s.players or s.hand[s.turn].cards == 0:
        finish(s)
    elif not s.naming:
        s.turn = next_seat(s, s.turn)


@rule
def play(s, card):
    give(s.hand[s.turn], card, s.pile)
    s.suit = card % 4
    s.naming = card // 4 == EIGHT
    s.passes = 0


@rule
def finish(s):
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
def continues(s):
    return s.naming  # an eight and its suit are one move: rivals see it when it is complete


@rule
def prefer(s, action):
    """Shed what leaves the longest suit, keep the eights, draw last."""
    if action in (DRAW, PASS):
        return 1
    if action >= NAME:
        return 1 + 10 * of_suit(s, action - NAME)
    return 2 if (action - PLAY) // 4 == EIGHT else 20 + 10 * of_suit(s, (action - PLAY) % 4)


@rule
def of_suit(s, suit):
    return size(s.hand[s.turn].cards & CLUBS << suit)
