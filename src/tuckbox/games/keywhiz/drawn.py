"""A player's board as parts of a scene: squares, doors, pieces, and where they may go."""

from __future__ import annotations

from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.keywhiz.board import CHOICE, DOORWAY, FORK, NO_DOOR, SWAP, WHIZ, WHIZ_DOOR, Square
from tuckbox.games.keywhiz.lookout import Way, board_of, cheapest, lacking, way
from tuckbox.games.keywhiz.places import HOME, START, name_of, place_of
from tuckbox.games.keywhiz.state import CHOOSING_KEY
from tuckbox.games.keywhiz.words import KINDS, NEEDS, door_name
from tuckbox.scene.parts import Board, Door, Space, Token

PIECE = "●"
FACES = {DOORWAY: "[ ]", SWAP: "DS", WHIZ: "WZ", FORK: "M1", CHOICE: "CH"}
TONES = {DOORWAY: "gold", SWAP: "teal", WHIZ: "purple", FORK: "orange", CHOICE: "red"}
TITLES = {
    DOORWAY: "",
    SWAP: "draw or swap",
    WHIZ: "WHIZ card",
    FORK: "step or hop",
    CHOICE: "your choice",
}
ARTS = {DOORWAY: "doorway", SWAP: "swap", WHIZ: "whiz", FORK: "fork", CHOICE: "choice"}
LEGEND = "[ ] doorway, DS draw or swap, WZ draw WHIZ card, M1 one square or doorway, CH doorway of choice"


def board(view: View, seat: int) -> Board:
    """The board of a seat: large with its ways for the viewer, small for others."""
    s = view.state
    mine = seat == view.seat
    ways = _ways(view) if mine else {}
    squares = board_of(s).squares
    rows = max(square.row for square in squares.values())
    columns = max(square.column for square in squares.values())
    lines: list[tuple[Space | None, ...]] = [(_end(view, seat, START, columns, ways),)]
    for row in range(2, rows + 1):
        names = [f"{row}-{column}" for column in range(1, columns + 1)]
        lines.append(tuple(_space(view, seat, squares[name], ways) if name in squares else None for name in names))
    lines.append((_end(view, seat, HOME, columns, ways),))
    return Board(
        title="",
        rows=tuple(lines),
        doors=tuple(_doors(view, seat, ways)),
        small=not mine,
        heads=tuple(map(str, range(1, columns + 1))),
        sides=("", *map(str, range(2, rows + 1)), ""),
    )


def _ways(view: View) -> dict[str, Way]:
    """The viewer's moves now, by their notation."""
    found = {view.game.actions.text(action): way(view.state, action) for action in view.legal}
    return {text: leads for text, leads in found.items() if leads}


def _to(ways: dict[str, Way], place: int) -> tuple[str, ...]:
    """The moves that lead to a place."""
    return tuple(text for text, leads in ways.items() if leads.to == place)


def _tokens(seat: int, number: int) -> tuple[Token, ...]:
    return (Token(PIECE, seat, "a piece"),) * number


def _end(view: View, seat: int, place: int, columns: int, ways: dict[str, Way]) -> Space:
    """START or PAYOFF, as wide as the board."""
    s = view.state
    number = s.start[seat] if place == START else s.home[seat]
    name = "START" if place == START else "PAYOFF"
    here = tuple(text for text, leads in ways.items() if leads.start == place)
    to = _to(ways, place)
    note = f"{number} of {s.pieces} pieces"
    return Space(name, name, _tokens(seat, number), "", note, columns, name.lower(), here + to, name, bool(to))


def _space(view: View, seat: int, square: Square, ways: dict[str, Way]) -> Space:
    s, place = view.state, place_of(square.name)
    to = _to(ways, place)
    note = KINDS[square.kind] + (f": you may go here by {' or '.join(to)}" if to else "")
    closed = square.kind == WHIZ and seat == view.seat and s.whiz[seat].n == 2
    return Space(
        name=square.name,
        face=FACES[square.kind],
        tokens=_tokens(seat, s.on[seat] >> place & 1),
        tone="black" if closed else TONES[square.kind],
        note=f"{note}; closed, you hold two WHIZ cards" if closed else note,
        art=ARTS[square.kind] + ("-closed" if closed else ""),
        handles=to or (square.name,),
        title="closed" if closed else TITLES[square.kind],
        goal=bool(to),
    )


def _doors(view: View, seat: int, ways: dict[str, Way]) -> list[Door]:
    board = board_of(view.state)
    found = [
        _door(view, seat, 0, board.squares[name].column, number, f"start {number}", ways, view.state.start[seat] > 0)
        for number, name in enumerate(board.starts, 1)
    ]
    for square in board.squares.values():
        if square.door != NO_DOOR:
            waiting = bool(view.state.on[seat] >> place_of(square.name) & 1)
            text = f"open {square.name}"
            found.append(_door(view, seat, square.row - 1, square.column, square.door, text, ways, waiting))
    return found


def _door(view: View, seat: int, row: int, column: int, door: int, text: str, ways: dict[str, Way], waiting: bool) -> Door:
    """A door, and for the viewer's pieces that wait before it what opens it or what is lacking."""
    s: Any = view.state
    note = f"opens with {NEEDS[door]}"
    if waiting and seat == view.seat:
        lack = lacking(s, seat, door)
        note = f"{door_name(door)} {note}; " + (f"you lack {lack}" if lack else f"you have {cheapest(s, seat, door)}")
    face = "W" if door == WHIZ_DOOR else str(door)
    return Door(
        row, column - 1, face, note, (text,), f"door-{face}", text in ways or (seat == s.turn and text == _approach(s))
    )


def _approach(s: Any) -> str:
    """The move by which a piece has come before the door whose key is to be chosen now; empty in other phases."""
    if s.phase != CHOOSING_KEY:
        return ""
    return f"start {s.door}" if s.piece == START else f"open {name_of(s.piece)}"
