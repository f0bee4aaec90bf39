"""The rules of Oh Hell: say how many tricks you will take, then take exactly so many.

Hands get smaller by a card from deal to deal, and the match ends with hands of one. The card turned up after the deal makes
trumps; the dealer bids last, and may not bid what would let everybody be right. Suits have to be followed.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Cards,
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
    add,
    beats,
    below,
    best_place,
    deal_round,
    draw,
    each,
    fill,
    follow,
    give,
    has,
    next_seat,
    one,
    peek,
    rank_places,
    rule,
    shuffle,
    size,
    state,
    table,
    tell,
    top,
    turn_over,
)

PACK = Deck.standard()  # card = 4 * rank + suit, deuces first
SUITS = ("clubs", "diamonds", "hearts", "spades")
TEN = 8  # the rank
MOST = 10  # cards in a hand
BONUS = 10  # for a bid that comes true, besides its tricks

act = Actions()
BID = act("bid {number}", [str(number) for number in range(MOST + 1)])
PLAY = act("play {card}", PACK)
FAMILY, TRICKS, CARD = table(act.families_of_all()), table(act.column("number")), table(act.column("card"))

reasons = Reasons()
BID_FIRST = reasons("bid before anybody plays")
HAVE_BID = reasons("all have bid: play a card")
TOO_MANY = reasons("there are only {tricks} tricks to be had")
ALL_RIGHT = reasons("the bids must not add up to {tricks}")
NOT_HELD = reasons("you do not hold {card}")
FOLLOW = reasons("you have {led}, so follow")

told = Events()
TRUMPS = told("trumps")
TOOK = told("took")
SCORED = told("scored", NUMBER)


@state(players=(3, 4, 5), deck=PACK)
class State(GameState):
    cards = Range(1, MOST, default=7)  # in each hand of the first deal

    hand = Cards[5].seen_by(OWNER).limited_by("may_hold")
    stock = Pile(52)
    turned = Pile(1).seen_by(ALL)
    trick = Pile(5).seen_by(ALL)
    played = Pile(52).seen_by(ALL)
    bid = Small[5]
    bids = Small  # number of seats that have bid
    taken = Small[5]  # tricks
    leader = Small
    void = Small[5]  # the suits that a seat is known not to have, as a set

    dealer = Small.kept()
    tricks = Small.kept()  # in this deal
    points = Int[5].kept()


@rule
def may_hold(s: State, seat: int, card: int) -> bool:
    """A hand that did not follow a suit has none of it."""
    return not has(s.void[seat], card % 4)


@rule
def setup(s: State, rng: Rng) -> None:
    if s.tricks == 0:
        s.dealer = below(rng, s.players)
        s.tricks = s.cards + 1
    s.tricks -= 1
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.dealer, s.tricks)
    tell(s, TRUMPS, -1, draw(s.stock, s.turned))
    s.leader = next_seat(s, s.dealer)
    s.turn = s.leader


@rule
def refuse(s: State, action: int) -> int:
    if FAMILY[action] == BID:
        return refuse_bid(s, TRICKS[action])
    if s.bids < s.players:
        return BID_FIRST
    if not has(s.hand[s.turn].cards, CARD[action]):
        return NOT_HELD
    return 0 if has(playable(s), CARD[action]) else FOLLOW


@rule
def refuse_bid(s: State, number: int) -> int:
    if s.bids == s.players:
        return HAVE_BID
    if number > s.tricks:
        return TOO_MANY
    said = number
    for seat in range(s.players):
        said += s.bid[seat]
    return ALL_RIGHT if s.turn == s.dealer and said == s.tricks else 0


@rule
def legal(s: State, moves: Moves) -> None:
    for number in range(s.tricks + 1 if s.bids < s.players else 0):
        if refuse_bid(s, number) == 0:
            add(moves, BID + number)
    for card in each(playable(s) if s.bids == s.players else 0):
        add(moves, PLAY + card)


@rule
def playable(s: State) -> int:
    """The cards of the seat to play: those of the suit led if it has any, else all."""
    return follow(s.hand[s.turn].cards, s.trick)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if FAMILY[action] == BID:
        s.bid[s.turn] = TRICKS[action]
        s.bids += 1
        s.turn = next_seat(s, s.turn)  # after the dealer the leader again
        return
    seat, card = s.turn + 0, CARD[action]
    if s.trick.n > 0 and card % 4 != peek(s.trick, 0) % 4:
        s.void[seat] |= one(peek(s.trick, 0) % 4)
    give(s.hand[seat], card, s.trick)
    s.turn = next_seat(s, seat)
    if s.trick.n == s.players:
        end_trick(s)


@rule
def end_trick(s: State) -> None:
    """Give the trick to whoever played the best card; they lead to the next."""
    best = best_place(s.trick, trumps(s))
    s.leader = (s.leader + best) % s.players
    tell(s, TOOK, s.leader, s.trick.cell[best])
    s.taken[s.leader] += 1
    turn_over(s.trick, s.played)
    s.turn = s.leader
    if s.played.n == s.tricks * s.players:
        score(s)


@rule
def trumps(s: State) -> int:
    return top(s.turned) % 4


@rule
def score(s: State) -> None:
    s.over = True
    for seat in range(s.players):
        if s.taken[seat] == s.bid[seat]:
            s.payoff[seat] = BONUS + s.bid[seat]
            tell(s, SCORED, seat, BONUS + s.bid[seat])


@rule
def after(s: State) -> None:
    for seat in range(s.players):
        s.points[seat] += int(s.payoff[seat])
    s.dealer = next_seat(s, s.dealer)
    if s.tricks == 1:
        s.done = True
        rank_places(s, s.points)


@rule
def prefer(s: State, action: int) -> int:
    """Bid what the hand promises; take tricks cheaply while some are wanted, else get rid of what might take one."""
    if FAMILY[action] == BID:
        return 1 + (240 >> 2 * abs(TRICKS[action] - promise(s, s.hand[s.turn].cards)))
    card, wanted = CARD[action], s.bid[s.turn] > s.taken[s.turn]
    worth = card // 4 + 13 * (card % 4 == trumps(s))
    wins = s.trick.n == 0 or beats(card, peek(s.trick, best_place(s.trick, trumps(s))), trumps(s))
    if wins:
        return 40 + (worth if s.trick.n == 0 else 26 - worth) if wanted else 27 - worth
    return 27 - worth if wanted else 40 + worth


@rule
def promise(s: State, hand: int) -> int:
    """Estimate the tricks a hand may take: its long or high trumps, its aces, half its kings."""
    halves = 0
    for card in each(hand):
        rank = card // 4
        halves += (2 if rank > TEN else 1) if card % 4 == trumps(s) else 2 * (rank == 12) + (rank == 11)
    return min(halves // 2, size(hand))
