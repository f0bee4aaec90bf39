"""How a result came about: the lines of a score lead to what the rules have counted."""

from __future__ import annotations

import pytest

from tests.server.html.models import finished, model_of
from tests.server.html.soup import read
from tuckbox.scene.words import words
from tuckbox.server.html.table import table_body

GAMES = {"whiplash": 3, "keywhiz": 2, "jalopies": 4, "whipsaw": 3}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_over_tells_its_score_and_one_in_progress_none(name: str) -> None:
    match = finished(name, GAMES[name])
    scene = match.game.scene(match.view(0))
    assert scene.scores
    assert all(len(score.values) == match.players for score in scene.scores)
    assert any(score.label in line for score in scene.scores for line in words(scene))
    page = read(table_body(model_of(match)))
    assert any(tag.attrs.get("id") == "scores" for tag in page.all())
    before = match.view_at(0, match.steps - 1)
    assert not match.game.scene(before).scores


def test_the_lines_of_whipsaw_add_up_to_the_points() -> None:
    for seed in range(4):
        match = finished("whipsaw", 3, seed=seed)
        scores = match.game.scene(match.view(None)).scores
        for seat in range(3):
            lines = [int(score.values[seat].replace("−", "-") or 0) for score in scores if not score.total]
            assert sum(lines) == int(scores[-1].values[seat]) == match.view(None).state.total[seat]
