"""Boxes, of which pictures are put together: a piece of SVG and the room it takes, beside and above each other.

There is nothing here to measure text with, so its width is estimated from what letters mostly are; what could be too long
is set smaller, and then cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tuckbox.server.html.markup import esc
from tuckbox.server.preview.png import FONT

_NARROW, _WIDE = frozenset("()/I\\fijlt{}[] !',.:;|·’‘"), frozenset("mwMW@%♣♦♥♠…")
_SMALLEST = 0.72
"""Share of its size to which a text that is too long is set smaller, before it is cut."""


@dataclass(frozen=True)
class Box:
    """A piece of a picture, drawn from its upper left corner."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float, scale: float = 1.0) -> str:
        """It at a place."""
        scaled = "" if scale == 1 else f" scale({scale:.4g})"
        return f'<g transform="translate({x:.5g} {y:.5g}){scaled}">{self.svg}</g>' if self.svg else ""

    def within(self, width: float) -> Box:
        """It, drawn smaller if it is wider than this."""
        if self.width <= width:
            return self
        scale = width / self.width
        return Box(width, self.height * scale, self.at(0, 0, scale))


NOTHING = Box(0, 0, "")


def beside(boxes: Iterable[Box], gap: float) -> Box:
    """Boxes side by side, their middles on a line."""
    found = [box for box in boxes if box.width]
    if len(found) < 2:
        return found[0] if found else NOTHING
    height, x, drawn = max(box.height for box in found), 0.0, ""
    for box in found:
        drawn += box.at(x, (height - box.height) / 2)
        x += box.width + gap
    return Box(x - gap, height, drawn)


def above(boxes: Iterable[Box], gap: float) -> Box:
    """Boxes below each other, their middles on a line."""
    found = [box for box in boxes if box.height]
    if len(found) < 2:
        return found[0] if found else NOTHING
    width, y, drawn = max(box.width for box in found), 0.0, ""
    for box in found:
        drawn += box.at((width - box.width) / 2, y)
        y += box.height + gap
    return Box(width, y - gap, drawn)


def flowing(boxes: Sequence[Box], width: float, gap: float) -> Box:
    """Boxes in as many lines as they need at this width, as words in a text."""
    lines: list[list[Box]] = [[]]
    for box in boxes:
        taken = sum(other.width + gap for other in lines[-1])
        if lines[-1] and taken + box.width > width:
            lines.append([])
        lines[-1].append(box.within(width))
    return above([beside(line, gap) for line in lines], gap)


def wide(said: str, size: float) -> float:
    """The width of a text, about.

    >>> round(wide("Ann", 20)), round(wide("Will", 20))
    (33, 32)
    """
    return size * sum(
        0.26 if sign in _NARROW else 0.8 if sign in _WIDE else 0.65 if sign.isupper() else 0.51 for sign in said
    )


def fitting(said: str, size: float, room: float) -> tuple[str, float]:
    """A text and its size, so that it takes no more than this room."""
    long = wide(said, size)
    if long <= room:
        return said, size
    smaller = size * max(room / long, _SMALLEST)
    if wide(said, smaller) <= room * 1.001:
        return said, smaller
    while said and wide(said + "…", smaller) > room:
        said = said[:-1]
    return said.rstrip(" ·,") + "…", smaller


def text(said: str, size: float, room: float, colour: str, anchor: str = "start") -> Box:
    """A line of text, `anchor` where it stands in its room: at the ``start``, in the ``middle`` or at the ``end``."""
    if not said:
        return NOTHING
    said, size = fitting(said, size, room)
    x = {"start": 0.0, "middle": room / 2, "end": room}[anchor]
    look = f'font-family="{FONT}" font-size="{size:.4g}" fill="{colour}" text-anchor="{anchor}"'
    return Box(room, size * 1.2, f'<text x="{x:.5g}" y="{size * 0.92:.4g}" {look}>{esc(said)}</text>')


def lines(said: str, size: float, room: float, most: int) -> list[str]:
    """A text as lines, `most` at the most; the last holds all that is left."""
    found: list[str] = [""]
    for word in said.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and wide(longer, size) > room and len(found) < most:
            found.append(word)
        else:
            found[-1] = longer
    return found


def paragraph(said: str, size: float, room: float, colour: str) -> Box:
    """A text in the middle of its room, in two lines at most."""
    return above([text(line, size, room, colour, "middle") for line in lines(said, size, room, 2)], 0)
