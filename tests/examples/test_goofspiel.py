"""Goofspiel, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest
from tuckbox_goofspiel import GAME, rules

import tuckbox
from tuckbox import Match
from tuckbox.kit.chance import Fast
from tuckbox.testing import check

RULES: Any = rules


def bid(match: Match, *cards: str) -> None:
    """All bid, the last seat first."""
    for seat in reversed(range(match.players)):
        match.play(f"bid {cards[seat]}", seat)


def test_the_highest_bid_takes_the_prize_and_equal_ones_lose_it() -> None:
    match = Match(GAME, 3, cards=4, order="descending", seed=1)
    assert match.asked == (0, 1, 2)
    bid(match, "4", "4", "3")
    assert match.state.points[:3] == [0, 0, 0]  # nobody gets it, not even the third
    bid(match, "2", "3", "4")
    assert match.state.points[:3] == [0, 0, 3]
    with pytest.raises(tuckbox.IllegalAction, match="bid your 4 already"):
        match.play("bid 4", 0)
    bid(match, "A", "2", "2")
    assert match.over  # the last bids, three, ace and ace, are no choice
    assert match.state.points[:3] == [1, 0, 3]
    assert match.payoff == (-0.5, -0.5, 1.0)


def test_points_above_the_average() -> None:
    match = Match(GAME, 3, cards=2, order="ascending", score="difference", seed=1)
    bid(match, "2", "A", "A")
    assert match.state.points[:3] == [1, 0, 0]
    assert match.payoff == pytest.approx((2 / 9, -1 / 9, -1 / 9))


def test_equal_points_win_nothing() -> None:
    match = Match(GAME, 2, cards=3, order="ascending", seed=1)
    bid(match, "2", "A")
    bid(match, "3", "2")
    assert match.state.points[:2] == [3, 3]  # the last prize, three, goes to a three against an ace
    assert match.payoff == (0, 0)


def test_nobody_hears_of_a_bid_before_all_are_in() -> None:
    match = Match(GAME, 2, seed=1, cards=5)
    before = match.observation_key(1), match.log(1)
    match.play("bid 4", 0)
    assert (match.observation_key(1), match.log(1)) == before
    match.play("bid 3", 1)
    assert [line for line in match.log() if "bids" in line][-2:] == ["Ann bids 4.", "Bo bids 3."]


def test_the_order_of_the_prizes_is_known_where_they_are_not_shuffled() -> None:
    for order, news in (("random", True), ("ascending", False)):
        view = Match(GAME, 2, seed=1, order=order).view(0)
        stocks = {tuple(cell & 255 for cell in view.redeal(Fast(seed)).stock.cell) for seed in range(9)}
        assert (len(stocks) > 1) == news


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
