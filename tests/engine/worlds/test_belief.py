"""A belief draws worlds as often as its weights say, within what can be known, and goes by nothing but the view."""

# mypy: allow-untyped-calls

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from tuckbox_tictactoe import GAME as TICTACTOE

from tests.engine.walks import blinded, walk
from tests.toys.bluff import GAME as BLUFF
from tests.toys.hints import GAME as HINTS
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine, record_bytes
from tuckbox.engine.traits import secret_zones, widths
from tuckbox.engine.weights import blank_net
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import SetZone
from tuckbox.testing import worlds
from tuckbox.testing.beliefs import any_nets
from tuckbox.testing.case import Case
from tuckbox.view.view import limited, zones

GAMES = [BLUFF, SETS, pytest.param(HINTS, marks=pytest.mark.slow)]


class Believer:
    """One seat at one position, in one mode."""

    def __init__(self, game: Game, mode: str, view: Any, seat: int, seed: int, nets: Any = None) -> None:
        self.e: Engine = engine(game, mode)
        self.states, _ = self.e.states(view)
        self.rngs, self.scratches = self.e.rngs(seed), self.e.scratches(nets or any_nets(game))
        self.seat = seat
        self.e.put(self.states, self.e.sampling.ROOT, view)
        self.e.call(self.e.sampling.start_belief, self.states, self.rngs, self.scratches, seat, True)

    def draw(self) -> Any:
        """The next world, where it can be."""
        fits = self.e.call(self.e.sampling.draw_world, self.states, self.rngs[0], self.scratches[0], self.seat)
        return self.e.get(self.states, self.e.sampling.WORLD) if fits else None


def views(game: Game, seeds: range, every: int) -> Any:
    """What the seat to move sees, now and then."""
    for seed in seeds:
        for number, state in enumerate(walk(game, seed, 3 if game is BLUFF else None)):
            if number % every == every - 1 and not state.over:
                yield blinded(game, state, state.turn), state.turn


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_and_native_believe_the_same(game: Game) -> None:
    compared = 0
    for view, seat in views(game, range(6), 9):
        sides = [Believer(game, mode, view, seat, 5) for mode in ("plain", "native")]
        for _ in range(4):
            here, there = (side.draw() for side in sides)
            assert (here is None) == (there is None)
            assert here is None or record_bytes(game, here) == record_bytes(game, there)
            compared += 1
    assert compared >= 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_believed_looks_like_what_is_seen_and_keeps_to_what_can_be_known(game: Game) -> None:
    moved = Counter[bool]()
    for view, seat in views(game, range(3), 7):
        side, before = Believer(game, "native", view, seat, 3), None
        for _ in range(5):
            world = side.draw()
            if world is None:
                continue
            assert record_bytes(game, blinded(game, world, seat)) == record_bytes(game, view)
            for zone in limited(game, world):
                assert all(zone.may_hold(world, place, card) for place, card, marks in zone.cards() if not marks >> seat & 1)
            bytes_now = record_bytes(game, world)
            moved[before is not None and bytes_now != before] += 1
            before = bytes_now
    assert moved[True] > 20


def secret_cards(game: Game, view: Any, world: Any, seat: int) -> tuple[tuple[int, ...], ...]:
    """The cards of each secret, sorted: what weights go by."""
    found = []
    for (kind, seen), (_, zone) in zip(zones(game, view), zones(game, world), strict=True):
        if kind in secret_zones(game.layout).values() and not zone.seen >> seat & 1 and zone.seen & 63:
            assert not isinstance(kind, SetZone)
            hidden = [i for i in range(seen.n) if seen.cell[i] & 255 >= BACK]
            found.append(tuple(sorted(zone.cell[i] & 255 for i in hidden)))
    return tuple(cards for cards in found if cards)


def few_unseen() -> Any:
    """Views in Bluff of seats that have been shown all but a few cards."""
    chance = random.Random(3)
    for seed in range(20):
        for number, state in enumerate(walk(BLUFF, seed, 3)):
            seen = worlds.few(Case(BLUFF, 3, {}, 1), state, state.turn, chance) if number % 3 == 2 else None
            if seen is not None and not seen.over:
                yield seen, seen.turn


@pytest.mark.slow
def test_worlds_come_as_often_as_their_weights_say() -> None:
    """In Bluff with few cards unseen: all ways to lay them, weighed by the formula, against what the chain draws."""
    tried = 0
    for view, seat in few_unseen():
        side = Believer(BLUFF, "native", view, seat, 11)
        belief = side.scratches["belief"][0]
        n, places = int(belief["n"]), int(belief["places"])
        if places < 2:
            continue
        cards, backs, of = belief["card"][:n].tolist(), belief["back"][:n].tolist(), belief["of"][:places].tolist()
        base = belief["sum"].copy()
        for place in range(places):
            base[of[place]] -= belief["nets"][belief["kind"][of[place]]]["cards"][cards[place]]
        should: Counter[tuple[tuple[int, ...], ...]] = Counter()
        for order in permutations(range(n), places):
            if all(backs[i] == backs[place] for place, i in enumerate(order)):
                laid = [sorted(cards[i] for place, i in enumerate(order) if of[place] == a) for a in sorted(set(of))]
                weight = 0.0
                for a, held in zip(sorted(set(of)), laid, strict=True):
                    total = base[a] + sum(belief["nets"][belief["kind"][a]]["cards"][card] for card in held)
                    weight += float((belief["gate"][a] * np.maximum(total, 0)).sum())
                should[tuple(map(tuple, laid))] += exp(weight)  # type: ignore[assignment]
        whole, draws, does = sum(should.values()), 4000, Counter[tuple[tuple[int, ...], ...]]()
        for _ in range(draws):
            does[secret_cards(BLUFF, view, side.draw(), seat)] += 1
        assert set(does) <= set(should)
        for cards_there, weight in should.items():
            share = weight / whole
            assert abs(does[cards_there] / draws - share) < 5 * sqrt(12 * share * (1 - share) / draws) + 1e-3
        tried += len(should) > 2
        if tried == 8:
            return
    pytest.fail("too few positions with few cards unseen")


def test_without_knowledge_all_worlds_are_as_likely() -> None:
    blank = [blank_net(BLUFF, "belief")] * widths(BLUFF).nets
    view, seat = next(iter(views(BLUFF, range(1), 5)))
    side = Believer(BLUFF, "native", view, seat, 2, blank)
    before = side.scratches["belief"][0]["card"].copy()
    side.draw()
    assert side.scratches["belief"][0]["on"]
    assert not (side.scratches["belief"][0]["gate"] != 0).any()
    assert (side.scratches["belief"][0]["card"] != before).any()


def test_a_game_in_which_nobody_hides_cards_from_another_has_no_secrets() -> None:
    assert secret_zones(TICTACTOE.layout) == {}
    assert widths(TICTACTOE).secrets == 1
