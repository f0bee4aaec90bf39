"""Showdowns (WL-8.2 to WL-8.6): who wins when somebody has called."""

from __future__ import annotations

from collections import deque
from itertools import permutations

import pytest

from tests.games.whiplash.positions import EDITIONS, RULES, cards, position, rated, refusal, seated, showdown

TIE = "3C 3D 3H 8S"
CASES: list[tuple[int, list[str], list[str], int]] = [
    (23, ["4C 4D 4H 7C", "AC AD 5H 5S"], ["3 x 4", "2 x A"], 0),
    (24, ["QC QD QH JS", "2S 2D AS AD"], ["3 x Q", "4 x 2"], 1),
    (25, ["6C 6D 6H KS", "TC TD AC 3S"], ["3 x 6", "3 x T"], 1),
    (26, ["AD AH AS JS", "2C 2D 2H 2S"], ["3 x A", "4 x 2"], 1),
    (27, ["JC JD JH AH", "TS TD AS AD"], ["4 x J", "4 x T"], 0),
    (28, ["7C 7D 7S QD", "QC QS AC KH", "9C 9D AD KC"], ["3 x 7", "3 x Q", "3 x 9"], 1),
    (29, [TIE, "QD QH AH 5C", "QC QS AC 7D"], ["3 x 3", "3 x Q", "3 x Q"], 1),
    (30, [TIE, "QD QH AH 5C", "QC QS AC 7D", "AS 2C 4D 9S"], ["3 x 3", "3 x Q", "3 x Q", "2 x 9"], 1),
    (31, [TIE, "QD QH AH AS", "QC QS AC 7D"], ["3 x 3", "3 x Q", "3 x Q"], 1),
    (32, [TIE, "QD QH AD 5C", "QC QS AS 7D"], ["3 x 3", "3 x Q", "3 x Q"], 2),
    (33, ["KH KS AH AS", "KC KD AC AD"], ["4 x K", "4 x K"], 0),
    (34, ["9C 9D 9H 9S", "8C 8D 8H AH"], ["4 x 9", "4 x 8"], 0),
    (35, ["5H 5S AH AS", "6C 6D AC AD"], ["4 x 5", "4 x 6"], 1),
    (36, ["2C 2D 2H 9S", "KD 9C 5S 4H", "AC AD 5H 6H"], ["3 x 2", "1 x K", "2 x A"], 0),
]
IDS = [f"WL-case-{no}" for no, *_ in CASES]
RENEWED = {33: 1, 35: 1}
"""How often the pile has been turned over before the classic stalemate calls."""


@pytest.mark.parametrize(("hands", "scores"), [case[1:3] for case in CASES], ids=IDS)
def test_each_hand_scores(hands: list[str], scores: list[str]) -> None:
    assert [RULES.score(cards(hand)) for hand in hands] == [rated(score) for score in scores]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("no", "hands", "winner"), [(no, hands, winner) for no, hands, _, winner in CASES], ids=IDS)
def test_the_best_hand_wins_from_whatever_seat(no: int, hands: list[str], winner: int, edition: str) -> None:
    for shift in range(len(hands)):
        turned = deque(hands)
        turned.rotate(shift)
        caller, best = shift, (winner + shift) % len(hands)
        if no == 35 and edition != "classic":  # a stalemate of fives is one of the classic edition only
            fifth = "2C"
            held = [f"{hand} {fifth}" if seat == caller else hand for seat, hand in enumerate(turned)]
            assert refusal(position(held, turn=caller, edition=edition, recycled=1), f"call {fifth}") in ("WL-5.8", "WL-5.9")
            continue
        s = showdown(list(turned), caller, edition=edition, recycled=RENEWED.get(no, 0) if edition == "classic" else 0)
        assert (s.over, s.caller, s.winner) == (1, caller, best)
        assert s.payoff[: s.players] == [float(seat == best) for seat in range(s.players)]
        assert s.points[: s.players] == [int(seat == best) for seat in range(s.players)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hands", "counted", "winner"),
    [
        (["KC KD AS AH", "QC QD 7H 8S"], ["2 x K", "2 x Q"], 0),
        (["KC KD AS AH", "QC QD QH 8S"], ["2 x K", "3 x Q"], 1),
        (["KC KD AS AH", "AC AD 7H 8S"], ["2 x K", "2 x A"], 1),  # the pair that has called, and not its aces
        (["KC KD AS AH", "KH KS 7H 8S"], ["2 x K", "2 x K"], 0),
        (["KC KD AS AH", "KH KS AC AD"], ["2 x K", "2 x K"], 0),  # the same set, and so the ace of spades
        (["KC KD AS AC", "KH KS AH AD"], ["3 x K", "3 x K"], 0),
        (["KC KD AS AC", "QH QS AH AD"], ["3 x K", "3 x Q"], 0),
        (["KC KS AC AS", "KH KD AH AD"], ["4 x K", "4 x K"], 0),
        (["KC KD AS AH", "QC QD AC 8S", "7C 7D 5D 8H"], ["2 x K", "3 x Q", "2 x 7"], 1),
    ],
)
def test_wl_8_3_a_stalemate_call_counts_for_its_pair_and_so_does_the_same_set(
    hands: list[str], counted: list[str], winner: int, edition: str
) -> None:
    s = showdown(hands, edition=edition, recycled=int(edition == "classic"))
    assert [RULES.shown(s, seat) for seat in range(len(hands))] == [rated(text) for text in counted]
    assert s.winner == winner


def test_wl_8_6_of_equal_pairs_without_an_ace_the_first_after_the_caller_wins() -> None:
    s = showdown(["3C 3D AS AH", "7C 7D 5D 8H", "7H 7S 5S 8C"], edition="classic", recycled=1)
    assert s.winner == 1
    s = showdown(["7C 7D 5D 8H", "3C 3D AS AH", "7H 7S 5S 8C"], caller=1, edition="classic", recycled=1)
    assert s.winner == 2


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_wl_8_6_the_ace_of_the_highest_suit_decides_wherever_the_tied_seats_sit(order: tuple[int, ...]) -> None:
    hands = [TIE, "QD QH AH 5C", "QC QS AC 7D"]
    s = showdown([hands[i] for i in order], caller=order.index(0))
    assert order[s.winner] == 1


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("QC QD AC 5C", "QH QS AH 7D", 2),  # hearts above clubs
        ("QC QD AD 5C", "QH QS AH 7D", 2),  # hearts above diamonds
        ("QC QH AC 5C", "QD QS AD 7D", 2),  # diamonds above clubs
        ("QD QH AD AC", "QC QS AH AS", 2),  # AS in the set
        ("QC QS AC AH", "QD QH AD 7D", 1),  # an ace that copies nothing decides
        ("QD QH AD 5C", "QC QS AC AH", 2),
    ],
)
def test_wl_8_6_suits_in_order_whether_or_not_the_ace_belongs_to_the_set(one: str, other: str, winner: int) -> None:
    assert RULES.score(cards(one)) == RULES.score(cards(other)) == rated("3 x Q")
    assert showdown([TIE, one, other]).winner == winner
    assert showdown([TIE, other, one]).winner == 3 - winner


@pytest.mark.parametrize(("edition", "winner"), [("classic", 0), ("2023", 1), ("royal", 1)])
def test_wl_8_5_classic_looks_first_whether_the_caller_is_tied(edition: str, winner: int) -> None:
    s = position(["KC KD AC AD", "KH KS AH AS"], edition=edition)
    RULES.showdown(s)  # no rule lets this seat call; it shows the order in which ties are decided
    assert s.winner == winner


@pytest.mark.parametrize("no", [24, 25, 26, 28, 29, 30, 31, 32, 23, 27, 34, 36])
def test_wl_8_4_a_winner_who_is_not_the_caller_makes_it_a_whiplash(no: int) -> None:
    hands, winner = next((hands, winner) for number, hands, _, winner in CASES if number == no)
    fifth = "TC" if "TC" not in " ".join(hands) else "JH"
    match = seated(position([f"{hands[0]} {fifth}", *hands[1:]]))
    match.play(f"call {fifth}")
    assert match.over
    told = [line for line in match.log() if "win" in line]
    assert len(told) == 1
    assert told[0].startswith("Whiplash! ") == (winner != 0)


def test_wl_8_4_one_hand_is_one_point_and_wl_5_12_a_beaten_caller_pays_nothing() -> None:
    s = showdown(["QC QD QH JS", "2S 2D AS AD", "7C 8C 9C TC"], points=(4, 2, 1))
    assert s.points == [4, 3, 1, 0]
