"""The whole board as one picture, for the book: squares with their names, doors with what opens them, pieces."""

from __future__ import annotations

from collections.abc import Mapping

from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.board import NO_DOOR, STANDARD, WHIZ_DOOR, Board, Square
from tuckbox.games.keywhiz.scene_board import ARTS, TITLES

_WIDE, _HIGH, _GAP = 64, 58, 30
_COLOURS = ("#b8860b", "#1f7a78", "#6f3d99", "#b8560f", "#a3282f")
_TEXT = 'font-family="system-ui, sans-serif" text-anchor="middle" fill="#2c2111"'


def art(name: str) -> str:
    """The inside of a drawing of the game."""
    assert GAME.art is not None
    return GAME.art.drawings[name].inside


def picture(board: Board = STANDARD, pieces: Mapping[str, str] | None = None) -> str:
    """A board as an SVG; `pieces` gives squares the colour of a piece that stands there.

    >>> picture().count('data-square="')
    29
    """
    squares = board.squares.values()
    columns, last = max(square.column for square in squares), max(square.row for square in squares)
    width, height = 24 + columns * _WIDE, 118 + (last - 1) * (_HIGH + _GAP)
    parts = [_band("START", 12, width), _band("PAYOFF", height - 40, width)]
    for number, name in enumerate(board.starts, 1):
        parts.append(_door(board.squares[name].column, 1, str(number)))
    for square in squares:
        parts.append(_square(square, (pieces or {}).get(square.name, "")))
        if square.door != NO_DOOR:
            parts.append(_door(square.column, square.row, "W" if square.door == WHIZ_DOOR else str(square.door)))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" rx="12" fill="#1f5b40"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(parts)}</svg>\n'


def _top(row: int) -> int:
    """Where the squares of a row begin."""
    return 40 + _GAP + (row - 2) * (_HIGH + _GAP)


def _band(name: str, y: int, width: int) -> str:
    band = f'<rect x="12" y="{y}" width="{width - 24}" height="28" rx="6" fill="#fffdf4" stroke="#c9b37e" stroke-width="2"/>'
    return f'{band}<text x="{width // 2}" y="{y + 20}" font-size="16" font-weight="700" {_TEXT}>{name}</text>'


def _square(square: Square, piece: str) -> str:
    x, y = 12 + (square.column - 1) * _WIDE, _top(square.row)
    rim = f'stroke="{_COLOURS[square.kind]}" stroke-width="3"'
    place = f'<rect x="{x + 2}" y="{y}" width="{_WIDE - 4}" height="{_HIGH}" rx="7" fill="#fffdf4" {rim}/>'
    drawing = f'<svg x="{x + 18}" y="{y + 4}" width="28" height="28" viewBox="0 0 100 100">{art(ARTS[square.kind])}</svg>'
    words = f'<text x="{x + _WIDE // 2}" y="{y + 41}" font-size="8.5" {_TEXT}>{TITLES[square.kind] or "doorway"}</text>'
    name = f'<text x="{x + _WIDE // 2}" y="{y + 54}" font-size="11" font-weight="700" {_TEXT}>{square.name}</text>'
    disc = (
        f'<circle cx="{x + _WIDE // 2}" cy="{y + 20}" r="12" fill="{piece}" stroke="#222" stroke-width="2"/>'
        if piece
        else ""
    )
    return f'<g data-square="{square.name}">{place}{drawing}{words}{name}{disc}</g>'


def _door(column: int, row: int, face: str) -> str:
    """A door in the lower edge of a row, its number beside it."""
    x, y = 12 + (column - 1) * _WIDE, 40 if row == 1 else _top(row) + _HIGH
    drawn = f'<svg x="{x + 7}" y="{y - 9}" width="48" height="48" viewBox="0 0 100 100">{art(f"door-{face}")}</svg>'
    badge = f'<circle cx="{x + 54}" cy="{y + 22}" r="8" fill="#2d1a08"/>'
    number = (
        f'<text x="{x + 54}" y="{y + 26}" font-size="12" font-weight="700" {_TEXT.replace("#2c2111", "#fff")}>{face}</text>'
    )
    return drawn + badge + number
