"""The table of Euchre."""

from functools import cache

from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_euchre.rules import NOBODY, Phase
from tuckbox_euchre.trumps import PACK, SUITS

TODO = {
    Phase.BID: "Make trumps, or pass.",
    Phase.DISCARD: "Discard a card for the one you take up.",
    Phase.ALONE: "Go alone, or play with your partner.",
    Phase.PLAY: "Play a card.",
}


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("Euchre", lay.status(view, TODO[Phase(view.state.phase)]), lay.panels(view, _place, _middle))


@cache
def _face(card: int) -> Card:
    """A card in its colour, or a back."""
    return lay.coloured(PACK, card)


def _place(view: View, seat: int) -> Panel:
    s = view.state
    parts: list[Row | Fact] = [Row("Hand", lay.hand(view, s.hand[seat], seat, _face))]
    parts += [Fact("tricks of this side", str(s.taken[seat % 2])), Fact("points", str(s.points[seat]))]
    made = s.trumps != NOBODY and seat == s.maker
    return lay.place(view, seat, parts, {"deals": seat == s.dealer, "made trumps": made, "sits out": seat == s.out})


def _middle(view: View) -> Panel:
    s = view.state
    trick = tuple(_face(cell & 255) for cell in s.trick.cell[: s.trick.n])
    trumps = "not made" if s.trumps == NOBODY else SUITS[s.trumps]
    return Panel("Table", (lay.pile(view, "Turned up", s.turned, _face), Row("Trick", trick), Fact("trumps", trumps)))
