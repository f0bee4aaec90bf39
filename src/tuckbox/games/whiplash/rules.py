"""The rules of Whiplash. Numbers such as WL-5.3 point into docs/games/whiplash.md."""

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
    Pile,
    Range,
    Small,
    add,
    below,
    draw,
    each,
    fill,
    give,
    lift,
    lowest,
    next_seat,
    one,
    put,
    rule,
    show,
    shuffle,
    size,
    state,
    tell,
    top,
    turn_over,
)

PACK = Deck.standard()  # card = 4 * rank + suit, suits clubs, diamonds, hearts, spades
KING, ACE = 11, 12  # ranks
ACES = 4 * ACE  # the first ace; a set shifted down by it leaves the suits of its aces as four bits
SPADES = 8  # the bit of the ace of spades among these

CLASSIC, ROYAL = 0, 2  # edition; 1 is that of 2023
SINGLE, RACE, HANDS, TIME = 0, 1, 2, 3  # match
TAKE, DROP = 0, 1  # phase

act = Actions()
DRAW_STOCK = act("draw stock")
TAKE_DISCARD = act("take discard")
DISCARD = act("discard {card}", PACK)
CALL = act("call {card}", PACK)
CALL_ROYAL = act("call royal")

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


@state(players=(2, 3, 4), deck=PACK)
class State(GameState):
    """One hand; the fields that are `kept` belong to the match."""

    edition = Choice("classic", "2023", "royal", default="2023")
    match = Choice("single", "race", "hands", "time", default="race")
    target = Range(1, 99, default=21, only=("match", "race"), rule="WL-3.1")
    hands = Range(1, 99, default=12, only=("match", "hands"), rule="WL-3.1")
    minutes = Range(1, 240, default=30, only=("match", "time"), rule="WL-3.1")
    turn_cap = Range(40, 400, default=120)
    void_limit = Range(1, 20, default=5)
    ranks = Range(3, 13, default=13)
    dealer = Choice("random", "0", "1", "2", "3", default="random")

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
def setup(s, rng):
    if s.dealt == 0:
        s.dealing = below(rng, s.players) if s.dealer == 0 else s.dealer - 1  # WL-4.1
    s.dealt += 1
    s.caller = -1
    s.winner = -1
    fill(s.stock, 52 - 4 * s.ranks, 51)
    shuffle(s.stock, rng)
    for _ in range(4):  # WL-4.2
        for step in range(1, s.players + 1):
            draw(s.stock, s.hand[(s.dealing + step) % s.players])
    draw(s.stock, s.discards)  # WL-4.3
    tell(s, DEALT, s.dealing)
    s.turn = (s.dealing + 1) % s.players  # WL-4.4


@rule
def legal(s, moves):
    if s.phase == TAKE:
        if s.stock.n > 0:
            add(moves, DRAW_STOCK)
        if s.discards.n > 0:
            add(moves, TAKE_DISCARD)
        return
    hand = s.hand[s.turn].cards
    for card in each(hand):
        add(moves, DISCARD + card)
    if s.turns < s.players:  # WL-5.6
        return
    if not three_alike(hand) and size(hand >> ACES) < 2:  # nothing to call with, whatever is put down
        return
    for card in each(hand):
        kept = hand & ~one(card)
        if three_alike(kept) or stalemate(s, kept):
            add(moves, CALL + card)
    if s.edition == ROYAL and royal(hand):
        add(moves, CALL_ROYAL)


@rule
def three_alike(cards):
    """Three or four natural cards of one rank (WL-5.8)."""
    rest = cards
    while rest:
        of_rank = rest & 15 << lowest(rest) // 4 * 4
        if size(of_rank) >= 3:
            return True
        rest ^= of_rank
    return False


@rule
def stalemate(s, kept):
    """A pair and the two aces that copy both, one of them of spades (WL-5.9)."""
    aces = kept >> ACES
    if size(aces) != 2 or not aces & SPADES:
        return False
    rank = lowest(kept) // 4
    if rank == ACE or kept >> 4 * rank & 15 != aces:
        return False
    return s.recycled > 0 if s.edition == CLASSIC else rank == KING


@rule
def royal(hand):
    """Five cards, all of one rank or aces that copy it, three of them natural (WL-5.10)."""
    aces = hand >> ACES
    rank = lowest(hand) // 4
    suits = hand >> 4 * rank & 15
    return rank != ACE and size(suits) >= 3 and size(suits) + size(aces) == 5 and aces & ~suits == 0


@rule
def apply(s, action, rng):
    if s.phase == TAKE:
        take(s, action)
        return
    hand = s.hand[s.turn]
    if action == CALL_ROYAL:
        showdown(s)
        return
    if action >= CALL:
        give(hand, action - CALL, s.discards)
        showdown(s)
        return
    give(hand, action - DISCARD, s.discards)
    end_turn(s)


@rule
def take(s, action):
    if action == DRAW_STOCK:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
    else:
        tell(s, TOOK, s.turn, draw(s.discards, s.hand[s.turn]))
    s.phase = DROP


@rule
def end_turn(s):
    s.turns += 1
    if s.turns == s.turn_cap:  # WL-5.15
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
    s.phase = TAKE


@rule
def showdown(s):
    """The seat to move has called: all show, the best hand wins (WL-8.4 to WL-8.6)."""
    s.caller = s.turn
    s.over = True
    best = 0
    for step in range(s.players):
        seat = (s.caller + step) % s.players
        show(s.hand[seat])
        tell(s, SHOWED, seat, score(s.hand[seat].cards))
        rating = score(s.hand[seat].cards) << 5 | s.hand[seat].cards >> ACES
        if s.edition == CLASSIC and seat == s.caller:
            rating |= 16  # the caller before the ace of spades (WL-8.5)
        if rating > best:
            best = rating
            s.winner = seat
    s.payoff[s.winner] = 1
    tell(s, WON, s.winner, s.winner == s.caller)


@rule
def score(cards):
    """What a hand counts for, 16 * number + rank: of each rank its cards and the aces that copy them (WL-8.1).

    Four queens count 16 * 4 + 10; ties go to the ace of the highest suit, which the caller of this adds.
    """
    aces = cards >> ACES
    best = 0
    rest = cards
    while rest:
        rank = lowest(rest) // 4
        suits = rest >> 4 * rank & 15
        rest ^= suits << 4 * rank
        count = size(suits)
        if rank != ACE:
            count += size(suits & aces)
        best = max(best, 16 * count + rank)
    return best


@rule
def after(s):
    """Book the hand in the match; the next seat deals (WL-4.1, WL-8.7, WL-8.9)."""
    s.voids += 1
    if s.winner >= 0:
        s.points[s.winner] += 1
        s.voids = 0
    s.dealing = (s.dealing + 1) % s.players
    won = s.winner >= 0 and (s.match == SINGLE or (s.match == RACE and s.points[s.winner] == s.target))
    last = (s.match == HANDS and s.dealt == s.hands) or (s.match == TIME and s.time_up)
    if won or last or s.voids == s.void_limit:
        finish(s)


@rule
def finish(s):
    """The match is over: most points win, equal points share a place (WL-8.8)."""
    s.done = True
    for seat in range(s.players):
        s.place[seat] = 1
        for rival in range(s.players):
            if s.points[rival] > s.points[seat]:
                s.place[seat] += 1


@rule
def event(s, code):
    """The time is up: the hand in progress is finished, no other is dealt; false where it means nothing (WL-8.10)."""
    if s.match != TIME or s.time_up or s.done or s.dealt == 0:
        return False
    s.time_up = True
    if s.over:
        finish(s)
    return True


@rule
def promise(cards):
    """How near four cards are to a set worth calling, from 1."""
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
def prefer(s, action):
    """A sensible player's leaning: call at once, take what improves the hand, keep what may become a set."""
    if action >= CALL:
        return 100_000_000
    hand = s.hand[s.turn].cards
    if s.phase == DROP:
        return 1 + (promise(hand & ~one(action - DISCARD)) ** 4 >> 8)
    if action == DRAW_STOCK:
        return 10
    return 100 if improves(hand, one(top(s.discards))) else 1


@rule
def improves(hand, card):
    """Whether some card of the hand is better exchanged for this one."""
    best = promise(hand)
    for other in each(hand):
        if promise(hand & ~one(other) | card) > best:
            return True
    return False
