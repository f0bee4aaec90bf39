"""The bar of moves: which of them are a grid, and in which column a move stands."""

from __future__ import annotations

import re
from dataclasses import replace

import tuckbox_liarsdice

from tests.server.html.models import model_of, move
from tuckbox import Match
from tuckbox.definition.game import game
from tuckbox.scene.parts import Scene
from tuckbox.server.html.action_bar import action_bar, column_of
from tuckbox.server.html.click_targets import ClickTargets

DICE = tuckbox_liarsdice.GAME


def bar(match: Match) -> str:
    """The bar of a seat that is to decide."""
    model = model_of(match, match.waiting[0])
    return "".join(str(fragment) for fragment in action_bar(model, ClickTargets.of(model.scene, model.moves)))


def test_bids_of_a_number_and_a_face_stand_in_the_column_of_the_face() -> None:
    html = bar(Match(DICE, 3, seed=1))
    assert 'class="bar many by6"' in html
    found = re.findall(r'class="move c(\d)" data-n="\d+" data-act="bid \d+ (\d)"', html)
    assert len(found) > 30
    assert all(column == face for column, face in found)


def test_long_labels_stand_in_wider_columns() -> None:
    model, scene = model_of(Match(DICE, 3, seed=1)), Scene("", "", ())
    for label, kind in (("Play 3", "bar many"), ("Play The Crowd Roars", "bar many long")):
        moves = tuple(move(f"{label} {number}") for number in range(9))
        html = "".join(map(str, action_bar(replace(model, moves=moves, scene=scene), ClickTargets.of(scene, moves))))
        assert f'class="{kind}"' in html


def test_what_has_no_second_argument_or_a_card_has_no_column() -> None:
    assert column_of(DICE, "bid 3 5") == (5, 6)
    assert column_of(DICE, DICE.actions.text(DICE.rules.DOUBT)) == (0, 0)
    assert column_of(game("whiplash"), "discard 6C") == (0, 0)
    assert column_of(DICE, "no action of this game") == (0, 0)
