"""The order of the seats."""

from __future__ import annotations

from typing import Any

import pytest

from tests.toys.bluff import GAME
from tuckbox import Match
from tuckbox.kit import seats


@pytest.mark.parametrize("players", GAME.players)
def test_seats_follow_each_other_clockwise(players: int) -> None:
    state = Match(GAME, players, seed=1).state
    next_seat: Any = seats.next_seat
    assert [next_seat(state, seat) for seat in range(players)] == [*range(1, players), 0]
