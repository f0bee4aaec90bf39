"""The table of Goofspiel."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_goofspiel.rules import RANKS


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("Goofspiel", lay.status(view, "Bid a card for the prize."), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    ranks = [rank for number, rank in enumerate(RANKS) if s.hand[seat] >> number & 1]
    own = Row("Left to bid", tuple(Card(rank, rank) for rank in ranks))
    left = own if seat == view.seat else Fact("left to bid", " ".join(ranks) or "nothing")
    last = RANKS[s.bid[seat] - 1] if s.bid[seat] else "-"
    return lay.place(view, seat, [left, Fact("last bid", last), Fact("points", str(s.points[seat]))])


def _middle(view: View) -> Panel:
    s = view.state
    return Panel("Table", (lay.pile(view, "Prize", s.prize, under=True), lay.pile(view, "Prizes to come", s.stock)))
