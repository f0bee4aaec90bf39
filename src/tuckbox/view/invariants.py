"""Invariants of every state: no card lost or doubled, no number out of range; and what a step has revealed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.errors import RulesError
from tuckbox.view.view import cells

_BITS = range(8)


def check_state(game: Game, state: Any) -> None:
    """Raise `RulesError` if cards have been lost or doubled, or a number does not fit its field."""
    game.layout.check_ranges(state)
    if not game.layout.zones:
        return
    count = [0] * len(game.layout.deck)
    for cell in cells(game, state):
        count[cell & 255] += 1
    if count != state.pack:
        card = next(c for c, (n, m) in enumerate(zip(count, state.pack, strict=True)) if n != m)
        deck = game.layout.deck
        raise RulesError(
            f"{game.name}: {count[card]} of {deck.name(card)} lie in the zones, but {state.pack[card]} are in play"
        )


def _sightings(cells: Counter[int]) -> Counter[tuple[int, int]]:
    """For each card and viewer, how many of it that viewer sees."""
    seen: Counter[tuple[int, int]] = Counter()
    for cell, number in cells.items():
        for viewer in _BITS:
            if cell >> 8 + viewer & 1:
                seen[cell & 255, viewer] += number
    return seen


def reveals(game: Game, before: Any, after: Any, to: int | None = None) -> bool:
    """Whether somebody (or this one viewer) sees a card after a step that they did not see before it."""
    was, now = Counter(cells(game, before)), Counter(cells(game, after))
    new = _sightings(now - was) - _sightings(was - now)  # only of what has changed
    return any(to in (None, viewer) for _, viewer in new)
