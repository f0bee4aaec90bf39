"""Numbers that commands are given."""

from __future__ import annotations

from math import isnan
from typing import Any

import click


class Number(click.FloatRange):
    """A number within bounds. What is no number is within none, though click lets ``nan`` pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number of a text."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found


__all__ = ["Number"]
