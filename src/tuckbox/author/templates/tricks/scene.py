"""The table: hands round it, the trick in the middle."""

from functools import cache

from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene
from tuckbox.view.view import View

from .rules import PACK


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    todo = "Follow suit if you can." if view.state.trick.n else "Lead a card."
    return Scene("TITLE", lay.status(view, todo), lay.panels(view, _place, _middle))


@cache
def _face(card: int) -> Card:
    """A card in its colour, or a back."""
    return lay.coloured(PACK, card)


def _place(view: View, seat: int) -> Panel:
    s = view.state
    hand = lay.hand(view, s.hand[seat], seat, _face)
    return lay.place(view, seat, [Row("Hand", hand), Fact("tricks", str(s.tricks[seat]))], {"led": seat == s.leader})


def _middle(view: View) -> Panel:
    s = view.state
    played = lay.pile(view, "Played", s.played, _face)
    return Panel("Table", (Row("Trick", lay.cards(view, s.trick, face=_face)), played))
