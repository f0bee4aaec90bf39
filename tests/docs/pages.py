"""Reads the pages of the book: fenced blocks, headings, anchors, links."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'^(?P<language>\S*)(?: title="(?P<title>[^"]*)")?$')
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
_DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the title it bears, its text and the line on which that begins."""

    page: Page
    language: str
    title: str
    body: str
    line: int

    @property
    def is_session(self) -> bool:
        """Whether it is a conversation with Python."""
        return self.language == "python" and self.body.startswith(">>> ")

    def __str__(self) -> str:
        return f"{self.page.name}, line {self.line}"


@dataclass(frozen=True)
class Page:
    """A page by its path."""

    path: Path

    @property
    def name(self) -> str:
        """How the page is called from the root of the repository."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        """The page as it stands."""
        return self.path.read_text("utf-8")

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its fenced blocks in order."""
        return tuple(self._blocks())

    def _blocks(self) -> Iterator[Block]:
        for found in _FENCE.finditer(self.text):
            info = _TITLE.match(found["info"])
            line = self.text.count("\n", 0, found.start("body")) + 1
            assert info, f"{self.name}, line {line - 1}: ```{found['info']}"
            yield Block(self, info["language"], info["title"] or "", found["body"], line)

    @cached_property
    def prose(self) -> str:
        """The page without its blocks."""
        return _FENCE.sub("", self.text)

    @cached_property
    def anchors(self) -> set[str]:
        """All that a link can point to: headings, as they are slugged, and anchors written out."""
        return {slug(heading) for heading in _HEADING.findall(self.prose)} | set(_ANCHOR.findall(self.prose))

    @property
    def links(self) -> list[str]:
        """The targets of its links."""
        return [*_LINK.findall(self.prose), *self.definitions.values()]

    @property
    def definitions(self) -> dict[str, str]:
        """The targets of links that are defined at its end, by their names."""
        return dict(_DEFINITION.findall(self.prose))


def slug(heading: str) -> str:
    """The anchor of a heading, as Python-Markdown and GitHub make it.

    >>> slug("What `apply` does, and *why*")
    'what-apply-does-and-why'
    """
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def pages() -> list[Page]:
    """Every page of the book, and those at the root of the repository."""
    return [Page(path) for path in (*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md")))]


def page(name: str) -> Page:
    """A page of the book by its name."""
    return Page(DOCS / name)


def converse(session: Block, names: dict[str, object]) -> None:
    """Hold a conversation with Python, in which every answer must be as the page says."""
    test = doctest.DocTestParser().get_doctest(session.body, names, session.page.name, session.page.name, session.line - 1)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    test.globs = names
    runner.run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)
