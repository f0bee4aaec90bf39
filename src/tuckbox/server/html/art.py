"""The art of a game in a page: its theme, the place for its sheet of drawings, and pictures by themselves.

All are files that browsers keep for good: each address bears a hash of what is sent. The sheet is put into the page by
``art.js``; whatever shows a drawing points at its symbol there. A table brings the drawings that lie on it along, so that it
is whole at once, and the sheet, of which it may show more with the next move, comes when all else is there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import starmap
from pathlib import Path

from tuckbox.definition.game import Game
from tuckbox.scene.art import SYMBOL, Art, Drawing, symbol, symbols
from tuckbox.server.assets import lean_style
from tuckbox.server.html.markup import esc

_POINTED = re.compile(rf'href="#{SYMBOL}([^"]+)"')
SHEET, THEME = "sheet.svg", "theme.css"
HOUSE = Art(Path(__file__).parents[1] / "art")
"""Art that games share unless they draw their own: backs, and the cards of the standard pack."""


@lru_cache(maxsize=64)
def art_files(game: Game) -> dict[str, bytes]:
    """Files of a game's art by name: the sheet, the theme, and each drawing as a picture."""
    drawings = drawings_of(game)
    files = {f"{name}.svg": _picture(drawing, drawings).encode() for name, drawing in drawings.items()}
    files[SHEET] = symbols(drawings).encode()
    pictures = {name: _tag(data) for name, data in files.items()}
    theme = re.sub(r"url\(([^)]+)\)", lambda found: _tagged(found[1], pictures), game.art.theme if game.art else "")
    files[THEME] = lean_style(f"@layer game{{{theme}}}").encode() if theme else b""
    return files


@lru_cache(maxsize=64)
def drawings_of(game: Game) -> dict[str, Drawing]:
    """The drawings of a game, and those of the house that it has not."""
    own = game.art.drawings if game.art else {}
    pack = any(face[-1:] in "♣♦♥♠" for face in game.layout.deck.faces)
    return {name: drawing for name, drawing in HOUSE.drawings.items() if pack or name == "back"} | own


def _pointed_at(markup: str, drawings: Mapping[str, Drawing]) -> dict[str, Drawing]:
    """The drawings that markup points at, with those they are made of."""
    return with_parts(_POINTED.findall(markup), drawings)


def with_parts(names: Iterable[str], drawings: Mapping[str, Drawing]) -> dict[str, Drawing]:
    """The drawings of these names, with those they are made of."""
    found: dict[str, Drawing] = {}
    missing = set(names)
    while missing:
        name = missing.pop()
        if name in drawings:
            found[name] = drawings[name]
            missing |= set(_POINTED.findall(drawings[name].inside)) - found.keys()
    return dict(sorted(found.items()))


def _picture(drawing: Drawing, drawings: Mapping[str, Drawing]) -> str:
    """A drawing by itself, with those it is made of."""
    made = "".join(starmap(symbol, _pointed_at(drawing.inside, drawings).items()))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawing.box}">{made}{drawing.inside}</svg>'


def _tagged(name: str, tags: dict[str, str]) -> str:
    """A picture in a theme, by its hash."""
    name = name.strip(" '\"")
    return f"url({name}?v={tags[name]})"


def _tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@lru_cache(maxsize=256)
def art_address(game: Game, name: str) -> str:
    """The address of a file of a game's art is."""
    return f"/art/{game.name}/{name}?v={_tag(art_files(game)[name])}"


def sheet_html(game: Game | None, shown: str = "") -> str:
    """The place in a page where the drawings stand: the page brings those along that what is `shown` points at, and the
    sheet with all of them follows."""
    if game is None:
        return ""
    found = _pointed_at(shown, drawings_of(game))
    place = f'<div class="sprite" id="drawings" aria-hidden="true" data-sheet="{esc(art_address(game, SHEET))}">'
    return f"{place}{symbols(found) if found else ''}</div>"


@lru_cache(maxsize=4096)
def drawing_html(name: str, kind: str = "art") -> str:
    """A drawing of the game, or several over each other; nothing without a name.

    It fills the place that the style gives its `kind`, as far as its proportions allow.
    """
    layers = "".join(f'<use href="#{SYMBOL}{esc(layer)}"/>' for layer in name.split())
    return f'<svg class="{kind}" aria-hidden="true">{layers}</svg>' if layers else ""
