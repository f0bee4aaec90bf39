"""The view of a seat as plain data, for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.definition.game import Game
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
        elif _is_told(name, kind):
            found[name] = value
    return found


def seen_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of what `seen` gives of a game, made from its declarations."""
    layout, fields = game.layout, dict[str, Any]()
    for name, kind in layout.fields.items():
        if isinstance(kind, SetZone | PileZone):
            most = kind.capacity if isinstance(kind, PileZone) else len(layout.deck)
            card = {"enum": [*layout.deck.names, None]}
            fields[name] = _shaped(kind.shape, {"type": "array", "items": card, "maxItems": most})
        elif isinstance(kind, Number) and _is_told(name, kind):
            fields[name] = _shaped(kind.shape, _number(kind))
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _number(kind: Number[Any]) -> dict[str, Any]:
    """The schema of a number; a small one may be a flag, which rules set as a truth or as 1 and 0."""
    if kind.dtype.kind == "f":
        return {"type": "number"}
    low, high = map(int, kind.limits)
    return {"type": ["integer", "boolean"] if kind.code == "i1" else "integer", "minimum": low, "maximum": high}


def _is_told(name: str, kind: object) -> bool:
    """Whether a field is a public number that a program has a use for."""
    return isinstance(kind, Number) and not isinstance(kind, Option) and name not in ("payoff", "place", "pack", "told")


def _shaped(shape: tuple[int, ...], one: dict[str, Any]) -> dict[str, Any]:
    """The schema of arrays within arrays, of which the innermost hold things of one schema."""
    for n in reversed(shape):
        one = {"type": "array", "items": one, "minItems": n, "maxItems": n}
    return one


def _each(value: Any, depth: int, what: Callable[[Any], Any]) -> Any:
    return what(value) if depth == 0 else [_each(part, depth - 1, what) for part in value]


def _cards(zone: Any, names: tuple[str, ...]) -> list[str | None]:
    if hasattr(zone, "cards"):
        return [*(names[card] for card in range(len(names)) if zone.cards >> card & 1), *[None] * zone.hidden]
    cards = [zone.cell[i] & 255 for i in range(zone.n)]
    return [names[card] if card < BACK else None for card in cards]
