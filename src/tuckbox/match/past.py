"""What a match was before each of its steps: for undo, and for looking back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tuckbox.kit.layout import Layout

FRESH = 8
"""So many states are kept as they are. Older ones are packed, a fifth of the size: servers hold thousands of matches."""


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
        self._kept: list[Before] = []

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, step: int) -> Before:
        before = self._kept[step]
        if not isinstance(before.state, bytes):
            return before
        return replace(before, state=self._layout.unpack(np.frombuffer(before.state, self._layout.dtype)))

    def push(self, before: Before) -> None:
        """Remember what was before one more step."""
        self._kept.append(before)
        old = len(self._kept) - 1 - FRESH
        if old >= 0 and not isinstance(self._kept[old].state, bytes):
            self._kept[old] = replace(self._kept[old], state=self._layout.pack(self._kept[old].state).tobytes())

    def pop(self) -> Before:
        """Go back a step."""
        before = self[len(self._kept) - 1]
        self._kept.pop()
        return before

    def copy(self) -> Past:
        """The same past, to go on from differently."""
        twin = Past(self._layout)
        twin._kept = self._kept[:]
        return twin
