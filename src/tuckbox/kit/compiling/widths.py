"""The width of the integers that one rule passes to another."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.types import misc
from numba.core.typing.typeof import typeof


def wide(kind: Any) -> Any:
    """Return an argument type with integers widened to the maximum: else a rule would be compiled anew for each width of a
    seat or a card (a field of one byte, the counter of a loop, a sum), for each constant and each enum, and for each
    mixture of them."""
    whole: Any = types.Integer
    if isinstance(kind, misc.Omitted):
        kind = typeof(kind.value)
    narrow = isinstance(kind, whole) and (kind.signed or kind.bitwidth < 64)
    if narrow or isinstance(kind, types.IntEnumMember):
        return types.int64
    return types.boolean if isinstance(kind, types.Boolean) else kind
