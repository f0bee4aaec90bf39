"""Boards as tables: places in rows, doors in the edges between them, pieces on top. A course of one row is a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby

from tuckbox.scene.parts import Board, Door, Space, Token
from tuckbox.server.html.art import drawing_html
from tuckbox.server.html.click_targets import ClickTargets, asked
from tuckbox.server.html.fragments import Cells, Element, Fragment, Piece, Rows, around
from tuckbox.server.html.markup import classes, esc, hue, seat_class, slug

_ROOMY = 5
"""Boards of no more columns are drawn large."""

_FITTING = 9
"""Boards of no more columns are as wide as a phone; wider ones are scrolled there, so that places can be touched."""


def board_fragment(targets: ClickTargets, board: Board, place: str) -> Fragment:
    """A board, small or large; a small one is there to be looked at: one picture, which says where the pieces stand."""
    columns = max((sum(space.wide if space else 1 for space in row) for row in board.rows), default=0)
    title = [f'<h3 class="label">{esc(board.title)}</h3>'] if board.title else []
    lying = _lying(None if board.small else targets, board, place, columns)
    size = "small" if board.small else "roomy" if columns <= _ROOMY and not board.loose else ""
    fitting = columns <= _FITTING and not (board.small or board.course)
    kind = classes("loose" if board.loose else "board", size, fitting and "fitting")
    inside = [*title, lying, *noted("p", place, board.note)]
    return Rows(place, f'<div class="{kind}" id="{place}" {_spoken(board)}>', inside, "</div>")


def _lying(targets: ClickTargets | None, board: Board, place: str, columns: int) -> Piece:
    """The places of a board: those of a course as a list, those of others as a table."""
    name = f"{place}-rows"
    if board.course:
        spaces = [around("<li>", _space(targets, space, place), "</li>") for space in board.rows[0] if space]
        return Rows(name, f'<ol class="{_course(board)}" id="{name}">', spaces, "</ol>")
    rows = Rows(name, f'<tbody id="{name}">', list(_rows(targets, board, place, columns)), "</tbody>")
    return around('<table role="presentation">', rows, "</table>")


def _spoken(board: Board) -> str:
    """The role and the label of a board, as attributes."""
    label = esc(board.title or "board")
    if board.small:
        taken = [_said(space) for row in board.rows for space in row if space and space.tokens]
        return f'role="img" aria-label="{label}: {"; ".join(taken) or "empty"}"'
    return f'role="group" aria-label="{label}" tabindex="0"'  # what is wider than the screen is scrolled, with keys too


def _course(board: Board) -> str:
    """Classes of a course: a road is `bare` where nothing is drawn on it, so that its places have frames."""
    if board.loose:
        return "course"
    drawn = any(space.art for space in board.rows[0] if space)
    return classes("course", "road", "" if drawn else "bare")


def noted(name: str, place: str, text: str) -> list[Element]:
    """A note below what lies in a place, if there is one."""
    return [Element(f"{place}-note", f'<{name} class="note" id="{place}-note">', esc(text))] if text else []


def _rows(targets: ClickTargets | None, board: Board, place: str, columns: int) -> Iterator[Piece]:
    doors = {row: list(found) for row, found in groupby(sorted(board.doors, key=_where), key=lambda door: door.row)}
    side = [_cell(esc(name), ' class="head"') for name in board.sides] if not board.small else []
    if board.heads and not board.small:
        heads = "".join(f'<td class="head">{esc(name)}</td>' for name in board.heads)
        corner = '<td class="corner"></td>' if side else ""
        yield f'<tr class="heads">{corner}{heads}</tr>'
    for number, row in enumerate(board.rows):
        cells = [_cell(_space(targets, space, place), _wide(space)) if space else _cell("") for space in row]
        yield _row(f"{place}-row{number}", "", (*side[number : number + 1], *cells))
        if number in doors:
            edge = _edge(targets, doors[number], _above(row), columns, place, bool(side))
            yield _row(f"{place}-edge{number}", "edge", tuple(edge))


@lru_cache(maxsize=4096)
def _row(ident: str, kind: str, cells: tuple[tuple[str, Piece, str], ...]) -> Fragment:
    """A row of the table: the same as long as the same lies in it, so that nobody looks into it for what has changed."""
    tag = f'<tr id="{ident}" class="{kind}">' if kind else f'<tr id="{ident}">'
    pictures = ["".join(cell) for cell in cells if isinstance(cell[1], str)]  # type: ignore[arg-type]
    if len(pictures) == len(cells):
        return Cells(ident, tag, pictures, "</tr>")
    return Fragment(ident, tag, *chain.from_iterable(cells), "</tr>")


def _cell(inside: Piece, attributes: str = "") -> tuple[str, Piece, str]:
    return f"<td{attributes}>", inside, "</td>"


def _wide(space: Space) -> str:
    return f' colspan="{space.wide}"' if space.wide > 1 else ""


def _where(door: Door) -> tuple[int, int]:
    return door.row, door.column


def _above(row: tuple[Space | None, ...]) -> list[str]:
    """The name of the place above each column of a row's lower edge."""
    return [space.name if space else "" for space in row for _ in range(space.wide if space else 1)]


def _edge(
    targets: ClickTargets | None, doors: list[Door], above: list[str], columns: int, place: str, side: bool
) -> list[tuple[str, Piece, str]]:
    """The lower edge of a row, with the doors in it."""
    by_column = {door.column: _door(targets, door, above[door.column], place) for door in doors}
    cells = [_cell(by_column.get(column, "")) for column in range(columns)]
    return [_cell(""), *cells] if side else cells


def _space(targets: ClickTargets | None, space: Space, place: str) -> Piece:
    """A place and what stands there: a button if it can be touched; without `targets` it is part of a picture."""
    if targets is None:
        return _pictured(space)
    words = space.handles or (space.name,)
    numbers = targets.matching(words) if targets.by_word else []
    said = targets.button(numbers, _said(space)) if numbers else ""
    return _drawn(space, place, said or targets.named(words))


@lru_cache(maxsize=16_384)
def _drawn(space: Space, place: str, said: str) -> Fragment:
    """A place of a large board; of one that can be touched `said` tells what that does, of others by what to ask."""
    drawing = drawing_html(space.art)
    more = f'<span class="how">{esc(space.text)}</span>' if space.text else ""
    ident = f"{place}-{slug(space.name)}"
    return _thing(ident, asked(space), _kind(space), _said(space), said, drawing + _face(space) + _tokens(space) + more)


@lru_cache(maxsize=4096)
def _pictured(space: Space) -> str:
    """A place of a small board."""
    face = _face(space) if space.wide > 1 else ""
    return f'<span class="{_kind(space)}">{drawing_html(space.art)}{face}{_tokens(space)}</span>'


def _kind(space: Space) -> str:
    tone = f"tone-{hue(space.tone)}" if space.tone else ""
    return classes("space", tone, "taken" if space.tokens else "", "goal" if space.goal else "")


def _tokens(space: Space) -> str:
    return f'<span class="tokens">{"".join(map(_token, space.tokens))}</span>' if space.tokens else ""


def _face(space: Space) -> str:
    """Text on a place: its title where it has one; a face with a blank is drawn, not written."""
    if space.title:
        number, _, rest = space.title.partition(" ")  # in little room a number stands for the rest
        said = f"<b>{number}</b> {esc(rest)}" if number.isdecimal() and rest else esc(space.title)
        return f'<span class="words">{said}</span>'
    return f'<span class="face">{esc(space.face)}</span>' if space.face and not (space.art and " " in space.face) else ""


def _said(space: Space) -> str:
    """A place as one says it, with who stands there."""
    written = space.title or ("" if " " in space.face else space.face)
    spoken = space.name[:1].isalnum() and space.name.casefold() not in written.casefold()  # else it is only typed
    who = Counter(token.note or token.face for token in space.tokens)
    there = [f"{name} here" if count == 1 else f"{count} × {name} here" for name, count in who.items()]
    named = " ".join(filter(None, (space.name if spoken or not written else "", written)))
    return esc(", ".join(filter(None, (named, space.note, *there))))


def _token(token: Token) -> str:
    """A piece; pieces alike are told apart by where they stand only."""
    title = f' title="{esc(token.note)}"' if token.note else ""
    kind = f"{esc(token.face)}.{'' if token.seat is None else token.seat}"
    inside = drawing_html(token.art) or esc(token.face)
    back = f"card-like tone-{hue(token.tone)}" if token.tone else ""
    look = classes("token", "drawn" if token.art else "", back, seat_class(token.seat))
    return f'<i class="{look}" data-piece="{kind}"{title}>{inside}</i>'


def _door(targets: ClickTargets | None, door: Door, above: str, place: str) -> Piece:
    if targets is None:
        inside = drawing_html(door.art) or esc(door.face)
        return f'<span class="{classes("door", "drawn" if door.art else "")}">{inside}</span>'
    numbers = targets.matching(door.handles) if targets.by_word else []
    label = esc(f"door {door.face} below {above}" + (f", {door.note}" if door.note else ""))
    said = targets.button(numbers, label) if numbers else targets.named(door.handles)
    return _door_fragment(door, place, label, said)


@lru_cache(maxsize=4096)
def _door_fragment(door: Door, place: str, label: str, said: str) -> Fragment:
    kind = classes("door", "drawn" if door.art else "", "open" if door.open else "")
    inside = drawing_html(door.art) + f"<b>{esc(door.face)}</b>"
    return _thing(f"{place}-door-{door.row}-{door.column}", asked(door), kind, label, said, inside)


def _thing(ident: str, of: str, kind: str, label: str, said: str, inside: str) -> Element:
    """A piece on a board: a button if touching it does something, else a plain element."""
    if said and not said.startswith(" data-name="):
        return Element(ident, f'<button type="button" class="{kind} act" id="{ident}"{of} {said}>', inside)
    return Element(ident, f'<span class="{kind}" id="{ident}"{of} role="img" aria-label="{label}"{said}>', inside)
