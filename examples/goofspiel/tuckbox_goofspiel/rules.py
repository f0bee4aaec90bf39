"""The rules of Goofspiel: everybody bids one card for the prize that is turned up, all at once; the highest bid takes it.

All have the same cards to bid, each once. Nobody gets a prize for which the highest bids are equal.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    SECRET,
    Actions,
    Choice,
    Deck,
    Events,
    GameState,
    Int,
    Moves,
    Pile,
    Range,
    Reasons,
    Rng,
    Small,
    Together,
    add,
    choose,
    chosen,
    close_together,
    draw,
    each,
    has,
    lowest,
    one,
    push,
    rule,
    show,
    shuffle,
    size,
    state,
    tell,
    together,
    top,
)

SEATS, MOST = 6, 13
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PRIZES = Deck(RANKS, back_names=["prize"])  # the card is worth its number, from 1

act = Actions()
BID = act("bid {card}", RANKS, others=SECRET)

reasons = Reasons()
NOT_HELD = reasons("you have bid your {card} already, or never had it")

told = Events()
TURNED = told("turned")
OFFERED = told("offered", NUMBER)
TOOK = told("took", NUMBER)
LOST = told("lost", NUMBER)


@state(players=(2, 3, 4, 5, 6), deck=PRIZES)
class State(GameState):
    cards = Range(2, MOST, default=MOST)  # prizes, and bids of each
    order = Choice("random", "descending", "ascending", default="random")
    score = Choice("win", "difference", default="win")

    stock = Pile(MOST)
    prize = Pile(MOST).seen_by(ALL)
    window = Together()
    hand = Int[SEATS]  # the set of cards left to bid; everybody knows what has been bid
    bid = Small[SEATS]  # the last ones, from 1
    points = Small[SEATS]


@rule
def setup(s: State, rng: Rng) -> None:
    for n in range(s.cards):
        push(s.stock, n if s.order < 2 else s.cards - 1 - n)
    if s.order == 0:
        shuffle(s.stock, rng)
    else:
        show(s.stock)
    for seat in range(s.players):
        s.hand[seat] = (1 << s.cards) - 1
    offer(s)


@rule
def offer(s: State) -> None:
    """Turn up the next prize, and ask all for a bid."""
    tell(s, TURNED, -1, draw(s.stock, s.prize))
    together(s, 0, (1 << s.players) - 1)


@rule
def refuse(s: State, action: int) -> int:
    return 0 if has(s.hand[s.turn], action - BID) else NOT_HELD


@rule
def legal(s: State, moves: Moves) -> None:
    for card in each(s.hand[s.turn]):
        add(moves, BID + card)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if not choose(s, action):
        return
    for seat in range(s.players):
        s.bid[seat] = chosen(s, seat) - BID + 1
    close_together(s)
    award(s)
    if size(s.hand[0]) == 1:  # the last bids are no choice
        tell(s, TURNED, -1, draw(s.stock, s.prize))
        for seat in range(s.players):
            s.bid[seat] = lowest(s.hand[seat]) + 1
        award(s)
        finish(s)
    else:
        offer(s)


@rule
def award(s: State) -> None:
    """Give the prize to the highest bid, if it is one alone."""
    best, winner = 0, -1
    for seat in range(s.players):
        s.hand[seat] &= ~one(s.bid[seat] - 1)
        tell(s, OFFERED, seat, s.bid[seat])
        if s.bid[seat] == best:
            winner = -1
        elif s.bid[seat] > best:
            best = s.bid[seat] + 0
            winner = seat
    prize = top(s.prize) + 1
    if winner >= 0:
        s.points[winner] += prize
        tell(s, TOOK, winner, prize)
    else:
        tell(s, LOST, -1, prize)


@rule
def finish(s: State) -> None:
    """Pay by who has most points, or by how many more than the average, as a share of all there were."""
    s.over = True
    total, most, winners, prizes = 0, 0, 0, s.cards * (s.cards + 1) // 2
    for seat in range(s.players):
        total += s.points[seat]
        most = max(most, s.points[seat])
    for seat in range(s.players):
        winners += s.points[seat] == most
    for seat in range(s.players):
        if s.score == 1:
            s.payoff[seat] = (s.points[seat] - total / s.players) / prizes
        elif winners < s.players:
            s.payoff[seat] = 1.0 / winners if s.points[seat] == most else -1.0 / (s.players - winners)
        else:
            s.payoff[seat] = 0.0


@rule
def prefer(s: State, action: int) -> int:
    """Bid about what the prize is worth, among the cards that are left."""
    rank = size(s.hand[s.turn] & one(action - BID) - 1)
    worth = 0
    for card in range(s.cards):
        worth += card < top(s.prize) and not has(seen(s), card)
    away = abs(rank - worth)
    return 4 + max(0, 6 - away)


@rule
def seen(s: State) -> int:
    """Return the set of prizes that have been turned up."""
    cards = 0
    for place in range(s.prize.n):
        cards |= one(s.prize.cell[place] & 255)
    return cards
