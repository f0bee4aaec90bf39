"""Pictures of tables: whole, of the right size, and the same in all worlds that their viewer cannot tell apart."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import pytest

from tuckbox import Match
from tuckbox.kit.chance import Fast
from tuckbox.scene.lay import laid
from tuckbox.server.preview.painter import Words, table_picture
from tuckbox.server.preview.png import drawn
from tuckbox.view.view import View


def painted(view: View, match: Match) -> str:
    return table_picture(view.game, match.options, laid(view), Words(view.game.title, "Whose turn?"))


@pytest.mark.parametrize("game", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
def test_a_picture_is_the_same_whatever_is_hidden(game: str) -> None:
    match = Match(game, players=3, seed=5)
    for _ in range(12):
        seat = match.waiting[0]
        match.play(match.actions(seat)[0], seat)
    for viewer in (0, None):
        view = match.view(viewer, log=False)
        svg = painted(view, match)
        ElementTree.fromstring(svg)
        original = match._state
        for seed in (1, 2):
            match._state = view.redeal(Fast(seed))
            assert painted(match.view(viewer, log=False), match) == svg
            match._state = original


def test_a_picture_is_a_png_of_the_size_that_pages_name() -> None:
    pytest.importorskip("resvg_py")
    match = Match("whiplash", players=2, seed=5)
    made = drawn(painted(match.view(0), match))
    assert made.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", made[16:24]) == (1200, 630)
