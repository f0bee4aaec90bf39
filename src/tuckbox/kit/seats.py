"""Seats: the next one, the first one, dealing round, and the final places."""

from collections.abc import Sequence

from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import below, rule
from tuckbox.kit.types import CardSet, Cells, Rng
from tuckbox.kit.zones import draw


@rule
def next_seat(s: GameState, seat: int) -> int:
    """Return the next seat clockwise (``%`` would cost a division)."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def first_seat(s: GameState, option: int, rng: Rng) -> int:
    """The seat named by an option such as ``Choice("random", "0", "1", ..., default="random")``, or one drawn by lot."""
    return below(rng, s.players) if option == 0 else option - 1


@rule
def deal_round(s: GameState, pile: Cells, hands: Sequence[Cells | CardSet], dealer: int, rounds: int) -> None:
    """Deal `rounds` cards to every seat, one at a time, clockwise from the dealer's left; the dealer gets the last."""
    for _ in range(rounds):
        for step in range(1, s.players + 1):
            draw(pile, hands[(dealer + step) % s.players])


@rule
def rank_places(s: GameState, points: Sequence[float]) -> None:
    """Write the `place` of every seat, by points: 1 for the most, and seats with equal points share one."""
    for seat in range(s.players):
        s.place[seat] = 1
        for rival in range(s.players):
            if points[rival] > points[seat]:
                s.place[seat] += 1
