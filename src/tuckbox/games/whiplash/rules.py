"""The rules of Whiplash. Numbers such as WL-5.3 point into docs/games/whiplash.md."""

from enum import IntEnum

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Cards,
    Choice,
    Deck,
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
    lift,
    lowest,
    next_seat,
    one,
    put,
    rank_places,
    rule,
    show,
    shuffle,
    size,
    state,
    table,
    tell,
    top,
    turn_over,
)

PACK = Deck.standard()  # card = 4 * rank + suit, suits clubs, diamonds, hearts, spades
KING, ACE = 11, 12  # ranks
ACES = 4 * ACE  # the first ace; a set shifted down by it leaves the suits of its aces as four bits
MANY = 100  # void hands in a row, above what limits them
THREE = 16 * 3  # what three alike score at least
SPADES = 8  # the bit of the ace of spades among these


class Edition(IntEnum):
    """Which rules are played (WL-3.3)."""

    CLASSIC, OF_2023, ROYAL = range(3)


class Form(IntEnum):
    """Ways in which a match ends (WL-8.7)."""

    SINGLE, RACE, HANDS, TIME = range(4)


class Stalemate(IntEnum):
    """Which aces a pair must have to call (WL-5.9)."""

    PRINTED, COPIED = range(2)


class Phase(IntEnum):
    """The decision of the seat to move: take a card, or put one down, perhaps calling."""

    TAKE, DROP = range(2)


act = Actions()
DRAW_STOCK = act("draw stock")
TAKE_DISCARD = act("take discard")
DISCARD = act("discard {card}", PACK)
CALL = act("call {card}", PACK)
CALL_ROYAL = act("call royal")
FAMILY, CARD = table(act.families_of_all()), table(act.column("card"))

told = Events()
DEALT = told("dealt")
DREW = told("drew")
TOOK = told("took")
RENEWED = told("renewed")
VOID = told("void")
SHOWED = told("showed", NUMBER)
WON = told("won", NUMBER)

outside = Events()
TIME_UP = outside("time up")

reasons = Reasons()
DROP_AFTER_TAKING = reasons("take a card first, then put one down", "WL-5.1")
CALL_AFTER_TAKING = reasons("take a card first, then call", "WL-5.7")
NO_STOCK = reasons("the stock is empty: take the card on the pile", "WL-5.14")
ONE_A_TURN = reasons("one card a turn: put one down now, or call", "WL-5.1")
NOT_HELD = reasons("you do not hold {card}", "WL-5.3")
FIRST_ROUND = reasons("nobody may call in the first round", "WL-5.6")
NO_THREE = reasons("the four cards you would keep hold no three of one rank", "WL-5.8")
NOT_KINGS = reasons("of pairs with two aces only two kings may call", "WL-5.9")
NOT_COPIED = reasons("by the house rule a pair with two aces may call only if these copy both of its cards", "WL-5.9")
NOT_SPADES = reasons("a pair with two aces may call only if one of them is the ace of spades", "WL-5.9")
NOT_TURNED_OVER = reasons("a pair with two aces may call only once the pile has been turned over", "WL-5.9")
ROYAL_ONLY = reasons("calling with five cards belongs to Royal Whiplash, and this is another edition", "WL-5.10")
NOT_ROYAL = reasons("your five cards are not three or more of one rank with aces that copy them", "WL-5.10")

NO_CLOCK = reasons("the match is not played by time", "WL-8.10")
NOT_DEALT = reasons("no hand has been dealt yet", "WL-8.10")
UP_ALREADY = reasons("the time was up before", "WL-8.10")
ENDED = reasons("the match is over", "WL-8.10")


@state(players=(2, 3, 4), deck=PACK)
class State(GameState):
    """One hand; the fields that are `kept` belong to the match."""

    edition = Choice("classic", "2023", "royal", default="2023")
    match = Choice("single", "race", "hands", "time", default="race", of_match=True)
    target = Range(1, 99, default=21, only=("match", "race"), rule="WL-3.1", of_match=True)
    hands = Range(1, 99, default=12, only=("match", "hands"), rule="WL-3.1", of_match=True)
    minutes = Range(1, 240, default=30, only=("match", "time"), rule="WL-3.1", of_match=True)
    turn_cap = Range(40, 400, default=120, off=True)
    void_limit = Range(1, 20, default=5, off=True)
    stalemate = Choice(
        "printed", "copied", default="printed", before="copied",
        house="A pair and two aces may call only if each ace copies a card of the pair, which makes four of a rank.",
    )  # fmt: skip
    ranks = Range(3, 13, default=13)
    dealer = Choice("random", "0", "1", "2", "3", default="random", of_match=True)

    hand = Cards[4].seen_by(OWNER)
    stock = Pile(52)
    discards = Pile(52).seen_by(ALL)
    phase = Small
    turns = Int
    recycled = Int
    caller = Small
    winner = Small

    dealing = Small.kept()
    points = Int[4].kept()
    dealt = Int.kept()
    voids = Small.kept()
    time_up = Flag.kept()


@rule
def setup(s: State, rng: Rng) -> None:
    if s.dealt == 0:
        s.dealing = first_seat(s, s.dealer, rng)  # WL-4.1
    s.dealt += 1
    s.caller = -1
    s.winner = -1
    fill(s.stock, 52 - 4 * s.ranks, 51)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.dealing, 4)  # WL-4.2
    draw(s.stock, s.discards)  # WL-4.3
    tell(s, DEALT, s.dealing)
    s.turn = next_seat(s, s.dealing)  # WL-4.4


@rule
def legal(s: State, moves: Moves) -> None:
    """List the actions `refuse` allows, without asking it for all of the pack."""
    if s.phase == Phase.TAKE:
        if s.stock.n > 0:
            add(moves, DRAW_STOCK)
        add(moves, TAKE_DISCARD)
        return
    hand = s.hand[s.turn].cards
    for card in each(hand):
        add(moves, DISCARD + card)
    if first_round(s) or (not three_alike(hand) and size(hand >> ACES) < 2):  # nothing to call with, whatever is put down
        return
    for card in each(hand):
        if refuse_call(s, hand & ~one(card)) == 0:
            add(moves, CALL + card)
    if refuse_royal(s, hand) == 0:
        add(moves, CALL_ROYAL)


@rule
def refuse(s: State, action: int) -> int:
    family, hand = FAMILY[action], s.hand[s.turn].cards
    if family == CALL_ROYAL and s.edition != Edition.ROYAL:
        return refuse_royal(s, hand)  # before anything that time could mend
    if s.phase == Phase.TAKE:
        return refuse_taking(s, family)
    if family in (DRAW_STOCK, TAKE_DISCARD):
        return ONE_A_TURN
    if family != CALL_ROYAL and not has(hand, CARD[action]):
        return NOT_HELD
    if family == DISCARD:
        return 0
    if first_round(s):
        return FIRST_ROUND
    return refuse_royal(s, hand) if family == CALL_ROYAL else refuse_call(s, hand & ~one(CARD[action]))


@rule
def refuse_taking(s: State, family: int) -> int:
    """Why the seat, which is to take a card, may not do something of this family."""
    if family == DISCARD:
        return DROP_AFTER_TAKING
    if family in (CALL, CALL_ROYAL):
        return CALL_AFTER_TAKING
    return NO_STOCK if family == DRAW_STOCK and s.stock.n == 0 else 0


@rule
def first_round(s: State) -> bool:
    """Whether the turn is one of the first round, in which nobody may call (WL-5.6)."""
    return s.turns < s.players


@rule
def refuse_call(s: State, kept: int) -> int:
    """Why the four cards kept may not call: without three alike a pair may, and two aces, one of them that of spades."""
    if three_alike(kept):
        return 0
    aces = kept >> ACES
    rank = lowest(kept) // 4
    pair = kept >> 4 * rank & 15
    if size(pair) != 2 or size(aces) != 2:
        return NO_THREE
    if s.edition != Edition.CLASSIC and rank != KING:
        return NOT_KINGS
    if s.stalemate == Stalemate.COPIED and pair != aces:
        return NOT_COPIED
    if not aces & SPADES:
        return NOT_SPADES
    return NOT_TURNED_OVER if s.edition == Edition.CLASSIC and s.recycled == 0 else 0


@rule
def three_alike(cards: int) -> bool:
    """Three or four natural cards of one rank (WL-5.8)."""
    rest = cards
    while rest:
        of_rank = rest & 15 << lowest(rest) // 4 * 4
        if size(of_rank) >= 3:
            return True
        rest ^= of_rank
    return False


@rule
def refuse_royal(s: State, hand: int) -> int:
    """Why the five cards may not call: all must be of one rank or aces that copy it, and three of them natural."""
    if s.edition != Edition.ROYAL:
        return ROYAL_ONLY
    aces = hand >> ACES
    rank = lowest(hand) // 4
    suits = hand >> 4 * rank & 15
    fits = rank != ACE and size(suits) >= 3 and size(suits) + size(aces) == 5 and aces & ~suits == 0
    return 0 if fits else NOT_ROYAL


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if s.phase == Phase.TAKE:
        take(s, action)
        return
    family = FAMILY[action]
    if family == CALL_ROYAL:
        showdown(s)
        return
    if family == CALL:
        give(s.hand[s.turn], action - CALL, s.discards)
        showdown(s)
        return
    give(s.hand[s.turn], action - DISCARD, s.discards)
    end_turn(s)


@rule
def take(s: State, action: int) -> None:
    if action == DRAW_STOCK:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
    else:
        tell(s, TOOK, s.turn, draw(s.discards, s.hand[s.turn]))
    s.phase = Phase.DROP


@rule
def end_turn(s: State) -> None:
    s.turns += 1
    if s.turns == s.turn_cap:  # WL-5.15; never, where it is off
        s.over = True
        tell(s, VOID, s.turn)
        return
    if s.stock.n == 0:  # WL-5.13
        face_up = lift(s.discards)
        turn_over(s.discards, s.stock)
        put(s.discards, face_up)
        s.recycled += 1
        tell(s, RENEWED, s.turn)
    s.turn = next_seat(s, s.turn)
    s.phase = Phase.TAKE


@rule
def showdown(s: State) -> None:
    """Hold the showdown after a call: all show, the best hand wins (WL-8.4 to WL-8.6)."""
    s.caller = s.turn
    s.over = True
    best = 0
    for step in range(s.players):
        seat = (s.caller + step) % s.players
        show(s.hand[seat])
        tell(s, SHOWED, seat, shown(s, seat))
        rating = shown(s, seat) << 5 | s.hand[seat].cards >> ACES
        if s.edition == Edition.CLASSIC and seat == s.caller:
            rating |= 16  # the caller before the ace of spades (WL-8.5)
        if rating > best:
            best = rating
            s.winner = seat
    s.payoff[s.winner] = 1
    tell(s, WON, s.winner, s.winner == s.caller)


@rule
def score(cards: int) -> int:
    """Return the score of a hand, 16 * number + rank: of each rank its cards and the aces that copy them (WL-8.1).

    Four queens count 16 * 4 + 10; ties go to the ace of the highest suit, which the caller of this adds.
    """
    best = 0
    rest = cards
    while rest:
        rank = lowest(rest) // 4
        rest &= ~(15 << 4 * rank)
        best = max(best, of_rank(cards, rank))
    return best


@rule
def of_rank(cards: int, rank: int) -> int:
    """Return the score of a hand by one of its ranks: aces copy the cards of their suits, but no aces."""
    suits = cards >> 4 * rank & 15
    copies = 0 if rank == ACE else size(suits & cards >> ACES)
    return 16 * (size(suits) + copies) + rank


@rule
def shown(s: State, seat: int) -> int:
    """Return the score of a seat's hand in the showdown: its best, but by its pair after a stalemate call (WL-8.3).

    A rival with a pair of the same rank and two aces holds the same set, and is measured by the pair too.
    """
    cards, called = s.hand[seat].cards, s.hand[s.caller].cards
    rank = lowest(called) // 4
    same = size(cards >> 4 * rank & 15) == 2 and size(cards >> ACES) == 2
    return of_rank(cards, rank) if same and not three_alike(called) else score(cards)


@rule
def after(s: State) -> None:
    """Book the hand in the match; the next seat deals (WL-4.1, WL-8.7, WL-8.9)."""
    s.voids = min(s.voids + 1, MANY)
    if s.winner >= 0:
        s.points[s.winner] += 1
        s.voids = 0
    s.dealing = next_seat(s, s.dealing)
    won = s.winner >= 0 and (s.match == Form.SINGLE or (s.match == Form.RACE and s.points[s.winner] == s.target))
    last = (s.match == Form.HANDS and s.dealt == s.hands) or (s.match == Form.TIME and s.time_up)
    if won or last or (s.void_limit > 0 and s.voids == s.void_limit):
        finish(s)


@rule
def finish(s: State) -> None:
    """The match is over: most points win, equal points share a place (WL-8.8)."""
    s.done = True
    rank_places(s, s.points)


@rule
def event(s: State, code: int) -> int:
    """The time is up: the hand in progress is finished, no other is dealt; or a reason why that means nothing now."""
    if s.match != Form.TIME:
        return NO_CLOCK
    if s.dealt == 0:
        return NOT_DEALT
    if s.done:
        return ENDED
    if s.time_up:
        return UP_ALREADY
    s.time_up = True
    if s.over:
        finish(s)
    return 0


@rule
def promise(cards: int) -> int:
    """Return how near four cards are to a set worth calling, from 1."""
    aces = cards >> ACES
    best = 1
    rest = cards
    while rest:
        rank = lowest(rest) // 4
        suits = rest >> 4 * rank & 15
        rest ^= suits << 4 * rank
        count = size(suits)
        copies = 0 if rank == ACE else size(suits & aces)
        worth = 200 + rank + 15 * copies if count >= 3 else 1 + (40 + rank + 20 * copies) * (count - 1)
        best = max(best, worth)
    return best + size(aces)


@rule
def prefer(s: State, action: int) -> int:
    """Weigh an action: call at once with three, take what improves the hand, keep what may become a set."""
    hand = s.hand[s.turn].cards
    if s.phase == Phase.TAKE:
        if action == DRAW_STOCK:
            return 10
        return 100 if improves(hand, one(top(s.discards))) else 1
    if FAMILY[action] == DISCARD:
        return 1 + (promise(hand & ~one(CARD[action])) ** 4 >> 8)
    return 100_000_000 if FAMILY[action] == CALL_ROYAL or score(hand & ~one(CARD[action])) >= THREE else 1


@rule
def improves(hand: int, card: int) -> bool:
    """Whether some card of the hand is better exchanged for this one."""
    best = promise(hand)
    for other in each(hand):
        if promise(hand & ~one(other) | card) > best:
            return True
    return False
