"""A redeal gives each world that agrees with a view exactly as often as counting says, and no other."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from fractions import Fraction
from itertools import islice, permutations
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from tests.engine.walks import blinded, redealt, sight, viewers, walk
from tests.exact import Numbers, outcomes
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.kit import BACK, each
from tuckbox.kit.fields import PUBLIC, SetZone
from tuckbox.view.view import zones

MOST = 2000
"""Redeals with more branches of chance take too long."""


def canonical(game: Game, world: Any) -> bytes:
    """A world with the cells of its hands sorted, since their order means nothing."""
    world = world.copy()
    for kind, zone in zones(game, world):
        if not isinstance(kind, SetZone) and not kind.order:
            zone.cell[: zone.n] = sorted(zone.cell[: zone.n])
    return record_bytes(game, world)


def unseen(game: Game, view: Any) -> list[int]:
    """The cards in play that a view does not show."""
    left = Counter({card: n for card, n in enumerate(view.pack) if n})
    for kind, zone in zones(game, view):
        shown = list(each(zone.cards)) if isinstance(kind, SetZone) else [cell & 255 for cell in zone.cell[: zone.n]]
        left.subtract(card for card in shown if card < BACK)
    return sorted(left.elements())


def branches(game: Game, view: Any) -> int:
    """In how many ways chance can go in a redeal."""
    backs = Counter(game.layout.deck.backs[card] for card in unseen(game, view))
    mixed = [
        sum(cell & 255 >= BACK for cell in zone.cell) for kind, zone in zones(game, view) if getattr(kind, "counted", 0)
    ]
    return prod(map(factorial, [*backs.values(), *mixed]))


def laid(game: Game, view: Any, cards: list[int]) -> Any:
    """A view with cards laid on its hidden places, whatever their backs."""
    world, rest = view.copy(), iter(cards)
    for kind, zone in zones(game, world):
        if isinstance(kind, SetZone):
            zone.cards |= sum(1 << card for card in islice(rest, zone.hidden))
            zone.hidden = 0
        else:
            zone.cell[: zone.n] = [
                cell & 0xFF00 | next(rest) if cell & 255 >= BACK else cell for cell in zone.cell[: zone.n]
            ]
    return world


def counted(game: Game, view: Any, viewer: int) -> dict[bytes, Fraction]:
    """All worlds that look to the viewer as the view does, weighed by the ways to lay out the unseen cards."""
    looks, worlds = record_bytes(game, view), Counter[bytes]()
    for cards in permutations(unseen(game, view)):
        world = laid(game, view, list(cards))
        if sight(game, world, viewer) == looks:
            worlds[canonical(game, world)] += 1
    return {world: Fraction(n, worlds.total()) for world, n in worlds.items()}


def dealt(game: Game, state: Any, viewer: int) -> dict[bytes, Fraction]:
    """The worlds a redeal gives, with their exact probabilities."""
    return outcomes(lambda rng: canonical(game, redealt(game, state, viewer, rng)), Numbers)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "players"), [(JUMBLE, 3), (SETS, 2), (SETS, 3)])
def test_every_world_that_agrees_with_a_view_is_dealt_as_often_as_counting_says(game: Game, players: int, seed: int) -> None:
    """From positions with cards known to some, to all and to nobody, in ordered, unordered and counted zones."""
    found = 0
    for state in islice(walk(game, seed, players, steps=60), 3, None, 3):
        for viewer in viewers(state)[found:]:
            view = blinded(game, state, viewer)
            if found < 3 and 1 < branches(game, view) <= MOST:
                should = counted(game, view, viewer)
                assert dealt(game, state, viewer) == should
                found += len(should) > 1
                break
    assert found


def test_the_redeal_is_what_is_left_of_all_deals_once_one_looks() -> None:
    """By Bayes: of all deals of Jumble those that a seat cannot tell apart, with the probability they have."""
    rules = engine(JUMBLE, "plain").rules

    def hidden(world: Any) -> Hashable:
        held = [sorted(cell & 255 for cell in hand.cell[: hand.n]) for hand in world.hand]
        deck = sorted(cell & 255 for cell in world.deck.cell[: world.deck.n])
        return str((held, world.row.cell[0] & 255, deck))

    def deal(rng: Any) -> tuple[bytes, Hashable]:
        state: Any = JUMBLE.blank(3)
        rules.begin(state, rng)
        return sight(JUMBLE, state, 0), hidden(state)

    after_looking: dict[bytes, dict[Hashable, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for (seen, rest), probability in outcomes(deal).items():
        after_looking[seen][rest] += probability
    assert len(after_looking) > 100
    most = sorted(after_looking, key=lambda seen: len(after_looking[seen]))[-2:]
    for seen in most:
        total = sum(after_looking[seen].values())
        expected = {rest: p / total for rest, p in after_looking[seen].items()}
        view = JUMBLE.layout.unpack(np.frombuffer(seen, JUMBLE.layout.dtype))
        pool = engine(JUMBLE, "plain").pool()

        def again(rng: Any, view: Any = view, pool: Any = pool) -> Hashable:
            world = view.copy()
            rules.redeal(world, rng, pool)
            return hidden(world)

        assert outcomes(again, Numbers) == expected


def test_a_view_of_a_view_shows_no_less_than_it_did() -> None:
    for game in (JUMBLE, SETS):
        for state in islice(walk(game, 3, 3), 0, 30, 3):
            for viewer in viewers(state):
                view = blinded(game, state, viewer)
                assert sight(game, view, viewer) == record_bytes(game, view)


def test_what_others_know_cannot_be_seen() -> None:
    """Seats 0 and 2 know a card of seat 1: neither sees of the other that it does."""
    state: Any = next(walk(JUMBLE, 1, 3, dealt=0))
    state.hand[1].cell[:2], state.hand[1].n = [1 | 0b011 << 8, 4 | 0b110 << 8], 2
    hands = [blinded(JUMBLE, state, viewer).hand[1].cell[:2] for viewer in (0, 1, 2, PUBLIC)]
    red, blue = BACK, BACK + 1
    assert hands[0] == [1 | 0b011 << 8, blue | 0b010 << 8]
    assert hands[1] == [1 | 0b010 << 8, 4 | 0b010 << 8]
    assert hands[2] == [4 | 0b110 << 8, red | 0b010 << 8]
    assert hands[3] == [red | 0b010 << 8, blue | 0b010 << 8]
