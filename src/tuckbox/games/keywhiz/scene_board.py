"""A player's board as parts of a scene: squares, doors, pieces, and where they may go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tuckbox.games.keywhiz.analysis import STAYS, Way, way, what_opens
from tuckbox.games.keywhiz.board import BOARDS, NO_DOOR, WHIZ_DOOR, Kind, Square
from tuckbox.games.keywhiz.board import Board as Played
from tuckbox.games.keywhiz.places import HOME, START, name_of, place_of
from tuckbox.games.keywhiz.state import MOST_WHIZ, Phase, State
from tuckbox.games.keywhiz.words import KINDS, NEEDS, door_name
from tuckbox.scene.parts import Board, Door, Space, Token
from tuckbox.view.view import View

PIECE = "●"
FACES = {Kind.DOORWAY: "[ ]", Kind.SWAP: "DS", Kind.WHIZ: "WZ", Kind.FORK: "M1", Kind.CHOICE: "CH"}
TONES = {Kind.DOORWAY: "gold", Kind.SWAP: "teal", Kind.WHIZ: "purple", Kind.FORK: "orange", Kind.CHOICE: "red"}
TITLES = {
    Kind.DOORWAY: "",
    Kind.SWAP: "draw or swap",
    Kind.WHIZ: "Whiz card",
    Kind.FORK: "step or hop",
    Kind.CHOICE: "your choice",
}
ARTS = {Kind.DOORWAY: "doorway", Kind.SWAP: "swap", Kind.WHIZ: "whiz", Kind.FORK: "fork", Kind.CHOICE: "choice"}


class Pieces(NamedTuple):
    """Where the pieces of a seat are: on squares (a bit for each), in Start and in Payoff; and how many there are."""

    seat: int
    on: int
    start: int
    home: int
    of: int


def board(view: View, seat: int) -> Board:
    """The board of a seat: large with its ways for the viewer, small for others."""
    s = view.state
    pieces = Pieces(seat, s.on[seat], s.start[seat], s.home[seat], s.pieces)
    opening = _approach(s) if seat == s.turn else ""
    if seat != view.seat:
        return _small_board(s.board, pieces, opening)
    ways = _ways(view)
    doors = _doors(BOARDS[s.board], pieces, {*ways, opening}, lambda door: _what_opens(s, seat, door))
    return _large_board(s.board, pieces, tuple(ways.items()), tuple(doors), s.whiz[seat].n == MOST_WHIZ)


@lru_cache(maxsize=1024)
def _large_board(
    number: int, pieces: Pieces, ways: tuple[tuple[str, Way], ...], doors: tuple[Door, ...], closed: bool
) -> Board:
    """A board to play on: it is the same as long as nothing can be done on it otherwise."""
    return _board(BOARDS[number], pieces, dict(ways), doors, closed)


@lru_cache(maxsize=1024)
def _small_board(number: int, pieces: Pieces, opening: str) -> Board:
    """A board to glance at: it is the same until a piece of it moves."""
    doors = _doors(BOARDS[number], pieces, {opening}, lambda door: f"opens with {NEEDS[door]}")
    return replace(_board(BOARDS[number], pieces, {}, doors), small=True)


def _board(played: Played, pieces: Pieces, ways: dict[str, Way], doors: Iterable[Door], closed: bool = False) -> Board:
    """The rows of a board from Start to Payoff; `closed` are its squares for Whiz cards to who can hold no more."""
    squares = played.squares
    rows = max(square.row for square in squares.values())
    columns = max(square.column for square in squares.values())
    lines: list[tuple[Space | None, ...]] = [(_end(pieces, START, columns, ways),)]
    for row in range(2, rows + 1):
        names = [f"{row}-{column}" for column in range(1, columns + 1)]
        lines.append(tuple(_space(squares[name], pieces, ways, closed) if name in squares else None for name in names))
    lines.append((_end(pieces, HOME, columns, ways),))
    return Board(
        title="",
        rows=tuple(lines),
        doors=tuple(doors),
        heads=tuple(map(str, range(1, columns + 1))),
        sides=("", *map(str, range(2, rows + 1)), ""),
    )


def _ways(view: View) -> dict[str, Way]:
    """The viewer's moves now, by their notation."""
    found = {view.game.actions.text(action): way(view.state, action) for action in view.legal}
    return {text: leads for text, leads in found.items() if leads != STAYS}


def _to(ways: dict[str, Way], place: int) -> tuple[str, ...]:
    """The moves that lead to a place."""
    return tuple(text for text, leads in ways.items() if leads.to == place)


def _tokens(seat: int, number: int) -> tuple[Token, ...]:
    return (Token(PIECE, seat, "a piece"),) * number


def _end(pieces: Pieces, place: int, columns: int, ways: dict[str, Way]) -> Space:
    """Start or Payoff, as wide as the board."""
    number = pieces.start if place == START else pieces.home
    name = "Start" if place == START else "Payoff"
    here = tuple(text for text, leads in ways.items() if leads.start == place)
    to = _to(ways, place)
    note = f"{number} of {pieces.of} pieces"
    return Space(name, name, _tokens(pieces.seat, number), "", note, columns, name.lower(), here + to, name, bool(to))


def _space(square: Square, pieces: Pieces, ways: dict[str, Way], closed: bool) -> Space:
    place = place_of(square.name)
    to = _to(ways, place)
    note = KINDS[square.kind] + (": you may go here" if to else "")
    closed = closed and square.kind == Kind.WHIZ
    return Space(
        name=square.name,
        face=FACES[square.kind],
        tokens=_tokens(pieces.seat, pieces.on >> place & 1),
        tone="black" if closed else TONES[square.kind],
        note=f"{note}; closed, you hold two Whiz cards" if closed else note,
        art=ARTS[square.kind] + ("-closed" if closed else ""),
        handles=to or (square.name,),
        title="closed" if closed else TITLES[square.kind],
        goal=bool(to),
        about=(ARTS[square.kind],),
    )


def _doors(played: Played, pieces: Pieces, opening: Collection[str], opens: Callable[[int], str]) -> Iterator[Door]:
    """The doors of a board: those a move of `opening` goes through are open, `opens` says more where a piece waits."""
    for number, name in enumerate(played.starts, 1):
        yield _door(0, played.squares[name].column, number, f"start {number}", opening, opens if pieces.start else None)
    for square in played.squares.values():
        if square.door != NO_DOOR:
            told = opens if pieces.on >> place_of(square.name) & 1 else None
            yield _door(square.row - 1, square.column, square.door, f"open {square.name}", opening, told)


def _door(row: int, column: int, door: int, text: str, opening: Collection[str], told: Callable[[int], str] | None) -> Door:
    face = "W" if door == WHIZ_DOOR else str(door)
    note = told(door) if told else f"opens with {NEEDS[door]}"
    is_open = text in opening
    art = f"door-{face}" + "-open" * is_open
    return Door(row, column - 1, face, note, (text,), art, is_open, about=(f"door {door}",))


def _what_opens(s: State, seat: int, door: int) -> str:
    """The key to a door before which a piece of the viewer waits, and what the viewer has for it or lacks."""
    return f"{door_name(door)} opens with {NEEDS[door]}; {what_opens(s, seat, door)}"


def _approach(s: State) -> str:
    """The move by which a piece has come before the door whose key is to be chosen now; empty in other phases."""
    if s.phase != Phase.KEY:
        return ""
    return f"start {s.door}" if s.piece == START else f"open {name_of(s.piece)}"
