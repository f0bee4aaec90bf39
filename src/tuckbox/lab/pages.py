"""Parts of pages that open offline: the document with its style, sections, tables, figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import htpy as h
from markupsafe import Markup

from tuckbox.files import write_text


def document(title: str, top: Sequence[Any], names: Sequence[str], sections: Sequence[Any], foot: str) -> str:
    """A whole page, as text: what stands at its top, links to sections by their names, the sections, and its foot."""
    style = (files("tuckbox.lab") / "style.css").read_text("utf-8")
    page = h.html(lang="en")[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.title[title],
            h.style[Markup(style)],
        ],
        h.body[
            h.header(".top")[top, h.nav(aria_label="Sections")[(h.a(href=f"#{_id(name)}")[name] for name in names)]],
            h.main[sections],
            h.footer[h.p[foot]],
        ],
    ]
    return str(page) + "\n"


def keep(folder: Path, name: str, figures: str, page: str) -> Path:
    """Write a page into a folder, which is made if need be, and its figures beside it as JSON; the file of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / f"{name}.json", figures + "\n")
    write_text(folder / f"{name}.html", page)
    return folder / f"{name}.html"


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def section(name: str, title: str, *parts: Any) -> h.Element:
    """A section of a page: its name, and a title that says what was found."""
    return h.section(id=_id(name))[h.p(".kicker")[name], h.h2[title], parts]


def figure(svg: str, caption: str) -> h.Element:
    """A picture with its caption."""
    return h.figure[Markup(svg), h.figcaption[caption]]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: int = 1) -> h.Element:
    """A table, whose columns from `numbers` on are numbers."""

    def kind(column: int) -> str:
        return ".n" if column >= numbers else ""

    head = h.tr[(h.th(kind(i), scope="col")[text] for i, text in enumerate(heads))]
    body = (h.tr[(h.td(kind(i))[text] for i, text in enumerate(row))] for row in rows)
    return h.div(".wrap")[h.table[h.thead[head], h.tbody[body]]]


def facts(those: Iterable[tuple[str, str, str]]) -> h.Element:
    """A page in a few numbers: each with its name and what it is."""
    return h.dl(".facts")[(h.div(".fact")[h.dt[name], h.dd[value], h.small[text]] for name, value, text in those)]


def percent(value: float, digits: int = 0) -> str:
    """A share as people read it.

    >>> percent(0.251), percent(0.251, 1)
    ('25%', '25.1%')
    """
    return f"{100 * value:.{digits}f}%"
