"""The table of Cribbage."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    left = "two cards" if s.to_lay == 2 else "one more card"
    todo = f"Lay {left} away to the crib." if s.to_lay else "Play a card, or say go if you cannot."
    return Scene("Cribbage", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    parts: list[Row | Fact] = [Row("Hand", lay.hand(view, s.hand[seat], seat, lay.suited))] if s.hand[seat].n else []
    parts += [Row("Played", lay.cards(view, s.played[seat], seat, lay.suited))] if s.played[seat].n else []
    parts.append(Fact("points", str(s.points[seat])))
    return lay.place(view, seat, parts, {"deals": seat == s.dealer, "said go": bool(s.passed >> seat & 1)})


def _middle(view: View) -> Panel:
    s = view.state
    starter = lay.pile(view, "Starter", s.starter, lay.suited)
    return Panel("Table", (starter, Row("Crib", lay.cards(view, s.crib, face=lay.suited)), Fact("count", str(s.count))))
