"""The table: the course with the runners on it, and the hands."""

from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Fact, Panel, Row, Scene, Space, Token
from tuckbox.view.view import View

from .rules import END


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    return Scene("TITLE", lay.status(view, "Play a card to run."), lay.panels(view, _place, _middle))


def _place(view: View, seat: int) -> Panel:
    s = view.state
    return lay.place(view, seat, [Row("Hand", lay.hand(view, s.hand[seat], seat)), Fact("at", str(s.at[seat]))])


def _middle(view: View) -> Panel:
    s = view.state
    course = tuple(Space(f"@{place}", _name(place), _runners(view, place)) for place in range(END + 1))
    return Panel("Course", (Board("", (course,)), lay.pile(view, "Stock", s.stock), lay.pile(view, "Played", s.played)))


def _name(place: int) -> str:
    return {0: "Start", END: "End"}.get(place, str(place))


def _runners(view: View, place: int) -> tuple[Token, ...]:
    here = (seat for seat in range(view.state.players) if view.state.at[seat] == place)
    return tuple(Token(view.names[seat][:1], seat, view.names[seat]) for seat in here)
