"""The table of Leduc hold'em."""

from tuckbox.engine.view import View
from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    first, *rest = [_seat(view, seat) for seat in lay.seats(view)]
    turned = (Row("Card", lay.cards(view, s.board)),) if s.board.n else ()
    board = Panel("Board", (*turned, Fact("pot", str(sum(s.paid)))))
    todo = " or ".join(view.legal_texts()).capitalize() + "."
    stage = "second round" if s.board.n else "first round"
    return Scene(f"Leduc hold'em · {stage}", lay.status(view, todo), (first, board, *rest))


def _seat(view: View, seat: int) -> Panel:
    parts = (Row("Card", lay.cards(view, view.state.hand[seat], seat)), Fact("paid", str(view.state.paid[seat])))
    return Panel(view.names[seat], parts, seat, seat in view.asked, seat == view.seat)
