"""The rules of Hanabi: together build a firework of each colour, from 1 to 5, out of cards that all see but their holder.

A turn is a hint, a discard or a card played. A hint names one player and a colour or a number, and points at all cards it
is true of; it costs a token, and a discard or a firework finished brings one back. The third mistake loses everything.
"""

from tuckbox.kit import (
    ALL,
    OTHERS,
    Actions,
    Deck,
    Events,
    GameState,
    Int,
    Moves,
    Pile,
    Reasons,
    Rng,
    Seats,
    Small,
    add,
    deal_round,
    draw,
    has,
    next_seat,
    one,
    peek,
    push,
    put,
    rule,
    shuffle,
    size,
    state,
    table,
    take_at,
    tell,
)

COLOURS = ("red", "yellow", "green", "white", "blue")
COPIES = (3, 2, 2, 2, 1)  # of the cards 1 to 5
DECK = Deck((f"{colour[0].upper()}{n}" for colour in COLOURS for n in range(1, 6)), copies=COPIES * 5)
KINDS, CARDS = len(DECK), sum(DECK.copies)  # a card is 5 * colour + number - 1
HAND = 5
ANYTHING = (1 << KINDS) - 1  # as a set of kinds
HINTS = (*COLOURS, "1", "2", "3", "4", "5")
MEANT = table([31 << 5 * colour for colour in range(5)] + [0x108421 << n for n in range(5)])  # the kinds a hint is true of
PLACES = tuple(str(place + 1) for place in range(HAND))
POINTED = tuple("".join(p for i, p in enumerate(PLACES) if places >> i & 1) for places in range(1, 1 << HAND))
TOKENS, MISTAKES, BEST = 8, 3, 25

act = Actions()
PLAY = act("play {place}", PLACES)
DISCARD = act("discard {place}", PLACES)
HINT = act("hint {seat} {hint} {places}", Seats.numbered(3), HINTS, POINTED)
FAMILY, PLACE = table(act.families_of_all()), table(act.column("place"))
SEAT, SAID, WHERE = (table(act.column(slot)) for slot in ("seat", "hint", "places"))
TELL = table(act.grid(HINT))

reasons = Reasons()
ENOUGH = reasons("all tokens are there: nothing is to be gained by a discard")
NO_TOKEN = reasons("no token is left for a hint")
NOT_OTHER = reasons("a hint is for another player")
NOT_SO = reasons("a hint points at all cards it is true of and at no other")

told = Events()
DREW = told("drew")
BUILT = told("built")
FAILED = told("failed")
DROPPED = told("dropped")


@state(players=(2, 3), deck=DECK)
class State(GameState):
    hand = Pile(5)[3].seen_by(OTHERS).limited_by("may_lie")
    may = Int[3][HAND]  # what the card in a place may be by all hints, as a set of kinds
    stock = Pile(CARDS)
    fireworks = Pile(BEST).seen_by(ALL)
    discards = Pile(CARDS).seen_by(ALL)
    height = Small[5]  # of the firework of a colour
    tokens = Small
    mistakes = Small
    last = Small  # turns since the stock ran out, with the one in which it did


@rule
def may_lie(s: State, seat: int, place: int, card: int) -> bool:
    """Return whether a card may lie there: hinted cards are what the hint says, the others are not."""
    return has(s.may[seat][place], card)


@rule
def setup(s: State, rng: Rng) -> None:
    for card in range(KINDS):
        for _ in range(COPIES[card % 5]):
            push(s.stock, card)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.players - 1, HAND)
    for seat in range(s.players):
        for place in range(HAND):
            s.may[seat][place] = ANYTHING
    s.tokens = TOKENS


@rule
def refuse(s: State, action: int) -> int:
    if FAMILY[action] == HINT:
        return refuse_hint(s, SEAT[action], SAID[action], WHERE[action] + 1)
    return ENOUGH if FAMILY[action] == DISCARD and s.tokens == TOKENS else 0


@rule
def refuse_hint(s: State, seat: int, hint: int, places: int) -> int:
    if s.tokens == 0:
        return NO_TOKEN
    if seat == s.turn or seat >= s.players:
        return NOT_OTHER
    return 0 if places == true_of(s, seat, hint) else NOT_SO


@rule
def legal(s: State, moves: Moves) -> None:
    for place in range(HAND):  # the seat to move has drawn since its last turn
        add(moves, PLAY + place)
        if s.tokens < TOKENS:
            add(moves, DISCARD + place)
    for seat in range(s.players if s.tokens > 0 else 0):
        for hint in range(len(MEANT) if seat != s.turn else 0):
            places = true_of(s, seat, hint)
            if places:
                add(moves, TELL[seat][hint][places - 1])


@rule
def true_of(s: State, seat: int, hint: int) -> int:
    """The places of the cards that a hint is true of, as a set."""
    places = 0
    for place in range(s.hand[seat].n):
        if has(MEANT[hint], peek(s.hand[seat], place)):
            places |= one(place)
    return places


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if FAMILY[action] == HINT:
        s.tokens -= 1
        for place in range(s.hand[SEAT[action]].n):
            meant = MEANT[SAID[action]]
            s.may[SEAT[action]][place] &= meant if has(WHERE[action] + 1, place) else ~meant
    else:
        cell = take(s, PLACE[action])
        card = cell & 255
        if FAMILY[action] == DISCARD:
            s.tokens += 1
            tell(s, DROPPED, s.turn, put(s.discards, cell))
        elif card % 5 == s.height[card // 5]:
            build(s, cell)
        else:
            s.mistakes += 1
            tell(s, FAILED, s.turn, put(s.discards, cell))
        replace(s)
    s.last += s.stock.n == 0
    s.turn = next_seat(s, s.turn)
    if s.mistakes == MISTAKES or s.fireworks.n == BEST or s.last > s.players:
        finish(s)


@rule
def take(s: State, place: int) -> int:
    """Take a card out of the hand of the seat to move; what is known of the others moves up with them."""
    may = s.may[s.turn]
    for i in range(place, HAND - 1):
        may[i] = may[i + 1]
    return take_at(s.hand[s.turn], place)


@rule
def replace(s: State) -> None:
    """Draw a card in place of the one that has gone; it may be anything."""
    if s.stock.n > 0:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
        s.may[s.turn][s.hand[s.turn].n - 1] = ANYTHING


@rule
def build(s: State, cell: int) -> None:
    colour = (cell & 255) // 5
    s.height[colour] += 1
    tell(s, BUILT, s.turn, put(s.fireworks, cell))
    if s.height[colour] == 5:
        s.tokens = min(s.tokens + 1, TOKENS)


@rule
def finish(s: State) -> None:
    s.over = True
    for seat in range(s.players):
        s.payoff[seat] = 0 if s.mistakes == MISTAKES else s.fireworks.n


@rule
def wanted(s: State) -> int:
    """The kinds that can be built now, as a set."""
    kinds = 0
    for colour in range(5):
        if s.height[colour] < 5:
            kinds |= one(5 * colour + s.height[colour])
    return kinds


@rule
def needed(s: State) -> int:
    """The kinds that are not built yet, as a set."""
    kinds = 0
    for colour in range(5):
        kinds |= (31 << s.height[colour] & 31) << 5 * colour
    return kinds


@rule
def prefer(s: State, action: int) -> int:
    """Play what fits for sure, tell others what they can play, throw away what is no use or has lain longest."""
    if FAMILY[action] == HINT:
        return 5 + 40 * news(s, SEAT[action], SAID[action], WHERE[action] + 1)
    may = s.may[s.turn][PLACE[action]]
    if FAMILY[action] == PLAY:
        return 2000 if may & ~wanted(s) == 0 else 1
    if may & needed(s) == 0:
        return 60
    return (30 if PLACE[action] == 0 else 10) if may == ANYTHING else 2


@rule
def news(s: State, seat: int, hint: int, places: int) -> int:
    """Return the worth of a hint: cards that can be built and are known to be after it, or may be thought to be."""
    worth = 0
    for place in range(s.hand[seat].n):
        may, now = s.may[seat][place], wanted(s)
        if has(places, place) and has(now, peek(s.hand[seat], place)) and may & ~now != 0:
            worth += 5 if may & MEANT[hint] & ~now == 0 else 2 if size(may) > size(may & MEANT[hint]) else 0
    return worth
