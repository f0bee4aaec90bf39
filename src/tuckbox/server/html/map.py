"""Maps as pictures: the land, and over it the marks in the colours of those whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from tuckbox.definition.graphemes import letters
from tuckbox.scene.art import SYMBOL
from tuckbox.scene.parts import Map, Mark
from tuckbox.server.html.click_targets import asked
from tuckbox.server.html.fragments import Cells, Fragment
from tuckbox.server.html.markup import classes, esc, seat_class, slug

_PIN = 11
"""Distance between the pins of those who share a mark."""
_HIGH = 12
"""Height of a pin or a flag."""

_Taken = tuple[int, int, float]
"""The middle of pins or a flag, and half their width."""


@lru_cache(maxsize=1024)
def map_fragment(land: Map, place: str) -> Fragment:
    """A map: one picture, which says what its marks say."""
    width, height = land.size
    marks = _layer(f"{place}-marks", [_lines(mark) for mark in land.marks])
    pins = _layer(f"{place}-pins", [pin for mark in _apart(land) for pin in _pins(mark)])
    told = "; ".join(mark.note for mark in land.marks if mark.note)
    label = esc(f"{land.title}: {told or 'nothing yet'}")
    tag = f'<svg class="map" id="{place}" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return Fragment(place, tag, f'<use href="#{SYMBOL}{esc(land.art)}"/>', marks, pins, "</svg>")


def _layer(ident: str, drawn: list[str]) -> Fragment:
    """Layers over the land, side by side: only those that have changed are sent."""
    return Cells(ident, f'<g id="{ident}">', drawn, "</g>")


@lru_cache(maxsize=4096)
def _lines(mark: Mark) -> str:
    """The drawing of a mark three times: as its edge, its body and the line in its middle, for the style to paint."""
    kind = classes("mark", slug(mark.state), seat_class(mark.seats[0] if mark.seats else None))
    drawn = "".join(f'<use class="{layer}" href="#{SYMBOL}{esc(mark.art)}"/>' for layer in ("edge", "body", "line"))
    return f'<g class="{kind}">{drawn}</g>'


def _apart(land: Map) -> Iterator[Mark]:
    """The marks with their flags apart: one that would lie on another, or on pins, stands as near as there is room."""
    taken = list[_Taken]()
    for mark in sorted(land.marks, key=lambda mark: not mark.seats):  # pins keep their places
        placed = mark if mark.seats or not mark.label else replace(mark, at=_free_place(mark, taken, land.size))
        if mark.label:
            taken.append((*placed.at, _half(mark)))
        yield placed


def _free_place(mark: Mark, taken: list[_Taken], size: tuple[int, int]) -> tuple[int, int]:
    """The place nearest to a mark where its flag is within the frame and on nothing; its own where there is none."""
    (x, y), (width, height), half = mark.at, size, _half(mark)
    columns = [each for each in range(x - 4 * _HIGH, x + 5 * _HIGH, _HIGH) if half <= each <= width - half]
    rows = {y, *(to + way for _, to, _ in taken for way in (-_HIGH, _HIGH))}
    places = sorted(product(columns, rows), key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))
    inside = ((left, top) for left, top in places if _HIGH <= 2 * top <= 2 * height - _HIGH)
    return next((at for at in inside if not any(_meets(at, half, one) for one in taken)), mark.at)


def _meets(at: tuple[int, int], half: float, one: _Taken) -> bool:
    return abs(at[0] - one[0]) < half + one[2] and abs(at[1] - one[1]) < _HIGH


def _half(mark: Mark) -> float:
    """Half the width of the pins of a mark, or of its flag."""
    return 6 + _PIN * (len(mark.seats) - 1) / 2 if mark.seats else 3 + 3 * len(mark.label)


@lru_cache(maxsize=4096)
def _pins(mark: Mark) -> tuple[str, ...]:
    """A pin for each of those whose a mark is, with the letters of the label; of a mark that is nobody's a flag."""
    x, y = mark.at
    if not mark.seats:
        return (_flag(mark, x, y),) if mark.label else ()
    left = x - _PIN * (len(mark.seats) - 1) / 2
    of = asked(mark)
    pins = [
        f'<g class="{classes("pin", slug(mark.state), seat_class(seat))}"{of}>'
        f'<circle cx="{left + _PIN * at:g}" cy="{y}" r="6"/>'
        f'<text x="{left + _PIN * at:g}" y="{y + 3:g}">{esc(letter)}</text></g>'
        for at, (seat, letter) in enumerate(zip(mark.seats, letters(mark.label), strict=False))
    ]
    return tuple(pins)


def _flag(mark: Mark, x: int, y: int) -> str:
    wide = 2 * _half(mark)
    board = f'<rect x="{x - wide / 2:g}" y="{y - 6}" width="{wide}" height="{_HIGH}" rx="2"/>'
    text = f'<text x="{x}" y="{y + 3}">{esc(mark.label)}</text>'
    return f'<g class="{classes("flag", slug(mark.state))}"{asked(mark)}>{board}{text}</g>'
