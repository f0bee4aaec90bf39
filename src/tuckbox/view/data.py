"""The view of a seat as plain data, for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import Number, Option, PileZone, SetZone
from tuckbox.view.view import View


def seen(view: View) -> dict[str, Any]:
    """The view of a seat as JSON: public numbers by name, and the cards of each zone, hidden ones as null; of sets those
    that are seen, then as many nulls as are hidden."""
    layout = view.game.layout
    found: dict[str, Any] = {"turn": view.state.turn}
    for name, kind in layout.fields.items():
        value = getattr(view.state, name)
        if isinstance(kind, SetZone | PileZone):
            found[name] = _each(value, len(kind.shape), lambda zone: _cards(zone, layout.deck.names))
        elif isinstance(kind, Number) and not isinstance(kind, Option) and name not in ("payoff", "place", "pack", "told"):
            found[name] = value
    return found


def _each(value: Any, depth: int, what: Callable[[Any], Any]) -> Any:
    return what(value) if depth == 0 else [_each(part, depth - 1, what) for part in value]


def _cards(zone: Any, names: tuple[str, ...]) -> list[str | None]:
    if hasattr(zone, "cards"):
        return [*(names[card] for card in range(len(names)) if zone.cards >> card & 1), *[None] * zone.hidden]
    cards = [zone.cell[i] & 255 for i in range(zone.n)]
    return [names[card] if card < BACK else None for card in cards]


__all__ = ["seen"]
