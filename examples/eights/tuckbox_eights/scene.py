"""The table of Crazy Eights."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_eights.rules import SUITS


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    todo = "Name a suit." if s.naming else "Play a card, or draw." if s.stock.n else "Play a card."
    return Scene("Crazy Eights", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    return lay.place(view, seat, [Row("Hand", lay.hand(view, view.state.hand[seat], seat, lay.suited))])


def _middle(view: View) -> Panel:
    s = view.state
    stock = lay.pile(view, "Stock", s.stock, handles=("draw",))
    return Panel("Table", (stock, lay.pile(view, "Pile", s.pile, lay.suited), Fact("follow", SUITS[s.suit])))
