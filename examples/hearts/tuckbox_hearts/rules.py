"""The rules of Hearts: every heart taken in a trick costs a point, the queen of spades thirteen.

Three cards are passed first, by all at once. Whoever takes all points has shot the moon: then the others pay.
"""

from tuckbox.kit import (
    ALL,
    NO_TRUMPS,
    NUMBER,
    OWNER,
    SECRET,
    Actions,
    Choice,
    Deck,
    Events,
    Flag,
    GameState,
    Hand,
    Int,
    Moves,
    Pile,
    Range,
    Reasons,
    Rng,
    Small,
    Together,
    add,
    as_set,
    best_place,
    choose,
    choosing,
    chosen,
    close_together,
    deal_round,
    each,
    fill,
    follow,
    give,
    has,
    lift,
    next_seat,
    one,
    peek,
    put,
    rule,
    shuffle,
    state,
    suited,
    table,
    tell,
    together,
    turn_over,
)

PACK = Deck.standard()  # card = 4 * rank + suit
SUITS = ("clubs", "diamonds", "hearts", "spades")
SEATS, CARDS, PASSED = 4, 13, 3
CLUB, HEART, SPADE = 0, 2, 3
LOWEST, QUEEN = PACK.card("2C"), PACK.card("QS")
HEARTS, POINTS = 0x4_4444_4444_4444, 0x4_4444_4444_4444 | 1 << QUEEN
MOON = 26
HOLD = 3
STEPS = table([1, 3, 2, 0])  # to the left, to the right, across, not at all

act = Actions()
PASS = act("pass {card}", PACK, others=SECRET)
PLAY = act("play {card}", PACK)
CARD = table(act.column("card"))

reasons = Reasons()
PASS_FIRST = reasons("choose a card to pass before you play")
ALL_PASSED = reasons("the cards have been passed: play one")
NOT_HELD = reasons("you do not hold {card}")
LEAD_LOWEST = reasons("the two of clubs is led first")
FOLLOW = reasons("you have {led}, so follow")
NO_POINTS = reasons("the first trick takes no points while you have others")
UNBROKEN = reasons("hearts are not led before one, or the queen of spades, has been played")

told = Events()
GOT = told("got")
TOOK = told("took")
SCORED = told("scored", NUMBER)
SHOT = told("shot")


@state(players=(4,), deck=PACK)
class State(GameState):
    target = Range(1, 200, default=100, of_match=True)
    passing = Choice("in turn", "left", "right", "across", "none", default="in turn")

    hand = Hand(CARDS)[SEATS].seen_by(OWNER).limited_by("may_hold")
    away = Hand(PASSED)[SEATS].seen_by(OWNER)  # cards that are about to be passed
    stock = Pile(52)
    trick = Pile(SEATS).seen_by(ALL)
    played = Pile(52).seen_by(ALL)
    window = Together()
    to_pass = Small  # cards that each has still to choose
    begun = Flag  # whether cards are played
    broken = Flag
    leader = Small
    void = Small[SEATS]  # the suits that a seat is known not to have, as a set
    poor = Flag[SEATS]  # known to have had only cards that cost points
    taken = Small[SEATS]  # points in this deal

    deals = Int.kept()
    points = Int[SEATS].kept()


@rule
def may_hold(s: State, seat: int, card: int) -> bool:
    """A hand has none of a suit that it did not follow, and the two of clubs is where it is to be led."""
    if card == LOWEST and s.begun and seat != s.leader:
        return False
    return not has(s.void[seat], card % 4) and not (s.poor[seat] and not has(POINTS, card))


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, SEATS - 1, CARDS)
    if direction(s) == HOLD:
        begin_play(s)
    else:
        s.to_pass = PASSED
        together(s, 0, 0b1111)


@rule
def direction(s: State) -> int:
    """Return where cards are passed, as an index of `STEPS`."""
    return s.deals % 4 if s.passing == 0 else s.passing - 1


@rule
def begin_play(s: State) -> None:
    """The two of clubs is led first."""
    s.begun = True
    for seat in range(SEATS):
        if has(as_set(s.hand[seat]), LOWEST):
            s.leader = seat
    s.turn = s.leader


@rule
def refuse(s: State, action: int) -> int:
    passing, card, hand = choosing(s), CARD[action], as_set(s.hand[s.turn])
    if passing and action >= PLAY:
        return PASS_FIRST
    if not passing and action < PLAY:
        return ALL_PASSED
    if not has(hand, card):
        return NOT_HELD
    if passing or has(playable(s), card):
        return 0
    if s.trick.n == 0:
        return LEAD_LOWEST if s.played.n == 0 else UNBROKEN
    return FOLLOW if hand & suited(peek(s.trick, 0) % 4) else NO_POINTS


@rule
def legal(s: State, moves: Moves) -> None:
    if choosing(s):
        for card in each(as_set(s.hand[s.turn])):
            add(moves, PASS + card)
    else:
        for card in each(playable(s)):
            add(moves, PLAY + card)


@rule
def playable(s: State) -> int:
    """Return the cards that the seat to move may play."""
    hand = as_set(s.hand[s.turn])
    if s.trick.n > 0:
        cards = follow(hand, s.trick)
        free = cards & ~POINTS
        return free if s.played.n == 0 and free else cards
    if s.played.n == 0:
        return one(LOWEST)
    others = hand & ~HEARTS
    return hand if s.broken or others == 0 else others


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if not choosing(s):
        play(s, CARD[action])
    elif choose(s, action):
        put_away(s)


@rule
def put_away(s: State) -> None:
    """Everybody has chosen one more card to pass; once there are three they are passed."""
    for seat in range(SEATS):
        give(s.hand[seat], CARD[chosen(s, seat)], s.away[seat])
    close_together(s)
    s.to_pass -= 1
    if s.to_pass > 0:
        together(s, 0, 0b1111)
        return
    for seat in range(SEATS):
        to = (seat + STEPS[direction(s)]) % SEATS
        while s.away[seat].n > 0:
            tell(s, GOT, to, put(s.hand[to], lift(s.away[seat])))
    begin_play(s)


@rule
def play(s: State, card: int) -> None:
    seat = s.turn + 0
    learn(s, seat, card)
    give(s.hand[seat], card, s.trick)
    s.broken = s.broken or has(POINTS, card)
    s.turn = next_seat(s, seat)
    if s.trick.n == SEATS:
        end_trick(s)


@rule
def learn(s: State, seat: int, card: int) -> None:
    """Note what a card that is played tells everybody of the hand it came from."""
    if s.trick.n > 0 and card % 4 != peek(s.trick, 0) % 4:
        s.void[seat] |= one(peek(s.trick, 0) % 4)
        s.poor[seat] = s.poor[seat] or (s.played.n == 0 and has(POINTS, card))
    elif s.trick.n == 0 and card % 4 == HEART and not s.broken:
        s.void[seat] |= 15 & ~one(HEART)


@rule
def end_trick(s: State) -> None:
    """Give the trick to the highest card of the suit led; they lead to the next."""
    best = best_place(s.trick, NO_TRUMPS)
    s.leader = (s.leader + best) % SEATS
    tell(s, TOOK, s.leader, s.trick.cell[best])
    for place in range(SEATS):
        card = peek(s.trick, place)
        s.taken[s.leader] += CARDS if card == QUEEN else card % 4 == HEART
    turn_over(s.trick, s.played)
    s.turn = s.leader
    if s.played.n == 52:
        score(s)


@rule
def score(s: State) -> None:
    """Pay what each has not taken of the 26 points; after the moon was shot the others have taken them."""
    s.over = True
    for seat in range(SEATS):
        if s.taken[seat] == MOON:
            tell(s, SHOT, seat)
            for other in range(SEATS):
                s.taken[other] = 0 if other == seat else MOON
            break
    for seat in range(SEATS):
        s.payoff[seat] = MOON - s.taken[seat]
        tell(s, SCORED, seat, s.taken[seat])


@rule
def after(s: State) -> None:
    most = 0
    for seat in range(SEATS):
        s.points[seat] += s.taken[seat]
        most = max(most, s.points[seat])
    s.deals += 1
    s.done = most >= s.target
    for seat in range(SEATS if s.done else 0):
        s.place[seat] = 1
        for rival in range(SEATS):
            s.place[seat] += s.points[rival] < s.points[seat]


@rule
def prefer(s: State, action: int) -> int:
    """Pass high cards, spades above all; duck under a trick, and throw what costs most where one cannot follow."""
    card = CARD[action]
    rank, suit = card // 4, card % 4
    if action < PLAY:
        return 1 + rank + 12 * (card >= QUEEN and suit == SPADE)
    if s.trick.n == 0:
        return 14 - rank + (s.taken[s.turn] > 0 and suit != HEART)
    if suit != peek(s.trick, 0) % 4:
        return 40 if card == QUEEN else 1 + rank + 8 * (suit == HEART)
    under = card < peek(s.trick, best_place(s.trick, NO_TRUMPS))
    if under:
        return 20 + rank + 20 * (card == QUEEN)
    return 1 if card == QUEEN else 14 - rank + (s.trick.n == SEATS - 1) * 2 * rank
