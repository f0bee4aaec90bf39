"""On few worlds: a redeal deals every world that agrees with a view, each exactly as often as it should.

The redeal's chance is played out in full by a script; what it should be is counted independently, by laying the unseen
cards on the hidden places in every possible way. Where too much is hidden for that, the viewer is shown cards first:
whatever somebody has come to know, the redeal must be uniform over the rest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

from tuckbox.engine.engine import record_bytes
from tuckbox.kit.chance import Chance, Script
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import PUBLIC, DiceZone, SetZone
from tuckbox.kit.plain import each
from tuckbox.testing.case import Case, Failure
from tuckbox.view.view import blind, limited, set_cells, zones

MOST_HIDDEN = 5
MOST_WAYS = 720
"""Greatest numbers of hidden cards, and of ways in which a redeal can go, with which worlds are few enough to count."""


class Place(NamedTuple):
    """Place of a card that a viewer does not see: in a pile its number there, in a set of cards the card itself."""

    kind: Any
    zone: Any
    spot: int

    def back(self, backs: tuple[int, ...]) -> int:
        """The back of the card."""
        return 0 if isinstance(self.kind, SetZone) else backs[self.zone.cell[self.spot] & 255]

    def show(self, viewer: int) -> None:
        """Let the viewer know the card; of a set of cards everybody."""
        if isinstance(self.kind, SetZone):
            self.zone.known |= 1 << self.spot
        else:
            self.zone.cell[self.spot] |= 1 << 8 + viewer


def few(case: Case, state: Any, viewer: int | None, chance: random.Random) -> Any:
    """The blind record of a viewer who has been shown all but a few hidden cards; None where what is left is all alike."""
    state, number = state.copy(), PUBLIC if viewer is None else viewer
    kept: list[Place] = []
    for place in _hidden(case, state, number, chance):
        if _ways(case, [*kept, place]) <= MOST_WAYS and len(kept) < MOST_HIDDEN:
            kept.append(place)
        else:
            place.show(number)
    seen = blind(case.game, state, viewer)
    thrown = any(isinstance(place.kind, DiceZone) for place in kept)
    return seen if thrown or len(set(unseen(case, seen))) > 1 else None


def _hidden(case: Case, state: Any, viewer: int, chance: random.Random) -> list[Place]:
    """The places a viewer does not see, in random order: first one of each zone, then a second of each, and so on."""
    rounds: list[tuple[int, Place]] = []
    for kind, zone in zones(case.game, state):
        if isinstance(kind, SetZone):
            spots = [] if zone.seen >> viewer & 1 else list(each(zone.cards & ~zone.known))
        else:
            spots = [i for i in range(zone.n) if not zone.cell[i] >> 8 + viewer & 1]
        chance.shuffle(spots)
        rounds += [(turn, Place(kind, zone, spot)) for turn, spot in enumerate(spots)]
    chance.shuffle(rounds)
    return [place for _, place in sorted(rounds, key=lambda entry: entry[0])]


def _ways(case: Case, hidden: list[Place]) -> int:
    """The number of ways in which chance can go in a redeal of these places: cards by their backs, backs in counted piles,
    dice."""
    thrown = [len(place.kind.names) for place in hidden if isinstance(place.kind, DiceZone)]
    hidden = [place for place in hidden if not isinstance(place.kind, DiceZone)]
    backs = Counter(place.back(case.game.layout.deck.backs) for place in hidden)
    mixed = Counter(id(place.zone) for place in hidden if getattr(place.kind, "counted", False))
    return prod(map(factorial, [*backs.values(), *mixed.values()])) * prod(thrown)


def uniformity(case: Case, seen: Any, viewer: int | None) -> Iterator[Failure]:
    """The redeal's distribution over worlds is exactly the one counted by laying out the unseen cards."""
    should, does = expected(case, seen), _redealt(case, seen)
    if should != does:
        who = "onlookers" if viewer is None else f"seat {viewer}"
        yield "uniformity", f"the redeal for {who} is not uniform: {len(does)} worlds dealt, {len(should)} possible"


def unseen(case: Case, seen: Any) -> list[int]:
    """The cards that a blind record does not show, each kind as often as it is there."""
    left = list(seen.pack) if len(case.game.layout.deck) else []
    for kind, zone in zones(case.game, seen):
        if isinstance(kind, SetZone):
            for cell in set_cells(zone):
                left[cell & 255] -= 1
            continue
        for cell in zone.cell[: zone.n]:
            if cell & 255 < BACK and not isinstance(kind, DiceZone):
                left[cell & 255] -= 1
    return [card for card, n in enumerate(left) for _ in range(n)]


def expected(case: Case, seen: Any) -> dict[bytes, Fraction]:
    """Each world with its probability: all ways to lay the unseen cards on places of their backs are alike, and all faces of
    the unseen dice."""
    backs = case.game.layout.deck.backs
    worlds: Counter[bytes] = Counter()
    for thrown in _thrown(case, seen):
        for order in permutations(unseen(case, seen)):
            for world in _laid(case, thrown, list(order), backs):
                worlds[record_bytes(case.game, world)] += 1
    total = sum(worlds.values())
    return {world: Fraction(n, total) for world, n in worlds.items()}


def _thrown(case: Case, seen: Any) -> Iterator[Any]:
    """The record with every throw of the dice that its viewer does not see."""
    dice = [zone for kind, zone in zones(case.game, seen) if isinstance(kind, DiceZone)]
    places = [(number, i) for number, zone in enumerate(dice) for i in range(zone.n) if zone.cell[i] & 255 >= BACK]
    for faces in product(*(range(dice[number].first, dice[number].first + dice[number].faces) for number, _ in places)):
        world = seen.copy()
        zones_of = [zone for kind, zone in zones(case.game, world) if isinstance(kind, DiceZone)]
        for (number, i), face in zip(places, faces, strict=True):
            zones_of[number].cell[i] = zones_of[number].cell[i] & 0xFF00 | face
        yield world


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
    if allowed(case, seen, world):
        yield world


def allowed(case: Case, seen: Any, world: Any) -> bool:
    """Whether the game's rules allow a world of somebody who has `seen` a blind record."""
    return _fits(case, seen, world) and bool(case.plain.call(case.plain.rules.possible, world))


def _fits(case: Case, seen: Any, world: Any) -> bool:
    """Whether all cards lie where the game's rules say they may lie unseen."""
    for blind_zone, zone in zip(limited(case.game, seen), limited(case.game, world), strict=True):
        shown = {(place, card) for place, card, _ in blind_zone.cards()}
        if not all(zone.may_hold(seen, place, card) for place, card, _ in zone.cards() if (place, card) not in shown):
            return False
    return True


def _redealt(case: Case, seen: Any) -> dict[bytes, Fraction]:
    """The distribution of the redeal: every branch of its chance followed to the end."""
    worlds: dict[bytes, Fraction] = {}
    todo: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    pool = case.plain.pool()
    while todo:
        script, weight = todo.pop()
        world = seen.copy()
        try:
            if case.plain.call(case.plain.rules.redeal, world, Script(script), pool):
                key = record_bytes(case.game, world)
                worlds[key] = worlds.get(key, Fraction(0)) + weight
        except Chance as chance:
            shares = [weight * n / sum(chance.weights) for n in chance.weights]
            todo += [([*script, outcome], share) for outcome, share in zip(chance.outcomes, shares, strict=True)]
    total = sum(worlds.values())
    return {world: share / total for world, share in worlds.items()}
