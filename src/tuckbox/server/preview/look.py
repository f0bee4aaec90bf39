"""The look of a game in a picture: the colours of its theme, and its drawings.

Nothing here knows the style sheets of pages; of a theme it reads which colours it names, for all tables or for those of some
options, and which drawing lies under everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.scene.art import SYMBOL, Drawing, symbol
from tuckbox.server.html.art import drawings_of, with_parts
from tuckbox.server.html.inks import HOUSE, INK, SOFT, TONES, painted
from tuckbox.server.html.markup import hue, slug

_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COLOUR = re.compile(r"--([\w-]+):\s*(?:light-dark\(\s*)?(#[0-9a-fA-F]{3,8})")
_TILE = re.compile(r"\.space\.tone-(\w+)\s*\{\s*--tile:\s*(#[0-9a-fA-F]{3,8})")
_GROUND = re.compile(r"\.felt\s*\{[^}]*?url\(([^)]+?)\.svg\)([^,;}]*)")
SEATS = ("#f2b632", "#7cc0f2", "#f79a8b", "#86d8a8", "#cbaef3", "#e2cba0")
"""Colours of seats, as on pages."""


@dataclass(frozen=True)
class Look:
    """The colours of a game, those of its tiles by their tones, and the drawing that lies under its tables (`ground`), which
    covers them or is laid like tiles."""

    game: Game
    colours: Mapping[str, str]
    tiles: Mapping[str, str] = field(default_factory=dict)
    ground: str = ""
    covers: bool = False

    def tone(self, tone: str, other: str = SOFT) -> str:
        """The colour of a tone."""
        return TONES.get(hue(tone), other) if tone else other


def look_of(game: Game, options: Mapping[str, object]) -> Look:
    """The look of a game that is played with these options."""
    return _look(game, frozenset(slug(f"{name}-{value}") for name, value in options.items()))


@lru_cache(maxsize=256)
def _look(game: Game, options: frozenset[str]) -> Look:
    theme = game.art.theme if game.art else ""
    colours = dict(HOUSE)
    for selector, inside in _BLOCK.findall(theme):
        name = selector.rpartition("*/")[2].strip()
        chosen = re.fullmatch(r"\.at-table\[data-options~=([\w-]+)\]", name)
        if name in (":root", ".at-table") or (chosen and chosen[1] in options):
            colours.update(_COLOUR.findall(inside))
    found = _GROUND.search(theme)
    return Look(game, colours, dict(_TILE.findall(theme)), found[1] if found else "", bool(found and "cover" in found[2]))


class Brush:
    """Draws with the drawings of a game, and remembers which it has used."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._used: set[str] = set()

    def drawing(self, name: str, width: float, height: float, colour: str = INK, x: float = 0, y: float = 0) -> str:
        """A drawing, or several over each other; those that the game has not are left out."""
        names = [each for each in name.split() if each in drawings_of(self.look.game)]
        self._used.update(names)
        place = f'x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}"'
        layers = "".join(f'<use href="#{SYMBOL}{each}" {place}/>' for each in names)
        return f'<g color="{colour}" fill="{colour}">{layers}</g>' if layers else ""

    def has(self, name: str) -> bool:
        """Whether there is a drawing of this name."""
        return bool(name) and all(each in drawings_of(self.look.game) for each in name.split())

    def symbols(self) -> str:
        """All that was used, and what it is made of."""
        found = with_parts(self._used, drawings_of(self.look.game))
        colours = self.look.colours
        return "".join(symbol(name, Drawing(box, painted(inside, colours))) for name, (box, inside) in found.items())
