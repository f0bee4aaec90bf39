"""The table of Leduc hold'em."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    todo = " or ".join(view.legal_texts()).capitalize() + "."
    stage = "second round" if view.state.board.n else "first round"
    return Scene(f"Leduc hold'em · {stage}", lay.status(view, todo), lay.panels(view, _place, _board))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    return lay.place(view, seat, [Row("Card", lay.cards(view, s.hand[seat], seat)), Fact("paid", str(s.paid[seat]))])


def _board(view: View) -> Panel:
    s = view.state
    turned = (Row("Card", lay.cards(view, s.board)),) if s.board.n else ()
    return Panel("Board", (*turned, Fact("pot", str(sum(s.paid)))))
