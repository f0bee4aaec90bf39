"""A list whose beginning is not known."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, TypeVar

from tuckbox.errors import OptionError

T = TypeVar("T")


class Tail(MutableSequence[T]):
    """The end of a list; its places count from the beginning all the same.

    >>> tail = Tail(3, "de")
    >>> tail.append("f"); len(tail), tail[4], tail[-1], tail[4:]
    (6, 'e', 'f', ['e', 'f'])
    >>> tail[2]
    Traceback (most recent call last):
    tuckbox.errors.OptionError: what came before is not known yet: ask again in a moment
    """

    def __init__(self, first: int, items: Iterable[T]) -> None:
        self.first, self._items = first, list(items)

    def __len__(self) -> int:
        return self.first + len(self._items)

    def _place(self, index: int | None) -> int:
        place = (index or 0) + (len(self) if index is not None and index < 0 else 0)
        if place < self.first:
            raise OptionError("what came before is not known yet: ask again in a moment")
        return place - self.first

    def _where(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self._place(index)
        return slice(self._place(index.start), None if index.stop is None else self._place(index.stop))

    def __getitem__(self, index: Any) -> Any:
        return self._items[self._where(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[self._where(index)] = value

    def __delitem__(self, index: Any) -> None:
        del self._items[self._where(index)]

    def insert(self, index: int, value: T) -> None:
        """Insert an item."""
        self._items.insert(self._place(index), value)


def copied(items: MutableSequence[T]) -> MutableSequence[T]:
    """Return a list of its own with the same items; the beginning of a tail stays unknown."""
    return Tail(items.first, items[items.first :]) if isinstance(items, Tail) else list(items)
