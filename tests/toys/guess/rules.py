"""The rules of a guess: one hides a coin left or right, or keeps it for a small sure gain; the other guesses, at once."""

from tuckbox.kit import (
    SECRET,
    Actions,
    GameState,
    Moves,
    Rng,
    Small,
    Together,
    add,
    choose,
    choosing,
    chosen,
    close_together,
    rule,
    state,
    together,
)

SIDES = ("left", "right", "pocket")
POCKET = 2
SURE = 0.25

act = Actions()
CHOOSE = act("choose {side}", SIDES, others=SECRET)


@state(players=(2,))
class State(GameState):
    window = Together()
    side = Small[2]


@rule
def setup(s: State, rng: Rng) -> None:
    together(s, 1, 0b11)


@rule
def legal(s: State, moves: Moves) -> None:
    for side in range(3 if s.turn == 0 else POCKET):
        add(moves, CHOOSE + side)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if choosing(s) and choose(s, action):
        for seat in range(2):
            s.side[seat] = chosen(s, seat) - CHOOSE
        close_together(s)
        s.turn = 0
        s.over = True
        gain = SURE if s.side[0] == POCKET else 1.0 * (s.side[0] != s.side[1])
        s.payoff[0] = gain
        s.payoff[1] = 1 - gain
