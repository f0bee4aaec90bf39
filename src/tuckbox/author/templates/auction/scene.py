"""The table: coins and pictures of all, and the picture that is offered."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("TITLE", lay.status(view, "Bid for the picture."), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    facts = [Fact("coins", str(s.coins[seat])), Fact("worth", str(s.worth[seat]))]
    return lay.place(view, seat, facts, {"nearest": seat == s.nearest})


def _middle(view: View) -> Panel:
    s = view.state
    return Panel("Auction", (lay.pile(view, "Offered", s.offer, under=True), lay.pile(view, "To come", s.stock)))
