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
    told = tuple([(door, _what_opens(s, seat, door)) for door in _waited_at(s.board, pieces)])
    return _large_board(s.board, pieces, tuple(_ways(view).items()), opening, told, s.whiz[seat].n == MOST_WHIZ)


@lru_cache(maxsize=1024)
def _waited_at(number: int, pieces: Pieces) -> tuple[int, ...]:
    """The doors before which a piece waits."""
    played = BOARDS[number]
    squares = [square for square in played.squares.values() if square.door != NO_DOOR]
    doors = {square.door for square in squares if pieces.on >> place_of(square.name) & 1}
    return tuple(sorted(doors.union(range(1, len(played.starts) + 1) if pieces.start else ())))


@lru_cache(maxsize=4096)
def _large_board(
    number: int,
    pieces: Pieces,
    ways: tuple[tuple[str, Way], ...],
    opening: str,
    told: tuple[tuple[int, str], ...],
    closed: bool,
) -> Board:
    """A board to play on: it is the same as long as nothing can be done on it otherwise."""
    doors = _doors(BOARDS[number], pieces, {opening, *(text for text, _ in ways)}, dict(told).__getitem__)
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
    to = _arriving(ways)
    lines: list[tuple[Space | None, ...]] = [(_end(pieces, START, columns, ways),)]
    for row in range(2, rows + 1):
        names = [f"{row}-{column}" for column in range(1, columns + 1)]
        found = [squares.get(name) for name in names]
        lines.append(tuple([_here(square, pieces, to, closed) if square else None for square in found]))
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


def _arriving(ways: dict[str, Way]) -> dict[int, tuple[str, ...]]:
    """The moves that lead to each place."""
    found: dict[int, tuple[str, ...]] = {}
    for text, leads in ways.items():
        found[leads.to] = (*found.get(leads.to, ()), text)
    return found


def _tokens(seat: int, number: int) -> tuple[Token, ...]:
    return (Token(PIECE, seat, "a piece"),) * number


def _end(pieces: Pieces, place: int, columns: int, ways: dict[str, Way]) -> Space:
    """Start or Payoff, as wide as the board."""
    number = pieces.start if place == START else pieces.home
    name = "Start" if place == START else "Payoff"
    here = tuple(text for text, leads in ways.items() if leads.start == place)
    to = _arriving(ways).get(place, ())
    note = f"{number} of {pieces.of} pieces"
    return Space(name, name, _tokens(pieces.seat, number), "", note, columns, name.lower(), here + to, name, bool(to))


def _here(square: Square, pieces: Pieces, to: dict[int, tuple[str, ...]], closed: bool) -> Space:
    """A square with the piece that stands on it."""
    place = place_of(square.name)
    return _space(square, pieces.seat, pieces.on >> place & 1, to.get(place, ()), closed)


@lru_cache(maxsize=4096)
def _space(square: Square, seat: int, taken: int, to: tuple[str, ...], closed: bool) -> Space:
    """A square where so many pieces stand, and `to` which moves lead: the same one each time."""
    note = KINDS[square.kind] + (": you may go here" if to else "")
    closed = closed and square.kind == Kind.WHIZ
    return Space(
        name=square.name,
        face=FACES[square.kind],
        tokens=_tokens(seat, taken),
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
