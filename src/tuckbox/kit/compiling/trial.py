"""A trial of our way to compile: three small rules, compiled both ways and compared, once in each environment."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import njit

from tuckbox.kit.compiling.cache import folder_named

_ROW = np.dtype([("n", "i4"), ("card", "i2", 4)], align=True)


class _Given(NamedTuple):
    rows: Any
    start: int


def _rules(rule: Callable[[Any], Any]) -> tuple[Any, Any, Any]:
    """Rules that call each other, write to records, take named arguments, and have a branch closed by a `None`."""

    @rule
    def add(row, card):  # type: ignore[no-untyped-def]
        row.card[row.n] = card
        row.n += 1
        return row.n + 0

    @rule
    def fill(rows, start):  # type: ignore[no-untyped-def]
        total = 0
        for i in range(len(rows)):
            while rows[i].n < 3:
                total += add(rows[i], start * (i + 1) + rows[i].n)
        return total

    @rule
    def play(given, more):  # type: ignore[no-untyped-def]
        total = fill(given.rows, given.start)
        if more is not None:
            total += fill(more, given.start + 1)
        return total / 2

    return add, fill, play


def _played(rule: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Results of the three rules, and the memory they have written."""
    add, fill, play = _rules(rule)
    one, two, three = (np.zeros(3, _ROW) for _ in range(3))
    results = (int(add(one[0], 7)), int(fill(one, 5)), float(play(_Given(two, 2), three)), float(play(_Given(two, 1), None)))
    return (*results, one.tobytes(), two.tobytes(), three.tobytes())


def fault_of(rule: Callable[[Any], Any]) -> str:
    """Why rules cannot be compiled by `rule`; empty if they come to the same as by numba's ordinary way."""
    try:
        ours = _played(rule)
    except Exception as error:  # numba's private APIs may fail in any way
        return f"{type(error).__name__}: {error}"[:200]
    return "" if ours == _played(njit(error_model="numpy")) else "compiled rules come to other results"


def kept_fault(rule: Callable[[Any], Any]) -> str:
    """The same, tried once for each version of numba, of Python and of our way, on each machine."""
    texts = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    named = f"{numba.__version__} {sys.version} {platform.machine()} {platform.node()}".encode()
    kept = folder_named("trials") / hashlib.sha256(named + texts).hexdigest()[:20]
    with suppress(OSError):
        return kept.read_text("utf-8")
    fault = fault_of(rule)
    with suppress(OSError):
        kept.write_text(fault, "utf-8")
    return fault
