"""The machine a benchmark runs on: whether it is quiet enough to judge what is measured there."""

from __future__ import annotations

import os

BUSY = 0.5
"""The load from which on nothing is judged: other work would be measured, too."""

_FOUND = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
"""The load before the benchmark has made its own."""


def told_load() -> str:
    """The load that the benchmark has found, in words."""
    return f"load {_FOUND:.1f}" + ("" if _FOUND <= BUSY else ": too busy a machine, so nothing is judged")


def judged(value: float, goal: float) -> str:
    """Whether a value is as low as it should be, where that can be said."""
    if _FOUND > BUSY:
        return "not judged"
    return "held" if value <= goal else "missed"
