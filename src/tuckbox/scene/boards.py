"""Boards as text: a grid of places, the walls between their rows with the doors in them; or a course in lines.

What a piece may do now is told by signs as well as by colour: a place it may go to bears ``›``, a door it may pass ``▾``.
"""

from __future__ import annotations

from rich.text import Text

from tuckbox.scene.blocks import Block, Signs, centred, cut, filled, flow, wrap
from tuckbox.scene.cards import token_style, tone_style
from tuckbox.scene.parts import Board, Door, Space

_WIDEST = 6
GOAL, PASSABLE, SHUT = "›", "▾", "="


def space_text(space: Space | None, signs: Signs, gap: str = " ") -> Text:
    """A place on a board with what stands on it; in a face with ``[ ]`` the first token fills the blank.

    >>> from tuckbox.scene.blocks import RICH
    >>> from tuckbox.scene.parts import Token
    >>> str(space_text(Space("2-1", "[ ]", (Token("●"),)), RICH)), str(space_text(Space("2-2", "DS", goal=True), RICH))
    ('[●]', '›DS')
    """
    if space is None:
        return Text()
    face, tokens = signs.say(space.face or space.name), list(space.tokens)
    text = Text(signs.say(GOAL) if space.goal else "", "bold")
    style = tone_style(space.tone)
    if "[ ]" in face and tokens:
        before, _, after = face.partition("[ ]")
        token = tokens.pop(0)
        text.append(f"{before}[", style).append(signs.say(token.face), token_style(token)).append(f"]{after}", style)
    else:
        text.append(face, style)
    for token in tokens:
        text.append(gap).append(signs.say(token.face), token_style(token))
    if space.text and space.text not in face:
        text.append(gap).append(signs.say(space.text), "italic")
    return text


def door_text(door: Door, signs: Signs) -> Text:
    """A door: what opens it, between signs that tell whether it may be passed now.

    >>> from tuckbox.scene.blocks import RICH
    >>> str(door_text(Door(0, 0, "3"), RICH)), str(door_text(Door(0, 0, "3", open=True), RICH))
    ('=3=', '▾3▾')
    """
    sign = signs.say(PASSABLE if door.open else SHUT)
    return Text(f"{sign}{signs.say(door.face)}{sign}", "bold" if door.open else "dim")


def grid(board: Board, signs: Signs, width: int) -> Block:
    """A board with doors, row by row with the doors between; cut where the width does not suffice."""
    columns = max(sum(space.wide if space else 1 for space in row) for row in board.rows)
    side = max((len(name) for name in board.sides), default=-1) + 1
    room = max(3, min(_WIDEST, (width - side) // columns))
    lines: Block = []
    for number, row in enumerate(board.rows):
        name = board.sides[number] if number < len(board.sides) else ""
        line = Text(name.rjust(side - 1) + " " if side else "", "dim")
        for space in row:
            line.append_text(_cell(space, room, signs))
        line.rstrip()
        lines.append(line)
        edge = {door.column: door_text(door, signs) for door in board.doors if door.row == number}
        if edge:
            wall = Text(" " * side)
            for column in range(columns):
                wall.append_text(centred(edge.get(column, Text()), room))
            wall.rstrip()
            lines.append(wall)
    if board.heads:
        head = Text(" " * side, "dim")
        for name in board.heads:
            head.append(signs.say(name).center(room))
        head.rstrip()
        lines.insert(1 if board.rows[0] and board.rows[0][0] and board.rows[0][0].wide > 1 else 0, head)
    return [cut(line, width, signs) for line in lines]


def _cell(space: Space | None, room: int, signs: Signs) -> Text:
    """A place in its columns; a wide one is drawn with its name in words and a line to its end."""
    if space is None or space.wide == 1:
        return centred(cut(space_text(space, signs, ""), room, signs), room)
    words = Text.assemble(" ", (signs.say(space.title or space.face or space.name), tone_style(space.tone) or "bold"))
    for token in space.tokens:
        words.append(" ").append(signs.say(token.face), token_style(token))
    words.append(" ")
    bar = signs.frame[1]
    return filled(words, 0).append(bar * max(0, room * space.wide - words.cell_len - 1), "dim").append(" ")


def glance(board: Board, signs: Signs, width: int) -> Block:
    """A small board with doors: where its pieces stand, and before which doors."""
    found = []
    for number, row in enumerate(board.rows):
        column = 0
        for space in row:
            if space and space.tokens:
                doors = [door.face for door in board.doors if (door.row, door.column) == (number, column)]
                before = f" ={doors[0]}=" if doors and space.wide == 1 else ""
                many = f" {signs.times}{len(space.tokens)}" if len(space.tokens) > 1 else ""
                found.append(f"{signs.say(space.name)}{many}{before}")
            column += space.wide if space else 1
    return wrap(Text(", ".join(found) or "no piece"), width)


def course(board: Board, signs: Signs, width: int) -> Block:
    """A board without doors: a grid; places that are loose flow on, and so does a course of one row that is too long."""
    cells = [[space_text(space, signs) for space in row] for row in board.rows]
    column = max((cell.cell_len for row in cells for cell in row), default=0)
    if board.loose or (len(cells) == 1 and (column + 1) * len(cells[0]) > width + 1):
        return flow([cut(cell, width, signs) for row in cells for cell in row], width)
    most = max(map(len, cells), default=1) or 1
    room = max(1, min(column, (width + 1) // most - 1))
    rows = [Text(" ").join(filled(cut(cell, room, signs), room) for cell in row) for row in cells]
    for line in rows:
        line.rstrip()
    return [cut(line, width, signs) for line in rows]


def board_block(board: Board, signs: Signs, width: int) -> Block:
    """A board with its title and note."""
    if not board.doors or not any(board.rows):
        lines = course(board, signs, width)
    else:
        lines = glance(board, signs, width) if board.small else grid(board, signs, width)
    head = wrap(Text(signs.say(board.title), "bold"), width) if board.title and not (board.small and board.doors) else []
    foot = wrap(Text(signs.say(board.note), "italic"), width) if board.note else []
    return [*head, *lines, *foot]
