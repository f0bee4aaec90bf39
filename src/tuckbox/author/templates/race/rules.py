"""The rules: play a card to run that far; whoever you land on goes back to the start; the first to the end wins.

A hand is three cards from 1 to 5, and a card is drawn for each that is played.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Deck,
    Events,
    GameState,
    Hand,
    Moves,
    Pile,
    Reasons,
    Rng,
    Small,
    add,
    count,
    draw,
    give,
    next_seat,
    push,
    rule,
    shuffle,
    state,
    tell,
    turn_over,
)

SEATS, CARDS, KINDS, COPIES, END = 4, 3, 5, 8, 20
STEPS = Deck([str(n + 1) for n in range(KINDS)], copies=[COPIES] * KINDS)

act = Actions()
RUN = act("run {card}", STEPS)

reasons = Reasons()
NOT_HELD = reasons("you have no {card}")

told = Events()
DREW = told("drew")
SENT_BACK = told("sent back")
ARRIVED = told("arrived", NUMBER)


@state(players=(2, 3, 4), deck=STEPS)
class State(GameState):
    hand = Hand(CARDS)[SEATS].seen_by(OWNER)
    stock = Pile(KINDS * COPIES)
    played = Pile(KINDS * COPIES).seen_by(ALL)
    at = Small[SEATS]
    moves = Small  # made by all together


@rule
def setup(s: State, rng: Rng) -> None:
    for kind in range(KINDS):
        for _ in range(COPIES):
            push(s.stock, kind)
    shuffle(s.stock, rng)
    for _ in range(CARDS):
        for seat in range(s.players):
            draw(s.stock, s.hand[seat])


@rule
def refuse(s: State, action: int) -> int:
    return 0 if count(s.hand[s.turn], action - RUN) > 0 else NOT_HELD


@rule
def legal(s: State, moves: Moves) -> None:
    for kind in range(KINDS):
        if count(s.hand[s.turn], kind) > 0:
            add(moves, RUN + kind)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat, steps = s.turn + 0, action - RUN + 1
    give(s.hand[seat], action - RUN, s.played)
    s.moves += 1
    s.at[seat] = min(END, s.at[seat] + steps)
    tell(s, ARRIVED, seat, s.at[seat])
    if s.at[seat] == END or s.moves == LIMIT:
        finish(s)
        return
    for other in range(s.players):
        if other != seat and s.at[other] == s.at[seat]:
            s.at[other] = 0
            tell(s, SENT_BACK, other)
    if s.stock.n == 0:
        turn_over(s.played, s.stock)
        shuffle(s.stock, rng)
    tell(s, DREW, seat, draw(s.stock, s.hand[seat]))
    s.turn = next_seat(s, seat)


LIMIT = 120
"""Number of moves after which whoever is ahead has won, so that no game goes on for ever."""


@rule
def finish(s: State) -> None:
    s.over = True
    ahead, best = 0, 0
    for seat in range(s.players):
        best = max(best, s.at[seat])
    for seat in range(s.players):
        ahead += s.at[seat] == best
    for seat in range(s.players):
        if s.at[seat] == best:
            s.payoff[seat] = 1 / ahead


@rule
def prefer(s: State, action: int) -> int:
    """Run far; better still, land on somebody who is far ahead."""
    goal, weight = s.at[s.turn] + action - RUN + 1, 2 + action - RUN
    for other in range(s.players):
        if other != s.turn and s.at[other] == goal:
            weight += 2 * goal
    return weight + 40 if goal >= END else weight
