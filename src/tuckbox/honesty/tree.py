"""A game as a tree of worlds, and the worlds in it that one seat cannot tell from the true one."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

W = TypeVar("W", bound="World")

MOST_WORLDS = 60_000
"""Maximum number of worlds that are looked at on the way when all are counted."""


class World(Protocol):
    """One state of a game with all that is hidden in it. Only `go` writes to it."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def mover(self) -> int:
        """The seat that is to decide."""

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities; empty where a seat is to decide."""

    def legal(self) -> list[int]:
        """The actions of the seat that is to decide."""

    def after(self: W, number: int) -> W:
        """The world after an action or an outcome of chance."""

    def go(self, number: int) -> None:
        """Move on in place by an action or an outcome of chance."""

    def copy(self: W) -> W:
        """A world of its own that is the same."""

    def known(self, seat: int) -> Hashable:
        """All that a seat has been told, by what its game calls that."""

    def held(self, seat: int) -> Hashable:
        """All that the other seats hold or see: it tells worlds apart that look alike to this one."""


def walk(root: W, chance: random.Random) -> Iterator[list[W]]:
    """A random game: at every decision the worlds from the root to there."""
    path, world = [root], root
    while not world.over:
        outcomes = world.outcomes()
        if outcomes:
            numbers, weights = zip(*outcomes, strict=True)
            number = chance.choices(numbers, weights)[0]
        else:
            yield path
            number = chance.choice(world.legal())
        world = world.after(number)
        path = [*path, world]


def numbers(path: Sequence[World], trail: Sequence[int]) -> list[tuple[bool, int, int]]:
    """Whether each step of a path is one of chance, the seat that decides (-1: none does), and what was chosen."""
    steps = []
    for world, number in zip(path, trail, strict=False):
        chance = bool(world.outcomes())
        steps.append((chance, -1 if chance else world.mover, number))
    return steps


def posterior(path: Sequence[W], trail: Sequence[int], seat: int) -> Mapping[Hashable, float] | None:
    """The probability of each world, by what others hold in it, for a seat that has seen all of a path; None where the
    worlds are too many.

    Chance weighs with its probabilities. Of actions the seat is not told all that fit are taken to be alike.
    """
    here: list[tuple[W, float]] = [(path[0], 1.0)]
    left = MOST_WORLDS
    for (chance, mover, number), then in zip(numbers(path, trail), path[1:], strict=True):
        known, found = then.known(seat), []
        for world, weight in here:
            for child, share in _children(world, chance, mover == seat, number):
                left -= 1
                if child.known(seat) == known:
                    found.append((child, weight * share))
            if left < 0:
                return None
        here = found
    total = sum(weight for _, weight in here)
    shares: dict[Hashable, float] = {}
    for world, weight in here:
        key = world.held(seat)
        shares[key] = shares.get(key, 0.0) + weight / total
    return shares


def _children(world: W, chance: bool, own: bool, number: int) -> Iterator[tuple[W, float]]:
    """The worlds that may follow one, where the true one went on with a number."""
    outcomes = world.outcomes()
    if bool(outcomes) != chance:
        return
    if chance:
        for outcome, share in outcomes:
            yield world.after(outcome), share
    elif own:
        if number in world.legal():
            yield world.after(number), 1.0
    else:
        for action in world.legal():
            yield world.after(action), 1.0


class Exchanges(Generic[W]):
    """Other worlds of a path, made by exchanging in it outcomes of chance that a seat has not seen.

    An exchange is taken where everybody could still have done what they did, and the seat been told the same all along.
    Going it back is as likely as going it, and where dealt cards are as likely in any order so are the worlds it leads to.
    """

    def __init__(self, path: Sequence[W], trail: Sequence[int], seat: int, chance: random.Random) -> None:
        self.root, self.world, self.trail, self.seat, self.chance = path[0], path[-1], list(trail), seat, chance
        self._steps = [(by_chance, mover) for by_chance, mover, _ in numbers(path, trail)]
        self._dealt = [at for at, (by_chance, _) in enumerate(self._steps) if by_chance]
        self._known = [world.known(seat) for world in path]
        self.open: list[int] = []
        """The steps of chance of which some exchange has been taken."""

    def stir(self, tries: int) -> int:
        """Try some exchanges; the number of those taken."""
        return sum(self._exchange() for _ in range(tries)) if self._dealt else 0

    def _exchange(self) -> bool:
        """Try another outcome at one step of chance, with the two outcomes exchanged in the rest of the trail."""
        pick = self.chance
        start = pick.choice(self.open if self.open and pick.random() < 0.9 else self._dealt)
        world = self.root.copy()
        for number in self.trail[:start]:
            world.go(number)
        old, new = self.trail[start], pick.choice([outcome for outcome, _ in world.outcomes()])
        if old == new:
            return False
        later = next((at for at in self._dealt if at > start and self.trail[at] == new), None)
        trail = self._exchanged(start, later, new, in_actions=pick.random() < 0.5)
        if not self._replayed(world, trail, start):
            return False
        self.open += [at for at in (start, later) if at is not None and at not in self.open]
        self.world, self.trail = world, trail
        return True

    def _exchanged(self, start: int, later: int | None, new: int, *, in_actions: bool) -> list[int]:
        """The trail with `new` at a step of chance, and the old outcome at the `later` one that had `new`, if there is one.

        With `in_actions` the others' actions after `start` that bear either number get the other one, too.
        """
        trail, old = self.trail[:], self.trail[start]
        trail[start] = new
        if later is not None:
            trail[later] = old
        if in_actions:
            mapped = {old: new, new: old}
            for at, (by_chance, mover) in enumerate(self._steps):
                if at > start and not by_chance and mover != self.seat:
                    trail[at] = mapped.get(trail[at], trail[at])
        return trail

    def _replayed(self, world: W, trail: list[int], start: int) -> bool:
        """Move a world along a trail from a step on, if that can be and looks the same."""
        for at in range(start, len(trail)):
            outcomes = world.outcomes()
            if bool(outcomes) != self._steps[at][0]:
                return False
            if trail[at] not in ([outcome for outcome, _ in outcomes] if outcomes else world.legal()):
                return False
            world.go(trail[at])
            if world.known(self.seat) != self._known[at + 1]:
                return False
        return True
