"""Markdown as Typst: the rules of a game, as they are written, for a page that is printed.

Text is given to Typst as strings, so nothing in it can mean anything to Typst.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Picture = Callable[[str, str], str]
"""Text in place of a picture, by its address and its text."""


def text(said: str) -> str:
    """Words as Typst.

    >>> text('a "b" #c')
    '#"a \\\\"b\\\\" #c";'
    """
    return f"#{quoted(said)};"


def quoted(said: str) -> str:
    """A string of Typst."""
    return json.dumps(said, ensure_ascii=False)


def typst_of(markdown: str, picture: Picture, top: int = 1) -> str:
    """Markdown as Typst; headings of the first level there are of level `top` here."""
    parser = MarkdownIt("commonmark").enable("table")
    return _Writer(picture, top).all(SyntaxTreeNode(parser.parse(markdown)))


class _Writer:
    """Writes the nodes of a text."""

    def __init__(self, picture: Picture, top: int) -> None:
        self._picture, self._top = picture, top

    def all(self, node: SyntaxTreeNode) -> str:
        """All that is in a node."""
        return "".join(map(self.one, node.children))

    def one(self, node: SyntaxTreeNode) -> str:
        """A node by its kind. Names of places and raw HTML are left out."""
        if node.type in _AROUND:
            before, after = _AROUND[node.type]
            return f"{before}[{self.all(node)}]{after}"
        if node.type in _ALONE:
            return _ALONE[node.type]
        if node.type.startswith("html"):
            return ""
        write = getattr(self, f"_{node.type}", self.all)
        return str(write(node))

    @staticmethod
    def _text(node: SyntaxTreeNode) -> str:
        return text(node.content) if node.content else ""

    @staticmethod
    def _code_inline(node: SyntaxTreeNode) -> str:
        return f"#raw({quoted(node.content)});"

    @staticmethod
    def _fence(node: SyntaxTreeNode) -> str:
        return f"#raw({quoted(node.content)}, block: true);"

    _code_block = _fence

    def _paragraph(self, node: SyntaxTreeNode) -> str:
        return f"\n\n{self.all(node)}\n\n"

    def _heading(self, node: SyntaxTreeNode) -> str:
        return f"\n#heading(level: {int(node.tag[1]) + self._top - 1})[{self.all(node)}]\n"

    def _link(self, node: SyntaxTreeNode) -> str:
        address, inside = str(node.attrs.get("href", "")), self.all(node)
        return f"#link({quoted(address)})[{inside}];" if re.match("https?:", address) else inside

    def _image(self, node: SyntaxTreeNode) -> str:
        return self._picture(str(node.attrs.get("src", "")), node.content)

    def _bullet_list(self, node: SyntaxTreeNode) -> str:
        return f"\n#list({', '.join(f'[{self.all(item)}]' for item in node.children)})\n"

    def _ordered_list(self, node: SyntaxTreeNode) -> str:
        items = ", ".join(f"[{self.all(item)}]" for item in node.children)
        return f"\n#enum(start: {int(node.attrs.get('start', 1))}, {items})\n"

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row for part in node.children for row in part.children]
        cells = ", ".join(f"[{self.all(cell)}]" for row in rows for cell in row.children)
        return f"\n#table(columns: {len(rows[0].children)}, {cells})\n"


_AROUND = {
    "strong": ("#strong", ";"),
    "em": ("#emph", ";"),
    "blockquote": ("\n#quote(block: true)", "\n"),
}
_ALONE = {"softbreak": " ", "hardbreak": "#linebreak();", "hr": "\n#line(length: 100%)\n"}
