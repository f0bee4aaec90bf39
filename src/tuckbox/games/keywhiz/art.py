"""Drawings of Key Whiz, as the insides of pictures of 100 by 100: squares, doors with what opens them, the cover."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

_INK, _PAPER = "#3a2a14", "#fffdf4"


def _path(d: str, **more: str) -> str:
    """A stroked line."""
    given = {"stroke": _INK, "stroke_width": "6"} | more
    style = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<path d="{d}" fill="none" stroke-linecap="round" stroke-linejoin="round" {style}/>'


def _card(x: float, y: float, fill: str = _PAPER, turn: float = 0) -> str:
    """A small card with its middle at a point."""
    shape = f'x="{x - 13}" y="{y - 18}" width="26" height="36" rx="4" transform="rotate({turn} {x} {y})"'
    return f'<rect {shape} fill="{fill}" stroke="{_INK}" stroke-width="4"/>'


def _key(x: float, y: float, size: float, fill: str) -> str:
    """A key, bow up."""
    shape = "M0-30a16 16 0 0 1 5 31v31h9v7h-9v6h-10V1a16 16 0 0 1 5-31zm0 9a7 7 0 1 0 0 14a7 7 0 1 0 0-14z"
    return f'<path d="{shape}" transform="translate({x} {y}) scale({size})" fill="{fill}" fill-rule="evenodd"/>'


def _doorway() -> str:
    return _path("M22 92V48a28 28 0 0 1 56 0v44", stroke_width="8") + _path("M12 92H88", stroke_width="8")


def _swap() -> str:
    cards = _card(32, 44, turn=-8) + _card(68, 56, "#bfe3df", 8)
    return cards + _path("M46 20h26l-9-9M72 20l-9 9") + _path("M54 84H28l9-9M28 84l9 9")


def _whiz() -> str:
    star = "M50 26l8 16 18 3-13 13 3 18-16-8-16 8 3-18-13-13 18-3z"
    frame = f'<rect x="20" y="8" width="60" height="84" rx="8" fill="{_PAPER}" stroke="{_INK}" stroke-width="6"/>'
    return f'{frame}<path d="{star}" fill="#7a3fa0"/>'


def _fork() -> str:
    step = _path("M12 76H40l-11-11M40 76l-11 11")
    return step + _path("M12 52Q50-8 84 40l2-17M84 40l-17-5")


def _choice() -> str:
    arrows = "".join(
        f'<g transform="rotate({turn} 50 50)">{_path("M50 40V12l-9 10M50 12l9 10")}</g>' for turn in (0, 72, 144, 216, 288)
    )
    return arrows + f'<circle cx="50" cy="50" r="7" fill="{_INK}"/>'


def _door(face: str) -> str:
    """A door with as many card outlines as it takes cards of a kind; the WHIZ DOOR has a star."""
    wood = '<rect x="4" y="20" width="92" height="60" rx="6" fill="#8a5a2f" stroke="#4d2f14" stroke-width="4"/>'
    if face == "W":
        star = "M50 27l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z"
        return f'{wood}<path d="{star}" fill="#f6d04d" stroke="#4d2f14" stroke-width="2"/>'
    number = int(face)
    return wood + "".join(
        f'<rect x="{43 + 18 * (n - (number - 1) / 2) - 7}" y="32" width="14" height="36" rx="3" fill="{_PAPER}" '
        'stroke="#4d2f14" stroke-width="3"/>'
        for n in range(number)
    )


def _cover() -> str:
    """Doors below each other, and a key."""
    steps = "".join(
        f'<rect x="{8 + 22 * n}" y="{12 + 22 * n}" width="40" height="20" rx="3" fill="#f6e7c1" stroke="{_INK}" '
        f'stroke-width="2"/><rect x="{32 + 22 * n}" y="{29 + 22 * n}" width="12" height="6" fill="#8a5a2f"/>'
        for n in range(3)
    )
    piece = '<circle cx="22" cy="22" r="6" fill="#c8442e" stroke="#3a2a14" stroke-width="2"/>'
    return f'{steps}{piece}<g transform="rotate(35 24 74)">{_key(24, 70, 0.75, "#d9a21b")}</g>'


_DRAWN: dict[str, Callable[[], str]] = {
    "doorway": _doorway,
    "swap": _swap,
    "whiz": _whiz,
    "fork": _fork,
    "choice": _choice,
    "cover": _cover,
    "whiz-closed": lambda: _whiz() + _path("M10 10L90 90M90 10L10 90", stroke="#b3261e"),
    "start": lambda: _path("M20 50H80l-20-20M80 50L60 70"),
    "payoff": lambda: _key(50, 45, 1.0, "#a87708"),
    **{f"door-{face}": partial(_door, face) for face in "1234W"},
}


def art(name: str) -> str:
    """The drawing of a name.

    Raises `LookupError` for others.

    >>> art("door-3").count("<rect")
    4
    """
    return _DRAWN[name]()
