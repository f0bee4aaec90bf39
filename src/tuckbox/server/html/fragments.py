"""A page in fragments: elements with ids, one within the other, so that only what has changed is sent.

What a viewer has been sent is compared with what he is to see now, both made from his own views alone: so what is sent,
and how much, tells no more than the two pages do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Piece: TypeAlias = "str | Fragment"
"""What a page is joined of: markup as it is, or a fragment."""


class Fragment:
    """An element with an id, from its opening `tag` to its closing one; of its pieces some are fragments again.

    >>> str(Fragment("a", '<p id="a">', "one ", Fragment("b", '<b id="b">', "two", "</b>"), "</p>"))
    '<p id="a">one <b id="b">two</b></p>'
    """

    __slots__ = ("_html", "ident", "inner", "pieces", "shell", "tag")

    def __init__(self, ident: str, tag: str, *pieces: Piece) -> None:
        self.ident, self.tag, self.pieces = ident, tag, pieces
        self.inner = [piece for piece in pieces if isinstance(piece, Fragment)]
        self.shell = [piece.ident if isinstance(piece, Fragment) else piece for piece in pieces]
        self._html: str | None = None

    @property
    def html(self) -> str:
        """All of it."""
        if self._html is None:
            pieces = [piece.html if isinstance(piece, Fragment) else piece for piece in self.pieces]
            self._html = self.tag + "".join(pieces)
        return self._html

    def __str__(self) -> str:
        return self.html


class Rows(Fragment):
    """A fragment of nothing but elements side by side: of these too only the new ones are sent."""

    __slots__ = ()

    def __init__(self, ident: str, tag: str, rows: Sequence[Piece], end: str) -> None:
        super().__init__(ident, tag, *rows, end)


class Changes:
    """What makes one page of another: elements, opening tags and rows by the ids of their elements.

    A tag stands for its attributes. Of rows: how many stay at the beginning, how many after them go, what comes there.
    """

    __slots__ = ("parts", "rows", "tags")

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self.rows: dict[str, list[tuple[int, int, str]]] = {}

    def find(self, old: Fragment, new: Fragment) -> None:
        """Add what has changed in a fragment.

        >>> changes, bold = Changes(), Fragment("b", '<b id="b">', "two", "</b>")
        >>> changes.find(Fragment("a", '<p id="a">', bold, "</p>"), Fragment("a", '<p id="a" class="new">', bold, "</p>"))
        >>> changes.tags, changes.parts
        ({'a': '<p id="a" class="new">'}, {})
        """
        if old is new:
            return
        if old.shell == new.shell:
            for was, now in zip(old.inner, new.inner, strict=True):
                if was is not now:
                    self.find(was, now)
        elif isinstance(old, Rows) and isinstance(new, Rows):
            self.rows[new.ident] = edits(old.shell[:-1], new.shell[:-1], new.pieces)
            stay = {row.ident: row for row in old.inner}
            for row in new.inner:
                if row.ident in stay:
                    self.find(stay[row.ident], row)
        else:
            self.parts[new.ident] = new.html
            return
        if old.tag != new.tag:
            self.tags[new.ident] = new.tag


def edits(old: Sequence[str], new: Sequence[str], rows: Sequence[object]) -> list[tuple[int, int, str]]:
    """How one list becomes another: rows that stay, rows that go after them, which `rows` come in their place.

    >>> a, b, c, d = "abcd"
    >>> edits([a, b, c], [b, c, d], [b, c, d]), edits([b, c], [a, b, c], [a, b, c]), edits([a, b, d], [a, c, d], [a, c, d])
    ([(0, 1, ''), (2, 0, 'd')], [(0, 0, 'a')], [(1, 1, 'c')])
    """
    least, start, end = min(len(old), len(new)), 0, 0
    while start < least and old[start] == new[start]:
        start += 1
    if start == 0 and new and new[0] in old:  # what has become too old has gone, and something has come at the end
        gone = old.index(new[0])
        kept = len(old) - gone
        if old[gone:] == new[:kept]:
            come = "".join(map(str, rows[kept:]))
            return [(0, gone, ""), (kept, 0, come)] if come else [(0, gone, "")]
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [(start, len(old) - start - end, "".join(map(str, rows[start : len(new) - end])))]


__all__ = ["Changes", "Fragment", "Piece", "Rows", "edits"]
