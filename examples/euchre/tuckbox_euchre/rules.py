"""The rules of Euchre: two against two; whoever makes trumps has to take three of five tricks, with a partner or alone."""

from enum import IntEnum

from tuckbox.kit import (
    ALL,
    BACKS,
    NUMBER,
    OWNER,
    Actions,
    Cards,
    Choice,
    Events,
    Flag,
    GameState,
    Int,
    Moves,
    Pile,
    Range,
    Reasons,
    Rng,
    Small,
    add,
    deal_round,
    draw,
    each,
    fill,
    first_seat,
    give,
    has,
    next_seat,
    one,
    peek,
    rank_places,
    rule,
    shuffle,
    state,
    table,
    tell,
    top,
    turn_over,
)
from tuckbox_euchre.trumps import CARDS, KINDS, PACK, POWER, SUIT, SUITS, beats

SEATS, TRICKS = 4, 5
NOBODY = -1


class Phase(IntEnum):
    """Kind of decision of the seat to move."""

    BID = 0
    DISCARD = 1
    ALONE = 2
    PLAY = 3


act = Actions()
PLAY = act("play {card}", PACK)
PASS = act("pass")
MAKE = act("make {suit} trumps", SUITS)
ALONE = act("go alone")
PARTNER = act("play with partner")
DISCARD = act("discard {card}", PACK, others=BACKS)
CARD, MADE = table(act.column("card")), table(act.column("suit"))
WHEN = {PLAY: Phase.PLAY, PASS: Phase.BID, MAKE: Phase.BID, ALONE: Phase.ALONE, PARTNER: Phase.ALONE, DISCARD: Phase.DISCARD}
PHASE = table([WHEN[act.family(action)] for action in range(act.size)])

reasons = Reasons()
NOT_NOW = reasons("that is not what is to be decided now")
STUCK = reasons("the dealer must make trumps when all others have passed twice")
ONLY_TURNED = reasons("only the suit of the card turned up can be made trumps in the first round")
NOT_TURNED = reasons("the suit of the card turned up is not to be had any more")
NOT_HELD = reasons("you do not hold {card}")
KEPT = reasons("the card that was turned up stays in the hand")
FOLLOW = reasons("you have {led}, so follow")

told = Events()
TURNED = told("turned")
TOOK_UP = told("took up")
TOOK = told("took")
POINTS = told("points", NUMBER)
PASSED_OUT = told("passed out")


@state(players=(4,), deck=PACK)
class State(GameState):
    target = Range(1, 30, default=10, of_match=True)
    stick = Choice("true", "false", default="true")  # the dealer to make trumps in the end
    first = Choice("random", "0", "1", "2", "3", default="random", of_match=True)

    hand = Cards[SEATS].seen_by(OWNER).limited_by("may_hold")
    buried = Cards[SEATS].seen_by(OWNER)
    stock = Pile(KINDS)
    turned = Pile(1).seen_by(ALL)
    trick = Pile(SEATS).seen_by(ALL)
    played = Pile(KINDS).seen_by(ALL)
    phase = Small
    passes = Small
    trumps = Small
    maker = Small
    out = Small  # the partner of whoever goes alone
    alone = Flag
    leader = Small
    void = Small[SEATS]  # the suits that a seat is known not to have, as a set
    taken = Small[2]  # tricks of each side

    dealer = Small.kept()
    deals = Int.kept()
    points = Int[SEATS].kept()


@rule
def may_hold(s: State, seat: int, card: int) -> bool:
    """A hand that did not follow a suit has none of it."""
    return s.trumps == NOBODY or not has(s.void[seat], SUIT[s.trumps][card])


@rule
def setup(s: State, rng: Rng) -> None:
    if s.deals == 0:
        s.dealer = first_seat(s, s.first, rng)
    fill(s.stock, 0, KINDS - 1)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.dealer, TRICKS)
    tell(s, TURNED, -1, draw(s.stock, s.turned))
    s.trumps = NOBODY
    s.out = NOBODY
    s.turn = next_seat(s, s.dealer)


@rule
def refuse(s: State, action: int) -> int:
    if s.phase != PHASE[action]:
        return NOT_NOW
    if s.phase == Phase.BID:
        return refuse_bid(s, action)
    if s.phase == Phase.ALONE:
        return 0
    card = CARD[action]
    if not has(s.hand[s.turn].cards, card):
        return NOT_HELD
    if s.phase == Phase.DISCARD:
        return 0 if has(discardable(s), card) else KEPT
    return 0 if has(playable(s), card) else FOLLOW


@rule
def refuse_bid(s: State, action: int) -> int:
    if action == PASS:
        return STUCK if s.stick == 0 and s.passes == 2 * SEATS - 1 else 0
    same = MADE[action] == top(s.turned) % 4
    if s.passes < SEATS:
        return 0 if same else ONLY_TURNED
    return NOT_TURNED if same else 0


@rule
def legal(s: State, moves: Moves) -> None:
    if s.phase == Phase.PLAY:
        for card in each(playable(s)):
            add(moves, PLAY + card)
    elif s.phase == Phase.DISCARD:
        for card in each(discardable(s)):
            add(moves, DISCARD + card)
    elif s.phase == Phase.ALONE:
        add(moves, ALONE)
        add(moves, PARTNER)
    else:
        for action in range(PASS, ALONE):
            if refuse_bid(s, action) == 0:
                add(moves, action)


@rule
def discardable(s: State) -> int:
    """Return the cards that the dealer was dealt: the one taken up is known to all."""
    return s.hand[s.turn].cards & ~s.hand[s.turn].known


@rule
def playable(s: State) -> int:
    """Return the cards that the seat to move may play."""
    hand = s.hand[s.turn].cards
    if s.trick.n == 0:
        return hand
    following = hand & CARDS[s.trumps][led(s)]
    return following if following != 0 else hand


@rule
def led(s: State) -> int:
    return SUIT[s.trumps][peek(s.trick, 0)]


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if s.phase == Phase.PLAY:
        play(s, CARD[action])
    elif s.phase == Phase.BID:
        bid(s, action)
    elif s.phase == Phase.DISCARD:
        give(s.hand[s.turn], CARD[action], s.buried[s.turn])
        s.phase = Phase.ALONE
        s.turn = s.maker
    else:
        s.alone = action == ALONE
        s.out = (s.maker + 2) % SEATS if s.alone else NOBODY
        s.phase = Phase.PLAY
        s.leader = next_in(s, s.dealer)
        s.turn = s.leader


@rule
def next_in(s: State, seat: int) -> int:
    """Return the next seat that plays."""
    seat = next_seat(s, seat)
    return next_seat(s, seat) if seat == s.out else seat


@rule
def bid(s: State, action: int) -> None:
    if action == PASS:
        s.passes += 1
        s.turn = next_seat(s, s.turn)
        if s.passes == 2 * SEATS:
            s.over = True
            tell(s, PASSED_OUT, -1)
        return
    s.trumps = MADE[action]
    s.maker = s.turn
    s.phase = Phase.ALONE
    if s.passes < SEATS:
        tell(s, TOOK_UP, s.dealer, draw(s.turned, s.hand[s.dealer]))
        s.phase = Phase.DISCARD
        s.turn = s.dealer


@rule
def play(s: State, card: int) -> None:
    seat = s.turn + 0
    if s.trick.n > 0 and SUIT[s.trumps][card] != led(s):
        s.void[seat] |= one(led(s))
    give(s.hand[seat], card, s.trick)
    s.turn = next_in(s, seat)
    if s.trick.n == SEATS - s.alone:
        end_trick(s)


@rule
def end_trick(s: State) -> None:
    """Give the trick to the best card's side; its seat leads to the next."""
    best = best_place(s)
    for _ in range(best):
        s.leader = next_in(s, s.leader)
    tell(s, TOOK, s.leader, s.trick.cell[best])
    s.taken[s.leader % 2] += 1
    turn_over(s.trick, s.played)
    s.turn = s.leader
    if s.taken[0] + s.taken[1] == TRICKS:
        score(s)


@rule
def best_place(s: State) -> int:
    """Return the place in the trick of its best card so far."""
    best = 0
    for place in range(1, s.trick.n):
        if beats(peek(s.trick, place), peek(s.trick, best), s.trumps):
            best = place
    return best


@rule
def score(s: State) -> None:
    """Pay the makers one for three or four tricks, two for all, four for all alone; else the others get two."""
    s.over = True
    tricks = s.taken[s.maker % 2]
    worth = -2 if tricks < 3 else 1 if tricks < TRICKS else 4 if s.alone else 2
    for seat in range(SEATS):
        s.payoff[seat] = worth if seat % 2 == s.maker % 2 else -worth
    tell(s, POINTS, s.maker if worth > 0 else next_seat(s, s.maker), abs(worth))


@rule
def after(s: State) -> None:
    for seat in range(SEATS):
        s.points[seat] += max(0, int(s.payoff[seat]))
    s.deals += 1
    s.dealer = next_seat(s, s.dealer)
    if max(s.points[0], s.points[1]) >= s.target:
        s.done = True
        rank_places(s, s.points)


@rule
def prefer(s: State, action: int) -> int:
    """Make trumps of three good ones; win tricks as cheaply as may be, and not from one's partner."""
    hand = s.hand[s.turn].cards
    if s.phase == Phase.BID:
        return 30 if action == PASS else 1 + (promise(hand, MADE[action]) ** 2 >> 4)
    if s.phase == Phase.ALONE:
        return (promise(hand, s.trumps) ** 3 >> 10) + 1 if action == ALONE else 60
    power = POWER[s.trumps][CARD[action]]
    if s.phase == Phase.DISCARD or s.trick.n == 0:
        return 1 + power if s.phase == Phase.PLAY else 40 - power
    best = best_place(s)
    partner = best == s.trick.n - 2 and not s.alone
    wins = beats(CARD[action], peek(s.trick, best), s.trumps)
    return 80 - power if wins and not partner else 40 - power


@rule
def promise(hand: int, trumps: int) -> int:
    """Return what a hand is worth with these trumps: high ones, and aces beside them."""
    worth = 0
    for card in each(hand):
        power = POWER[trumps][card]
        worth += power // 2 if power >= 16 else 5 * (power == TRICKS)
    return worth
