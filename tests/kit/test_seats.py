"""The seats: next, first, dealing round, places."""

from __future__ import annotations

from typing import Any

import pytest

from tuckbox.kit import (
    NOBODY,
    OWNER,
    Cards,
    Choice,
    Deck,
    GameState,
    Pile,
    deal_round,
    fill,
    first_seat,
    next_seat,
    rank_places,
    state,
)
from tuckbox.kit.chance import Fast


@state(players=(3,), deck=Deck.standard())
class State(GameState):
    """Three hands."""

    dealer = Choice("random", "0", "1", "2", default="random")
    hand = Cards[3].seen_by(OWNER)
    stock = Pile(52).seen_by(NOBODY)


def three() -> Any:
    """A state of three players."""
    s = State()
    s.players = 3
    return s


def test_the_next_seat_is_clockwise() -> None:
    assert [next_seat(three(), seat) for seat in range(3)] == [1, 2, 0]


def test_the_first_seat_is_named_or_drawn() -> None:
    assert [first_seat(three(), option, Fast(1)) for option in (1, 2, 3)] == [0, 1, 2]
    assert {first_seat(three(), 0, Fast(seed)) for seed in range(20)} == {0, 1, 2}


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    s = three()
    fill(s.stock, 0, 51)
    deal_round(s, s.stock, s.hand, 1, 2)
    assert [hand.cards for hand in s.hand] == [1 << 50 | 1 << 47, 1 << 49 | 1 << 46, 1 << 51 | 1 << 48]


@pytest.mark.parametrize(("points", "places"), [([5, 7, 7], [3, 1, 1]), ([1, 1, 1], [1, 1, 1]), ([3, 2, 1], [1, 2, 3])])
def test_equal_points_share_a_place(points: list[int], places: list[int]) -> None:
    s = three()
    rank_places(s, points)
    assert s.place == places
