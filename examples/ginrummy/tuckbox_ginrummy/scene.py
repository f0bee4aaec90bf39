"""The table of Gin Rummy."""

from functools import cache

from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Part, Row, Scene
from tuckbox.view.view import View
from tuckbox_ginrummy.melds import PACK, deadwood
from tuckbox_ginrummy.state import NOTHING, Phase

TODO = {
    Phase.OFFER: "Take the card turned up, or pass.",
    Phase.REFUSED: "Both have passed: draw from the stock.",
    Phase.DRAW: "Take the card last put down, or draw from the stock.",
    Phase.DISCARD: "Put a card down, or knock if you can.",
    Phase.KNOCKED: "You knock: put a card down.",
    Phase.SPREAD: "Lay your melds.",
    Phase.LAY_OFF: "Lay cards off on the other's melds, then say that you are done.",
    Phase.MELD: "Lay your melds, then say that you are done.",
    Phase.END: "The stock is used up: pass, or knock with the card last put down.",
}


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("Gin Rummy", lay.status(view, TODO[Phase(view.state.phase)]), lay.panels(view, _place, _middle))


@cache
def _face(card: int) -> Card:
    """A card in its colour, or a back."""
    return lay.coloured(PACK, card)


def _place(view: View, seat: int) -> Panel:
    s = view.state
    hand, laid = s.hand[seat], s.sets[seat].cards | s.runs[seat].cards
    parts: list[Part] = []
    if hand.cards or hand.hidden:
        cards = lay.hand(view, hand, seat, _face, shown=hand.known == hand.cards, order=lay.by_suit)
        parts.append(Row("Hand", cards, backs="count"))
    parts += [Row("Sets", lay.cards(view, s.sets[seat], seat, _face))] if s.sets[seat].cards else []
    runs = sorted(lay.cards(view, s.runs[seat], seat, _face), key=lambda card: lay.by_suit(PACK.card(card.name)))
    parts += [Row("Runs", tuple(runs))] if runs else []
    if not hand.hidden:
        parts.append(Fact("outside of melds", str(deadwood(hand.cards))))
    parts.append(Fact("points", str(s.points[seat])))
    return lay.place(view, seat, parts, {"knocked": seat == s.knocker and (laid or s.knocker != NOTHING)})


def _middle(view: View) -> Panel:
    s = view.state
    stock = lay.pile(view, "Stock", s.stock, _face, handles=("draw stock",))
    put_down = lay.pile(view, "Put down", s.discards, _face, handles=("take discard",))
    return Panel("Table", (stock, put_down, Fact("knock with", str(s.limit) if s.limit else "gin")))
