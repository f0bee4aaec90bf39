"""The drawings of Jaunty Jalopies in the look of a silent film's title cards; most lie in the folder ``art`` as they are.

Put together are the action cards, which bear their types, and the jalopies (``car-Zeke``, with ``rider-Otto`` in the back).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tuckbox.games.jalopies.cards import KINDS, WORDS
from tuckbox.scene.art import Art, Drawing

INK, PAPER = "#2b2118", "#f3e6c8"
_BADGES = {
    "R": "#a8763e", "D": "#2460b5", "T": "#8a6d1c", "P": "#b03a75", "E": "#1a7f83", "M": "#a5382a", "S": "#b4541a", "F": INK,
}  # fmt: skip
_TYPES = {kind.code: kind.types for kind in KINDS}
_BOX = "0 0 100 100"


def _composed(drawn: Mapping[str, Drawing]) -> dict[str, Drawing]:
    inside = {name: drawing.inside for name, drawing in drawn.items()}
    made = {code: inside[code] + _badges(types, inside["special"]) for code, types in _TYPES.items() if code in inside}
    for word in WORDS:
        head, car = inside[f"head-{word}"], _at(inside["jalopy"], 50, 84, 1.2)
        made[f"rider-{word}"] = _at(head, 5, 14, 0.44)
        made[f"car-{word}"] = _at(head, 29, 10, 0.44) + car + _word(word[:2], 47, 76, 17)
    made["car"] = _at(inside["jalopy"], 50, 84, 1.2)
    return {name: Drawing(_BOX, drawing) for name, drawing in made.items()}


def _at(inside: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{inside}</g>'


def _word(text: str, x: float, y: float, size: float, fill: str = INK) -> str:
    font = 'font-family="Georgia, serif" font-weight="700" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {font} fill="{fill}">{text}</text>'


def _badges(types: str, special: str) -> str:
    """The type letters of a card as medallions, one below the other; a star for a Special."""
    if not types:
        return special
    medals = ""
    for number, letter in enumerate(types):
        y = 15 + 26 * number
        medals += f'<circle cx="15" cy="{y}" r="12" fill="{_BADGES[letter]}" stroke="{PAPER}" stroke-width="2"/>'
        medals += _word(letter, 15, y + 6, 17, PAPER)
    return medals


ART = Art(Path(__file__).with_name("art"), _composed)

__all__ = ["ART"]
