"""A picture for each game: the one it draws itself (called ``cover``), or a fan of its cards."""

from __future__ import annotations

from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.server.html.art import art_address
from tuckbox.server.html.cards import SUITS
from tuckbox.server.html.markup import esc, hue

COVER = "cover"
_FAN = 5
_PAPER, _RIM = "var(--paper)", "#0005"


@lru_cache(maxsize=64)
def cover(game: Game) -> str:
    """The picture of a game: the one it draws, or an SVG made of its cards."""
    if game.art is not None and COVER in game.art.drawings:
        return f'<img class="cover" src="{esc(art_address(game, f"{COVER}.svg"))}" alt="" loading="lazy">'
    return f'<svg class="cover" viewBox="0 0 240 110" aria-hidden="true">{_fan(_some(game)) or _board()}</svg>'


def _some(game: Game) -> list[str]:
    """A few cards that show what the game is played with, from all over its deck."""
    faces = game.layout.deck.faces
    if len(faces) <= _FAN:
        return list(faces)
    step = (len(faces) - 1) / (_FAN - 1)
    return [faces[round(number * step) - (number * 3 % 4 if 0 < number < _FAN - 1 else 0)] for number in range(_FAN)]


def _fan(faces: list[str]) -> str:
    """Cards in a hand; those of words lie further apart, to be read."""
    gap = 24 if all(face[-1:] in SUITS for face in faces) else 38
    places = [number - (len(faces) - 1) / 2 for number in range(len(faces))]
    return "".join(_card(face, 120 + gap * place, place) for face, place in zip(faces, places, strict=True))


def _card(face: str, x: float, place: float) -> str:
    suit = SUITS.get(face[-1:])
    if suit:
        kind = f'class="card suit{suit[0]}"'
        inside = f'<text x="-20" y="-16" font-size="18" font-weight="700" fill="currentColor">{esc(face[:-1])}</text>'
        inside += f'<use href="#s{suit[0]}" x="-8" y="-8" width="30" height="30" fill="currentColor"/>'
    else:
        kind = f'class="tone-{hue(face)}"'
        size = max(7, min(20, 66 // max(3, len(face))))
        inside = '<rect x="-25" y="-35" width="50" height="8" fill="var(--t)"/>'
        inside += (
            f'<text y="8" text-anchor="middle" font-size="{size}" font-weight="700" fill="#1e2326">{esc(face[:16])}</text>'
        )
    rim = f'<rect x="-25" y="-35" width="50" height="70" rx="5" fill="{_PAPER}" stroke="{_RIM}"/>'
    return f'<g {kind} transform="translate({x:.0f} {60 + 2 * place * place:.0f}) rotate({9 * place:.0f})">{rim}{inside}</g>'


def _board() -> str:
    """For games without cards."""
    return "".join(
        f'<rect x="{40 + 20 * column}" y="{15 + 20 * row}" width="19" height="19" rx="3" fill="{_PAPER}" '
        f'opacity="{0.9 if (column + row) % 2 else 0.5}"/>'
        for row in range(4)
        for column in range(8)
    )


__all__ = ["COVER", "cover"]
