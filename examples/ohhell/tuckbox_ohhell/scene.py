"""The table of Oh Hell."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_ohhell.rules import SUITS


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    todo = f"Say how many of the {s.tricks} tricks you will take." if s.bids < s.players else "Play a card."
    return Scene(f"Oh Hell · hands of {s.tricks}", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    has_bid = (seat - s.dealer - 1) % s.players < s.bids
    facts = [Fact("bid", str(s.bid[seat]) if has_bid else "-"), Fact("taken", str(s.taken[seat]))]
    lacks = [suit for number, suit in enumerate(SUITS) if s.void[seat] >> number & 1]
    facts += [Fact("has no", lay.listed(lacks))] if lacks and not s.over else []
    facts += [Fact("points", str(s.points[seat]))]
    hand = Row("Hand", lay.hand(view, s.hand[seat], seat, lay.suited, order=lay.by_suit))
    return lay.place(view, seat, [hand, *facts], {"deals": seat == s.dealer, "leads": seat == s.leader and s.trick.n > 0})


def _middle(view: View) -> Panel:
    s = view.state
    lying = list(s.trick.cell[: s.trick.n])  # in the order of play
    title = "Trick" if lying or not s.played.n else "Last trick"
    if not lying:  # the last one stays in sight until the next card
        lying = list(s.played.cell[max(0, s.played.n - s.players) : s.played.n])[::-1]
    trick = tuple(lay.suited(cell & 255) for cell in lying)
    return Panel("Table", (lay.pile(view, "Turned up", s.turned, lay.suited), Row(title, trick)))
