"""Drawings for Jaunty Jalopies in the look of a silent film's title cards, kept in the folder ``art`` as SVG of 100 by 100.

There is one for each card, by its code, for each racer, by word, and for the cover; a stretch of the course (``lane CR SR``)
and a jalopy (``car Zeke Otto``) are put together from several.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tuckbox.games.jalopies.cards import KINDS, WORDS

INK, PAPER = "#2b2118", "#f3e6c8"
_BADGES = {
    "R": "#a8763e", "D": "#2460b5", "T": "#8a6d1c", "P": "#b03a75", "E": "#1a7f83", "M": "#a5382a", "S": "#b4541a", "F": INK,
}  # fmt: skip
_TYPES = {kind.code: kind.types for kind in KINDS}
_FOLDER = Path(__file__).with_name("art")


@cache
def _drawing(name: str) -> str:
    """The inside of a drawing in the folder. Raises `KeyError` for a name nobody has drawn."""
    path = _FOLDER / f"{name}.svg"
    if path.parent != _FOLDER or not path.is_file():
        raise KeyError(name)
    return path.read_text("utf-8").partition(">\n")[2].rpartition("</svg>")[0]


def _at(inside: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{inside}</g>'


def _word(text: str, x: float, y: float, size: float, fill: str = INK) -> str:
    font = 'font-family="Georgia, serif" font-weight="700" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {font} fill="{fill}">{text}</text>'


def _badges(types: str) -> str:
    """The type letters of a card as medallions, one below the other; a star for a Special."""
    if not types:
        return _drawing("special")
    medals = ""
    for number, letter in enumerate(types):
        y = 15 + 26 * number
        medals += f'<circle cx="15" cy="{y}" r="12" fill="{_BADGES[letter]}" stroke="{PAPER}" stroke-width="2"/>'
        medals += _word(letter, 15, y + 6, 17, PAPER)
    return medals


def _car(racers: list[str]) -> str:
    """A jalopy in the colour of its seat with who drives it, the partner in the back, and their letters on the door."""
    heads = [_at(_drawing(f"head-{word}"), 29 - 24 * n, 10 + 4 * n, 0.44) for n, word in enumerate(racers) if word in WORDS]
    door = _word(racers[0][:2], 47, 76, 17) if racers else ""
    return "".join(reversed(heads)) + _at(_drawing("jalopy"), 50, 84, 1.2) + door


def art(name: str) -> str:
    """The drawing of a name, as the inside of an SVG of 100 by 100. Raises `KeyError` for a name nobody has drawn."""
    what, *rest = name.split(" ")
    if what == "lane":
        return _drawing(f"lane-{rest[0]}") + "".join(_drawing(f"mark-{mark}") for mark in rest[1:])
    if what == "car":
        return _car(rest)
    return _drawing(what) + (_badges(_TYPES[what]) if what in _TYPES else "")
