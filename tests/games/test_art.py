"""The art of every game is whole, and draws whatever its tables show."""

from __future__ import annotations

import random

import pytest

from tuckbox import Match
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.scene.parts import Board, Row, Scene, Stack

GAMES = [find_game(name) for name in ("whiplash", "keywhiz", "whipsaw", "jalopies")]
_SHEET, _STEPS = 600_000, 120


def drawn(scene: Scene) -> set[str]:
    """All drawings a scene names."""
    found: set[str] = set()
    for part in (part for panel in scene.panels for part in panel.parts):
        if isinstance(part, Row):
            found |= {card.art for card in part.cards}
        elif isinstance(part, Stack):
            found |= {card.art for card in (part.top, *part.under) if card}
        elif isinstance(part, Board):
            spaces = [space for row in part.rows for space in row if space]
            found |= {space.art for space in spaces} | {token.art for space in spaces for token in space.tokens}
            found |= {door.art for door in part.doors}
    return found - {""}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_a_table_shows_is_drawn(game: Game) -> None:
    art = game.art
    if art is None:
        return
    assert sum(len(drawing.inside) for drawing in art.drawings.values()) < _SHEET
    assert isinstance(art.theme, str)  # read, and so found whole
    chance = random.Random(7)
    match = Match(game, max(game.players), seed=7)
    for _ in range(_STEPS):
        if match.over:
            break
        if match.between:
            match.deal()
            continue
        seat = match.waiting[0]
        lacking = [name for name in drawn(game.scene(match.view(seat))) if art.lacks(name)]
        assert lacking == []
        match.play(chance.choice(match.actions(seat)), seat)
