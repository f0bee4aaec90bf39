"""States whose arrays refuse indices below 0, for rules that are looked at in plain Python.

With -1 for nobody a rule would go by the last seat, or by the last cell of a pile, in silence. Tables refuse them always.
"""

from __future__ import annotations

from typing import Any

from tuckbox.kit.layout import Layout
from tuckbox.kit.plain import from_end


class _Row(list[Any]):
    """An array of a state that is neither read nor written from its end."""

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice) and place < 0:
            raise from_end(place)
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if not isinstance(place, slice) and place < 0:
            raise from_end(place)
        list.__setitem__(self, place, value)


def strict(layout: Layout, state: Any) -> Any:
    """The same state, whose arrays refuse indices below 0 from now on; its copies do not."""
    for name in layout.fields:
        setattr(state, name, _guarded(getattr(state, name)))
    return state


def _guarded(value: Any) -> Any:
    """A part of a state, with the arrays in it guarded."""
    if isinstance(value, list):
        return _Row(value if isinstance(value[0], int | float) else map(_guarded, value))
    for name in getattr(value, "_parts", ()):
        setattr(value, name, _guarded(getattr(value, name)))
    return value
