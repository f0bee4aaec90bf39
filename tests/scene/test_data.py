"""Parts of scenes as data: they come back as they were, and what this version cannot draw is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tuckbox.scene.data import from_data, to_data
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene

SCENE = Scene("Whiplash", "Draw a card.", (Panel("Ann", (Row("Hand", (Card("7♦", "7D"),)), Fact("won", "2")), 0, True),))


def test_a_scene_comes_back_as_it_was() -> None:
    assert from_data(to_data(SCENE)) == SCENE


@pytest.mark.parametrize(
    "data",
    [
        {"is": "Rug"},
        {"is": ["Row"]},
        {"is": "Fact"},
        {"is": "Fact", "label": "won", "value": 2},
        {"is": "Row", "title": "Hand", "cards": "7♦"},
        {"is": "Panel", "title": "Ann", "parts": [{"is": "Card", "face": "7♦"}]},
    ],
)
def test_what_is_no_part_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"no part|missing|is a t"):
        from_data(data)
