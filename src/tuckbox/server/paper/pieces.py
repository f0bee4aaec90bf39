"""Cards, boards and whole tables as Typst, from the same drawings and scenes as pages.

Drawings lie as files beside the text; a `Drawer` says which of them it has used.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tuckbox.definition.game import Game
from tuckbox.scene import speech
from tuckbox.scene.parts import Board, Card, Fact, Map, Panel, Part, Row, Scene, Space, Stack
from tuckbox.server.html.art import art_files, drawings_of
from tuckbox.server.html.cards import SUITS
from tuckbox.server.html.inks import HOUSE, INK, RED, TONES, painted
from tuckbox.server.paper.markup import quoted, text

_SMALL = 12
"""Width in millimetres of a card on a table that is shown in the rules."""
_RATIO = 1.4


@dataclass
class Drawer:
    """Draws things of a game; `files` are the drawings that it has used, by the names of their files."""

    game: Game
    files: dict[str, bytes] = field(default_factory=dict)

    # -- drawings -----------------------------------------------------------------------------------------------------

    def drawing(self, name: str, colour: str = INK, **size: str) -> str:
        """A drawing of the game; nothing where it has none of this name. Several names lie over each other."""
        names = [each for each in name.split() if each in drawings_of(self.game)]
        images = [self._image(each, colour, size) for each in names]
        return images[0] + "".join(f"#place(top + left, {image[1:]})" for image in images[1:]) if images else ""

    def _image(self, name: str, colour: str, size: dict[str, str]) -> str:
        file = f"{name}-{colour.strip('#')}.svg"
        source = art_files(self.game)[f"{name}.svg"].decode()
        self.files[file] = painted(source.replace("currentColor", colour), HOUSE, colour).encode()
        sized = "".join(f", {side}: {value}" for side, value in size.items())
        return f"#image({quoted(file)}{sized})"

    # -- cards --------------------------------------------------------------------------------------------------------

    def card(self, card: Card, wide: float) -> str:
        """A card as a box, `wide` in millimetres."""
        high = wide * _RATIO
        edge = f"width: {wide}mm, height: {high}mm, radius: {wide / 20}mm, stroke: .4pt + luma(120), clip: true"
        standard = None if card.hidden else speech.STANDARD.fullmatch(card.face)
        if card.hidden:
            inside = (
                self.drawing(card.art or "back", width="100%", height="100%")
                or f"#align(center + horizon)[{text(card.face)}]"
            )
            fill = "#7a1626"
        elif standard:
            rank, sign = standard.groups()
            letter, _ = SUITS[sign]
            colour = RED if letter in "DH" else INK
            inside, fill = self.drawing(f"{rank}{letter}", colour, width="100%", height="100%"), "#fffaf0"
        else:
            inside, fill = self._rich(card, wide), "#fffaf0"
        many = f"#place(bottom + left, dx: 2pt, dy: -2pt, text(fill: rgb({quoted(RED)}), weight: 700)[×{card.count}])"
        return f"#box({edge}, fill: rgb({quoted(fill)}))[{inside}{many if card.count > 1 else ''}]"

    def _rich(self, card: Card, wide: float) -> str:
        """A card with a drawing, a title, and where it is large a text."""
        full, points = wide > 2 * _SMALL, wide / 6.3
        if not card.title and not card.art:
            return f"#align(center + horizon, text(size: {3 * points}pt, weight: 700)[{text(card.face)}])"
        art = self.drawing(card.art, TONES.get(card.tone, INK), width="100%")
        if not full:
            return art
        told = f"#strong[{text(card.title or card.face)}]"
        told += f"#linebreak() #text(size: {points * 0.78}pt)[{text(card.text)}]" if card.text else ""
        label = f"text(size: {points}pt)[#set par(leading: .35em); #align(center)[{told}]]"
        high = f"{wide * _RATIO * 0.25}mm" if card.whole and card.text else "auto"
        strip = f'width: 100%, height: {high}, fill: rgb("#fffaf0"), inset: {points / 3}pt'
        return f"{art}#place(bottom, block({strip}, align(horizon, {label})))"

    # -- tables -------------------------------------------------------------------------------------------------------

    def table(self, scene: Scene, alt: str) -> str:
        """A table as it lies there, with what it shows below it."""
        panels = "".join(self._panel(panel) for panel in scene.panels)
        frame = 'width: 100%, inset: 6pt, radius: 4pt, fill: rgb("#e7efe9"), stroke: .4pt + rgb("#2d7350")'
        return f'\n#block({frame})[{panels}]#align(center, text(size: 8pt, style: "italic")[{text(alt)}])\n'

    def _panel(self, panel: Panel) -> str:
        facts = [f"{part.label} {part.value}" for part in panel.parts if isinstance(part, Fact)]
        head = " · ".join([panel.title, *panel.badges, *facts])
        parts = "#h(4mm)".join(filter(None, (self.part(part) for part in panel.parts)))
        return f"#block(above: 4pt, below: 4pt)[#text(size: 8pt, weight: 700)[{text(head)}]#linebreak(){parts}]"

    def part(self, part: Part, wide: float = _SMALL) -> str:
        """A part of a table, with cards so wide."""
        if isinstance(part, Row):
            return " ".join(self.card(card, wide) for card in part.drawn)
        if isinstance(part, Stack):
            top = self.card(part.top, wide) if part.top else ""
            return f"#box[#text(size: 7pt)[{text(f'{part.title} {part.count}')}]#linebreak(){top}]"
        if isinstance(part, Map):
            return self.drawing(part.art, width=f"{wide * 5}mm")
        return self.board(part, wide * 0.8) if isinstance(part, Board) and not part.small else ""

    def board(self, board: Board, wide: float, most: float = 170) -> str:
        """A board of squares so wide, or narrower, so that all of it is at `most` so wide."""
        columns = max(sum(space.wide if space else 1 for space in row) for row in board.rows)
        wide = min(wide, most / columns - 0.6)
        doors = {(door.row, door.column): door for door in board.doors}
        cells: list[str] = []
        for number, row in enumerate(board.rows):
            cells += [self._space(space, wide) for space in row]
            cells += ["[]"] * (columns - sum(space.wide if space else 1 for space in row))
            if any(at == number for at, _ in doors):
                cells += [self._door(doors[number, at].face) if (number, at) in doors else "[]" for at in range(columns)]
        squares = f"columns: ({f'{wide}mm,' * columns}), gutter: .6mm, stroke: none, inset: 0pt"
        return f"#table({squares}, {', '.join(cells)})"

    @staticmethod
    def _door(face: str) -> str:
        door = f'fill: rgb("#6b4426"), inset: 2pt, width: 100%, align(center, text(size: 6pt, fill: white)[{text(face)}])'
        return f"block({door})"

    def _space(self, space: Space | None, wide: float) -> str:
        if space is None:
            return "[]"
        art = self.drawing(space.art, TONES.get(space.tone, INK), height="45%") if space.wide == 1 else ""
        stand = "".join(token.face for token in space.tokens)
        said = f"#text(size: {max(3.5, wide / 3):.1f}pt)[{text(space.title or ('' if art else space.face))}]"
        said = f"#linebreak() {said}" if art else said
        pieces = f"#place(top + right, text(size: 7pt, fill: rgb({quoted(RED)}))[{text(stand)}])" if stand else ""
        edge = f"stroke: .6pt + rgb({quoted(TONES.get(space.tone, INK))}), radius: 1.5pt, clip: true"
        box = f"block(width: 100%, height: {wide}mm, {edge})[#align(center + horizon)[{art} {said}]{pieces}]"
        return f"table.cell(colspan: {space.wide}, {box})" if space.wide > 1 else box
