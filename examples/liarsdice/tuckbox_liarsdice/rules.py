"""The rules of Liar's Dice: all throw under their cups; bids on the dice of all go up, until somebody doubts one.

A bid says that at least so many dice show a face. When it is doubted all cups are lifted: if the bid holds the doubter loses
a die, else the bidder. Whoever has none left is out; the last one with dice wins.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Choice,
    Dice,
    Events,
    GameState,
    Int,
    Moves,
    Range,
    Reasons,
    Rng,
    Small,
    add,
    first_seat,
    next_seat,
    roll,
    rule,
    showing,
    state,
    table,
    tell,
    turn_over,
)

SEATS, MOST, FACES = 6, 5, 6
NONE = -1  # no bid

act = Actions()
BID = act("bid {count} {face}", [str(n + 1) for n in range(SEATS * MOST)], [str(face + 1) for face in range(FACES)])
DOUBT = act("doubt")
COUNT, FACE = table([n + 1 for n in act.column("count")]), table(act.column("face"))
JOKER = table([0, FACES - 1, -1])  # the face that counts as any other, by the option `wild`

reasons = Reasons()
NO_BID = reasons("there is no bid to doubt: make one")
TOO_FEW = reasons("there are only {dice} dice left")
NO_HIGHER = reasons("a bid must be higher than {bid}: more dice, or as many of a higher face")

told = Events()
SHOWED = told("showed", NUMBER)
COUNTED = told("counted", NUMBER)
LOST = told("lost", NUMBER)


@state(players=(2, 3, 4, 5, 6))
class State(GameState):
    dice = Range(1, MOST, default=5)  # of each seat
    wild = Choice("ones", "sixes", "none", default="ones")
    play = Choice("last", "round", default="last")  # to the last die, or one round
    first = Choice("random", "0", "1", default="random", of_match=True)

    cup = Dice(MOST)[SEATS].seen_by(OWNER)
    shown = Dice(MOST)[SEATS].seen_by(ALL)  # by the last doubt
    left = Small[SEATS]  # dice of a seat
    bid = Int  # the action; NONE before the first
    bidder = Small


@rule
def setup(s: State, rng: Rng) -> None:
    for seat in range(s.players):
        s.left[seat] = s.dice
    s.turn = first_seat(s, s.first, rng)
    throw(s, rng)


@rule
def throw(s: State, rng: Rng) -> None:
    """Begin a round: all throw what they have left."""
    s.bid = NONE
    for seat in range(s.players):
        roll(s.cup[seat], s.left[seat], rng)


@rule
def in_play(s: State) -> int:
    """Return the number of dice on the table."""
    dice = 0
    for seat in range(s.players):
        dice += s.left[seat]
    return dice


@rule
def refuse(s: State, action: int) -> int:
    if action == DOUBT:
        return NO_BID if s.bid == NONE else 0
    if COUNT[action] > in_play(s):
        return TOO_FEW
    return 0 if action > s.bid else NO_HIGHER


@rule
def legal(s: State, moves: Moves) -> None:
    for action in range(s.bid + 1, FACES * in_play(s)):
        add(moves, action)
    if s.bid != NONE:
        add(moves, DOUBT)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if action == DOUBT:
        lift_cups(s, rng)
        return
    s.bid = action
    s.bidder = s.turn
    s.turn = next_with_dice(s, s.turn)


@rule
def next_with_dice(s: State, seat: int) -> int:
    """Return the next seat that has dice left."""
    seat = next_seat(s, seat)
    while s.left[seat] == 0:
        seat = next_seat(s, seat)
    return seat


@rule
def matching(s: State, seat: int, face: int) -> int:
    """Return the number of dice under a cup that count for a face, the wild ones among them."""
    joker = JOKER[s.wild]
    found = showing(s.cup[seat], face)
    return found + showing(s.cup[seat], joker) if joker >= 0 and joker != face else found


@rule
def lift_cups(s: State, rng: Rng) -> None:
    """Show all dice, and let whoever was wrong pay for it."""
    found, face, doubter = 0, FACE[s.bid], s.turn + 0
    for seat in range(s.players):
        if s.left[seat] > 0:
            show_cup(s, seat)
            found += matching(s, seat, face)
        roll(s.shown[seat], 0, rng)
        turn_over(s.cup[seat], s.shown[seat])
    tell(s, COUNTED, -1, found)
    loser = doubter if found >= COUNT[s.bid] else s.bidder + 0
    s.left[loser] -= 1
    tell(s, LOST, loser, s.left[loser])
    if s.play == 1:
        s.over = True
        s.payoff[loser] = -1
        s.payoff[doubter + s.bidder - loser] = 1
        return
    s.turn = loser if s.left[loser] > 0 else next_with_dice(s, loser)
    if s.left[s.turn] == in_play(s):
        win(s, s.turn)
    else:
        throw(s, rng)


@rule
def show_cup(s: State, seat: int) -> None:
    """Tell the dice under a cup, as the digits of a number."""
    number = 0
    for face in range(FACES):
        for i in range(s.cup[seat].n):
            if s.cup[seat].cell[i] & 255 == face:  # with a deck, faces come after its cards: say `showing`
                number = 10 * number + face + 1
    tell(s, SHOWED, seat, number)


@rule
def win(s: State, winner: int) -> None:
    """End the game: all others together pay one to whoever has dice left."""
    s.over = True
    for seat in range(s.players):
        s.payoff[seat] = 1.0 if seat == winner else -1.0 / (s.players - 1)


@rule
def prefer(s: State, action: int) -> int:
    """Bid what may well be there, best what one has oneself; doubt what is far above it."""
    said = s.bid if action == DOUBT else action
    over = excess(s, COUNT[said], FACE[said])
    if action == DOUBT:
        return 1 + 8 * max(0, over)
    return max(1, 40 + over) if over <= 0 else max(1, 40 - 6 * over)


@rule
def excess(s: State, count: int, face: int) -> int:
    """Return by how much a bid is above what is to be expected, in sixths of a die."""
    rate = 1 if JOKER[s.wild] in (-1, face) else 2  # faces of six that count
    return 6 * (count - matching(s, s.turn, face)) - rate * (in_play(s) - s.left[s.turn])
