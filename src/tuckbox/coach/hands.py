"""Cards that rivals may hold, as far as a seat can know, and those they did hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import OWNER
from tuckbox.match.match import Match
from tuckbox.view.view import View, cells_in

DEALS = 200
"""Number of redeals that an estimate is made of."""

_MOST = 8


@dataclass(frozen=True)
class Held:
    """Cards of a seat, by their faces, each with the chance that it holds one such card at least (1: it did)."""

    seat: int
    cards: tuple[tuple[str, float], ...]

    def data(self) -> dict[str, Any]:
        """The cards as data, for programs."""
        return {"seat": self.seat, "cards": {face: round(chance, 3) for face, chance in self.cards}}


def likely(view: View, seed: int) -> tuple[Held, ...]:
    """Cards that each rival may hold in the worlds that fit a view, the most likely first."""
    rng = Fast(seed)
    found: dict[int, Counter[int]] = {seat: Counter() for seat in range(view.state.players) if seat != view.seat}
    for _ in range(DEALS):
        world = view.redeal(rng)
        for seat, counter in found.items():
            counter.update(set(_owned(view.game, world, seat)))
    faces = view.game.layout.deck
    return tuple(
        Held(seat, tuple((faces.face(card), many / DEALS) for card, many in _most(counter)))
        for seat, counter in found.items()
    )


def held(match: Match, seat: int | None, step: int) -> tuple[Held, ...]:
    """Cards the rivals of a seat did hold after a step: for finished matches."""
    state, faces = match.open_view(step).state, match.game.layout.deck
    return tuple(
        Held(other, tuple((faces.face(card), 1.0) for card in sorted(_owned(match.game, state, other))))
        for other in range(match.players)
        if other != seat
    )


def _most(counter: Counter[int]) -> list[tuple[int, int]]:
    return sorted(counter.items(), key=lambda each: (-each[1], each[0]))[:_MOST]


def _owned(game: Game, state: Any, seat: int) -> Iterator[int]:
    """The cards that lie where only their owner sees them."""
    for name, kind in game.layout.zones.items():
        if kind.seen == OWNER and len(kind.shape) == 1:
            zone = getattr(state, name)[seat]
            yield from (cell & 255 for cell in cells_in(kind, zone))
