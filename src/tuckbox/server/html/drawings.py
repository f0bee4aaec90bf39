"""The drawings of a game. Each stands once in a page, and whatever shows it points there.

They are much of what is to be seen and never change, so a page that is kept up to date is sent only those it lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tuckbox.engine.game import Game
from tuckbox.server.html.click_targets import contents
from tuckbox.server.html.markup import slug
from tuckbox.server.table.view_model import ViewModel


def drawings(model: ViewModel) -> dict[str, str]:
    """All drawings that a view model shows, by their names."""
    if model.scene is None or model.view is None or model.view.game.art is None:
        return {}
    names = frozenset[str]().union(*(contents(panel.parts).art for panel in model.scene.panels))
    return {name: _symbol(model.view.game, name) for name in sorted(names)}


@lru_cache(maxsize=2048)
def _symbol(game: Game, name: str) -> str:
    """A drawing to point at."""
    assert game.art is not None
    return f'<symbol id="a-{slug(name)}" viewBox="0 0 100 100">{game.art(name)}</symbol>'


def sprite_html(symbols: Iterable[str]) -> str:
    """The place in a page where drawings stand."""
    return f'<svg class="sprite" id="drawings" aria-hidden="true">{"".join(symbols)}</svg>'


__all__ = ["drawings", "sprite_html"]
