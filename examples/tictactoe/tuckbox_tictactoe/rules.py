"""The rules of tic-tac-toe: mark a square in turn, three in a row win. A game needs no cards."""

from tuckbox.kit import Actions, Events, GameState, Int, Moves, Reasons, Rng, add, each, has, one, rule, state, table, tell

SQUARES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
BOARD = 0b111_111_111  # squares are held as sets: bit 0 is a3, bit 8 is c1
ROWS = table([
    0b000_000_111, 0b000_111_000, 0b111_000_000,
    0b001_001_001, 0b010_010_010, 0b100_100_100,
    0b100_010_001, 0b001_010_100,
])  # fmt: skip

act = Actions()
MARK = act("mark {square}", SQUARES)

reasons = Reasons()
TAKEN = reasons("the square {square} is taken")

told = Events()
WON = told("won")
DRAWN = told("drawn")


@state(players=(2,))
class State(GameState):
    marks = Int[2]  # the squares of each seat


@rule
def setup(s: State, rng: Rng) -> None:
    s.turn = 0  # the board is empty: a new state is all zeros


@rule
def refuse(s: State, action: int) -> int:
    return TAKEN if has(s.marks[0] | s.marks[1], action - MARK) else 0


@rule
def legal(s: State, moves: Moves) -> None:
    for square in each(BOARD & ~(s.marks[0] | s.marks[1])):  # quicker than to ask of every square
        add(moves, MARK + square)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat, rival = s.turn + 0, 1 - s.turn
    s.marks[seat] |= one(action - MARK)
    s.turn = rival
    if three_in_a_row(s.marks[seat]):
        s.over = True
        s.payoff[seat] = 1
        s.payoff[rival] = -1
        tell(s, WON, seat)
    elif s.marks[seat] | s.marks[rival] == BOARD:
        s.over = True
        tell(s, DRAWN, -1)


@rule
def three_in_a_row(marks: int) -> bool:
    for i in range(len(ROWS)):
        if marks & ROWS[i] == ROWS[i]:
            return True
    return False
