"""The rules: seven cards each, follow suit if you can, the highest of the suit led takes the trick; most tricks win."""

from tuckbox.kit import (
    ALL,
    NO_TRUMPS,
    OWNER,
    Actions,
    Cards,
    Deck,
    Events,
    GameState,
    Moves,
    Pile,
    Reasons,
    Rng,
    Small,
    add,
    best_place,
    draw,
    each,
    fill,
    follow,
    give,
    has,
    next_seat,
    one,
    peek,
    rule,
    shuffle,
    state,
    tell,
    turn_over,
)

PACK = Deck.standard()  # card = 4 * rank + suit
SEATS, CARDS = 4, 7

act = Actions()
PLAY = act("play {card}", PACK)

reasons = Reasons()
NOT_HELD = reasons("you do not hold {card}")
FOLLOW = reasons("you can follow suit, so you must")

told = Events()
TOOK = told("took")


@state(players=(2, 3, 4), deck=PACK)
class State(GameState):
    hand = Cards[SEATS].seen_by(OWNER).limited_by("may_hold")
    stock = Pile(52)
    trick = Pile(SEATS).seen_by(ALL)
    played = Pile(52).seen_by(ALL)
    leader = Small
    tricks = Small[SEATS]
    void = Small[SEATS]  # the suits that a seat has not followed, as a set


@rule
def may_hold(s: State, seat: int, card: int) -> bool:
    """A hand that did not follow a suit has none of it."""
    return not has(s.void[seat], card % 4)


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    for _ in range(CARDS):
        for seat in range(s.players):
            draw(s.stock, s.hand[seat])


@rule
def refuse(s: State, action: int) -> int:
    hand = s.hand[s.turn].cards
    if not has(hand, action - PLAY):
        return NOT_HELD
    return 0 if has(follow(hand, s.trick), action - PLAY) else FOLLOW


@rule
def legal(s: State, moves: Moves) -> None:
    for card in each(follow(s.hand[s.turn].cards, s.trick)):
        add(moves, PLAY + card)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if s.trick.n > 0 and (action - PLAY) % 4 != peek(s.trick, 0) % 4:
        s.void[s.turn] |= one(peek(s.trick, 0) % 4)
    give(s.hand[s.turn], action - PLAY, s.trick)
    s.turn = next_seat(s, s.turn)
    if s.turn == s.leader:
        take(s)


@rule
def take(s: State) -> None:
    """The best card takes the trick, and its player leads the next one."""
    s.leader = (s.leader + best_place(s.trick, NO_TRUMPS)) % s.players
    s.tricks[s.leader] += 1
    tell(s, TOOK, s.leader)
    turn_over(s.trick, s.played)
    s.turn = s.leader
    if s.hand[s.leader].cards == 0:
        finish(s)


@rule
def finish(s: State) -> None:
    s.over = True
    for seat in range(s.players):
        s.payoff[seat] = s.tricks[seat] / CARDS


@rule
def prefer(s: State, action: int) -> int:
    """Lead high; take a trick as cheaply as possible, or throw the lowest card away."""
    rank = (action - PLAY) // 4
    if s.trick.n == 0:
        return 1 + rank * rank
    best = peek(s.trick, best_place(s.trick, NO_TRUMPS))
    wins = (action - PLAY) % 4 == best % 4 and action - PLAY > best
    return 60 - rank if wins else 20 - rank
