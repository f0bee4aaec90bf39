"""Draws a scene as text: for terminals of any size, with or without colour, and for those who read instead of look.

Nothing is told by colour alone: hidden cards show their back (``▒▒``), faint ones stand in brackets, fresh ones bear a
plus. Where the height is limited the table gives up ornament before it gives up what lies on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from tuckbox.scene.blocks import RICH, Block, Signs, cut, filled, wrap
from tuckbox.scene.cards import card_text
from tuckbox.scene.painter import Painter
from tuckbox.scene.parts import Board, Card, Part, Row, Scene, Space, Stack, Token

NARROWEST, WIDEST = 24, 120


@dataclass(frozen=True)
class Sheet:
    """The input of a drawing: a scene with the log, the legal actions in notation, and a word to the person.

    `news` says how many of the last lines of the log are new; `height` None means as many lines as it takes; `seats` are
    what the notation calls the seats, in games whose actions name them.
    """

    scene: Scene
    width: int = 80
    height: int | None = None
    signs: Signs = RICH
    log: Sequence[str] = ()
    news: int = 0
    actions: Sequence[str] = ()
    notice: str = ""
    seats: Sequence[str] = ()


@dataclass(frozen=True)
class Ornament:
    """The amount of ornament: cards of the own hand large, those in the middle, frames round the rivals' places;
    lines of the log; the hints; and how many lines the actions may take (None: all, with their notes, which `brief` cuts to
    a line)."""

    hand: bool = True
    middle: bool = True
    frames: bool = True
    log: int = 5
    hints: bool = True
    brief: bool = False
    menu: int | None = None


_ORNAMENTS = (
    Ornament(),
    Ornament(hand=False),
    Ornament(hand=False, middle=False, log=3),
    Ornament(hand=False, middle=False, frames=False, log=3),
    Ornament(hand=False, middle=False, frames=False, log=1),
    Ornament(hand=False, middle=False, frames=False, log=1, brief=True),
)
_MIDDLE, _STATUS, _MENU, _NOTICE = 2, 4, 5, 6
_AIR = (_STATUS, _NOTICE, 3, _MIDDLE, _MENU, 1)
"""The bands before which an empty line helps most."""


def draw(sheet: Sheet) -> Block:
    """The lines of a sheet: none wider than its width, and no more than its height unless nothing less will do."""
    sheet = _numbered(replace(sheet, width=max(NARROWEST, min(sheet.width, WIDEST))))
    if sheet.height is None:
        return _join(_bands(sheet, Ornament(log=max(5, 2 * sheet.news))), len(_AIR))
    for ornament in _ORNAMENTS:
        bands = _bands(sheet, ornament)
        spare = sheet.height - sum(map(len, bands))
        if spare >= 0:
            return _aired(sheet, ornament, bands, spare)
    for hints in (True, False):
        ornament = replace(_ORNAMENTS[-1], log=0, hints=hints)
        rest = sum(len(band) for number, band in enumerate(_bands(sheet, ornament)) if number != _MENU)
        if rest < sheet.height:
            break
    return _join(_bands(sheet, replace(ornament, menu=max(1, sheet.height - rest))), 0)


def _numbered(sheet: Sheet) -> Sheet:
    """The sheet with the seats' numbers at their places and on their pieces, if only colours would tell these apart."""
    panels = sheet.scene.panels
    if not any(_alike(part) for panel in panels for part in panel.parts):
        return sheet
    seats = sheet.seats or [str(number) for number in range(1, 100)]
    marked = [replace(panel, parts=tuple(_with_numbers(part, seats) for part in panel.parts)) for panel in panels]
    return replace(sheet, scene=replace(sheet.scene, panels=tuple(marked)), seats=seats)


def _alike(part: Part) -> set[str]:
    """The faces of pieces on a board that are those of several seats."""
    rows = part.rows if isinstance(part, Board) else ()
    tokens = [token for row in rows for space in row if space for token in space.tokens if token.seat is not None]
    owners = Counter(face for face, _ in {(token.face, token.seat) for token in tokens})
    return {face for face, number in owners.items() if number > 1}


def _with_numbers(part: Part, seats: Sequence[str]) -> Part:
    """A board with the number of its seat on each piece that looks like one of another seat; any other part as it is."""
    alike = _alike(part)
    if not isinstance(part, Board) or not alike:
        return part

    def marked(token: Token) -> Token:
        if token.seat is None or token.face not in alike:
            return token
        return replace(token, face=token.face + seats[token.seat])

    def filled_in(space: Space | None) -> Space | None:
        return space and replace(space, tokens=tuple(map(marked, space.tokens)))

    return replace(part, rows=tuple(tuple(map(filled_in, row)) for row in part.rows))


def _bands(sheet: Sheet, ornament: Ornament) -> list[Block]:
    """The table from top to bottom: headline, others, middle with the log, own place, status, actions, notice."""
    painter = Painter(sheet.signs, sheet.width, sheet.seats)
    panels = sheet.scene.panels
    return [
        [_headline(sheet)],
        painter.others([panel for panel in panels if panel.seat is not None and not panel.mine], ornament.frames),
        _middle(sheet, ornament),
        [line for panel in panels if panel.mine for line in painter.own(panel, ornament.hand)],
        _status(sheet, ornament),
        _menu(sheet, ornament),
        wrap(Text(f" {sheet.signs.say(sheet.notice)}", "yellow"), sheet.width, 1) if sheet.notice else [],
    ]


def _middle(sheet: Sheet, ornament: Ornament) -> Block:
    painter = Painter(sheet.signs, sheet.width)
    table, lines = painter.middle([panel for panel in sheet.scene.panels if panel.seat is None], ornament.middle)
    return painter.with_log(table, lines, _log(sheet, max(ornament.log, len(table))), ornament.log)


def _aired(sheet: Sheet, ornament: Ornament, bands: list[Block], spare: int) -> Block:
    """The bands with empty lines between them, and with more of the log, as far as there is room."""
    air = min(spare, sum(bool(band) for band in bands) - 1)
    tall = len(bands[_MIDDLE])
    for log in range(ornament.log + spare - air, ornament.log, -1):
        middle = _middle(sheet, replace(ornament, log=log))
        if len(middle) <= tall + spare - air:
            return _join([*bands[:_MIDDLE], middle, *bands[_MIDDLE + 1 :]], air)
    return _join(bands, air)


def _join(bands: list[Block], air: int) -> Block:
    before = [number for number in _AIR if bands[number]][:air]
    lines: Block = []
    for number, band in enumerate(bands):
        lines += ([Text()] if number in before and band else []) + band
    return lines


def _headline(sheet: Sheet) -> Text:
    """Game, form and progress, and a line to the edge."""
    text = cut(Text.assemble((f" {sheet.signs.say(sheet.scene.headline)}", "bold")), sheet.width, sheet.signs)
    rest = sheet.width - text.cell_len - 1
    return text.append(f" {sheet.signs.frame[1] * (rest - 1)}" if rest > 1 else "", "dim")


def _log(sheet: Sheet, most: int) -> list[Text]:
    """The end of the log, what is not new in a lower voice."""
    first = max(0, len(sheet.log) - most)
    new = len(sheet.log) - sheet.news
    return [Text(sheet.signs.say(sheet.log[n]), "" if n >= new else "dim") for n in range(first, len(sheet.log))]


def _status(sheet: Sheet, ornament: Ornament) -> Block:
    """The status line, and the hints."""
    text = Text.assemble((f" {sheet.signs.say(sheet.scene.status)}", "bold"))
    for hint in sheet.scene.hints if ornament.hints else ():
        text.append(f" {sheet.signs.say(hint)}", "italic")
    return wrap(text, sheet.width, 1) if text.plain.strip() else []


# -- the actions -------------------------------------------------------------------------------------------------------


def cards_of(scene: Scene) -> Iterator[Card]:
    """All cards that lie on the table."""
    for panel in scene.panels:
        for part in panel.parts:
            if isinstance(part, Row):
                yield from part.cards
            elif isinstance(part, Stack):
                yield from (*([part.top] if part.top else []), *part.under)


def _menu(sheet: Sheet, ornament: Ornament) -> Block:
    """The legal actions with their numbers: one a line with its note, or in columns where there is too little room."""
    signs = sheet.signs
    faces = {card.name: card for card in cards_of(sheet.scene) if card.name and signs.say(card.face) != card.name}
    entries = []
    for action in sheet.actions:
        entry = Text(signs.say(action))
        for card in (card for name, card in faces.items() if f" {name} " in f" {action} "):
            entry.append("  ").append_text(card_text(replace(card, faint=False, fresh=False, count=1), signs))
        entries.append(entry)
    wide = max((entry.cell_len for entry in entries), default=0)
    digits = len(str(len(entries)))
    numbered = [Text.assemble((f" {number:>{digits}}  ", "bold"), entry) for number, entry in enumerate(entries, 1)]
    if ornament.menu is not None:
        return _columns(numbered, sheet, ornament.menu)
    lines: Block = []
    for action, choice in zip(sheet.actions, numbered, strict=True):
        note = signs.say(sheet.scene.notes.get(action, ""))
        start = wide + digits + 5
        line = filled(choice, start).append(note) if note else choice
        hanging = start if note else digits + 3
        lines += [cut(line, sheet.width, signs)] if ornament.brief else wrap(line, sheet.width, hanging)
    return lines


def _columns(entries: Block, sheet: Sheet, rows: int) -> Block:
    """The actions without notes in columns, as many as fit."""
    column = min(sheet.width, max((entry.cell_len for entry in entries), default=1) + 1)
    most = max(1, sheet.width // column)
    if len(entries) > rows * most:
        left = len(entries) - (rows - 1) * most
        entries = entries[: len(entries) - left]
        more = Text(f" {sheet.signs.more} and {left} more: a shows them all", "dim")
        return [*_columns(entries, sheet, rows - 1), cut(more, sheet.width, sheet.signs)]
    tall = -(-len(entries) // most)
    cells = [filled(cut(entry, column - 1, sheet.signs), column) for entry in entries]
    lines = [Text("").join(cells[row::tall]) for row in range(tall)]
    for line in lines:
        line.rstrip()
    return lines
