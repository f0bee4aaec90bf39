"""The things of a scene as boxes: cards, rows and piles, boards, maps."""

from __future__ import annotations

from tuckbox.definition.graphemes import letters
from tuckbox.scene import speech
from tuckbox.scene.parts import Board, Card, Door, Map, Mark, Part, Row, Space, Stack, Token
from tuckbox.server.html.cards import PIPS, SUITS
from tuckbox.server.html.inks import INK, PAPER, RED, SOFT
from tuckbox.server.preview.boxes import NOTHING, Box, above, beside, flowing, paragraph, text
from tuckbox.server.preview.look import SEATS, Brush

WIDE, HIGH = 100, 140
"""The size of a card; whatever lies beside one is drawn in proportion to it."""
_CELL, _ROAD, _TILE = 60, 96, 150
_MAP = 640
_LIGHT = "#f7f1e2"
_PEEP, _CORNER, _DRAWN, _APART = 30, 44, 66, 108
"""Widths of a back on which another card lies, of a face in the corner, of a drawing, and of cards side by side."""
_MANY = 6
_LINE = 11
"""The most places of a road in one line."""


def thing(brush: Brush, part: Part, own: bool) -> Box:
    """A part of a table; `own` are those in front of the viewer and in the middle, which are drawn in full."""
    if isinstance(part, Row):
        return row(brush, part, own)
    if isinstance(part, Stack):
        return stack(brush, part)
    if isinstance(part, Board):
        return board(brush, part)
    return land(brush, part) if isinstance(part, Map) else NOTHING


# -- cards -------------------------------------------------------------------------------------------------------------


def card(brush: Brush, shown: Card) -> Box:
    """A card; of a hidden one its back."""
    if shown.tone == "die":
        return _die(shown)
    standard = None if shown.hidden else speech.STANDARD.fullmatch(shown.face)
    if shown.hidden:
        fill = brush.look.colours["back"]
        inside = brush.drawing(shown.art or "back", WIDE - 6, HIGH - 6, x=3, y=3) or _middle(shown.face, WIDE, 22, _LIGHT)
    elif standard:
        rank, sign = standard.groups()
        letter = SUITS[sign][0]
        fill, inside = PAPER, brush.drawing(f"{rank}{letter}", WIDE, HIGH, RED if letter in "DH" else INK)
    else:
        fill, inside = PAPER, _rich(brush, shown)
    edge = f'stroke="{PAPER if shown.hidden else "#0005"}" stroke-width="{3 if shown.hidden else 1.2}"'
    if shown.faint:  # a card that is known to all, though it lies face down
        edge = 'stroke="#3a3228" stroke-width="3" stroke-dasharray="7 5"'
    frame = f'x=".6" y=".6" width="{WIDE - 1.2}" height="{HIGH - 1.2}" rx="9"'
    body = f'<rect x="2" y="3" width="{WIDE}" height="{HIGH}" rx="9" fill="#000" opacity=".3"/><rect {frame} fill="{fill}"/>'
    drawn = f'{body}<g clip-path="url(#card)">{inside}</g><rect {frame} fill="none" {edge}/>'
    return Box(WIDE, HIGH, drawn + (_badge(f"×{shown.count}", WIDE - 24, HIGH - 22) if shown.count > 1 else ""))


def _rich(brush: Brush, shown: Card) -> str:
    """A card that a game describes: its drawing over its title, or its face."""
    colour = brush.look.tone(shown.tone, INK)
    title = paragraph(shown.title, 14.5, WIDE - 8, INK) if shown.title else NOTHING
    strip = f'<rect y="{HIGH - title.height - 8:.4g}" width="{WIDE}" height="60" fill="{PAPER}"/>'
    told = strip + title.at(4, HIGH - title.height - 4) if shown.title else ""
    if shown.art and brush.has(shown.art):
        high = HIGH if shown.whole else WIDE - 10
        return (
            brush.drawing(shown.art, high * WIDE / HIGH if shown.whole else high, high, colour, 0 if shown.whole else 5)
            + told
        )
    large = 46 if len(shown.face) < 4 else 26
    stripe = f'<rect width="{WIDE}" height="12" fill="{colour}"/>'
    return stripe + (told or _middle(shown.face, WIDE, large, INK))


def _middle(said: str, room: float, size: float, colour: str) -> str:
    told = paragraph(said, size, room - 10, colour)
    return told.at(5, (HIGH - told.height) / 2)


def _die(shown: Card) -> Box:
    """A die, a hidden one blank."""
    fill = "#8a7152" if shown.hidden else PAPER
    places = () if shown.hidden else PIPS.get(shown.face, ())
    pips = "".join(f'<circle cx="{x * 2.2:.4g}" cy="{y * 2.2:.4g}" r="7" fill="{INK}"/>' for x, y in places)
    return Box(70, 70, f'<rect width="70" height="70" rx="12" fill="{fill}" stroke="#0006"/>{pips}')


def _badge(said: str, x: float, y: float) -> str:
    width = 16 + 11 * len(said)
    body = f'<rect x="{x - width / 2:.4g}" y="{y - 13:.4g}" width="{width}" height="30" rx="15" fill="#f3c24b"/>'
    return body + text(said, 22, width, "#201803", "middle").at(x - width / 2, y - 11)


def row(brush: Brush, shown: Row, own: bool) -> Box:
    """Cards side by side; many overlap, and backs show little of themselves."""
    x, drawn, last = 0.0, "", NOTHING
    close = not own or len(shown.drawn) > _MANY
    for each in shown.drawn:
        last = card(brush, each)
        drawn += last.at(x, 0)
        close_by = _DRAWN if each.art else _CORNER
        step = 80 if each.tone == "die" else _PEEP if each.hidden else close_by if close else _APART
        x += step
        width = x - step + last.width
    return Box(width, last.height, drawn) if shown.drawn else NOTHING


def stack(brush: Brush, shown: Stack) -> Box:
    """A pile with its name and number below it."""
    name = text(f"{shown.title} {shown.count}", 21, 128, _LIGHT, "middle")
    if shown.top is None or not shown.count:
        gap = f'<rect x="2" y="2" width="{WIDE - 4}" height="{HIGH - 4}" rx="9" fill="none" stroke="#fff8" stroke-width="3" '
        return above([Box(WIDE, HIGH, f'{gap}stroke-dasharray="9 7"/>'), name], 4)
    below = 0 if shown.count < 2 else 2 if shown.count < 10 else 4
    edges = "".join(
        f'<rect x="{2 * at}" y="{2 * at}" width="{WIDE}" height="{HIGH}" rx="9" fill="#cfc6b2" stroke="#0006"/>'
        for at in range(below, 0, -1)
    )
    return above([Box(WIDE, HIGH, edges + card(brush, shown.top).svg), name], 6)


# -- boards ------------------------------------------------------------------------------------------------------------


def board(brush: Brush, shown: Board) -> Box:
    """A board: a road, places that lie side by side, or rows of places with doors."""
    if shown.loose:
        tiles = [_loose(brush, space) for each in shown.rows for space in each if space]
        return flowing(tiles, 4 * (_TILE + 10), 10)
    if shown.course:
        places = [space for space in shown.rows[0] if space]
        count = -(-len(places) // max(1, -(-len(places) // _LINE)))
        parts = [places[at : at + count] for at in range(0, len(places), max(1, count))]
        return above([beside([_stop(brush, space) for space in part], 0) for part in parts], 6)
    return _grid(brush, shown)


def _loose(brush: Brush, space: Space) -> Box:
    title = text(space.title or space.face, 19, _TILE - 12, INK, "middle")
    colour = brush.look.tone(space.tone)
    art = brush.has(space.art)
    drawn, high = (
        brush.drawing(space.art, _TILE - 6, 34 if space.tokens else 94, x=3, y=3) if art else "",
        124 if art else 44,
    )
    below = 38 if art else 0
    tokens = Box(_TILE, 0, _tokens(brush, space, _TILE - 10, high - 30 - below)).at(5, below)
    body = f'<rect width="{_TILE}" height="{high}" rx="5" fill="#f3e6c8"/><rect y="{high - 29}" width="{_TILE}" height="4" '
    return Box(_TILE, high, f'{body}fill="{colour}"/>{drawn}{title.at(6, high - 26)}{tokens}')


def _stop(brush: Brush, space: Space) -> Box:
    """A place of a road, its name below it."""
    fill = brush.look.tone(space.tone, PAPER)
    drawn = (
        brush.drawing(space.art, _ROAD, _ROAD) or f'<rect width="{_ROAD}" height="{_ROAD}" fill="{fill}" stroke="#0006"/>'
    )
    told = paragraph(space.title or ("" if space.art else space.face), 15, _ROAD - 8, _LIGHT)
    under = f'<rect y="{_ROAD - 1}" width="{_ROAD}" height="43" fill="#15100c"/>'
    goal = f'<rect x="2" y="2" width="{_ROAD - 4}" height="{_ROAD - 4}" fill="none" stroke="#f3c24b" stroke-width="4"/>'
    return Box(
        _ROAD, _ROAD + 42, under + drawn + told.at(4, _ROAD + 2) + (goal if space.goal else "") + _tokens(brush, space)
    )


def _grid(brush: Brush, shown: Board) -> Box:
    doors = [[door for door in shown.doors if door.row == row] for row in range(len(shown.rows))]
    y, drawn, width = 0.0, "", 0.0
    for number, places in enumerate(shown.rows):
        x, high = 0.0, 34.0 if all(space is None or space.wide > 1 for space in places) else float(_CELL)
        for space in places:
            span = _CELL * (space.wide if space else 1)
            drawn += _place(brush, space, span, high).at(x, y) if space else ""
            x += span
        y, width = y + high, max(width, x)
        drawn += "".join(_door(brush, door).at(_CELL * door.column, y) for door in doors[number])
        y += 24 if doors[number] else 0
    return Box(width, y, drawn)


def _place(brush: Brush, space: Space, span: float, high: float) -> Box:
    """A place of a board."""
    tiles = brush.look.tiles
    fill = tiles.get(space.tone, "#2a216b") if tiles else PAPER
    edge, ink = ("#ffffff40", "#fff") if tiles else (brush.look.tone(space.tone), INK)
    edge = "#f3c24b" if space.goal else edge
    painted = f'fill="{fill}" stroke="{edge}" stroke-width="3"'
    body = f'<rect x="1.5" y="1.5" width="{span - 3}" height="{high - 3}" rx="7" {painted}/>'
    if space.wide > 1:
        inside = text(space.title or space.face, 22, span - 20, ink, "middle").at(10, high / 2 - 14)
    elif brush.has(space.art):
        inside = brush.drawing(space.art, high - 22, high - 22, ink, (span - high + 22) / 2, 11)
        inside = f'<g opacity=".3">{inside}</g>' if space.tokens else inside
    else:
        face = "" if " " in space.face else space.face
        told = paragraph(space.title or face, 15, span - 6, ink)
        inside = told.at(3, (high - told.height) / 2) if not space.tokens else ""
    return Box(span, high, body + inside + _tokens(brush, space, span, high))


def _door(brush: Brush, door: Door) -> Box:
    fill, edge = ("#6b4426", "#fff3b8") if door.open else ("#1a1040" if brush.look.tiles else "#6b4426", "#0008")
    body = f'<rect x="7" y="0" width="{_CELL - 14}" height="23" rx="4" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
    return Box(_CELL, 24, body + text(door.face, 19, _CELL - 14, "#ffe9a8", "middle").at(7, 0))


def _tokens(brush: Brush, space: Space, span: float = _ROAD, high: float = _ROAD) -> str:
    """The pieces that stand on a place."""
    if not space.tokens:
        return ""
    drawn = [_token(brush, token, min(high, _ROAD) * (0.7 if token.art else 0.52)) for token in space.tokens]
    room = min(span, sum(each.width for each in drawn) * 1.05)
    step = (room - drawn[-1].width) / max(1, len(drawn) - 1)
    x = (span - room) / 2 if len(drawn) > 1 else (span - drawn[0].width) / 2
    return "".join(
        each.at(x + at * step, (high - each.height) * (0.62 if high > 60 else 0.5)) for at, each in enumerate(drawn)
    )


def _token(brush: Brush, token: Token, size: float) -> Box:
    colour = SEATS[token.seat % len(SEATS)] if token.seat is not None else SEATS[0]
    if token.art and brush.has(token.art):
        return Box(size, size, brush.drawing(token.art, size, size, colour))
    face = text(token.face if token.face.isalnum() else "", size * 0.6, size, "#17130a", "middle").at(0, size * 0.14)
    if token.tone:
        fill = brush.look.tone(token.tone)
        return Box(
            size * 0.75, size, f'<rect width="{size * 0.75:.4g}" height="{size:.4g}" rx="4" fill="{fill}" stroke="#fff8"/>'
        )
    r = size / 2
    return Box(
        size,
        size,
        f'<circle cx="{r:.4g}" cy="{r:.4g}" r="{r - 1:.4g}" fill="{colour}" stroke="#222" stroke-width="2"/>{face}',
    )


# -- maps --------------------------------------------------------------------------------------------------------------

_STROKES = {
    "planned": (("#8d7743", 1.0, "1.5 2.6"),),
    "open": (("#17212b", 4.4, ""), ("#fff7df", 3.0, "4 2.6")),
    "closed": (("#17212b", 4.4, ""), ("#c8452f", 3.0, "3 3")),
    "called": (("#c8452f", 8.0, ""), ("seat", 3.8, "")),
}
_BUILT = (("#17212b", 5.4, ""), ("seat", 3.8, ""))


def land(brush: Brush, shown: Map) -> Box:
    """A map, with its marks in the colours of those whose they are."""
    width, height = shown.size
    marks = "".join(_mark(brush, mark, shown.size) for mark in shown.marks)
    pins = "".join(_pins(mark) for mark in shown.marks)
    ground = f'<rect width="{width}" height="{height}" rx="4" fill="{PAPER}"/>{brush.drawing(shown.art, width, height)}'
    drawn = ground + marks + pins
    scale = _MAP / width
    return Box(_MAP, height * scale, Box(width, height, drawn).at(0, 0, scale))


def _mark(brush: Brush, mark: Mark, size: tuple[int, int]) -> str:
    owner = SEATS[mark.seats[0] % len(SEATS)] if mark.seats else SOFT
    drawn = ""
    for colour, width, dashes in _STROKES.get(mark.state, _BUILT):
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        stroke = f'stroke="{owner if colour == "seat" else colour}" stroke-width="{width}"{dashed}'
        drawn += f'<g {stroke} stroke-linecap="round" stroke-linejoin="round">{brush.drawing(mark.art, *size)}</g>'
    return drawn


def _pins(mark: Mark) -> str:
    x, y = mark.at
    left = x - 11 * (len(mark.seats) - 1) / 2
    pins = ""
    for at, (seat, sign) in enumerate(zip(mark.seats, letters(mark.label), strict=False)):
        letter = text(sign, 9, 12, "#17130a", "middle").at(left + 11 * at - 6, y - 5.5)
        disc = f'<circle cx="{left + 11 * at:.4g}" cy="{y}" r="6" fill="{SEATS[seat % len(SEATS)]}" stroke="#17212b"/>'
        pins += disc + letter
    return pins
