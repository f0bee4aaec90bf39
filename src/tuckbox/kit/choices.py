"""Choices made together: several seats, whoever began it among them, decide at once, sealed until all are in.

A state has a field ``window = Together()``. A game's `apply` is then::

    if choosing(s):
        if choose(s, action):
            settle(s, rng)
        return

where the game's own `settle` reads what each seat has `chosen`, calls `close_together` and says whose turn it is. At a table
all are asked at once. In playouts and search they decide one after another, none knowing of the others; so the actions
are declared ``others=SECRET`` (those of several families ``others=SEALED``), and what becomes public of them is told and
kept by `settle`.
"""

from tuckbox.kit.plain import check_all_in, lowest, rule
from tuckbox.kit.types import HasWindow
from tuckbox.kit.windows import clear_level

NOBODY = -1
"""The seat that opens a window of choices."""


@rule
def together(s: HasWindow, kind: int, seats: int) -> None:
    """Ask `seats` (a mask that is not empty) to decide at once; `kind` is the game's own number for what is decided."""
    if s.window.depth > 0:
        raise IndexError("seats are deciding together already: `close_together` comes first")
    if seats <= 0 or seats >> s.players != 0:
        raise IndexError("those who decide together are a mask of seats that there are, such as (1 << s.players) - 1")
    s.window.depth = 1
    level = s.window.level[0]
    clear_level(level)
    level.kind = kind
    level.by = NOBODY
    level.on = NOBODY
    level.at = NOBODY
    level.asked = seats
    s.turn = lowest(seats)


@rule
def choosing(s: HasWindow) -> bool:
    """Return whether seats are deciding together."""
    return s.window.depth > 0


@rule
def choose(s: HasWindow, action: int) -> bool:
    """Store what the seat whose turn it is has chosen; true when all are in."""
    level = s.window.level[0]
    level.answer[s.turn] = action
    level.given |= 1 << s.turn
    waiting = level.asked & ~level.given
    if waiting != 0:
        s.turn = lowest(waiting)
    return waiting == 0


@rule
def chosen(s: HasWindow, seat: int) -> int:
    """Return what a seat has chosen; only when all are in."""
    check_all_in(s)
    return s.window.level[0].answer[seat] + 0


@rule
def close_together(s: HasWindow) -> None:
    """End the choices that are in and erase their traces; whose turn it is then the rules say."""
    s.window.depth = 0
    clear_level(s.window.level[0])


@rule
def hide_choices(s: HasWindow, viewer: int) -> None:
    """Blind a record: of choices that are not all in only the viewer's own is left, and the others are still to be asked,
    the viewer first if it has not chosen."""
    if s.window.depth == 0:
        return
    level = s.window.level[0]
    for seat in range(len(level.answer)):
        if seat != viewer:
            level.answer[seat] = 0
            level.given &= ~(1 << seat)
    waiting = level.asked & ~level.given
    if waiting != 0:
        s.turn = viewer if viewer < len(level.answer) and waiting >> viewer & 1 else lowest(waiting)
