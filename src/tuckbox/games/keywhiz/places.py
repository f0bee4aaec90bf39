"""The squares of all boards as numbers: what stands where and what leads where, in tables for compiled rules.

A *place* is the index of a square's name in `SQUARES`; tables are read as ``KIND[board][place]``. A seat's pieces on squares
are a set of places, since no two of them share one (KW-5.2); pieces in START and PAYOFF are only counted.
"""

from __future__ import annotations

from tuckbox.games.keywhiz.board import BOARDS, PAYOFF, Board, Kind
from tuckbox.kit import table

SQUARES = sorted({name for board in BOARDS for name in board.squares}, key=lambda name: [int(n) for n in name.split("-")])
"""The names of all squares, row by row."""

NOWHERE, START, HOME = -1, -2, 62
"""No place; the START square; PAYOFF, which as a place is never occupied."""

ABSENT = -1
"""The kind of a square that a board does not have."""


def place_of(name: str) -> int:
    """The place of a square, or `HOME` of PAYOFF, `NOWHERE` of an empty name.

    >>> place_of("2-1"), place_of("PAYOFF"), place_of("")
    (0, 62, -1)
    """
    return HOME if name == PAYOFF else SQUARES.index(name) if name else NOWHERE


def name_of(place: int) -> str:
    """The name of a place.

    >>> name_of(place_of("4-13")), name_of(START), name_of(HOME)
    ('4-13', 'START', 'PAYOFF')
    """
    return {START: "START", HOME: PAYOFF}.get(place) or SQUARES[place]


def _kinds(board: Board) -> list[int]:
    return [board.squares[name].kind if name in board.squares else ABSENT for name in SQUARES]


def _ways(board: Board, field: str) -> list[int]:
    """For each place the place that leads from it by a step (`right`), a door (`leads`) or a hop."""
    return [place_of(getattr(board.squares[name], field) if name in board.squares else "") for name in SQUARES]


def _doors(board: Board) -> list[int]:
    return [board.squares[name].door if name in board.squares else 0 for name in SQUARES]


KIND = table([_kinds(board) for board in BOARDS])
DOOR = table([_doors(board) for board in BOARDS])
RIGHT = table([_ways(board, "right") for board in BOARDS])
LEADS = table([_ways(board, "leads") for board in BOARDS])
HOP = table([_ways(board, "hop") for board in BOARDS])
START_DOORS = table([[place_of(name) for name in board.starts] for board in BOARDS])
LAST = table([place_of(board.last) for board in BOARDS])
DOORWAYS = table([sum(1 << place for place, kind in enumerate(_kinds(board)) if kind == Kind.DOORWAY) for board in BOARDS])
"""The set of all DOORWAYs of each board."""
