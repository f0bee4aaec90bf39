"""The drawings of a game. Each stands once in a page, and whatever shows it points there.

They are much of what is to be seen and never change, so a page that is kept up to date is sent only those it lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tuckbox.engine.game import Game
from tuckbox.server.html.handles import contents
from tuckbox.server.html.markup import slug
from tuckbox.server.table.face import Face


def drawings(face: Face) -> dict[str, str]:
    """All drawings that a face shows, by their names."""
    if face.scene is None or face.view is None or face.view.game.art is None:
        return {}
    names = frozenset[str]().union(*(contents(panel.parts).art for panel in face.scene.panels))
    return {name: _symbol(face.view.game, name) for name in sorted(names)}


@lru_cache(maxsize=2048)
def _symbol(game: Game, name: str) -> str:
    """A drawing to point at."""
    assert game.art is not None
    return f'<symbol id="a-{slug(name)}" viewBox="0 0 100 100">{game.art(name)}</symbol>'


def sprite_html(symbols: Iterable[str]) -> str:
    """The place in a page where drawings stand."""
    return f'<svg class="sprite" id="drawings" aria-hidden="true">{"".join(symbols)}</svg>'


__all__ = ["drawings", "sprite_html"]
