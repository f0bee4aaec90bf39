"""Where rules say what hidden cards may be, a redeal deals the worlds that fit, each as likely as any other."""

# mypy: allow-untyped-calls

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import sqrt
from typing import Any

import pytest

import tuckbox
from tests.engine.walks import blinded, viewers, walk
from tests.exact import outcomes
from tests.toys.hints import GAME as HINTS
from tuckbox.engine.derive import derived_text
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.engine.worlds.counting import choose_boxes, count_ways, countable
from tuckbox.engine.worlds.limits import lay_rest
from tuckbox.engine.worlds.wandering import go_round, match_cards, wander
from tuckbox.errors import RulesError
from tuckbox.kit import OTHERS, OWNER, Cards, Deck, Flag, GameState, Hand, Pile, state
from tuckbox.kit.chance import Chance, Fast, Script
from tuckbox.kit.fields import PUBLIC
from tuckbox.testing import worlds
from tuckbox.testing.case import Case
from tuckbox.view.view import limited

CASE = Case(HINTS, 2, {}, 1)


def positions(seeds: Sequence[int]) -> Iterator[tuple[Any, int | None]]:
    """What viewers see at positions in which few cards are hidden and rules bar some from some places."""
    chance = random.Random(3)
    for seed in seeds:
        for number, at in enumerate(walk(HINTS, seed, 2)):
            viewer = chance.choice(viewers(at))
            seen = worlds.few(CASE, at, None if viewer == PUBLIC else viewer, chance) if number % 3 == 2 else None
            if seen is not None and barred(seen):
                yield seen, viewer


def barred(seen: Any) -> bool:
    """Whether the unseen cards may not lie anywhere: then counting without limits comes to something else."""
    pool: Any = engine(HINTS, "plain").pool()
    engine(HINTS, "plain").rules.redeal(seen.copy(), Fast(1), pool)
    return any(limits.strict for limits in pool.limits)


def test_every_world_that_fits_is_dealt_as_often_as_counting_says() -> None:
    found = 0
    for seen, viewer in positions(range(20)):
        assert not list(worlds.uniformity(CASE, seen, viewer))
        found += 1
    assert found > 20


@pytest.mark.slow
def test_cards_that_wander_come_to_lie_in_every_way_alike() -> None:
    """With no room to count in: how often each world comes is within five standard deviations of what it should be."""
    rules, found, n = engine(HINTS, "plain").rules, 0, 1500
    for seen, _ in positions(range(14)):
        should = worlds.expected(CASE, seen)
        if not 1 < len(should) < 30:
            continue
        pool: Any = engine(HINTS, "plain").pool()
        rng, does = Fast(found), Counter[bytes]()
        for limits in pool.limits:
            limits.ways = [0.0]
        for _ in range(n):
            world = seen.copy()
            assert rules.redeal(world, rng, pool)
            does[record_bytes(HINTS, world)] += 1
        assert set(does) <= set(should)
        for world_bytes, chance in should.items():
            assert abs(does[world_bytes] - n * chance) < 5 * sqrt(n * chance * (1 - chance)) + 1
        found += 1
    assert found > 3


# -- boxes and cards alone ---------------------------------------------------------------------------------------------


def scratch(sizes: Sequence[int], shut: Sequence[int], room: int = 1 << 14) -> Any:
    """Boxes of these sizes, the first of them the largest, and cards with the set of boxes that each is barred from."""
    from tuckbox.engine.memory import limits_dtype
    from tuckbox.kit.records import record_class

    @state(players=(2,), deck=Deck([str(card) for card in range(len(shut))]))
    class Boxes(GameState):
        piles = Pile(len(sizes)).limited_by("any")

    limits: Any = record_class(limits_dtype(Boxes.layout))()
    order = sorted(shut, key=lambda boxes: (boxes == 0, boxes))
    limits.boxes, limits.n, limits.ways = len(sizes), len(shut), limits.ways[:room]
    limits.size[: len(sizes)], limits.sort[: len(sizes)] = sizes, range(len(sizes))
    limits.start[: len(sizes)] = [sum(sizes[:box]) for box in range(len(sizes))]
    limits.card[: len(shut)], limits.shut[: len(shut)] = range(len(shut)), order
    limits.tight = sum(map(bool, order))
    return limits


def fitting(limits: Any) -> set[tuple[int, ...]]:
    """All ways to lay the cards, by trying each."""
    boxes = [box for box in range(limits.boxes) for _ in range(limits.size[box])]
    found = permutations(range(limits.n))
    return {way for way in found if not any(limits.shut[i] >> boxes[place] & 1 for place, i in enumerate(way))}


def test_ways_are_counted_as_by_trying() -> None:
    chance, some = random.Random(1), 0
    for _ in range(60):
        sizes = [3, chance.randrange(1, 3), chance.randrange(1, 3)]
        limits = scratch(sizes, [chance.choice((0, 0, 1, 2, 3, 4, 6)) for _ in range(sum(sizes))])
        assert countable(limits)
        count_ways(limits)
        ways = fitting(limits)
        rest = limits.n - limits.tight
        assert limits.ways[limits.states - 1] * len(list(permutations(range(rest)))) == len(ways)
        some += bool(ways)

        def deal(rng: Any, limits: Any = limits) -> tuple[int, ...]:
            assert choose_boxes(limits, rng)
            limits.card[: limits.n] = range(limits.n)
            lay_rest(limits, rng)
            return tuple(limits.laid[: limits.n])

        if 0 < len(ways) <= 60:
            assert outcomes(deal) == dict.fromkeys(ways, Fraction(1, len(ways)))
    assert some > 20


RING = ([1, 1, 1], [0b100, 0b001, 0b010])
"""Three cards of which each may go to two of three places: there are two ways, and no swap leads from one to the other."""


def rounds(limits: Any, way: tuple[int, ...], most: int) -> dict[tuple[int, ...], Fraction]:
    """Where one round leads from a way, with the chance that it does so in at most so many draws."""
    found: dict[tuple[int, ...], Fraction] = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        script = todo.pop()
        limits.who[: limits.n] = way
        for place, card in enumerate(way):
            limits.place[card] = place
        try:
            go_round(limits, Script(script))
        except Chance as chance:
            todo += [(*script, outcome) for outcome in chance.outcomes] if len(script) < most else []
            continue
        end = tuple(limits.who[: limits.n])
        found[end] = found.get(end, Fraction(0)) + Fraction(1, limits.n ** len(script))
    return found


@pytest.mark.parametrize(("sizes", "shut"), [RING, ([2, 1, 1], [1, 4, 2, 0]), ([1, 1, 1, 1], [2, 4, 9, 0])])
def test_a_round_is_as_likely_forth_as_back_and_leads_everywhere(sizes: list[int], shut: list[int]) -> None:
    limits = scratch(sizes, shut)
    assert match_cards(limits)
    ways = fitting(limits)
    leads = {way: rounds(limits, way, 8 if limits.n == 3 else 6) for way in ways}
    assert len(ways) > 1
    for one, other in product(ways, ways):
        assert leads[one].get(other, 0) == leads[other].get(one, 0)
    reached, todo = set(ways), [next(iter(ways))]
    while todo:
        way = todo.pop()
        if way in reached:
            reached.remove(way)
            todo += leads[way]
    assert not reached


@pytest.mark.parametrize("room", [1 << 14, 1])
def test_where_there_is_a_way_it_is_found(room: int) -> None:
    """Also where there is but one: card i may lie in places 0 to i only, and cards come in any order."""
    for n in (3, 5, 9):
        limits = scratch([1] * n, [(1 << n) - (2 << i) for i in range(n)], room)
        if room > 1:
            assert countable(limits)
            count_ways(limits)
            assert choose_boxes(limits, Fast(1))
            lay_rest(limits, Fast(1))
        else:
            assert not countable(limits)
            assert match_cards(limits)
            wander(limits, Fast(1))
        assert [limits.shut[i] for i in limits.laid[:n]] == [(1 << n) - (2 << i) for i in range(n)]


def test_where_there_is_no_way_it_is_said() -> None:
    for room in (1 << 14, 1):
        limits = scratch([2, 1, 1], [6, 6, 6, 0], room)
        if room > 1:
            assert countable(limits)
            count_ways(limits)
            assert not choose_boxes(limits, Fast(1))
        else:
            assert not match_cards(limits)


# -- declarations ------------------------------------------------------------------------------------------------------


def test_without_limits_the_derived_rules_are_as_they_were() -> None:
    for name in tuckbox.installed():
        layout = tuckbox.game(name).layout
        text = derived_text(layout, set(), 1)
        assert not layout.limited
        assert "limits" not in text
        assert "    gather(pool, BACKS, rng)\n" in text


def test_limits_that_cannot_be_are_refused() -> None:
    deck = Deck("ab")
    with pytest.raises(RulesError, match="at most 61"):

        @state(players=(2,), deck=deck)
        class Many(GameState):
            piles = Pile(31)[2].limited_by("may_lie")

    with pytest.raises(RulesError, match="has an owner"):

        @state(players=(2,), deck=deck)
        class Ownerless(GameState):
            hand = Hand(3).seen_by(OTHERS)

    with pytest.raises(RulesError, match="only cards can be"):
        Flag.seen_by(OTHERS)
    assert Cards[2].seen_by(OWNER).limited_by("may_hold").limit == "may_hold"


def test_all_but_the_owner_see_what_others_see() -> None:
    at: Any = next(walk(HINTS, 1, 3))
    shows = [[blinded(HINTS, at, viewer).row[seat].cell[0] & 255 < 240 for seat in range(3)] for viewer in range(3)]
    assert shows == [[False, True, True], [True, False, True], [True, True, False]]
    assert blinded(HINTS, at, PUBLIC).row[0].cell[0] & 255 >= 240  # onlookers see what everybody sees


def test_rules_tell_places_of_piles_apart_and_of_hands_not() -> None:
    at: Any = next(walk(HINTS, 1, 3))
    at.never[1][0], at.denied[2] = 0b11, 0b100
    zones = list(limited(HINTS, at))
    assert [zone.given for zone in zones] == [(0,), (1,), (2,), (0,), (1,), (2,), ()]
    assert [zones[4].may_hold(at, place, card) for place in (0, 1) for card in (0, 2)] == [False, True, True, True]
    assert [zones[2].may_hold(at, 0, card) for card in (1, 2)] == [True, False]
