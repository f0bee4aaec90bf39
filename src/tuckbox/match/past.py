"""The states of a match before each of its steps, for undo and for looking back."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tuckbox.kit.layout import Layout
from tuckbox.match.tail import Tail, copied

FRESH = 8
"""Number of states kept unpacked. Older ones are packed to a fifth of the size: servers hold thousands of matches."""


@dataclass(frozen=True)
class Before:
    """A state, how much chance had been drawn, and how much rivals had been told if a sequence was in progress."""

    state: Any
    drawn: int
    shown: int | None


class Past:
    """The states before each step, the first step's first."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._kept: MutableSequence[Before] = []

    def copy(self) -> Past:
        """Return a past of its own with the same states."""
        twin = Past(self._layout)
        twin._kept = copied(self._kept)
        return twin

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, step: int) -> Before:
        before = self._kept[step]
        if not isinstance(before.state, bytes):
            return before
        return replace(before, state=self._layout.unpacked(before.state))

    def shown(self, step: int) -> int | None:
        """Return the number of steps that rivals had been told of before a step, if a sequence was in progress."""
        return self._kept[step].shown

    def push(self, before: Before) -> None:
        """Append the state before one more step."""
        self._kept.append(before)
        old = len(self._kept) - 1 - FRESH
        if old >= self.first and not isinstance(self._kept[old].state, bytes):
            self._kept[old] = self._packed(self._kept[old])

    def _packed(self, before: Before) -> Before:
        if isinstance(before.state, bytes):
            return before
        return replace(before, state=self._layout.packed(before.state))

    @property
    def first(self) -> int:
        """The number of first steps that are not known."""
        return self._kept.first if isinstance(self._kept, Tail) else 0

    def last(self, most: int) -> tuple[tuple[bytes, int, int | None], ...]:
        """The packed states before each of the last steps."""
        known = map(self._packed, self._kept[max(self.first, len(self._kept) - most) :])
        return tuple((before.state, before.drawn, before.shown) for before in known)

    @classmethod
    def ending(cls, layout: Layout, steps: int, last: Sequence[tuple[bytes, int, int | None]]) -> Past:
        """Return the past of a number of steps, of which only the last are known."""
        past = cls(layout)
        past._kept = Tail(steps - len(last), [Before(*before) for before in last])
        return past

    def pop(self) -> Before:
        """Remove and return the state before the last step."""
        before = self[len(self._kept) - 1]
        self._kept.pop()
        return before
