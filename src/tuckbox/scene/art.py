"""A game's art: the folder of its drawings, each an ``.svg``, and of its look, ``theme.css``. Art is data, read here only.

A drawing is called by the name of its file. It is shown as a symbol of a sheet, which holds all drawings of a game and is
sent once; so what depends on colours of the page (``currentColor``, ``var(--ink)``) takes those of where it is shown. Games
may add drawings that are put together from others: `composed` gets those of the folder and gives more, by name.

A scene names a drawing, or several with spaces between them, to be laid over each other: ``lane-SR mark-finish``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tuckbox.errors import ArtError

SYMBOL = "a-"
"""Prefix of the id of a drawing's symbol, before its name."""

_LARGEST, _LONGEST = 24_000, 24_000
"""Maximum size of a drawing, and of a theme, in bytes."""

_NAME = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = {
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "title",
}  # fmt: skip
_WHOLE = re.compile(r"\s*<svg\b[^>]*(?<!/)>(.*)</svg>\s*", re.DOTALL)


class Drawing(NamedTuple):
    """A drawing: its view box, and what is inside the SVG."""

    box: str
    inside: str


@dataclass(frozen=True, eq=False)
class Art:
    """The art of a game, read when it is first asked for."""

    folder: Path
    composed: Callable[[Mapping[str, Drawing]], Mapping[str, Drawing]] | None = None

    @cached_property
    def drawings(self) -> dict[str, Drawing]:
        """All drawings by name, those put together last. Raises `ArtError` for a file that is not whole."""
        drawn = {path.stem: read_drawing(path) for path in sorted(self.folder.glob("*.svg"))}
        return drawn | dict(self.composed(drawn)) if self.composed else drawn

    @cached_property
    def theme(self) -> str:
        """The style sheet of the game, empty where it has none. Raises `ArtError`."""
        path = self.folder / "theme.css"
        text = _read(path) if path.is_file() else ""
        for flaw in flaws_of_theme(text, self.drawings):
            raise ArtError(f"{path.name}: {flaw}")
        return text

    def lacks(self, name: str) -> list[str]:
        """Return the drawings missing from a name as scenes give it.

        >>> Art(Path("/nowhere")).lacks("lane-SR mark-finish")
        ['lane-SR', 'mark-finish']
        """
        return [layer for layer in name.split() if layer not in self.drawings]


def read_drawing(path: Path) -> Drawing:
    """The drawing in a file. Raises `ArtError` where it is not well-formed, too large or not self-contained."""
    text = _read(path)
    for flaw in flaws_of_drawing(path.stem, text):
        raise ArtError(f"{path.name}: {flaw}")
    return _drawing(text)


def _drawing(text: str) -> Drawing:
    """The drawing that is the text of a file, which is well-formed."""
    whole = _WHOLE.fullmatch(text)
    assert whole
    return Drawing(ElementTree.fromstring(text).get("viewBox", ""), whole[1].strip())


def _read(path: Path) -> str:
    """The text of a file. Raises `ArtError` where it is none."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ArtError(f"{path.name}: no text in UTF-8") from error


def symbol(name: str, drawing: Drawing) -> str:
    """A drawing as a symbol."""
    return f'<symbol id="{SYMBOL}{name}" viewBox="{drawing.box}">{drawing.inside}</symbol>'


def symbols(drawings: Mapping[str, Drawing]) -> str:
    """Drawings as a sheet of symbols."""
    inside = "\n".join(starmap(symbol, drawings.items()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{inside}\n</svg>\n'


# -- what is wrong with art --------------------------------------------------------------------------------------------


def flaws_of_drawing(name: str, text: str) -> Iterator[str]:
    """Yield the flaws of a drawing: all that could run, reach out, or hit another drawing in the same page.

    >>> list(flaws_of_drawing("oil", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>'))
    ['<script> has no place in a drawing']
    """
    if not _NAME.fullmatch(name):
        yield "a name is letters, digits and single hyphens"
    if len(text.encode()) > _LARGEST:
        yield f"more than {_LARGEST} bytes"
    if not _WHOLE.fullmatch(text) or "<!" in text or "<?" in text:
        yield "a drawing begins with <svg>, ends with </svg> and has no comments"
        return
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        yield f"not well-formed: {error}"
        return
    try:
        ElementTree.fromstring(symbols({name: _drawing(text)}))
    except ElementTree.ParseError as error:
        yield f"not well-formed in a sheet of drawings, which declares no namespace but that of SVG: {error}"
    if not re.fullmatch(r"0 0 \d+ \d+", root.get("viewBox", "")):
        yield 'it needs a viewBox of the form "0 0 100 140"'
    own = {element.get("id", "") for element in root.iter()} - {""}
    yield from (f"the id {ident!r} does not begin with {name}-" for ident in sorted(own) if not ident.startswith(f"{name}-"))
    for element in root.iter():
        yield from _flaws_of_element(element, own)


def _flaws_of_element(element: ElementTree.Element, own: set[str]) -> Iterator[str]:
    shape = element.tag.removeprefix(_SVG)
    if shape not in _SHAPES:
        yield f"<{shape}> has no place in a drawing"
    for key, value in element.attrib.items():
        if key.startswith("on") or key in ("style", "class"):
            yield f"the attribute {key} has no place in a drawing"
        if "\\" in value:
            yield f"the backslash in {value!r} has no place in a drawing"
        if key.rpartition("}")[2] == "href" and not value.startswith(f"#{SYMBOL}") and value[1:] not in own:
            yield f"{value!r} is no part of this drawing, and no other drawing: those are called #{SYMBOL}NAME"
        outside = [found for found in _reached(value) if found.removeprefix("#") not in own]
        yield from (f"{found!r} is no part of this drawing" for found in outside)


def flaws_of_theme(text: str, drawings: Mapping[str, Drawing]) -> Iterator[str]:
    """Yield the flaws of a theme: all that reaches beyond the folder.

    >>> list(flaws_of_theme(".felt { background: url(https://example.org/a.png) }", {}))
    ["'https://example.org/a.png' is no drawing of the folder"]
    """
    if len(text.encode()) > _LONGEST:
        yield f"more than {_LONGEST} bytes"
    if "@import" in text or "\\" in text or "image-set" in text or "</" in text:
        yield "no @import, image-set, backslash or markup has a place in a theme"
    outside = [found for found in _reached(text) if found not in {f"{name}.svg" for name in drawings}]
    yield from (f"{found!r} is no drawing of the folder" for found in outside)


def _reached(text: str) -> list[str]:
    """Return the targets of ``url(...)``."""
    return [found.strip(" '\"") for found in re.findall(r"url\(([^)]*)\)", text, re.IGNORECASE)]
