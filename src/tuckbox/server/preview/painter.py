"""A table as one picture: the name of the game, what lies there in front of whom, and what is asked.

It is made from a scene and nothing else, so it shows to nobody more than the page does whose link it previews.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tuckbox.definition.game import Game
from tuckbox.scene.parts import Fact, Panel, Scene
from tuckbox.server.html.cards import SIGNS
from tuckbox.server.html.covers import COVER
from tuckbox.server.html.inks import RED
from tuckbox.server.html.sharing import HEIGHT, WIDTH
from tuckbox.server.preview.boxes import NOTHING, Box, above, beside, flowing, paragraph, text, wide
from tuckbox.server.preview.look import SEATS, Brush, Look, look_of
from tuckbox.server.preview.things import HIGH, WIDE, thing

_EDGE, _TOP, _BOTTOM = 28, 74, 84
_ROOM = HEIGHT - _TOP - _BOTTOM
_HEAD = 34
"""Height of the line with a name."""
_GAP, _BETWEEN = 14, 26
_COLUMN = 4
"""The most places below each other."""
_SMALLER = 0.75
"""Things of rivals are drawn smaller than one's own, by this."""
_SCALES = [0.02 * step for step in range(80, 4, -1)]
"""Scales at which things may be drawn, the largest first."""
_FACTS = 3
_CLOTH, _GOLD = "#f7f1e2", "#f3c24b"


@dataclass(frozen=True)
class Words:
    """Words of a picture: the `title` above, what is asked below (`said`), and a word at the upper edge, such as where in
    a match it is taken from (`corner`)."""

    title: str
    said: str
    corner: str = ""


def table_picture(game: Game, options: Mapping[str, object], scene: Scene, words: Words) -> str:
    """A table as SVG."""
    brush = Brush(look_of(game, options))
    return _picture(brush, words, _table(brush, scene))


def cover_picture(game: Game, options: Mapping[str, object], words: Words, people: Sequence[str | None] = ()) -> str:
    """The cover of a game as SVG, with the names of those who sit there; None is a free seat."""
    brush = Brush(look_of(game, options))
    cover = brush.drawing(COVER, 770, 353) if brush.has(COVER) else ""
    drawn = cover and Box(770, 353, cover).at((WIDTH - 770) / 2, _TOP + 6)
    seats = [_chair(seat, name, len(people)) for seat, name in enumerate(people)]
    room = beside(seats, 16)
    return _picture(brush, words, drawn + room.at((WIDTH - room.width) / 2, HEIGHT - _BOTTOM - 84))


def _chair(seat: int, name: str | None, of: int) -> Box:
    """Somebody who waits, or a seat that is free."""
    room = min(270.0, (WIDTH - 2 * _EDGE) / of - 16)
    edge = 'fill="#000" fill-opacity=".45"' if name else 'fill="#000" fill-opacity=".2" stroke-dasharray="9 7"'
    body = f'<rect width="{room:.4g}" height="62" rx="31" stroke="{SEATS[seat % len(SEATS)]}" stroke-width="3" {edge}/>'
    told = text(name or "free", 28, room - 44, _CLOTH if name else "#f7f1e2a0", "middle")
    return Box(room, 62, body + told.at(22, 31 - told.height / 2))


# -- the table ---------------------------------------------------------------------------------------------------------


def _table(brush: Brush, scene: Scene) -> str:
    """All places, as large as they may be: rivals above, the middle, the own place below; or the middle beside the rest,
    where things are larger so."""
    found = {
        id(panel): [thing(brush, part, panel.seat is None or panel.mine) for part in panel.parts] for panel in scene.panels
    }

    theirs = _SMALLER if any(panel.mine for panel in scene.panels) else 1.0

    def size(panel: Panel, width: float, scale: float) -> Box:
        smaller = 1.0 if panel.mine or panel.seat is None else theirs
        return _place(panel, found[id(panel)], width, scale * smaller)

    def even(way: Way, scale: float) -> float:  # what has to be drawn smaller than all else is hard to read
        widest = [(box.width, width) for panel, width in _widths(way) for box in found[id(panel)]]
        return min((width / max(width, wide * scale) for wide, width in widest), default=1.0)

    laid = [(way, _largest(way, size)) for way in _ways(scene.panels)]
    way, scale = max(laid, key=lambda each: _covered(each[0], each[1], size) * even(each[0], each[1]) ** 2)
    return _lay(way, size, scale)


Way = Sequence[tuple[float, Sequence[Sequence[Panel]]]]
"""Columns from left to right: the share of the width, and the places in rows."""
Size = Callable[[Panel, float, float], Box]


def _ways(panels: Sequence[Panel]) -> list[Way]:
    """The ways in which places can be laid out."""
    middle = [panel for panel in panels if panel.seat is None]
    mine = [panel for panel in panels if panel.mine]
    others = [panel for panel in panels if panel.seat is not None and not panel.mine]
    left, right = others[: -(-len(others) // 2)], others[-(-len(others) // 2) :]
    ends = (others, mine) if mine else (left, right)
    rows = [[ends[0], middle, ends[1]], [[*left, *middle, *right], mine]]
    ways: list[Way] = [[(1.0, [row for row in each if row])] for each in rows]
    if middle and len(others) + len(mine) <= _COLUMN:
        column = [[panel] for panel in (*others, *mine)]
        ways += [[(share, [middle]), (1 - share, column)] for share in (0.4, 0.5, 0.6)]
    return ways


def _largest(way: Way, size: Size) -> float:
    """The largest scale at which all fits; the smallest there is where none does."""
    fits = [*range(len(_SCALES) - 1)]
    found = bisect_left(
        fits, True, key=lambda at: all(_high(rows, share, size, _SCALES[at]) <= _ROOM for share, rows in way)
    )
    return _SCALES[found]


def _covered(way: Way, scale: float, size: Size) -> float:
    """The area of the picture that is covered by what lies on the table."""
    boxes = [box for share, rows in way for row in _rows(rows, share, size, scale) for box in row]
    return sum(box.width * (box.height - _HEAD) for box in boxes)


def _widths(way: Way) -> Iterator[tuple[Panel, float]]:
    """The places and how wide they may be."""
    for share, rows in way:
        for row in rows:
            yield from ((panel, ((WIDTH - 2 * _EDGE) * share - _BETWEEN * (len(row) - 1)) / len(row)) for panel in row)


def _rows(rows: Sequence[Sequence[Panel]], share: float, size: Size, scale: float) -> list[list[Box]]:
    width = (WIDTH - 2 * _EDGE) * share
    return [[size(panel, (width - _BETWEEN * (len(row) - 1)) / len(row), scale) for panel in row] for row in rows]


def _high(rows: Sequence[Sequence[Panel]], share: float, size: Size, scale: float) -> float:
    heights = [max(box.height for box in row) for row in _rows(rows, share, size, scale)]
    return sum(heights) + _GAP * (len(heights) - 1)


def _lay(way: Way, size: Size, scale: float) -> str:
    """The columns at a scale, with what room is left between their rows."""
    drawn, left = "", float(_EDGE)
    for share, rows in way:
        laid, width = _rows(rows, share, size, scale), (WIDTH - 2 * _EDGE) * share
        heights = [max(box.height for box in row) for row in laid]
        gap = max(0.0, _ROOM - sum(heights)) / (len(heights) + 1)
        y = _TOP + gap
        for row, high in zip(laid, heights, strict=True):
            slot = width / len(row)
            drawn += "".join(
                box.at(left + slot * at + (slot - box.width) / 2, y + (high - box.height) / 2) for at, box in enumerate(row)
            )
            y += high + gap
        left += width
    return drawn


def _place(panel: Panel, parts: Sequence[Box], width: float, scale: float) -> Box:
    """A place at a scale: its name and its facts, and below them all that lies there."""
    lying = flowing([box for box in parts if box.width], width / scale, 18)
    scaled = Box(lying.width * scale, lying.height * scale, lying.at(0, 0, scale)) if lying.width else NOTHING
    return above([_name(panel, width), scaled], 6)


def _name(panel: Panel, width: float) -> Box:
    """The name of who sits there, in the colour of the seat, and what they have."""
    facts = [f"{part.label} {part.value}" for part in panel.parts if isinstance(part, Fact)][:_FACTS]
    if panel.seat is None:
        return text(" · ".join(facts), 24, width, _CLOTH, "middle") if facts else NOTHING
    said = " · ".join((panel.title, *panel.badges, *facts))
    room = min(width, wide(said, 27) + 64)
    colour = SEATS[panel.seat % len(SEATS)]
    edge = f'stroke="{_GOLD}" stroke-width="2.5"' if panel.active else ""
    body = f'<rect width="{room:.5g}" height="{_HEAD}" rx="{_HEAD / 2}" fill="#000" fill-opacity=".42" {edge}/>'
    disc = f'<circle cx="20" cy="{_HEAD / 2}" r="8" fill="{colour}"/>'
    return Box(room, _HEAD, body + disc + text(said, 25, room - 54, _CLOTH).at(36, 2.5))


# -- around it ---------------------------------------------------------------------------------------------------------


def _picture(brush: Brush, words: Words, inside: str) -> str:
    """The whole picture."""
    said = paragraph(words.said, 33, WIDTH - 2 * _EDGE - 20, _CLOTH)
    foot = f'<rect y="{HEIGHT - _BOTTOM}" width="{WIDTH}" height="{_BOTTOM}" fill="#000" fill-opacity=".5"/>'
    foot += said.at(_EDGE + 10, HEIGHT - _BOTTOM / 2 - said.height / 2)
    corner = text(words.corner, 26, 300, _CLOTH, "end").at(WIDTH - _EDGE - 460, 23)
    title = text(words.title, 46, WIDTH - 520, _GOLD).at(_EDGE, 9)
    brand = f'<g transform="translate({WIDTH - _EDGE - 138} 18)">{_BOX}{text("Tuckbox", 30, 110, _CLOTH).at(38, 2)}</g>'
    ground, defs = _ground(brush, brush.look)
    card = f'<clipPath id="card"><rect width="{WIDE}" height="{HIGH}" rx="9"/></clipPath>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<defs>{card}{defs}{brush.symbols()}</defs>{ground}{inside}{foot}{title}{corner}{brand}</svg>"
    )


_BOX = (
    f'<path d="M9 3h14v9H9z" fill="#fffaf0"/><path d="M5 9h6a5 5 0 0 0 10 0h6v21H5z" fill="{RED}"/>'
    f'<path d="{SIGNS["S"]}" transform="translate(11 16.5) scale(.31)" fill="#fffaf0"/>'
)


def _ground(brush: Brush, look: Look) -> tuple[str, str]:
    """The cloth of the table, and what is needed to draw it."""
    felt, deep = look.colours["felt"], look.colours["deep"]
    stops = ((0, felt), (0.5, felt), (1, deep))
    light = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in stops)
    defs = f'<radialGradient id="felt" cx=".5" cy=".45" r=".8">{light}</radialGradient>'
    drawn = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#felt)"/>'
    if look.ground and look.covers:
        drawn += brush.drawing(look.ground, WIDTH, WIDTH / 2)
    elif look.ground:
        tile = brush.drawing(look.ground, 150, 150)
        defs += f'<pattern id="cloth" width="150" height="150" patternUnits="userSpaceOnUse">{tile}</pattern>'
        drawn += f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#cloth)"/>'
    return drawn, defs
