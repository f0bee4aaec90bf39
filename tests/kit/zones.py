"""Zones for tests, without a game around them."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tuckbox.kit import Cards, Pile, put
from tuckbox.kit.records import record_class

ALL_SEEN = 255

_PILE, _SET = record_class(Pile(12).dtype, "Pile"), record_class(Cards.dtype, "Set")


def pile(*cells: int, seen: int = 0) -> Any:
    """A pile (or hand) of these cells, whose arrivals get the marks `seen`."""
    zone: Any = _PILE()
    zone.seen = seen
    for cell in cells:
        put(zone, cell)
    return zone


def cards(*held: int, seen: int = 0) -> Any:
    """A set of these cards."""
    zone: Any = _SET()
    zone.seen = seen
    for card in held:
        put(zone, card)
    return zone


def known(card: int, *seats: int) -> int:
    """The cell of a card that these seats know."""
    return card | sum(1 << seat for seat in seats) << 8


def lie(zone: Any) -> list[int]:
    """The cells of a pile, the top last."""
    lying: list[int] = zone.cell[: zone.n]
    assert not any(zone.cell[zone.n :]), "what lies beyond the top must be blank"
    return lying


def faces(cells: Iterable[int]) -> list[int]:
    """The cards of cells."""
    return [cell & 255 for cell in cells]
