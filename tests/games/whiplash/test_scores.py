"""Scores and callable hands (WL-5.7 to WL-5.10, WL-8.1)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.games.whiplash.positions import EDITIONS, PACK, RANKS, RULES, calls, cards, names, position, rated, refusal

CASES: list[tuple[int, str, str, bool]] = [
    (1, "QC QD QS JS", "3 x Q", True),
    (2, "QD QH AD AH", "4 x Q", False),
    (3, "QH QS AD AH", "3 x Q", False),
    (4, "4C 4D 4H 7C", "3 x 4", True),
    (5, "5H 5S AC AD", "2 x A", False),
    (6, "KH KS AH AS", "4 x K", False),
    (7, "KC KH AD AS", "2 x A", False),
    (8, "KS KH AS AD", "3 x K", False),
    (9, "KC KD AC AD", "4 x K", False),
    (10, "2C 2D 2H 2S", "4 x 2", True),
    (11, "AD AH AS JS", "3 x A", True),
    (12, "JC JD JH AH", "4 x J", True),
    (13, "JC JD JH AS", "3 x J", True),
    (14, "9D 9H 8H AH", "3 x 9", False),
    (15, "5H 5S AH AS", "4 x 5", False),
    (16, "2H 3H 4H AH", "2 x 4", False),
    (17, "7C 8C AC AD", "2 x A", False),
    (18, "AC AD AH KC", "3 x A", True),
    (19, "TC TD TS AC", "4 x T", True),
    (20, "6C 6D AC AD", "4 x 6", False),
    (21, "2D AD AH AS", "3 x A", True),
    (22, "KD 9C 5S 2H", "1 x K", False),
]
IDS = [f"WL-case-{no}" for no, *_ in CASES]
ALL = {"classic renewed", "2023", "2023 renewed", "royal", "royal renewed"}
STALEMATES = {6: ALL, 7: ALL, 8: ALL, 15: {"classic renewed"}}
"""Which hands may call by WL-5.9, and where."""


@pytest.mark.parametrize(("hand", "score"), [case[1:3] for case in CASES], ids=IDS)
def test_a_hand_counts_for_its_best_rank_and_the_aces_that_copy_it(hand: str, score: str) -> None:
    assert RULES.score(cards(hand)) == rated(score)


@pytest.mark.parametrize(("hand", "normal"), [(hand, normal) for _, hand, _, normal in CASES], ids=IDS)
def test_three_natural_cards_of_a_rank_may_call_and_aces_do_not_help(hand: str, normal: bool) -> None:
    assert RULES.three_alike(cards(hand)) is normal


@pytest.mark.parametrize("renewed", [0, 1], ids=["first stock", "renewed"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("no", "hand", "normal"), [(no, hand, normal) for no, hand, _, normal in CASES], ids=IDS)
def test_the_hand_may_be_called_while_the_fifth_card_is_put_down(
    no: int, hand: str, normal: bool, edition: str, renewed: int
) -> None:
    fifth = next(card for card in ("3C", "3D") if card not in hand)
    s = position([f"{hand} {fifth}", None], edition=edition, recycled=renewed)
    place = f"{edition} renewed" if renewed else edition
    if normal or place in STALEMATES.get(no, set()):
        assert f"call {fifth}" in calls(s)
    else:
        assert refusal(s, f"call {fifth}") in ("WL-5.8", "WL-5.9")


def test_wl_2_2_ranks_order_sets_of_equal_number() -> None:
    triples = [RULES.score(cards(f"{rank}C {rank}D {rank}H {'3' if rank == '2' else '2'}S")) for rank in RANKS]
    assert triples == [48 + rank for rank in range(13)]


def test_wl_8_2_a_higher_number_beats_every_lower_one() -> None:
    ladder = ["KD 9C 5S AH", "3C 3D 2H 2S", "AC AD KH QS", "2C 2D 2H KS", "AC AD AH KS", "2C 2D 2H 2S", "AC AD AH AS"]
    scores = [RULES.score(cards(hand)) for hand in ladder]
    assert scores == sorted(scores)
    assert scores[-1] < RULES.score(cards("2C 2D 2H 2S AS"))


def test_wl_8_3_with_four_cards_the_set_that_is_called_is_the_set_that_is_scored() -> None:
    """Three natural cards of a rank are nowhere outdone by what the fourth may make of them."""
    called = 0
    for hand in combinations([card for card in PACK if card[0] in "2QKA"], 4):
        ranks = [card[0] for card in hand]
        alike = next((rank for rank in ranks if ranks.count(rank) >= 3), None)
        if alike:
            called += 1
            assert RULES.score(cards(" ".join(hand))) % 16 == RANKS.index(alike)
    assert called == 4 * (1 + 4 * 12)


def spelled_out(hand: list[str]) -> int:
    """WL-8.1 word by word."""
    best = (0, 0)
    aces = [card for card in hand if card[0] == "A"]
    for rank in {card[0] for card in hand}:
        natural = [card for card in hand if card[0] == rank]
        copies = [ace for ace in aces if rank != "A" and any(card[1] == ace[1] for card in natural)]
        best = max(best, (len(natural) + len(copies), RANKS.index(rank)))
    return 16 * best[0] + best[1]


def may_call(hand: list[str]) -> bool:
    """WL-5.8 and the stalemate call of 2023 (WL-5.9) word by word."""
    if any(len({card[0] for card in three}) == 1 for three in combinations(hand, 3)):
        return True
    kings = {card[1] for card in hand if card[0] == "K"}
    aces = {card[1] for card in hand if card[0] == "A"}
    return len(kings) == len(aces) == 2 and "S" in aces


def test_wl_8_1_scores_and_wl_5_8_calls_are_those_of_the_text_spelled_out() -> None:
    chance = random.Random(81)
    rich = [card for card in PACK if card[0] in "JQKA"]
    for number in range(1500):
        hand = chance.sample(rich if number % 2 else list(PACK), 5)
        assert RULES.score(cards(" ".join(hand[:4]))) == spelled_out(hand[:4]), hand
        assert RULES.score(cards(" ".join(hand))) == spelled_out(hand), hand
        expected = {f"call {card}" for card in hand if may_call([other for other in hand if other != card])}
        assert calls(position([" ".join(hand), None])) == expected, names(cards(" ".join(hand)))
