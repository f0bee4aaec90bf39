"""The board of tic-tac-toe."""

from tuckbox.engine.view import View
from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Panel, Scene, Space, Token
from tuckbox_tictactoe.rules import SQUARES

MARKS = "XO"


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    spaces = [_space(view, square) for square in range(9)]
    board = Board("", tuple(tuple(spaces[start : start + 3]) for start in (0, 3, 6)))
    panels = [_seat(view, seat) for seat in lay.seats(view)]
    return Scene("Tic-tac-toe", lay.status(view, "Mark a square."), (panels[0], Panel("Board", (board,)), panels[1]))


def _space(view: View, square: int) -> Space:
    marked = [Token(MARKS[seat], seat) for seat in range(2) if view.state.marks[seat] >> square & 1]
    return Space(SQUARES[square], tokens=tuple(marked))


def _seat(view: View, seat: int) -> Panel:
    return Panel(view.names[seat], (), seat, seat in view.asked, seat == view.seat, (MARKS[seat],))
