"""A page in fragments: elements with ids, one within the other, so that only what has changed is sent.

What a viewer has been sent is compared with what they are to see now, both made from their own views alone: so what is sent,
and how much, tells no more than the two pages do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

Piece: TypeAlias = "str | Fragment"
"""A piece of a page: markup as it is, or a fragment."""


class Fragment:
    """An element with an id, from its opening `tag` to its closing one; of its pieces some are fragments again.

    >>> str(Fragment("a", '<p id="a">', "one ", Fragment("b", '<b id="b">', "two", "</b>"), "</p>"))
    '<p id="a">one <b id="b">two</b></p>'
    """

    __slots__ = ("_html", "ident", "pieces", "shared", "tag")

    def __init__(self, ident: str, tag: str, *pieces: Piece) -> None:
        self.ident, self.tag, self.pieces = ident, tag, pieces
        self.shared = False
        self._html: str | None = None

    def for_all(self) -> Fragment:
        """Mark it as one that several viewers are shown, and return it: what makes one such of another is found out once."""
        self.shared = True
        return self

    @property
    def html(self) -> str:
        """All of it."""
        if self._html is None:
            inside = [piece.html if isinstance(piece, Fragment) else piece for piece in self.pieces]
            self._html = self.tag + "".join(inside)
        return self._html

    def __str__(self) -> str:
        return self.html


class Element(Fragment):
    """A fragment of one piece, which stays when the element becomes one of another name, as text becomes a button.

    >>> str(Element("a", '<b id="a">', "one"))
    '<b id="a">one</b>'
    """

    __slots__ = ()

    def __init__(self, ident: str, tag: str, inside: str) -> None:
        super().__init__(ident, tag, inside)

    @property
    def html(self) -> str:
        """All of it."""
        return f"{super().html}</{self.tag[1 : self.tag.index(' ')]}>"


def around(before: str, only: Piece, after: str) -> Piece:
    """An element without an id around another one, by whose id it is known.

    >>> around("<li>", Fragment("b", '<b id="b">', "two", "</b>"), "</li>").ident, around("<li>", "one", "</li>")
    ('b', '<li>one</li>')
    """
    return before + only + after if isinstance(only, str) else Fragment(only.ident, before, only, after)


class Rows(Fragment):
    """A fragment of nothing but elements side by side: of these too only the new ones are sent."""

    __slots__ = ()

    def __init__(self, ident: str, tag: str, rows: Sequence[Piece], end: str) -> None:
        super().__init__(ident, tag, *rows, end)


class Lines(Rows):
    """Rows that are markup, none of them a fragment."""

    __slots__ = ()


class Cells(Lines):
    """Lines that each have a place of their own, such as the cells of a table, and no ids in them."""

    __slots__ = ()


class Changes:
    """Difference between two pages: elements, opening tags and rows by the ids of their elements.

    A tag stands for the name and attributes of an element; one without the id for attributes that have another value. Of
    rows: how many stay at the beginning, how many after them go, what comes there, all counted in the old ones.
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
        if old.shared and new.shared:
            known = _between(old, new)
            self.parts |= known.parts
            self.tags |= known.tags
            self.rows |= known.rows
        else:
            self._find(old, new)

    def _find(self, old: Fragment, new: Fragment) -> None:
        within = _within(old, new)
        if within is None and isinstance(old, Rows) and isinstance(new, Rows):
            within = self._edit(old, new)
        if within is None:
            self.parts[new.ident] = new.html
            return
        for was, now in within:
            self.find(was, now)
        if old.tag != new.tag:
            self.tags[new.ident] = _other_values(old.tag, new.tag) or new.tag

    def _edit(self, old: Rows, new: Rows) -> list[tuple[Fragment, Fragment]]:
        """Add how rows come and go; those that stay are to be looked into."""
        if isinstance(old, Lines) and isinstance(new, Lines):
            as_many = isinstance(new, Cells) and len(old.pieces) == len(new.pieces)
            found = (others if as_many else edits)(old.pieces[:-1], new.pieces[:-1])  # type: ignore[arg-type]
            self.rows[new.ident] = [(at, gone, "".join(new.pieces[come:to])) for at, gone, come, to in found]  # type: ignore[arg-type]
            return []
        keys = [_key(piece) for piece in new.pieces[:-1]]
        found = edits([_key(piece) for piece in old.pieces[:-1]], keys)
        self.rows[new.ident] = [(at, gone, "".join(map(str, new.pieces[come:to]))) for at, gone, come, to in found]
        come = {key for _, _, first, last in found for key in keys[first:last]}
        stay = {row.ident: row for row in old.pieces if isinstance(row, Fragment)}
        return [(stay[row.ident], row) for row in new.pieces if isinstance(row, Fragment) and row.ident not in come]


@lru_cache(maxsize=1024)
def _other_values(old: str, new: str) -> str:
    """A tag with the attributes that have another value in a new tag than in the old one; "" where one comes or goes.

    It is of an ``a``, which can stand in text and in drawings.

    >>> _other_values('<p id="a" class="turn" data-step="3">', '<p id="a" class="turn" data-step="4">')
    '<a data-step="4">'
    """
    was, now = old.split('"'), new.split('"')  # names and values by turns
    if was[::2] != now[::2]:
        return ""
    names = [part.rpartition(" ")[2] for part in now[::2]]
    changed = [at for at, (before, value) in enumerate(zip(was[1::2], now[1::2], strict=True)) if before != value]
    return "".join(["<a", *(f' {names[at]}"{now[2 * at + 1]}"' for at in changed), ">"])


@lru_cache(maxsize=1024)
def _between(old: Fragment, new: Fragment) -> Changes:
    """Difference between two fragments, both shown to several viewers."""
    changes = Changes()
    changes._find(old, new)
    return changes


def _key(piece: Piece) -> str:
    """Key of a piece: a fragment's id."""
    return piece.ident if isinstance(piece, Fragment) else piece


def _within(old: Fragment, new: Fragment) -> list[tuple[Fragment, Fragment]] | None:
    """The fragments within two of one shape that are not the same; None where anything else is not."""
    if old.pieces == new.pieces:  # true of a third of all pairs, and much faster than the loop below
        return []
    if len(old.pieces) != len(new.pieces):
        return None
    found = []
    for was, now in zip(old.pieces, new.pieces, strict=True):
        if was is now:
            continue
        if isinstance(now, str) or isinstance(was, str):
            if was != now:
                return None
        elif was.ident == now.ident:
            found.append((was, now))
        else:
            return None
    return found


def edits(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Difference between two lists: at a place some are removed, and those of a range of the new list take their place.

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


def others(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Difference between two lists of one length, as `edits` tells it: all that differ, in runs of neighbours.

    >>> others(["a", "b", "c", "d"], ["a", "x", "y", "d"]), others(["a", "b", "c"], ["x", "b", "y"])
    ([(1, 2, 1, 3)], [(0, 1, 0, 1), (2, 1, 2, 3)])
    """
    runs = groupby(range(len(new)), key=lambda at: old[at] == new[at])
    differ = [[*places] for same, places in runs if not same]
    return [(run[0], len(run), run[0], run[-1] + 1) for run in differ]
