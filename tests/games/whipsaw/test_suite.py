"""What the conformance suite tries of Whipsaw!: two seats and the mini game only where their options are given."""

from __future__ import annotations

import pytest

from tests.games.whipsaw.positions import GAME
from tuckbox.errors import OptionError
from tuckbox.testing.settings import settings


def test_two_seats_are_tried_only_with_the_options_that_allow_them() -> None:
    found = [(players, dict(options)) for players, options in settings(GAME, thorough=True)]
    pairs = [options for players, options in found if players == 2]
    assert {"mini": "true"} in pairs
    assert all({"mini", "unofficial"} & options.keys() for options in pairs)
    assert {players for players, _ in found} == {2, 3, 4}
    with pytest.raises(OptionError, match="for 3 or 4 players"):
        settings(GAME, players=2, options={})
