"""Redeals of positions small enough to count all their worlds: every one comes as often as it should."""

from __future__ import annotations

import pytest

from tests.games.jalopies.positions import race
from tuckbox.games.jalopies import GAME
from tuckbox.testing import worlds
from tuckbox.testing.case import Case
from tuckbox.view.view import blind

POSITIONS = {
    "a rival's hand and the pile": lambda: race("MH", "SO HF", stock="TK CR", discards="SM BR", plots="SG"),
    "alike cards": lambda: race("TK", "CR", stock="CR CR MH", discards="SO", plots="SG"),
    "karma and plots": lambda: race("MH", "SO", stock="CR", plots="SG BB", karma={1: "FL"}, sides="hv"),
    "three at the table": lambda: race("MH", "SO", "TK", stock="CR FL", plots="SG", turn=1),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_world_a_viewer_cannot_rule_out_is_as_likely_as_it_should_be(name: str, viewer: int | None) -> None:
    state = POSITIONS[name]()
    case = Case(GAME, state.players, {}, 1)
    assert not list(worlds.uniformity(case, blind(GAME, state, viewer), viewer))
