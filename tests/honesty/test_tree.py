"""Worlds of a tree: counted where they are few, exchanged where they are many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

from tuckbox.honesty.tree import Exchanges, posterior, walk

CARDS = 4


class Deal:
    """Four cards; one for each of two seats; then seat 0 says whether its card is above 1, which it may say of 2 and 3."""

    def __init__(self, trail: tuple[int, ...] = ()) -> None:
        self.trail = trail

    @property
    def over(self) -> bool:
        return len(self.trail) == 4

    @property
    def mover(self) -> int:
        return len(self.trail) - 2

    def outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in range(CARDS) if card not in self.trail]
        return [(card, 1 / len(left)) for card in left] if len(self.trail) < 2 else []

    def legal(self) -> list[int]:
        return [10, 11] if self.trail[self.mover] > 1 else [10]

    def after(self, number: int) -> Deal:
        return Deal((*self.trail, number))

    def go(self, number: int) -> None:
        self.trail = (*self.trail, number)

    def copy(self) -> Deal:
        return Deal(self.trail)

    def known(self, seat: int) -> Hashable:
        return self.trail[seat : seat + 1], len(self.trail), self.trail[2:]

    def held(self, seat: int) -> Hashable:
        return self.trail[1 - seat]


def path(*trail: int) -> list[Deal]:
    return [Deal(trail[:end]) for end in range(len(trail) + 1)]


def test_worlds_are_counted_by_what_a_seat_has_seen() -> None:
    assert posterior(path(2, 0), (2, 0), 1) == {1: 1 / 3, 2: 1 / 3, 3: 1 / 3}


def test_what_a_seat_could_not_have_done_is_no_world() -> None:
    assert posterior(path(2, 0, 11), (2, 0, 11), 1) == {2: 1 / 2, 3: 1 / 2}


def test_exchanges_come_to_every_world_alike() -> None:
    others = Exchanges(path(2, 0, 11), (2, 0, 11), 1, random.Random(1))
    found: Counter[Hashable] = Counter()
    for _ in range(1000):
        others.stir(4)
        found[others.world.held(1)] += 1
    assert set(found) == {2, 3}
    assert abs(found[2] - 500) < 80  # five standard deviations
    assert others.open == [0]


def test_a_walk_stops_at_every_decision() -> None:
    paths = list(walk(Deal(), random.Random(3)))
    assert [len(each) for each in paths] == [3, 4]
