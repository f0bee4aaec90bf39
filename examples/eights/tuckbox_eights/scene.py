"""The table of Crazy Eights."""

from tuckbox.engine.view import View
from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox_eights.rules import SUITS


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    panels = [_seat(view, seat) for seat in lay.seats(view)]
    stacks = (lay.pile(view, "Stock", s.stock, handles=("draw",)), lay.pile(view, "Pile", s.pile, lay.suit_tone))
    middle = Panel("Table", (*stacks, Fact("follow", SUITS[s.suit])))
    panels.insert(len(panels) if view.seat is None else len(panels) - 1, middle)
    todo = "Name a suit." if s.naming else "Play a card, or draw." if s.stock.n else "Play a card."
    return Scene("Crazy Eights", lay.status(view, todo), tuple(panels))


def _seat(view: View, seat: int) -> Panel:
    hand = lay.cards(view, view.state.hand[seat], seat, lay.suit_tone)
    return Panel(view.names[seat], (Row("Hand", hand),), seat, seat in view.asked, seat == view.seat)
