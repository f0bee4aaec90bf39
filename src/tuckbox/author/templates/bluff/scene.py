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
    shown = s.shown[seat].n > 0
    dice = lay.dice(view, s.shown[seat] if shown else s.cup[seat], seat, shown=shown)
    return lay.place(view, seat, [Row("Dice", dice, dice=True)], {"said it": s.said > 0 and seat == s.by})


def _middle(view: View) -> Panel:
    return Panel("Table", (Fact("said", str(view.state.said or "nothing yet")),))
