"""What most scenes begin with: the seats as the viewer sits, zones as cards, and the sentence that says where we are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.engine.view import View, set_cells
from tuckbox.kit.deck import BACK
from tuckbox.scene.parts import Card, Stack

Tone = Callable[[int], str]


def suit_tone(card: int) -> str:
    """The colour of a card of the standard pack."""
    return "red" if card % 4 in (1, 2) else "black"


def seats(view: View) -> list[int]:
    """The seats in the order of play, the viewer's own last."""
    players = view.state.players
    first = 0 if view.seat is None else view.seat + 1
    return [(first + step) % players for step in range(players)]


def card(view: View, number: int, tone: Tone | None = None, fresh: bool = False) -> Card:
    """A card of a view, or the back that stands for it."""
    deck = view.game.layout.deck
    if number >= BACK:
        return Card(deck.face(number), hidden=True)
    return Card(deck.face(number), deck.name(number), tone=tone(number) if tone else "", fresh=fresh)


def cards(view: View, zone: Any, seat: int | None = None, tone: Tone | None = None) -> tuple[Card, ...]:
    """The cards of a zone: those the viewer sees in their order, then the backs; what its `seat` has just taken is fresh."""
    cells = set_cells(zone) if hasattr(zone, "known") else zone.cell[: zone.n]
    shown = [cell & 255 for cell in cells if cell & 255 < BACK]
    backs = [cell & 255 for cell in cells if cell & 255 >= BACK] + [BACK] * getattr(zone, "hidden", 0)
    return tuple(card(view, number, tone, (seat, number) in view.fresh) for number in shown + backs)


def pile(view: View, title: str, zone: Any, tone: Tone | None = None, handles: tuple[str, ...] = ()) -> Stack:
    """A pile with its top card, if it has one; `handles` are the actions that touch it."""
    top = card(view, zone.cell[zone.n - 1] & 255, tone) if zone.n else None
    return Stack(title, zone.n, top, handles=handles)


def status(view: View, todo: str) -> str:
    """One sentence: `todo` for a seat that is to decide, else for whom the table waits, and at the end who has won."""
    if view.state.over:
        return _result(view)
    if view.seat in view.asked:
        return todo
    names = [view.names[seat] for seat in view.asked]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} thinking."


def _result(view: View) -> str:
    payoff = view.state.payoff[: view.state.players]
    best = [seat for seat, paid in enumerate(payoff) if paid == max(payoff)]
    if len(best) == len(payoff):
        return "Nobody wins."
    if best == [view.seat]:
        return "You win!"
    names = listed([who(view, seat) for seat in best])
    return f"{names[0].upper()}{names[1:]} {'wins' if len(best) == 1 else 'share the win'}."


def who(view: View, seat: int) -> str:
    """A player as the viewer calls one: by name, or "you"."""
    return "you" if seat == view.seat else view.names[seat]


def does(view: View, seat: int, verb: str) -> str:
    """Who does something, as a sentence begins: "You play", "Bo plays"."""
    return f"You {verb}" if seat == view.seat else f"{view.names[seat]} {verb}s"


def listed(names: list[str]) -> str:
    """Several names as one.

    >>> listed(["Ann"]), listed(["Ann", "Bo", "Cy"])
    ('Ann', 'Ann, Bo and Cy')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
