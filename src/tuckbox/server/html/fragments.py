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

    A tag stands for its attributes. Of rows: how many stay at the beginning, how many after them go, what comes there,
    all counted in the old ones.
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
            found = edits(old.shell[:-1], new.shell[:-1])
            self.rows[new.ident] = [(at, gone, "".join(map(str, new.pieces[come:to]))) for at, gone, come, to in found]
            come = {key for _, _, first, last in found for key in new.shell[first:last]}
            stay = {row.ident: row for row in old.inner}
            for row in new.inner:
                if row.ident not in come:
                    self.find(stay[row.ident], row)
        else:
            self.parts[new.ident] = new.html
            return
        if old.tag != new.tag:
            self.tags[new.ident] = new.tag


def edits(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """How one list becomes another: at a place so many go, and of the new ones those from here to there come instead.

    >>> edits(["a", "b", "c"], ["b", "c", "d"]), edits(["b"], ["a", "b"]), edits(["a", "b", "d"], ["a", "c", "d"])
    ([(0, 1, 0, 0), (3, 0, 2, 3)], [(0, 0, 0, 1)], [(1, 1, 1, 2)])
    """
    least, start, end = min(len(old), len(new)), 0, 0
    while start < least and old[start] == new[start]:
        start += 1
    if start == 0 and new and new[0] in old:  # what has become too old has gone, and something may have come at the end
        gone = old.index(new[0])
        kept = len(old) - gone
        if old[gone:] == new[:kept] and set(old[:gone]).isdisjoint(new):
            return [(0, gone, 0, 0), (len(old), 0, kept, len(new))]
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [(start, len(old) - start - end, start, len(new) - end)]


__all__ = ["Changes", "Fragment", "Piece", "Rows", "edits"]
