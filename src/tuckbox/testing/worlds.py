"""On small worlds: a redeal deals every world that agrees with a view, each exactly as often as it should.

The redeal's chance is played out in full by a script; what it should be is counted independently, by laying the unseen
cards on the hidden places in every possible way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from tuckbox.engine.engine import record_bytes
from tuckbox.engine.view import blind, set_cells, zones
from tuckbox.kit.chance import Chance, Script
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import SetZone
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure

MOST_HIDDEN = 6
"""Worlds with more hidden cards are too many to count."""


def countable(case: Case, match: Match, viewer: int | None) -> bool:
    """Whether the worlds of a viewer are more than one and few enough to count."""
    return 2 <= len(_unseen(case, blind(case.game, match.state, viewer))) <= MOST_HIDDEN


def uniformity(case: Case, match: Match, viewer: int | None) -> Iterator[Failure]:
    """The redeal's distribution over worlds is exactly the one counted by laying out the unseen cards."""
    seen = blind(case.game, match.state, viewer)
    should, does = _expected(case, seen, _unseen(case, seen)), _redealt(case, seen)
    if should != does:
        who = "onlookers" if viewer is None else f"seat {viewer}"
        yield "uniformity", f"the redeal for {who} is not uniform: {len(does)} worlds dealt, {len(should)} possible"


def _unseen(case: Case, seen: Any) -> list[int]:
    left = list(seen.pack) if len(case.game.layout.deck) else []
    for kind, zone in zones(case.game, seen):
        if isinstance(kind, SetZone):
            for cell in set_cells(zone):
                left[cell & 255] -= 1
            continue
        for cell in zone.cell[: zone.n]:
            if cell & 255 < BACK:
                left[cell & 255] -= 1
    return [card for card, n in enumerate(left) for _ in range(n)]


def _expected(case: Case, seen: Any, unseen: list[int]) -> dict[bytes, Fraction]:
    """Each world with its probability: all ways to lay the unseen cards on places of their backs are alike."""
    backs = case.game.layout.deck.backs
    worlds: Counter[bytes] = Counter()
    for order in permutations(unseen):
        for world in _laid(case, seen, list(order), backs):
            worlds[record_bytes(case.game, world)] += 1
    total = sum(worlds.values())
    return {world: Fraction(n, total) for world, n in worlds.items()}


def _laid(case: Case, seen: Any, cards: list[int], backs: tuple[int, ...]) -> Iterator[Any]:
    """The world in which the hidden places get these cards in order, if the backs fit; of counted piles the backs may
    lie anywhere."""
    world = seen.copy()
    for kind, zone in zones(case.game, world):
        if isinstance(kind, SetZone):
            for _ in range(zone.hidden):
                zone.cards |= 1 << cards.pop()
            zone.hidden = 0
            continue
        hidden = [i for i in range(zone.n) if zone.cell[i] & 255 >= BACK]
        mine = [cards.pop() for _ in hidden]
        shown = [(zone.cell[i] & 255) - BACK for i in hidden]
        dealt = [backs[card] for card in mine]
        if (sorted(shown) != sorted(dealt)) if kind.counted else (shown != dealt):
            return
        for i, card in zip(hidden, mine, strict=True):
            zone.cell[i] = zone.cell[i] & 0xFF00 | card
    if case.plain.call(case.plain.rules.possible, world):
        yield world


def _redealt(case: Case, seen: Any) -> dict[bytes, Fraction]:
    """The distribution of the redeal: every branch of its chance followed to the end."""
    worlds: dict[bytes, Fraction] = {}
    todo: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    pool = case.plain.desks()[0].pool
    while todo:
        script, weight = todo.pop()
        world = seen.copy()
        try:
            if case.plain.call(case.plain.rules.redeal, world, Script(script), pool):
                key = record_bytes(case.game, world)
                worlds[key] = worlds.get(key, Fraction(0)) + weight
        except Chance as chance:
            share = weight / len(chance.outcomes)
            todo += [([*script, outcome], share) for outcome in chance.outcomes]
    total = sum(worlds.values())
    return {world: share / total for world, share in worlds.items()}
