"""The table: cups round it, and what has been said in the middle."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    todo = "Say more, or doubt it." if view.state.said else "Say what all dice come to."
    return Scene("TITLE", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    dice = lay.cards(view, s.shown[seat], seat) if s.shown[seat].n else lay.hand(view, s.cup[seat], seat)
    return lay.place(view, seat, [Row("Dice", dice)], {"said it": s.said > 0 and seat == s.by})


def _middle(view: View) -> Panel:
    return Panel("Table", (Fact("said", str(view.state.said or "nothing yet")),))
