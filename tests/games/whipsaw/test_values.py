"""Money and values (WS-5.3a, WS-8.2 to WS-8.5)."""

from __future__ import annotations

import pytest

from tests.games.whipsaw.positions import RULES, TALLY, legal, names, play, position, refused
from tuckbox.games.whipsaw import cards


def settled(built: dict[str, str], money: int = 0, debts: int = 0) -> tuple[int, int]:
    """Return the debts P1 cancels, and P1's total."""
    s = position(["", "", ""], built=built, money=(money,), debts=(debts,))
    return TALLY.best_cancelling(s, 0), TALLY.points(s, 0)


def test_ws_5_3a_every_banker_brings_the_same() -> None:
    s = position(["gBB oL", "", ""])
    assert refused(s, "borrow gB") == "WS-2.1"
    assert legal(s) == {"no action", "borrow gBB"}
    play(s, "borrow gBB")
    assert (s.money[0], s.debts[0], names(s.discards[0])) == (3, 3, "gBB")


def test_ws_8_2_debts_are_not_cancelled_during_play() -> None:
    assert not [text for family in RULES.act.families for text in [family.text] if "cancel" in text or "debt" in text]


@pytest.mark.parametrize(
    ("built", "money", "debts", "cancelled", "total"),
    [
        ({}, 4, 3, 3, 0),
        ({"A05": "P1: oL kJ"}, 3, 3, 0, 5),
        ({"A03": "P1: kJJ"}, 1, 1, 1, 4),
        ({"A03": "P1: kJJ"}, 0, 1, 0, -2),
        ({"A05": "P1: oL kJ"}, 0, 5, 0, -2),
        ({"A05": "P1: oL kJ"}, 2, 5, 2, 4),
        ({}, 7, 0, 0, 2),
        ({}, 0, 6, 0, -18),  # WS-8.5
        ({"A05": "P1: oL kJ", "A03": "P1: kJJ"}, 30, 9, 6, 13),
    ],
)
def test_ws_8_2_settlement(built: dict[str, str], money: int, debts: int, cancelled: int, total: int) -> None:
    """WS-8.3."""
    assert settled(built, money, debts) == (cancelled, total)


@pytest.mark.parametrize("money", range(0, 13))
@pytest.mark.parametrize("built", [{}, {"A05": "P1:"}, {"A03": "P1:"}, {"A05": "P1:", "A03": "P1:"}])
def test_ws_8_2_the_settlement_is_the_best_there_is(money: int, built: dict[str, str]) -> None:
    for debts in range(13):
        s = position(["", "", ""], built=built, money=(money,), debts=(debts,))
        totals = {k: TALLY.points_with(s, 0, k) for k in range(min(money, debts) + 1)}
        best = max(totals.values())
        assert TALLY.best_cancelling(s, 0) == max(k for k, total in totals.items() if total == best)


@pytest.mark.parametrize(
    ("built", "road", "points"),
    [
        ({"OP1": "P1:", "OP3": "P1:", "OP5": "P1:"}, "OP3", 3),
        ({"OP1": "P1:", "BP1": "P1:", "A06": "P1:"}, "A06", 6),
        ({"A13": "P1:", "BP2": "P1:", "BP3": "P1:", "BP5": "P2:", "OP5": "P2:", "A03": "P3:"}, "A13", 6),
        ({"A13": "P1:", "BP2": "P1:", "BP3": "P1:", "BP5": "P2:", "OP5": "P2:", "A03": "P2:"}, "A13", 1),
        ({"A13": "P1:"}, "A13", 1),
        ({"OP1": "P1:", "BP1": "P1:", "JV4": "P1 P2:", "A08": "P1:"}, "A08", 9),
        ({"A08": "P1:"}, "A08", 0),
        ({"A11": "P1:", "OP1": "P1:", "OP2": "P1:", "BP1": "P1:", "GC1": "P1:"}, "A11", 1),
        ({"A11": "P1:", "OP1": "P1:", "OP2": "P1:", "BP1": "P1:", "GC1": "P1:", "BP2": "P1:"}, "A11", 4),
        ({"A10": "P1:", "JV1": "P1 P3:", "JV2": "P1 P2:", "JV3": "P2 P3:"}, "A10", 5),
        ({"A09": "P1:", "OP2": "P1:"}, "A09", 4),
        ({"A12": "P1:"}, "A12", 9),
        ({"JV6": "P1 P2:"}, "JV6", 8),
    ],
)
def test_ws_2_2_values(built: dict[str, str], road: str, points: int) -> None:
    s = position(["", "", ""], built=built)
    held = TALLY.holdings(s, 0)
    assert TALLY.road_points(cards.IDS.index(road), held, TALLY.most_beaches(s), 0) == points


def test_ws_2_2_three_ocean_segments_are_nine_points() -> None:
    s = position(["", "", ""], built={"OP1": "P1: kJ", "OP3": "P1: oLL kJ", "OP5": "P1:"}, proof={"OP3": 1})
    assert TALLY.points(s, 0) == 9


@pytest.mark.parametrize(
    ("built", "money", "debts", "winners"),
    [
        ({"A01": "P1:", "OP1": "P2:"}, (0, 6), (0, 0), [0, 1, 0]),
        ({"A12": "P1:", "A07": "P2:"}, (0, 0), (1, 1), [0.5, 0.5, 0]),
        ({"A12": "P1:", "A07": "P2:"}, (2, 1), (0, 0), [1, 0, 0]),
        ({"A07": "P1:", "A01": "P2:", "A02": "P2:", "JV1": "P2 P3:", "OP1": "P2:"}, (0, 0), (0, 0), [0, 1, 0]),  # 9, 9
    ],
)
def test_ws_8_4_ties(built: dict[str, str], money: tuple[int, ...], debts: tuple[int, ...], winners: list[float]) -> None:
    s = position(["", "", ""], built=built, money=money, debts=debts)
    RULES.finish(s)
    assert s.payoff[:3] == winners


def test_ws_8_4_fewer_debts_come_first() -> None:
    s = position(["", "", ""], built={"A12": "P1:", "A07": "P2:", "A01": "P2:"}, money=(0, 0), debts=(0, 1))
    RULES.finish(s)
    assert (s.total[:2], s.payoff[:2]) == ([9, 9], [1, 0])
