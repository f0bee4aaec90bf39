"""The table of Liar's Dice."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_liarsdice.rules import COUNT, FACE, NONE, in_play


def bid(view: View) -> str:
    """The standing bid in words."""
    said = view.state.bid
    return "none yet" if said == NONE else f"{COUNT[said]} × {FACE[said] + 1}"


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    todo = "Make the first bid." if view.state.bid == NONE else "Bid higher, or doubt."
    return Scene("Liar's Dice", lay.status(view, todo), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    dice = [Row("Dice", lay.dice(view, s.cup[seat], seat))] if s.cup[seat].n else []
    dice += [Row("Shown", lay.dice(view, s.shown[seat], seat, shown=True))] if s.shown[seat].n else []
    return lay.place(view, seat, dice, {"bid last": s.bid != NONE and seat == s.bidder, "out": s.left[seat] == 0})


def _middle(view: View) -> Panel:
    wild = {0: "ones", 1: "sixes", 2: "none"}[view.state.wild]
    return Panel("Table", (Fact("bid", bid(view)), Fact("dice on the table", str(in_play(view.state))), Fact("wild", wild)))
