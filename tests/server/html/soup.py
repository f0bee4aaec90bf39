"""Reads markup strictly, as a browser that forgives nothing would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}
_TOUCHED = {"button", "a", "summary", "select"}
_BLOCKS = {
    "div",
    "p",
    "section",
    "ul",
    "ol",
    "dl",
    "h1",
    "h2",
    "h3",
    "form",
    "fieldset",
    "table",
    "details",
    "header",
    "nav",
    "aside",
}
_SVG_LEAVES = {"path", "use", "circle", "ellipse", "line", "rect", "stop"}


@dataclass
class Tag:
    """An element: its name, its attributes, the text in it, and what it lies in."""

    name: str
    attrs: dict[str, str]
    parent: Tag | None = None
    pieces: list[Tag | str] = field(default_factory=list)

    @property
    def children(self) -> list[Tag]:
        """The elements in it."""
        return [piece for piece in self.pieces if isinstance(piece, Tag)]

    @property
    def text(self) -> str:
        """The text that stands in it directly."""
        return "".join(piece for piece in self.pieces if isinstance(piece, str))

    def all(self) -> Iterator[Tag]:
        """The element and all in it."""
        yield self
        for child in self.children:
            yield from child.all()

    def words(self) -> str:
        """All text in it."""
        return " ".join("".join(f" {p.words()} " if isinstance(p, Tag) else p for p in self.pieces).split())

    def around(self) -> Iterator[Tag]:
        """What it lies in, from the inside out."""
        if self.parent:
            yield self.parent
            yield from self.parent.around()

    def has(self, name: str) -> bool:
        """Whether it is of a class."""
        return name in self.attrs.get("class", "").split()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Tag("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Tag(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.pieces.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in _SVG_LEAVES | VOID, f"<{tag}/> does not close itself"
        element = Tag(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.pieces.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.at.name == tag, f"</{tag}> closes <{self.at.name}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.pieces.append(data)


def read(markup: str) -> Tag:
    """The elements of a markup. Fails where it is not whole, or would be read otherwise than it is written."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.name}> is not closed"
    _check(reader.root)
    return reader.root


def _check(root: Tag) -> None:
    elements = list(root.all())
    ids = Counter(element.attrs["id"] for element in elements if "id" in element.attrs)
    assert not [name for name, n in ids.items() if n > 1], f"ids twice: {ids.most_common(3)}"
    for element in elements:
        inside = {outer.name for outer in element.around()}
        assert "style" not in element.attrs
        assert not [name for name in element.attrs if name.startswith("on")]
        assert element.name != "style"
        assert element.name != "script" or (element.attrs.get("src") and not element.text)
        assert not (element.name in _TOUCHED and inside & _TOUCHED), f"<{element.name}> in {inside & _TOUCHED}"
        assert not (element.name in _BLOCKS and "p" in inside), f"<{element.name}> in <p>"
        assert "id" not in element.attrs or re.fullmatch(r"[\w.-]+", element.attrs["id"], re.ASCII)
        if element.name == "use":
            assert element.attrs["href"].startswith("#")
        if element.name == "button":
            assert element.words() or element.attrs.get("aria-label")


def buttons(root: Tag, name: str = "") -> list[Tag]:
    """The buttons, or those of a class."""
    return [element for element in root.all() if element.name == "button" and (not name or element.has(name))]
