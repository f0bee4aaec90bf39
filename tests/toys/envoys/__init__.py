"""Envoys: cards that are looked at, shown and traded."""

from tests.toys.envoys import rules
from tuckbox.definition.encodings import Bits, SeatsOf
from tuckbox.definition.game import Game
from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View


def _place(view: View, seat: int) -> Panel:
    hand = view.state.hand[seat]
    known = (
        [rules.DECK[card] for card in lay.known_to(view, view.state.hand[view.seat], seat)] if view.seat is not None else []
    )
    return lay.place(
        view, seat, (Row("Hand", lay.hand(view, hand, seat)), Fact("knows of mine", lay.listed(known) or "nothing"))
    )


def scene(view: View) -> Scene:
    """Hands, and what others know of one's own."""
    middle = Panel("Table", (lay.pile(view, "Stock", view.state.stock), lay.pile(view, "Sent", view.state.sent, under=True)))
    return Scene("Envoys", lay.status(view, "Send a card."), lay.panels(view, _place, lambda view: middle))


GAME = Game(
    name="envoys",
    title="Envoys",
    rules=rules,
    scene=scene,
    says={"drew": "{who} draw[s] {card}.", "saw": "{who} see[s] {card}.", "showed": "{who} show[s] {card}."},
    longest=40,
    observe={"wrong": Bits(63), "out": SeatsOf()},
)
