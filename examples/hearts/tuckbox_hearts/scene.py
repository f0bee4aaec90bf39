"""The table of Hearts."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_hearts.rules import SUITS

WHERE = ("to the left", "to the right", "across")


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    where = s.deals % 4 if s.passing == 0 else s.passing - 1
    left = {3: "three cards", 2: "two more cards", 1: "one more card"}.get(s.to_pass, "")
    todo = f"Pass {left} {WHERE[where]}." if s.to_pass else "Play a card."
    return Scene("Hearts", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    parts: list[Row | Fact] = [Row("Hand", lay.hand(view, s.hand[seat], seat, lay.suited), backs="count")]
    parts += [Row("To be passed", lay.hand(view, s.away[seat], seat, lay.suited))] if s.away[seat].n else []
    lacks = [suit for number, suit in enumerate(SUITS) if s.void[seat] >> number & 1]
    parts += [Fact("taken", str(s.taken[seat])), Fact("points", str(s.points[seat]))]
    parts += [Fact("has no", lay.listed(lacks))] if lacks and not s.over else []
    return lay.place(view, seat, parts, {"leads": seat == s.leader and s.trick.n > 0})


def _middle(view: View) -> Panel:
    s = view.state
    trick = tuple(lay.suited(cell & 255) for cell in s.trick.cell[: s.trick.n])  # in the order of play
    return Panel("Table", (Row("Trick", trick), Fact("hearts", "broken" if s.broken else "not broken")))
