"""One table, stepped and looked at decision by decision from Python: what the environments for learners run on."""

from tuckbox.engine.injected import apply, begin, blind, continues, observe
from tuckbox.engine.scratch import Numbers, Rngs, Scratches, Shares, States
from tuckbox.engine.think.playout import BLANK, ROOT, SPARE, TABLE, WORLD, options
from tuckbox.kit.plain import assign, rule

BEFORE = WORLD
"""The row that keeps what rivals see while a seat is in the middle of a sequence."""

OVER, DRAFT = 16, 32
"""Flags beside the seat to decide in what `deal` and `act` return: the game is over, or a sequence is in progress."""


@rule
def deal(states: States, rngs: Rngs) -> int:
    """Deal a game."""
    assign(states, TABLE, BLANK)
    begin(states[TABLE], rngs[0])
    s = states[TABLE]
    return s.turn + OVER * (s.over != 0)


@rule
def act(states: States, rngs: Rngs, action: int, drafting: bool) -> int:
    """Carry out a legal action; `drafting` says whether a sequence was in progress already."""
    s = states[TABLE]
    if not drafting:
        assign(states, BEFORE, TABLE)
        s = states[TABLE]
    seat = s.turn + 0
    apply(s, action, rngs[0])
    if s.over:
        return s.turn + OVER
    return s.turn + DRAFT * (s.turn == seat and continues(s))


@rule
def pay(states: States, out: Shares) -> None:
    """Write what each seat got."""
    s = states[TABLE]
    for seat in range(len(out)):
        out[seat] = s.payoff[seat]


@rule
def allow(states: States, scratches: Scratches, seat: int, mask: Numbers) -> int:
    """Mark the legal actions of a seat that is asked; returns how many there are."""
    assign(states, SPARE, TABLE)
    s = states[SPARE]
    s.turn = seat
    moves = scratches[0].moves
    n = options(s, moves)
    for i in range(n):
        mask[moves.action[i]] = 1
    return n


@rule
def hide(states: States, row: int, viewer: int) -> None:
    """Write what a viewer sees of a row to ``ROOT``."""
    assign(states, ROOT, row)
    blind(states[ROOT], viewer)


@rule
def look(states: States, row: int, seat: int, out: Shares) -> None:
    """Write what a seat observes of a row."""
    hide(states, row, seat)
    observe(states[ROOT], seat, out, True)
