"""The boards of Key Whiz as pictures, and how a picture is read.

Cells are five characters wide. The first line names the START DOORS above their columns; then lines of squares and lines
of the doors in their lower edges take turns, from ROW 2 down. PAYOFF lies below the last row along its whole width.

``[ ]`` is a DOORWAY, ``DS`` DRAW OR SWAP, ``WZ`` DRAW WHIZ CARD, ``M1`` MOVE ONE SQUARE OR TO DOORWAY, ``CH`` MOVE TO
DOORWAY OF CHOICE. A door is a number (how many of a kind open it) or ``W``, the WHIZ DOOR.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from tuckbox.errors import RulesError

STANDARD_PICTURE = """
  1              2
 [ ]  DS   [ ]  [ ]  M1   DS   WZ   [ ]  DS   [ ]  [ ]
                 W                   W              3
                [ ]                 [ ]  WZ   DS   [ ]  DS   [ ]  CH
                 1                   2                        2
                [ ]  DS   [ ]  DS   [ ]  M1   DS   [ ]  DS   [ ]
                           3         4              2         3
"""

MINI_PICTURE = """
  1              2
 [ ]  DS   WZ   [ ]
                 W
                [ ]  DS   [ ]
                 2         1
"""

FIRST_PICTURE = """
  1              2
 [ ]  DS   WZ   [ ]  M1   DS   WZ   [ ]  DS   DS   [ ]
                 W                   4              3
                [ ]                 [ ]  WZ   DS   [ ]  DS   [ ]  CH
                 1                   2                        2
                [ ]  DS   [ ]  DS   [ ]  M1   DS   [ ]  DS   [ ]
                 3         4                        3         3
"""

_CELL = 5
_FIRST_ROW = 2  # ROW 1 is START
_KINDS = ("[ ]", "DS", "WZ", "M1", "CH")
_DOORS = ("", "1", "2", "3", "4", "W")

NO_DOOR, WHIZ_DOOR = 0, 5
PAYOFF = "PAYOFF"


class Kind(IntEnum):
    """The kinds of squares, in the order of their marks."""

    DOORWAY = 0
    SWAP = 1
    WHIZ = 2
    FORK = 3
    CHOICE = 4


class Square(NamedTuple):
    """A square: its name, where it stands, what it is, the door below it and what else leads from it.

    `right`, `leads` (through the door) and `hop` name squares, or are empty where nothing leads that way.
    """

    name: str
    row: int
    column: int
    kind: Kind
    door: int = NO_DOOR
    right: str = ""
    leads: str = ""
    hop: str = ""


class Board(NamedTuple):
    """A board: its squares by name in reading order, and the names of the squares that matter alone.

    `starts` are the landings of START DOOR 1 and 2, `last` is the last DOORWAY of the last row (KW-5.25).
    """

    squares: dict[str, Square]
    starts: tuple[str, str]
    last: str


def read_board(picture: str, pieces: int) -> Board:
    """Read a picture for up to `pieces` pieces of a player.

    Raises `RulesError` for a board on which the rules could not be kept (KW-2.4).

    >>> board = read_board(MINI_PICTURE, pieces=1)
    >>> board.starts, board.last, board.squares["2-4"].leads, board.squares["3-4"].leads
    (('2-1', '2-4'), '3-6', '3-4', 'PAYOFF')
    """
    lines = [line for line in picture.split("\n") if line.strip()]
    named = dict(_cells(lines[0]))
    rows, edges = lines[1::2], [dict(_cells(line)) for line in lines[2::2]]
    edges += [{}] * (len(rows) - len(edges))
    squares = [
        Square(f"{row}-{column}", row, column, Kind(_index(_KINDS, mark)), _index(_DOORS, edge.get(column, "")))
        for row, (line, edge) in enumerate(zip(rows, edges, strict=True), _FIRST_ROW)
        for column, mark in _cells(line)
    ]
    _need({*edge} <= {column for column, _ in _cells(line)} for line, edge in zip(rows, edges, strict=True))
    joined = _joined(squares, _FIRST_ROW + len(rows) - 1)
    starts = [f"{_FIRST_ROW}-{column}" for door in "12" for column, mark in named.items() if mark == door]
    last = next((name for name in reversed(joined) if joined[name].kind == Kind.DOORWAY), "")
    _check(joined, starts, pieces)
    return Board(joined, (starts[0], starts[1]), last)


def _cells(line: str) -> list[tuple[int, str]]:
    """The columns (from 1) and marks of a line."""
    marks = [line[at : at + _CELL].strip() for at in range(0, len(line), _CELL)]
    return [(column, mark) for column, mark in enumerate(marks, 1) if mark]


def _index(marks: tuple[str, ...], mark: str) -> int:
    if mark not in marks:
        raise RulesError(f"a board has no {mark!r}; it has {' '.join(filter(None, marks))}")
    return marks.index(mark)


def _joined(squares: list[Square], last_row: int) -> dict[str, Square]:
    """The squares with what leads from them."""
    names = {square.name for square in squares}
    found = {}
    for square in squares:
        right = f"{square.row}-{square.column + 1}"
        below = PAYOFF if square.row == last_row else f"{square.row + 1}-{square.column}"
        further = [other for other in squares if other.row == square.row and other.column > square.column]
        doorways = [other.name for other in further if other.kind == Kind.DOORWAY]
        found[square.name] = square._replace(
            right=right if right in names else "",
            leads=below if square.door != NO_DOOR else "",
            hop=doorways[0] if square.kind == Kind.FORK and doorways else "",
        )
    return found


def _need(facts: Iterable[object], said: str = "a door lies below a square") -> None:
    if not all(facts):
        raise RulesError(f"this board cannot be played: {said} (KW-2.4)")


def _check(squares: dict[str, Square], starts: list[str], pieces: int) -> None:
    """Refuse a board that does not fit the rules."""

    def kind(name: str) -> int:
        return squares[name].kind if name in squares else -1

    every = list(squares.values())
    _need((s.kind == Kind.DOORWAY for s in every if s.door), "a door lies below a DOORWAY")
    _need(
        (s.leads == PAYOFF or kind(s.leads) == Kind.DOORWAY for s in every if s.door),
        "a door leads to a DOORWAY or to PAYOFF",
    )
    _need((s.right for s in every if s.kind not in (Kind.DOORWAY, Kind.CHOICE)), "only a DOORWAY or a CH ends a row")
    _need(
        (kind(s.right) == Kind.SWAP and s.hop for s in every if s.kind == Kind.FORK),
        "an M1 stands before a DS and a DOORWAY",
    )
    left = {s.right: s.kind for s in every if s.right}
    _need(
        (left.get(s.name) == Kind.DOORWAY and not s.right for s in every if s.kind == Kind.CHOICE),
        "a CH ends a row after a DOORWAY",
    )
    _need([len(starts) == 2, *(kind(name) == Kind.DOORWAY for name in starts)], "START DOORS 1 and 2 lead to DOORWAYs")
    doorways = sum(s.kind == Kind.DOORWAY for s in every)
    _need([doorways > pieces], f"{pieces} pieces need {pieces + 1} DOORWAYs, not {doorways}")


STANDARD = read_board(STANDARD_PICTURE, pieces=4)
MINI = read_board(MINI_PICTURE, pieces=1)
FIRST = read_board(FIRST_PICTURE, pieces=4)
BOARDS = (STANDARD, MINI, FIRST)
"""The boards in the order of the option's values: `FIRST` is the one of the specification, tuned into `STANDARD`."""
