"""A picture for each game: the one it draws itself (called ``cover``), or some of its cards or dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from unicodedata import east_asian_width

from tuckbox.definition.game import Game
from tuckbox.server.html.art import art_address
from tuckbox.server.html.cards import PIPS, SIGNS, SUITS
from tuckbox.server.html.markup import esc, hue

COVER = "cover"
_FAN = 5
_ROOM = 40
"""The width of the words on a card: what the next card leaves free."""
_WIDE = 0.68
"""Width of a letter, as a part of its height."""
_PAPER, _RIM = "var(--paper)", "#0005"


@lru_cache(maxsize=64)
def cover(game: Game) -> str:
    """The picture of a game: the one it draws, or an SVG made of its cards or dice."""
    if game.art is not None and COVER in game.art.drawings:
        return f'<img class="cover" src="{esc(art_address(game, f"{COVER}.svg"))}" alt="" loading="lazy">'
    faces, cards = game.layout.deck.faces, game.layout.cards
    if 0 < cards < len(faces):
        inside = _beside(_fan(_some(faces[:cards], 3)), -42) + _beside(_dice(_some(faces[cards:], 2)), 74)
    else:
        inside = _fan(_some(faces[:cards])) or _dice(_some(faces)) or _board()
    return f'<svg class="cover" viewBox="0 0 240 110" aria-hidden="true">{inside}</svg>'


def _beside(drawing: str, off: int) -> str:
    """A drawing beside the middle of the picture."""
    return f'<g transform="translate({off})">{drawing}</g>'


def _some(faces: Sequence[str], most: int = _FAN) -> list[str]:
    """A few faces from all over a deck, of a pack in several suits."""
    if len(faces) <= most:
        return list(faces)
    step, suited = (len(faces) - 1) / (most - 1), _are_suited(faces)
    return [faces[round(number * step) - (number * 3 % 4 if suited and number < most - 1 else 0)] for number in range(most)]


def _are_suited(faces: Sequence[str]) -> bool:
    """Whether all faces have a suit."""
    return all(face[-1:] in SUITS for face in faces)


def _fan(faces: list[str]) -> str:
    """Cards in a hand; those of words lie further apart, to be read."""
    gap, turn = (24, 9) if _are_suited(faces) else (44, 3)
    places = [number - (len(faces) - 1) / 2 for number in range(len(faces))]
    return "".join(_card(face, 120 + gap * at, 60 + 2 * at * at, turn * at) for face, at in zip(faces, places, strict=True))


def _card(face: str, x: float, y: float, turn: float) -> str:
    suit = SUITS.get(face[-1:])
    if suit:
        kind = f'class="card suit{suit[0]}"'
        inside = f'<text x="-20" y="-16" font-size="18" font-weight="700" fill="currentColor">{esc(face[:-1])}</text>'
        inside += f'<path d="{SIGNS[suit[0]]}" transform="translate(-8 -8) scale(.9375)" fill="currentColor"/>'
    else:
        kind = f'class="tone-{hue(face)}"'
        inside = f'<rect x="-25" y="-35" width="50" height="8" fill="var(--t)"/>{_words(face, 4)}'
    rim = f'<rect x="-25" y="-35" width="50" height="70" rx="5" fill="{_PAPER}" stroke="{_RIM}"/>'
    return f'<g {kind} transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})">{rim}{inside}</g>'


def _words(text: str, y: int) -> str:
    """A text in lines around a height, as large as there is room for, and squeezed where even the smallest is too wide."""
    lines = wrap(text, 8, max_lines=4, placeholder="…")
    widths = [sum(2 if east_asian_width(each) in "WF" else 1 for each in line) for line in lines]
    size = max(8, min(20, _ROOM // (_WIDE * max(widths, default=1))))
    tight = [
        f' textLength="{_ROOM}" lengthAdjust="spacingAndGlyphs"' if size * _WIDE * n > _ROOM + 2 else "" for n in widths
    ]
    first = y + size * (0.85 - len(lines) / 2)
    style = f'text-anchor="middle" font-size="{size:.0f}" font-weight="700" fill="#1e2326"'
    return "".join(
        f'<text x="-2" y="{first + size * number:.0f}" {style}{tight[number]}>{esc(line)}</text>'
        for number, line in enumerate(lines)
    )


def _dice(faces: list[str]) -> str:
    """Dice as they were thrown."""
    return "".join(
        _die(face, 120 + 44 * (at - (len(faces) - 1) / 2), 55 + at * 5 % 3 * 8, at * 37) for at, face in enumerate(faces)
    )


def _die(face: str, x: float, y: float, turn: float) -> str:
    pips = "".join(f'<circle cx="{x - 16}" cy="{y - 16}" r="3.2" fill="#1e2326"/>' for x, y in PIPS.get(face, ()))
    rim = f'<rect x="-16" y="-16" width="32" height="32" rx="6" fill="{_PAPER}" stroke="{_RIM}"/>'
    return f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})">{rim}{pips or _words(face, 0)}</g>'


def _board() -> str:
    """A board, for games without cards."""
    return "".join(
        f'<rect x="{40 + 20 * column}" y="{15 + 20 * row}" width="19" height="19" rx="3" fill="{_PAPER}" '
        f'opacity="{0.9 if (column + row) % 2 else 0.5}"/>'
        for row in range(4)
        for column in range(8)
    )
