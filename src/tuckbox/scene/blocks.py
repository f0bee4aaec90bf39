"""Blocks of text lines, laid out by columns as a terminal counts them; and the signs a terminal can show."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

Block = list[Text]
_SCRATCH = Console(file=io.StringIO(), width=80, color_system=None)


@dataclass(frozen=True)
class Signs:
    """The signs to draw with, and how text is made fit for the terminal's encoding."""

    encoding: str = "utf-8"
    frame: tuple[str, ...] = tuple("╭─╮│╰╯")
    back: str = "▒"
    more: str = "…"
    mark: str = "▸"
    dot: str = " · "
    times: str = "×"
    rewrite: tuple[tuple[str, str], ...] = ()

    def say(self, text: str) -> str:
        """The text with nothing in it that the terminal cannot show, or would obey.

        >>> PLAIN.say("3 × Q♥"), RICH.say("3 × Q♥ \\x1b[2J")
        ('3 x QH', '3 × Q♥ ?[2J')
        """
        text = text.replace("\u200d", "")  # a terminal counts the columns of each emoji, not of what is joined of them
        for sign, plain in self.rewrite:
            text = text.replace(sign, plain)
        text = "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text)
        return text.encode(self.encoding, "replace").decode(self.encoding)


RICH = Signs()
"""Suits, frames and all."""

PLAIN = Signs(
    encoding="ascii",
    frame=tuple("+-+|++"),
    back="?",
    more="...",
    mark=">",
    dot=" - ",
    times="x",
    rewrite=(
        ("♣", "C"),
        ("♦", "D"),
        ("♥", "H"),
        ("♠", "S"),
        ("×", "x"),
        ("·", "-"),
        ("…", "..."),
        ("’", "'"),
        ("–", "-"),
        ("›", ">"),
        ("▾", "v"),
        ("●", "o"),
        ("→", "->"),
    ),
)
"""Signs that any terminal shows."""


def signs_for(encoding: str | None) -> Signs:
    """The signs that text of this encoding can hold.

    >>> signs_for("utf-8") is RICH, signs_for("latin-1").back
    (True, '?')
    """
    try:
        "♣♦♥♠╭─╮│╰╯▒…▸▾●·×".encode(encoding or "ascii")
    except UnicodeEncodeError:
        return replace(PLAIN, encoding=encoding or "ascii")
    except LookupError:
        return PLAIN
    return RICH


# -- blocks ------------------------------------------------------------------------------------------------------------


def width_of(block: Iterable[Text]) -> int:
    """Return the width of a block in columns."""
    return max((line.cell_len for line in block), default=0)


def cut(line: Text, width: int, signs: Signs) -> Text:
    """The line, shortened with a sign of omission where it is too long."""
    if line.cell_len <= width:
        return line
    short = line.copy()
    room = max(0, width - cell_len(signs.more))
    short.truncate(room, overflow="crop")
    short.rstrip()
    short.append(signs.more[: max(0, width)])
    return short


def filled(line: Text, width: int) -> Text:
    """The line, lengthened with spaces."""
    line = line.copy()
    line.append(" " * max(0, width - line.cell_len))
    return line


def wrap(text: Text, width: int, indent: int = 0) -> Block:
    """The text as lines of at most `width` columns, all but the first indented."""
    lines: Block = []
    indent = indent if width > 2 * indent else min(indent, width // 8)
    while text.plain.strip() or not lines:
        room = width - (indent if lines else 0)
        line = next(iter(text.wrap(_SCRATCH, max(1, room))), Text())
        text = text[len(line.plain) :]
        text = text[len(text.plain) - len(text.plain.lstrip()) :] if text.plain.strip() else Text()
        line.rstrip()
        lines.append(Text(" " * indent).append_text(line) if lines and indent else line)
    return lines


def flow(lines: Block, width: int, gap: int = 3) -> Block:
    """Lines one after the other, as many in one as fit."""
    flowing: Block = []
    for line in lines:
        if flowing and flowing[-1].cell_len + gap + line.cell_len <= width:
            flowing[-1].append(" " * gap).append_text(line)
        else:
            flowing.append(line.copy())
    return flowing


def beside(blocks: Sequence[Block], gap: int = 1, margin: int = 0) -> Block:
    """Blocks side by side, their tops level, with columns left free between them and before the first."""
    blocks = [block for block in blocks if block]
    widths = [width_of(block) for block in blocks]
    rows: Block = []
    for row in range(max(map(len, blocks), default=0)):
        line = Text(" " * margin)
        for number, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            line.append(" " * (gap if number else 0))
            line.append_text(filled(block[row] if row < len(block) else Text(), width))
        line.rstrip()
        rows.append(line)
    return rows


def centred(line: Text, width: int) -> Text:
    """The line in the middle of `width` columns."""
    room = max(0, width - line.cell_len)
    return filled(Text(" " * (room // 2)).append_text(line), width)


def box(body: Block, width: int, signs: Signs, title: Text, tail: Text) -> Block:
    """A frame of `width` columns around a body, a title at the left of its upper edge and a tail (if any) at the right."""
    left, bar, right, side, low, end = signs.frame
    inner = width - 4
    tail = Text(" ").append_text(tail).append(f" {bar}") if tail else Text()
    top = Text(f"{left}{bar} ").append_text(cut(title, max(1, inner - tail.cell_len - 1), signs)).append(" ")
    top.append(bar * (width - 1 - top.cell_len - tail.cell_len)).append_text(tail).append(right)
    rows = [Text(f"{side} ").append_text(filled(cut(line, inner, signs), inner)).append(f" {side}") for line in body]
    return [top, *rows, Text(f"{low}{bar * (width - 2)}{end}")]
