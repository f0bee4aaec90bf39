"""The rules of Parcel: lay any cards of your hand face down, one after another, then seal; the heaviest parcel wins."""

from tuckbox.kit import (
    BACKS,
    OWNER,
    Actions,
    Cells,
    Deck,
    GameState,
    Hand,
    Moves,
    Pile,
    Rng,
    Small,
    add,
    draw,
    fill,
    has,
    one,
    peek,
    rule,
    show,
    shuffle,
    slip,
    state,
    table,
)

DECK = Deck([f"w{weight}" for weight in range(8)])
BACK_OF = table(DECK.backs)
MOST = 9  # a heavier parcel bursts

act = Actions()
PUT = act("put {card}", DECK, others=BACKS)
SEAL = act("seal")


@state(players=(2,), deck=DECK)
class State(GameState):
    hand = Hand(8)[2].seen_by(OWNER)
    parcel = Hand(8)[2].seen_by(OWNER)
    stock = Pile(8)
    least = Small
    laid = Small


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 7)
    shuffle(s.stock, rng)
    for _ in range(3):
        for seat in range(2):
            draw(s.stock, s.hand[seat])


@rule
def legal(s: State, moves: Moves) -> None:
    hand = s.hand[s.turn]
    cards = 0
    for i in range(hand.n):
        cards |= one(peek(hand, i))
    for card in range(s.least, len(BACK_OF)):  # in order, so that no parcel can be packed in two ways
        if has(cards, card):
            add(moves, PUT + card)
    if s.laid:
        add(moves, SEAL)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if action != SEAL:
        slip(s.hand[s.turn], action - PUT, s.parcel[s.turn], BACK_OF)
        s.least = action - PUT + 1
        s.laid += 1
        return
    s.least = 0
    s.laid = 0
    s.turn += 1
    if s.turn == 2:
        s.turn = 0
        weigh_up(s)


@rule
def weigh_up(s: State) -> None:
    s.over = True
    show(s.parcel[0])
    show(s.parcel[1])
    first, second = weight(s.parcel[0]), weight(s.parcel[1])
    s.payoff[0] = 0.5 + 0.5 * (first > second) - 0.5 * (first < second)
    s.payoff[1] = 1 - s.payoff[0]


@rule
def weight(parcel: Cells) -> int:
    total = 0
    for i in range(parcel.n):
        total += peek(parcel, i)
    return total if total <= MOST else 0


@rule
def continues(s: State) -> bool:
    return s.laid > 0
