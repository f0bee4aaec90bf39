"""The mini game, three or four ranks, small enough to go through every pair of hands in plain Python."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from tests.games.whiplash.positions import PLAIN, RULES, calls, legal, position
from tuckbox.games.whiplash import GAME
from tuckbox.kit.chance import Fast

SPADE_ACE = 1 << 51


class Hand(NamedTuple):
    """Four cards and what they score."""

    cards: int
    score: int
    natural: bool


@cache
def hands(ranks: int, size: int = 4) -> list[Hand]:
    pack = [1 << card for card in range(52 - 4 * ranks, 52)]
    every = [sum(held) for held in combinations(pack, size)]
    return [Hand(held, RULES.score(held), RULES.three_alike(held)) for held in every]


def who_wins(first: int, second: int, edition: str, recycled: int, stalemate: str = "printed") -> int:
    """The winner when seat 0 calls with the first hand."""
    s: Any = GAME.blank(2, {"edition": edition, "ranks": 3, "stalemate": stalemate})
    s.hand[0].cards, s.hand[1].cards, s.recycled = first, second, recycled
    RULES.showdown(s)
    return int(s.winner)


@pytest.mark.parametrize(
    ("ranks", "number", "expected"),
    [
        (3, 495, {(2, False): 240, (3, False): 144, (3, True): 72, (4, False): 12, (4, True): 27}),
        (
            4,
            1820,
            {(1, False): 108, (2, False): 1138, (3, False): 360, (3, True): 156, (4, False): 18, (4, True): 40},
        ),
    ],
)
def test_mini_hands_of_each_number(ranks: int, number: int, expected: dict[tuple[int, bool], int]) -> None:
    found = hands(ranks)
    assert len(found) == number
    assert Counter((hand.score // 16, hand.natural) for hand in found) == expected


@pytest.mark.parametrize(("ranks", "pairs"), [(3, 34_650), (4, 900_900)])
def test_mini_ordered_pairs_of_hands(ranks: int, pairs: int) -> None:
    held = [hand.cards for hand in hands(ranks)]
    first = held[0]
    assert len(held) * sum(first & other == 0 for other in held) == pairs


@pytest.mark.parametrize(
    ("edition", "recycled", "callable_hands", "wins", "loses", "ties"),
    [
        ("classic", 0, 99, 5_289, 1_641, 0),
        ("2023", 0, 102, 5_496, 1_641, 3),
        ("royal", 0, 102, 5_496, 1_641, 3),
        ("classic", 1, 105, 5_679, 1_665, 6),
    ],
)
def test_mini_calls_by_the_house_rule(
    edition: str, recycled: int, callable_hands: int, wins: int, loses: int, ties: int
) -> None:
    s = position([None, None], edition=edition, recycled=recycled, stalemate="copied")
    may = [hand for hand in hands(3) if RULES.refuse_call(s, hand.cards) == 0]
    met: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for caller in may:
        for other in hands(3):
            if caller.cards & other.cards == 0:
                kind = "wins" if caller.score > other.score else "loses" if caller.score < other.score else "ties"
                met[kind] += 1
                won[kind] += who_wins(caller.cards, other.cards, edition, recycled, "copied") == 0
    assert len(may) == callable_hands
    assert (met["wins"], met["loses"], met["ties"]) == (wins, loses, ties)
    assert (won["wins"], won["loses"], won["ties"]) == (wins, 0, ties)  # all ties go to the caller, who holds AS


@pytest.mark.parametrize(
    ("edition", "recycled", "callable_hands"), [("classic", 0, 99), ("2023", 0, 117), ("royal", 0, 117), ("classic", 1, 135)]
)
def test_mini_calls_as_printed(edition: str, recycled: int, callable_hands: int) -> None:
    """Of each rank that may, 6 pairs with 3 pairs of aces; such a call counts for its pair, and so does the same set."""
    s = position([None, None], edition=edition, recycled=recycled)
    may = [hand for hand in hands(3) if RULES.refuse_call(s, hand.cards) == 0]
    assert len(may) == callable_hands
    for caller in may:
        pair = next(rank for rank in range(10, 13) if (caller.cards >> 4 * rank & 15).bit_count() >= 2)
        for other in hands(3):
            if caller.cards & other.cards:
                continue
            same = not caller.natural and [(other.cards >> 4 * rank & 15).bit_count() for rank in (pair, 12)] == [2, 2]
            one = caller.score if caller.natural else by_pair(caller.cards, pair)
            two = by_pair(other.cards, pair) if same else other.score
            assert (who_wins(caller.cards, other.cards, edition, recycled) == 0) == (one >= two)


def by_pair(cards: int, rank: int) -> int:
    """What a pair counts for, with the aces of its suits."""
    pair, aces = cards >> 4 * rank & 15, cards >> 48
    return 16 * (2 + (pair & aces).bit_count()) + rank


def test_mini_ties() -> None:
    high = [hand for hand in hands(3) if hand.score >= 48]
    tied = [(one, two) for one in high for two in high if one.score == two.score and one.cards & two.cards == 0]
    assert Counter(one.score // 16 for one, _ in tied) == {3: 1_008, 4: 12}
    assert sum((one.cards | two.cards) & SPADE_ACE == 0 for one, two in tied) == 384
    for one, two in tied:
        assert (who_wins(one.cards, two.cards, "2023", 0) == 0) == (one.cards >> 48 > two.cards >> 48)


def test_mini_five_cards() -> None:
    five = hands(3, 5)
    assert len(five) == 792
    assert sum(hand.natural for hand in five) == 360
    royal = position([None, None], ranks=3, edition="royal")
    assert sum(RULES.refuse_royal(royal, hand.cards) == 0 for hand in five) == 32
    s = position([None, None], ranks=3)
    s.phase = RULES.Phase.DROP
    more = 0
    for hand in five:
        s.hand[0].cards = hand.cards
        may = bool(calls(s))
        assert may or not hand.natural
        more += may and not hand.natural
    assert more == 18 * 4  # two kings and two aces, one of spades, and a queen


def test_mini_the_pile_is_turned_over_after_every_third_draw() -> None:
    s: Any = GAME.blank(2, {"ranks": 3, "turn_cap": 40})
    rng = Fast(3)
    PLAIN.rules.begin(s, rng)
    assert (s.stock.n, s.discards.n) == (3, 1)
    for turn in range(1, 41):
        assert s.stock.n > 0
        RULES.apply(s, RULES.DRAW_STOCK, rng)
        drops = sorted(text for text in legal(s) if text.startswith("discard"))
        RULES.apply(s, GAME.actions.code(drops[turn % 5]), rng)
        assert s.turns == turn
        if turn < 40:
            assert s.recycled == turn // 3
            assert (s.stock.n, s.discards.n) == ((3, 1), (2, 2), (1, 3))[turn % 3]
    assert s.over
    assert s.winner == -1
