"""View models for programs, as plain data made from a blind record by the declarations of the game.

No game writes anything for this. A view model holds nothing hidden, so what is made of it cannot leak; fields that only the
engine means something by are left out.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import Number, Option, SetZone, Zone
from tuckbox.kit.layout import Layout
from tuckbox.scene.words import sections
from tuckbox.server.table.view_model import ViewModel
from tuckbox.view.view import View

TAIL = 30
"""Number of last sentences sent: a program that wants more has kept them, or reads the record at the end."""

_ENGINE = {"turn", "pack", "window"}
"""Fields told in another way: who is to decide as `asked`, the pack by names, windows by what is public of them."""


def model_data(model: ViewModel, worded: bool = False) -> dict[str, Any]:
    """A model as numbers, texts, lists and mappings, ready for JSON; if it is to be `worded`, also the table in words, each
    panel with its heading."""
    view, log = model.view, model.log[-TAIL:]
    return {
        **({"words": _words(model)} if worded else {}),
        "table": model.table,
        "game": model.game,
        "options": dict(model.options),
        "stage": model.stage,
        "version": model.version,
        "step": model.step,
        "seat": model.seat,
        "seats": [asdict(seat) for seat in model.seats],
        "view": view and view_data(view),
        "legal": [{"action": move.text, "note": move.note} for move in model.moves],
        "status": model.scene.status if model.scene else "",
        "window": model.window is not None,
        "answered": model.window and model.window.answered,
        "ends": model.window and model.window.ends,
        "between": model.between,
        "can": {"undo": model.can_undo, "start": model.can_start, "takeback": model.takeback.possible},
        "proposal": model.takeback.proposal and asdict(model.takeback.proposal),
        "commitment": model.commitment,
        "log": [line.text for line in log],
        "log_steps": [line.step for line in log],
        "chat": [asdict(said) for said in model.chat.lines[-TAIL:]],
        "talk": {"chat": model.chat.open, "agreed": model.chat.agreed},
        "rematch": model.rematch,
        "fault": model.fault,
        "twice": model.duplicate and asdict(model.duplicate),
    }


def _words(model: ViewModel) -> list[dict[str, Any]]:
    """The table in words: its panels with their headings, and last, without one, what is said of the whole."""
    return [{"heading": heading, "lines": lines} for heading, lines in sections(model.scene)] if model.scene else []


def view_data(view: View) -> dict[str, Any]:
    """A view as plain data: the zones with their cards, the public numbers, the seats that are to decide.

    >>> from tuckbox import Match
    >>> data = view_data(Match("whiplash", seed=7).view(0))
    >>> data["zones"]["hand"][:2]
    [{'cards': ['8H', 'TS', 'JH', 'AC'], 'hidden': 0}, {'cards': [], 'hidden': 4}]
    >>> data["fields"]["edition"], data["asked"]
    ('2023', [0])
    """
    layout, state = view.game.layout, view.state
    numbers = {name: kind for name, kind in layout.fields.items() if isinstance(kind, Number) and name not in _ENGINE}
    data: dict[str, Any] = {
        "asked": list(view.asked),
        "zones": {name: _zones(kind, getattr(state, name), layout) for name, kind in layout.zones.items()},
        "fields": {
            name: kind.value(getattr(state, name)) if isinstance(kind, Option) else getattr(state, name)
            for name, kind in numbers.items()
        },
    }
    if len(layout.deck):
        data["pack"] = {name: count for name, count in zip(layout.deck.names, state.pack, strict=True) if count}
    if layout.windows:
        data["windows"] = [_window(level, state.players) for level in state.window.level[: state.window.depth]]
    return data


def _zones(kind: Zone[Any], value: Any, layout: Layout, depth: int = 0) -> Any:
    """The zones of a field, in lists as it is declared."""
    if depth < len(kind.shape):
        return [_zones(kind, part, layout, depth + 1) for part in value]
    return _zone(kind, value, layout)


def _zone(kind: Zone[Any], zone: Any, layout: Layout) -> dict[str, Any]:
    """A set: the cards seen and how many are hidden. A pile: each card from the bottom, or null with its back."""
    deck = layout.deck
    if isinstance(kind, SetZone):
        return {"cards": [deck.name(card) for card in range(len(deck)) if zone.cards >> card & 1], "hidden": zone.hidden}
    cards = [cell & 255 for cell in zone.cell[: zone.n]]
    return {
        "cards": [None if card >= BACK else deck.name(card) for card in cards],
        "backs": [deck.back_names[card - BACK if card >= BACK else deck.backs[card]] for card in cards],
    }


def _window(level: Any, players: int) -> dict[str, Any]:
    """The public part of a window: never who has answered, nor what."""
    asked = [seat for seat in range(players) if level.asked >> seat & 1]
    return {"kind": level.kind, "by": level.by, "on": level.on, "subject": level.subject, "asked": asked}
