"""The rules of Kuhn poker: a card each, one chip to bet, the higher card wins."""

from tuckbox.kit import (
    OWNER,
    Actions,
    Deck,
    GameState,
    Moves,
    Pile,
    Rng,
    Small,
    add,
    draw,
    fill,
    rule,
    show,
    shuffle,
    state,
    top,
)

DECK = Deck(["jack", "queen", "king"])

act = Actions()
PASS = act("pass")
BET = act("bet")


@state(players=(2,), deck=DECK)
class State(GameState):
    hand = Pile(3)[2].seen_by(OWNER)
    stock = Pile(3)
    paid = Small[2]
    passes = Small


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 2)
    shuffle(s.stock, rng)
    for seat in range(2):
        draw(s.stock, s.hand[seat])
        s.paid[seat] = 1


@rule
def legal(s: State, moves: Moves) -> None:
    add(moves, PASS)
    add(moves, BET)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat, rival = s.turn + 0, 1 - s.turn
    s.turn = rival
    if action == BET:
        s.paid[seat] = 2
        if s.paid[rival] == 2:
            showdown(s)
    elif s.paid[rival] == 2:
        win(s, rival)
    elif s.passes == 1:
        showdown(s)
    else:
        s.passes = 1


@rule
def showdown(s: State) -> None:
    for seat in range(2):
        show(s.hand[seat])
    win(s, 0 if top(s.hand[0]) > top(s.hand[1]) else 1)


@rule
def win(s: State, seat: int) -> None:
    chips = min(s.paid[0], s.paid[1])
    s.over = True
    s.payoff[seat] = chips
    s.payoff[1 - seat] = -chips
