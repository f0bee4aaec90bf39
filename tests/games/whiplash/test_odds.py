"""Exact counts of hands, by going through all hands with the compiled rules."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.whiplash.counting import Cards, beaten_by, five_cards, four_cards, high_pairs, winners
from tests.games.whiplash.positions import RULES, cards, position, rated

SPADE_ACE = 1 << 51


def test_odds_of_each_number() -> None:
    hands = four_cards()
    counts = hands.score // 16
    assert len(hands.score) == 270_725
    assert np.bincount(counts).tolist() == [0, 150_480, 111_040, 2_352 + 6_624, 157 + 72]
    assert np.bincount(counts[hands.natural]).tolist() == [0, 0, 0, 2_352, 157]


def test_odds_of_each_score_of_three_and_four() -> None:
    hands = four_cards()
    for natural, three, four in ((True, [180] * 12 + [192], 144 // 12 + 1), (False, [552] * 12 + [0], 6)):
        scores = np.bincount(hands.score[hands.natural == natural], minlength=5 * 16)
        assert scores[48:61].tolist() == three
        assert scores[64:76].tolist() == [four] * 12
    assert (hands.score == rated("4 x A")).sum() == 1


def test_odds_of_each_score_of_one_and_two() -> None:
    scores = np.bincount(four_cards().score, minlength=5 * 16)
    twos = [7656, 7836, 8020, 8208, 8400, 8596, 8796, 9000, 9208, 9420, 9636, 9856, 6408]
    ones = [0, 0, 0, 256, 1024, 2560, 5120, 8960, 14336, 21504, 30720, 42240, 23760]
    assert scores[32:45].tolist() == twos
    assert scores[16:29].tolist() == ones


def test_odds_of_fours_by_copying() -> None:
    hands = four_cards()
    copied = hands.cards[(hands.score >= 64) & ~hands.natural]
    assert (copied & SPADE_ACE != 0).sum() == 36
    for edition, recycled, may in (("2023", 0, 3), ("2023", 1, 3), ("royal", 0, 3), ("classic", 0, 0), ("classic", 1, 36)):
        s = position([None, None], edition=edition, recycled=recycled)
        assert sum(RULES.refuse_call(s, int(hand)) == 0 for hand in copied) == may


@pytest.mark.parametrize(("edition", "more", "royal"), [("2023", 18 * 44, 0), ("royal", 18 * 44, 192), ("classic", 0, 0)])
def test_odds_of_five_cards(edition: str, more: int, royal: int) -> None:
    assert five_cards(edition) == (59_280, more, royal)


def test_odds_of_royal_sets_of_each_rank() -> None:
    s = position([None, None], edition="royal")
    for rank in range(12):
        natural = [1 << 4 * rank + suit for suit in range(4)]
        aces = [1 << 48 + suit for suit in range(4)]
        sets = [15 << 4 * rank | ace for ace in aces]
        for left_out in range(4):
            three = sum(natural) ^ natural[left_out]
            sets += [three | aces[a] | aces[b] for a in range(4) for b in range(a)]
        assert sum(RULES.refuse_royal(s, five) == 0 for five in sets) == 16


def test_odds_of_two_high_hands() -> None:
    number, tied = high_pairs()
    assert number == 28_573_830
    by_rank = {3: tied[_number_of(tied) == 3], 4: tied[_number_of(tied) == 4]}
    assert [len(by_rank[3]), len(by_rank[4])] == [285_264, 36]
    with_ace = {count: (pairs[:, 0] | pairs[:, 1]) & SPADE_ACE != 0 for count, pairs in by_rank.items()}
    assert with_ace[3].sum() == 145_872
    assert (~with_ace[3]).sum() == 139_392
    assert with_ace[4].all()
    hands = four_cards()
    assert not np.isin(tied, hands.cards[hands.natural]).any()  # the caller of a normal call is never tied (WL-8.6)


@pytest.mark.parametrize("edition", ["classic", "2023"])
def test_wl_8_6_every_tie_goes_to_the_hand_with_the_highest_ace(edition: str) -> None:
    _, tied = high_pairs()
    aces = tied >> 48
    assert (aces > 0).all()  # each of the two holds an ace
    highest = np.where(aces[:, 0] > aces[:, 1], 1, 2)
    assert (winners(edition, tied) == highest).all()
    assert (winners(edition, tied[:, ::-1].copy()) == 3 - highest).all()


@pytest.mark.parametrize(
    ("hand", "beaten", "equal"),
    [
        ("2C 2D 2H 9S", 7_353, None),
        ("8C 8D 8H KS", 3_345, None),
        ("TC TD TH 2S", 2_377, None),
        ("QC QD QS JS", 1_041, None),
        ("AD AH AS JS", 45, None),
        ("JC JD JH AH", 26, None),
        ("2C 2D 2H 2S", 210, None),
        ("KH KS AH AS", 0, 1),
    ],
)
def test_odds_against_a_called_hand(hand: str, beaten: int, equal: int | None) -> None:
    beating, equalling = beaten_by(cards(hand))
    assert beating == beaten
    assert equalling == (equal or 0)  # a caller with three natural cards is never tied (WL-8.6)


def _number_of(pairs: Cards) -> Cards:
    """How many of a rank the first hand of each pair counts."""
    hands = four_cards()
    order = np.argsort(hands.cards)
    found: Cards = hands.score[order[np.searchsorted(hands.cards, pairs[:, 0], sorter=order)]] // 16
    return found
