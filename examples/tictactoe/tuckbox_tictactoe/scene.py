"""The board of tic-tac-toe."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Panel, Scene, Space, Token
from tuckbox.view.view import View
from tuckbox_tictactoe.rules import SQUARES

MARKS = "XO"


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("Tic-tac-toe", lay.status(view, "Mark a square."), lay.panels(view, _place, _board))


def _board(view: View) -> Panel:
    spaces = [_space(view, square) for square in range(9)]
    return Panel("Board", (Board("", tuple(tuple(spaces[start : start + 3]) for start in (0, 3, 6))),))


def _space(view: View, square: int) -> Space:
    marked = [Token(MARKS[seat], seat) for seat in range(2) if view.state.marks[seat] >> square & 1]
    return Space(SQUARES[square], tokens=tuple(marked))


def _place(view: View, seat: int) -> Panel:
    return lay.place(view, seat, (), {MARKS[seat]: True})
