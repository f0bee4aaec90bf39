"""The rules of a game of dice: each throws three under a cup; one names a face, and wins if the other has thrown it."""

from tuckbox.kit import (
    OWNER,
    Actions,
    Deck,
    GameState,
    Hand,
    Moves,
    Rng,
    add,
    below,
    count,
    give,
    push,
    rule,
    show,
    state,
)

FACES, DICE = 6, 3
DECK = Deck([str(face + 1) for face in range(FACES)], copies=[2 * DICE] * FACES)

act = Actions()
NAME = act("name {face}", DECK)


@state(players=(2,), deck=DECK)
class State(GameState):
    cup = Hand(DICE)[2].seen_by(OWNER)
    bag = Hand(2 * DICE * FACES)


@rule
def setup(s: State, rng: Rng) -> None:
    for face in range(FACES):
        for _ in range(2 * DICE):
            push(s.bag, face)
    for seat in range(2):
        for _ in range(DICE):
            give(s.bag, below(rng, FACES), s.cup[seat])


@rule
def legal(s: State, moves: Moves) -> None:
    for face in range(FACES):
        add(moves, NAME + face)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    show(s.cup[1 - s.turn])
    won = count(s.cup[1 - s.turn], action - NAME) > 0
    s.over = True
    s.payoff[s.turn] = 1 if won else -1
    s.payoff[1 - s.turn] = -s.payoff[s.turn]
