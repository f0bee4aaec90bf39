"""The rules of Cribbage for two: both lay two cards away to the crib, play the rest up to thirty-one, and count their hands.

One deal is a game; the match goes to 121 points, and ends at once when somebody has them.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    SECRET,
    Actions,
    Choice,
    Events,
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
    choose,
    choosing,
    chosen,
    close_together,
    deal_round,
    draw,
    each,
    fill,
    first_seat,
    give,
    has,
    lowest,
    rank_places,
    rule,
    show,
    shuffle,
    size,
    state,
    table,
    tell,
    together,
    top,
)
from tuckbox_cribbage.counting import FIFTEEN, JACK, PACK, PIP, VALUE, worth

DEALT, LAID, LIMIT, LONGEST_RUN = 6, 2, 31, 7
NOBODY_YET = -1

act = Actions()
LAY = act("lay away {card}", PACK, others=SECRET)
PLAY = act("play {card}", PACK)
GO = act("go")
CARD = table(act.column("card"))

reasons = Reasons()
LAY_FIRST = reasons("lay two cards away before you play")
LAID_AWAY = reasons("both have laid their cards away: play one")
NOT_HELD = reasons("you do not hold {card}")
TOO_MUCH = reasons("with {card} the count would go beyond thirty-one")
CAN_PLAY = reasons("you have a card that can be played")

told = Events()
STARTER = told("starter")
PEGGED = told("pegged", NUMBER)
HEELS = told("heels", NUMBER)
LAST = told("last", NUMBER)
HAND = told("hand", NUMBER)
CRIB = told("crib", NUMBER)


@state(players=(2,), deck=PACK)
class State(GameState):
    target = Range(31, 121, default=121, of_match=True)
    flush = Choice("five", "four", default="five")  # cards of a suit that count as a flush in the crib
    dealer_first = Choice("random", "0", "1", default="random", of_match=True)

    hand = Hand(DEALT)[2].seen_by(OWNER).limited_by("may_hold")
    crib = Hand(2 * LAID)
    starter = Pile(1).seen_by(ALL)
    played = Pile(4)[2].seen_by(ALL)
    stock = Pile(52)
    window = Together()
    to_lay = Small  # cards that each has still to lay away
    count = Small  # of the cards played, up to thirty-one
    row = Small[8]  # the pips that make up the count, in their order
    length = Small
    last = Small  # the seat that has played last
    passed = Small  # the seats that have said go, as a set
    above = Small[2]  # a seat that said go is known to have only cards that count more
    gained = Int[2]  # points in this deal

    dealer = Small.kept()
    deals = Int.kept()
    points = Int[2].kept()


@rule
def may_hold(s: State, seat: int, card: int) -> bool:
    """Whoever said go had no card that could be played."""
    return VALUE[card] > s.above[seat]


@rule
def setup(s: State, rng: Rng) -> None:
    if s.deals == 0:
        s.dealer = first_seat(s, s.dealer_first, rng)
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.dealer, DEALT)
    s.last = NOBODY_YET
    s.to_lay = LAID
    together(s, 0, 0b11)


@rule
def refuse(s: State, action: int) -> int:
    hand, laying = as_set(s.hand[s.turn]), choosing(s)
    if laying and action >= PLAY:
        return LAY_FIRST
    if not laying and action < PLAY:
        return LAID_AWAY
    if action == GO:
        return CAN_PLAY if can_play(s, hand) else 0
    if not has(hand, CARD[action]):
        return NOT_HELD
    return TOO_MUCH if not laying and s.count + VALUE[CARD[action]] > LIMIT else 0


@rule
def can_play(s: State, hand: int) -> bool:
    for card in each(hand):
        if s.count + VALUE[card] <= LIMIT:
            return True
    return False


@rule
def legal(s: State, moves: Moves) -> None:
    laying = choosing(s)
    for card in each(as_set(s.hand[s.turn])):
        if laying:
            add(moves, LAY + card)
        elif s.count + VALUE[card] <= LIMIT:
            add(moves, PLAY + card)
    if moves.n == 0:
        add(moves, GO)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if choosing(s):
        if choose(s, action):
            lay_away(s)
    elif action == GO:
        s.above[s.turn] = max(s.above[s.turn], LIMIT - s.count)
        s.passed |= 1 << s.turn
        s.turn = 1 - s.turn
        if s.passed == 0b11:
            end_count(s)
    else:
        play(s, CARD[action])


@rule
def lay_away(s: State) -> None:
    """Both have chosen one more card for the crib; once there are two of each the starter is turned up."""
    for seat in range(2):
        give(s.hand[seat], CARD[chosen(s, seat)], s.crib)
    close_together(s)
    s.to_lay -= 1
    if s.to_lay > 0:
        together(s, 0, 0b11)
        return
    s.turn = 1 - s.dealer
    tell(s, STARTER, -1, draw(s.stock, s.starter))
    if PIP[top(s.starter)] == JACK:
        score(s, s.dealer, 2, HEELS)


@rule
def score(s: State, seat: int, points: int, event: int) -> None:
    """Book points, unless the match has been won; it is as soon as they are enough."""
    if points == 0 or s.over:
        return
    tell(s, event, seat, points)
    s.points[seat] += points
    s.gained[seat] += points
    if s.points[seat] >= s.target:
        finish(s)


@rule
def finish(s: State) -> None:
    s.over = True
    for seat in range(2):
        s.payoff[seat] = s.gained[seat] - s.gained[1 - seat]


@rule
def play(s: State, card: int) -> None:
    seat = s.turn + 0
    points = pegged(s, card)
    give(s.hand[seat], card, s.played[seat])
    s.row[s.length] = PIP[card]
    s.length += 1
    s.count += VALUE[card]
    s.last = seat
    s.turn = 1 - seat
    score(s, seat, points, PEGGED)
    if s.count == LIMIT:
        end_count(s)


@rule
def pegged(s: State, card: int) -> int:
    """Return the points that a card makes as it is played: fifteen, cards alike, a run of the last ones."""
    points = 2 * (s.count + VALUE[card] == FIFTEEN)
    alike = 0
    while alike < s.length and s.row[s.length - 1 - alike] == PIP[card]:
        alike += 1
    points += alike * (alike + 1)
    pips, longest = 1 << PIP[card], 0
    for back in range(min(s.length, LONGEST_RUN - 1)):
        pips |= 1 << s.row[s.length - 1 - back]
        if size(pips) == back + 2 and pips >> lowest(pips) == (1 << back + 2) - 1:
            longest = back + 2
    return points + longest if longest >= 3 else points


@rule
def end_count(s: State) -> None:
    """Nobody can go on: whoever played last scores, and the other begins again; or the hands are counted."""
    score(s, s.last, 2 if s.count == LIMIT else 1, LAST)
    s.count = 0
    s.length = 0
    s.passed = 0
    for place in range(len(s.row)):
        s.row[place] = 0
    s.turn = 1 - s.last
    if s.hand[0].n + s.hand[1].n == 0 and not s.over:
        count_hands(s)


@rule
def count_hands(s: State) -> None:
    """The hand of the other seat counts first, then the dealer's, then the crib, which is the dealer's too."""
    score(s, 1 - s.dealer, worth(s.played[1 - s.dealer], top(s.starter), True), HAND)
    score(s, s.dealer, worth(s.played[s.dealer], top(s.starter), True), HAND)
    if not s.over:
        show(s.crib)
        score(s, s.dealer, worth(s.crib, top(s.starter), s.flush == 1), CRIB)
    if not s.over:
        finish(s)


@rule
def after(s: State) -> None:
    s.deals += 1
    s.dealer = 1 - s.dealer
    if max(s.points[0], s.points[1]) >= s.target:
        s.done = True
        rank_places(s, s.points)


@rule
def prefer(s: State, action: int) -> int:
    """Play for points; lay away high cards, but no fives."""
    if action == GO:
        return 1
    card = CARD[action]
    if action < PLAY:
        return 1 if VALUE[card] == 5 else 4 + PIP[card]
    return 2 + 40 * pegged(s, card) + (VALUE[card] if s.count + VALUE[card] not in (5, 10, 21) else 0)
