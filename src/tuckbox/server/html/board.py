"""Boards as tables: places in rows, doors in the edges between them, pieces on top. A course of one row is a list."""

from __future__ import annotations

from itertools import groupby

from tuckbox.scene.parts import Board, Door, Space, Token
from tuckbox.server.html.art import drawing_html
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.markup import classes, esc, hue, seat_class, slug

_ROOMY = 5
"""Boards of no more columns are drawn large."""


def board_html(targets: ClickTargets, board: Board, place: str) -> str:
    """A board, small or large; a small one is there to be looked at: one picture, which says where the pieces stand."""
    touched = None if board.small else targets
    columns = max((sum(space.wide if space else 1 for space in row) for row in board.rows), default=0)
    size = "small" if board.small else "roomy" if columns <= _ROOMY and not board.loose else ""
    if len(board.rows) == 1 and not board.doors:
        spaces = "".join(f"<li>{space_html(touched, space, place)}</li>" for space in board.rows[0] if space)
        inside = f'<ol class="{classes("course", "" if board.loose else "road")}">{spaces}</ol>'
    else:
        inside = f'<table role="presentation">{"".join(_rows(touched, board, place, columns))}</table>'
    title = f'<h3 class="label">{esc(board.title)}</h3>' if board.title else ""
    note = f'<p class="note">{esc(board.note)}</p>' if board.note else ""
    kind, label = classes("loose" if board.loose else "board", size), esc(board.title or "board")
    if board.small:
        taken = [_said(space) for row in board.rows for space in row if space and space.tokens]
        said = f'role="img" aria-label="{label}: {"; ".join(taken) or "empty"}"'
    else:
        said = f'role="region" aria-label="{label}" tabindex="0"'  # what is wider than the screen is scrolled, with keys too
    return f'<div class="{kind}" {said}>{title}{inside}{note}</div>'


def _rows(targets: ClickTargets | None, board: Board, place: str, columns: int) -> list[str]:
    doors = {row: list(found) for row, found in groupby(sorted(board.doors, key=_where), key=lambda door: door.row)}
    side = [esc(name) for name in board.sides] if not board.small else []
    rows = []
    for number, row in enumerate(board.rows):
        cells = "".join(_cell(targets, space, place) if space else "<td></td>" for space in row)
        rows.append(f"<tr>{_head(side[number]) if side else ''}{cells}</tr>")
        if number in doors:
            rows.append(_edge(targets, doors[number], columns, place, bool(side)))
    if board.heads and not board.small:
        heads = "".join(_head(esc(name)) for name in board.heads)
        rows.insert(0, f'<tr class="heads">{"<td></td>" if side else ""}{heads}</tr>')
    return rows


def _head(name: str) -> str:
    """The name of a row or column."""
    return f'<td class="head">{name}</td>'


def _where(door: Door) -> tuple[int, int]:
    return door.row, door.column


def _cell(targets: ClickTargets | None, space: Space, place: str) -> str:
    span = f' colspan="{space.wide}"' if space.wide > 1 else ""
    return f"<td{span}>{space_html(targets, space, place)}</td>"


def _edge(targets: ClickTargets | None, doors: list[Door], columns: int, place: str, side: bool) -> str:
    """The lower edge of a row, with the doors in it."""
    by_column = {door.column: _door(targets, door, place) for door in doors}
    cells = "".join(f"<td>{by_column.get(column, '')}</td>" for column in range(columns))
    return f'<tr class="edge">{"<td></td>" if side else ""}{cells}</tr>'


def space_html(targets: ClickTargets | None, space: Space, place: str) -> str:
    """A place and what stands there: a button if it can be touched; without `targets` it is part of a picture."""
    drawing = drawing_html(space.art)
    face = _face(space) if targets or space.wide > 1 else ""
    more = f'<span class="how">{esc(space.text)}</span>' if space.text else ""
    tokens = f'<span class="tokens">{"".join(map(_token, space.tokens))}</span>' if space.tokens else ""
    tone = f"tone-{hue(space.tone)}" if space.tone else ""
    kind = classes("space", tone, "taken" if space.tokens else "", "goal" if space.goal else "")
    if targets is None:
        return f'<span class="{kind}">{drawing}{face}{tokens}</span>'
    words, ident = space.handles or (space.name,), f"{place}-{slug(space.name)}"
    return _thing(targets, words, ident, kind, _said(space), drawing + face + tokens + more)


def _face(space: Space) -> str:
    """What is written on a place: its title where it has one; a face with a blank is drawn, not written."""
    if space.title:
        return f'<span class="words">{esc(space.title)}</span>'
    return f'<span class="face">{esc(space.face)}</span>' if space.face and not (space.art and " " in space.face) else ""


def _said(space: Space) -> str:
    """A place as one says it, with who stands there."""
    written = space.title or ("" if " " in space.face else space.face)
    said = [space.name if written in ("", space.name) else f"{space.name} {written}", space.note]
    said += [f"{token.face} stands here" + (f" ({token.note})" if token.note else "") for token in space.tokens]
    return esc(", ".join(text for text in said if text))


def _token(token: Token) -> str:
    """A piece; pieces alike are told apart by where they stand only."""
    title = f' title="{esc(token.note)}"' if token.note else ""
    kind = f"{esc(token.face)}.{'' if token.seat is None else token.seat}"
    inside = drawing_html(token.art) or esc(token.face)
    back = f"card-like tone-{hue(token.tone)}" if token.tone else ""
    look = classes("token", "drawn" if token.art else "", back, seat_class(token.seat))
    return f'<i class="{look}" data-piece="{kind}"{title}>{inside}</i>'


def _door(targets: ClickTargets | None, door: Door, place: str) -> str:
    if targets is None:
        inside = drawing_html(door.art) or esc(door.face)
        return f'<span class="{classes("door", "drawn" if door.art else "")}">{inside}</span>'
    label = esc(f"door {door.face}" + (f", {door.note}" if door.note else ""))
    kind = classes("door", "drawn" if door.art else "", "open" if door.open else "")
    inside = drawing_html(door.art) + f"<b>{esc(door.face)}</b>"
    return _thing(targets, door.handles, f"{place}-door-{door.row}-{door.column}", kind, label, inside)


def _thing(targets: ClickTargets, words: tuple[str, ...], ident: str, kind: str, label: str, inside: str) -> str:
    numbers = targets.matching(words)
    if numbers:
        said = targets.button(numbers, label, words)
        return f'<button type="button" class="{kind} act" id="{ident}" {said}>{inside}</button>'
    return f'<span class="{kind}" id="{ident}" role="img" aria-label="{label}">{inside}</span>'


__all__ = ["board_html", "space_html"]
