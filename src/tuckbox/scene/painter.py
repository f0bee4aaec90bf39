"""Draws the places of a table, large or small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from tuckbox.scene.blocks import Block, Signs, beside, box, flow, width_of, wrap
from tuckbox.scene.boards import board_block
from tuckbox.scene.cards import card_text, cards_flow, cards_line, picture, picture_width
from tuckbox.scene.parts import Board, Fact, Panel, Part, Row, Stack

_BOX = 24  # minimum width of a rival's place
_WIDEST_BOX = 60
_UNDER = 15  # width of the text on the cards under a pile
_LOG = 28  # minimum width of the log beside the middle of the table


@dataclass(frozen=True)
class Painter:
    """Draws for a width and with certain signs; `say` makes any text fit for them. `seats` are the names of the seats in
    the notation, where it is worth telling them."""

    signs: Signs
    width: int
    seats: Sequence[str] = ()

    def note(self, text: str, style: str = "italic") -> Text:
        """Words on the table."""
        return Text.assemble((self.signs.say(text), style))

    # -- parts in lines ------------------------------------------------------------------------------------------------

    def title(self, panel: Panel) -> Text:
        """The title of a place: whose it is, and its badges."""
        mark = f"{self.signs.mark} " if panel.active else ""
        text = Text.assemble((mark + self.signs.say(panel.title), "bold"))
        text.append(" (you)" if panel.mine and panel.title != "You" else "")
        for badge in panel.badges:
            text.append(self.signs.dot).append(self.signs.say(badge), "italic")
        return text

    def facts(self, panel: Panel) -> Text:
        """The facts of a panel in one line."""
        told = [f"{part.label} {part.value}" for part in panel.parts if isinstance(part, Fact)]
        if panel.seat is not None and self.seats:
            told.insert(0, f"seat {self.seats[panel.seat]}")
        return Text(self.signs.dot.join(map(self.signs.say, told)))

    def small(self, part: Part, width: int, titled: bool = True) -> Block:
        """A part in lines of text, facts left out."""
        if isinstance(part, Row):
            text = Text(f"{self.signs.say(part.title)}: " if titled else "")
            text.append_text(cards_line(part.cards, self.signs) if part.cards else Text("none", "dim"))
            note = self.note(part.note)
            if part.note and text.cell_len + note.cell_len + 2 > width:
                return wrap(text, width) + wrap(note, width)
            return wrap(text.append("  ").append_text(note) if part.note else text, width)
        if isinstance(part, Stack):
            return self.pile_line(part, width)
        return board_block(part, self.signs, width) if isinstance(part, Board) else []

    def pile_line(self, stack: Stack, width: int) -> Block:
        """A pile in a line: its number, its top and what lies under it."""
        text = Text(f"{self.signs.say(stack.title)} {stack.count}")
        if stack.top:
            text.append(": ").append_text(card_text(stack.top, self.signs))
        if stack.under and width - text.cell_len > _UNDER:
            text.append(" on ", "dim")
            text.append_text(cards_flow(stack.under, width - text.cell_len, 1, self.signs)[0])
        return flow([*wrap(text, width), *(wrap(self.note(stack.note), width) if stack.note else [])], width, 2)

    def pile_lines(self, piles: Sequence[Stack]) -> Block:
        """Piles one after the other."""
        return flow([line for pile in piles for line in self.pile_line(pile, self.width - 2)], self.width - 2)

    # -- places --------------------------------------------------------------------------------------------------------

    def others(self, panels: Sequence[Panel], framed: bool) -> Block:
        """The rivals' places: side by side in frames, in as many rows as the width asks for, or one line each."""
        if not framed or not panels or self.width < _BOX:
            return [line for panel in panels for line in self.flat(panel)]
        columns = max(1, min(len(panels), self.width // _BOX))
        rows = -(-len(panels) // columns)
        columns = -(-len(panels) // rows)
        lines: Block = []
        for start in range(0, len(panels), columns):
            lines += self.boxes(panels[start : start + columns], min(_WIDEST_BOX, (self.width - columns) // columns))
        return lines

    def boxes(self, panels: Sequence[Panel], width: int) -> Block:
        """Places in frames of equal size side by side."""
        bodies, tails = [], []
        for panel in panels:
            body, facts = self.body(panel, width - 4), self.facts(panel)
            edge = self.title(panel).cell_len + facts.cell_len + 4 <= width - 4
            bodies.append(body if edge or not facts else body + wrap(facts, width - 4))
            tails.append(facts if edge else Text())
        tall = max(map(len, bodies))
        padded = [body + [Text()] * (tall - len(body)) for body in bodies]
        places = zip(padded, panels, tails, strict=True)
        return beside([box(body, width, self.signs, self.title(panel), tail) for body, panel, tail in places])

    def body(self, panel: Panel, width: int) -> Block:
        """The parts of a place below each other."""
        titled = sum(not isinstance(part, Fact) for part in panel.parts) > 1
        return [line for part in panel.parts for line in self.small(part, width, titled)]

    def flat(self, panel: Panel) -> Block:
        """A place without a frame, in one line if possible."""
        head = self.title(panel)
        if self.facts(panel):
            head.append(self.signs.dot).append_text(self.facts(panel))
        body = self.packed(self.body(panel, self.width - 3), self.width - head.cell_len - 4)
        if len(body) == 1 and head.cell_len + body[0].cell_len + 3 < self.width:
            return [Text.assemble(" ", head, "  ", body[0])]
        return [Text(" ").append_text(line) for line in [*wrap(head, self.width - 2), *body]]

    def packed(self, lines: Block, width: int) -> Block:
        """Short lines in one, if they fit."""
        joined = Text("   ").join(lines)
        return [joined] if lines and joined.cell_len <= width else lines

    def own(self, panel: Panel, large: bool) -> Block:
        """The viewer's place: title, facts and notes in one line, the cards large below."""
        rows = [part for part in panel.parts if isinstance(part, Row)]
        pictures = [self.hand(row) for row in rows] if large else []
        if not any(pictures) or any(width_of(block) > self.width - 2 for block in pictures):
            return self.flat(panel)
        head = self.title(panel)
        if self.facts(panel):
            head.append(self.signs.dot).append_text(self.facts(panel))
        lines: Block = []
        for number, (row, block) in enumerate(zip(rows, pictures, strict=True)):
            text = head if number == 0 else Text()
            text.append("  " + self.signs.say(row.title) if len(rows) > 1 else "")
            text.append("" if row.cards else ": none", "dim")
            text.append("   " if row.note else "").append_text(self.note(row.note))
            lines += [*wrap(text, self.width - 2, 2), *block]
        rest = [part for part in panel.parts if not isinstance(part, Row)]
        lines += [line for part in rest for line in self.small(part, self.width - 2)]
        return [Text(" ").append_text(line) for line in lines]

    def hand(self, row: Row) -> Block:
        """Cards as pictures side by side, fresh ones set apart."""
        blocks: list[Block] = []
        for card in row.cards:
            gap = [[Text(" ")]] if card.fresh and blocks else []
            blocks += [*gap, picture(card, self.signs, picture_width(card, self.signs))]
        return beside(blocks)

    # -- the middle ----------------------------------------------------------------------------------------------------

    def middle(self, panels: Sequence[Panel], large: bool) -> tuple[Block, Block]:
        """The middle of the table: the piles as pictures (if `large`), and all else in lines."""
        parts = [part for panel in panels for part in panel.parts]
        piles = [part for part in parts if isinstance(part, Stack)]
        table = beside([self.pile(stack) for stack in piles], 2) if large else []
        if width_of(table) > self.width - 2:
            table = []
        others = [line for part in parts if not isinstance(part, Stack) for line in self.small(part, self.width - 2)]
        lines = others if table else self.packed([*self.pile_lines(piles), *others], self.width - 2)
        lines += [line for panel in panels if self.facts(panel) for line in wrap(self.facts(panel), self.width - 2)]
        return table, lines

    def pile(self, stack: Stack) -> Block:
        """A pile as a picture: its name and number, the top card large, what lies under it at its side."""
        inner = max(6, picture_width(stack.top, self.signs)) if stack.top else 6
        title = self.note(f"{stack.title} {stack.count}", "bold")
        block = [title, *picture(stack.top, self.signs, inner, 2)]
        side: Block = []
        if stack.under:
            side = [self.note("under it:", "dim"), *cards_flow(stack.under, _UNDER, 3, self.signs)]
        if stack.note:
            side += wrap(self.note(stack.note), _UNDER)
        return beside([block, [Text(), *side]]) if side else block

    def with_log(self, table: Block, lines: Block, log: Sequence[Text], rows: int) -> Block:
        """The middle with the last lines of the log: beside the piles where there is room, else below all."""
        room = self.width - width_of(table) - 5
        lines = [Text(" ").append_text(line) for line in lines]
        if table and room >= _LOG:
            return beside([table, self.last(log, room, max(rows, len(table)), "")], 3, 2) + lines
        return beside([table], 0, 2) + lines + self.last(log, self.width - 1, rows, " ")

    def last(self, log: Sequence[Text], width: int, rows: int, margin: str) -> Block:
        """Return as many of the last lines of a log as fit into some rows."""
        lines: Block = []
        for entry in reversed(log):
            told = wrap(Text(margin).append_text(entry), width, 2 + len(margin))
            if len(lines) + len(told) > rows:
                break
            lines = told + lines
        return lines
