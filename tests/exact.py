"""Exact probabilities: every way chance can go, played out in full."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from tuckbox.kit.chance import Chance, Script

T = TypeVar("T", bound=Hashable)


class Numbers(Script):
    """A script that knows numbers only, so that piles are shuffled at once instead of lying loose."""

    loosens = False

    def below(self, n: int) -> int:
        """The next number of the script."""
        return self._next(range(n), (1,) * n)


def outcomes(play: Callable[[Any], T], script: Callable[[Sequence[int]], Any] = Script) -> dict[T, Fraction]:
    """What `play` may return when chance decides, with the probability of each."""
    found: dict[T, Fraction] = defaultdict(Fraction)
    todo: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while todo:
        so_far, probability = todo.pop()
        try:
            found[play(script(so_far))] += probability
        except Chance as chance:
            total = sum(chance.weights)
            for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
                todo.append(([*so_far, outcome], probability * weight / total))
    return dict(found)
