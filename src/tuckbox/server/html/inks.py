"""The colours of a game where no style sheet gives them: on paper, and in pictures that are drawn by the server."""

from __future__ import annotations

import re
from collections.abc import Mapping

RED, INK, PAPER, SOFT, GOLD = "#b3152a", "#1e1a20", "#fffaf0", "#8d8676", "#f3c24b"
TONES = {
    "red": "#b8202b", "orange": "#d2691e", "gold": "#c98a12", "green": "#2a7d46", "teal": "#1a7f83", "blue": "#2460b5",
    "purple": "#6b3fa0", "pink": "#c04a85", "brown": "#7b5233", "black": "#24282b",
}  # fmt: skip
HOUSE = {"felt": "#2d7350", "deep": "#1b5138", "back": "#7a1626", "back-line": "#e0b066", "paper": PAPER, "gold": GOLD}
"""Colours that style sheets give to drawings, unless the theme of a game says otherwise."""

_STYLED = re.compile(r"var\(--([\w-]+)[^)]*\)")


def painted(drawing: str, colours: Mapping[str, str], other: str = "currentColor") -> str:
    """A drawing with colours in place of those that hang on style sheets; `other` stands for any that is not given.

    >>> painted('<path fill="var(--back, #111)" stroke="var(--seat)"/>', {"back": "#7a1626"})
    '<path fill="#7a1626" stroke="currentColor"/>'
    """
    return _STYLED.sub(lambda found: colours.get(found[1], other), drawing)
